import { Database as Sqlite } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { storageHealth } from '#db/file/storage-health.ts'
import { runCommand } from '#server/commands/testing/run-command.ts'
import { whyNotOpened } from '#server/process/data/data-folder.ts'
import { familyFolder } from '#server/testing/family-data.ts'
import { freshFolder } from '#server/testing/server-process.ts'
import { systemErrorRefusal } from './system-errors.ts'

const thrownBy = (act: () => unknown): unknown => {
	try {
		return act()
	} catch (error) {
		return error
	}
}
const systemError = (code: string, path?: string) =>
	Object.assign(new Error(`${code}: as the system says`), { code, path })

test('a full disk is reported as one, whether the database or the system ran into it', () => {
	const sqlite = new Sqlite(':memory:')
	sqlite.run('CREATE TABLE t (a)')
	sqlite.run('PRAGMA max_page_count = 3')
	const full = thrownBy(() => sqlite.run('INSERT INTO t VALUES (zeroblob(100000))'))

	for (const error of [full, systemError('ENOSPC'), systemError('EDQUOT', '/data/x')]) {
		const ending = systemErrorRefusal(error)
		expect(ending).toMatchObject({ exitCode: 74, problem: 'disk_full' })
		expect(ending?.message).toStartWith('The disk is full')
	}
})

test('a closed folder is reported by its path, with the user who may read it', () => {
	expect(systemErrorRefusal(systemError('EACCES', '/var/lib/backseat'))).toMatchObject({
		exitCode: 73,
		message: expect.stringMatching(/^\/var\/lib\/backseat is closed to .*Run this as the user who runs the server\.$/),
	})
})

test('a missing folder for temporary files is not reported as a failing disk [B25]', () => {
	// Bun identifies SQLite's errors by their name.
	const error = Object.assign(new Error('disk I/O error'), { name: 'SQLiteError', code: 'SQLITE_IOERR_GETTEMPPATH' })
	const refusal = { exitCode: 73, message: expect.stringContaining('There is no folder for temporary files') }

	expect(systemErrorRefusal(error)).toMatchObject(refusal)
	expect(whyNotOpened(error, '/data/backseat.db')).toMatchObject(refusal)
	const warned: string[] = []
	storageHealth('/data/backseat.db', (text) => warned.push(text)).failed(error)
	expect(warned).toEqual([expect.stringMatching(/^There is no folder for temporary files: neither \/data nor /)])
})

test('what is neither the disk nor a closed place is a bug, and is shown as one', () => {
	for (const bug of [
		systemError('ENOENT', '/data/x'),
		systemError('EACCES'),
		new TypeError('x is not a function'),
		'text',
	])
		expect(systemErrorRefusal(bug)).toBeNull()
})

test.each(['a-file', 'a-file/data'])('%s, where a folder should be, ends a command with one line', async (name) => {
	const folder = freshFolder()
	const place = join(folder, name)
	writeFileSync(join(folder, 'a-file'), '')

	const { exitCode, stderr } = await runCommand(['backup', 'list', '--data-dir', place])

	expect({ exitCode, stderr }).toEqual({
		exitCode: 73,
		stderr: `There is no Backseat in ${place}. Set --data-dir to its data folder.\n`,
	})
})

const isRoot = process.getuid?.() === 0
test.skipIf(isRoot)('every command says so to a user without access to the data folder', async () => {
	const dataDir = familyFolder()
	chmodSync(dataDir, 0o000)
	try {
		for (const words of ['user list', 'config', 'backup list', 'backup prune', 'backup restore x.db --yes']) {
			const { exitCode, stderr } = await runCommand([...words.split(' '), '--data-dir', dataDir])
			expect({ words, exitCode, stderr }).toEqual({ words, exitCode: 73, stderr: expect.stringContaining('closed to') })
		}
	} finally {
		chmodSync(dataDir, 0o700)
	}
})
