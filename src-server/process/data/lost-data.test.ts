import { expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DataDamaged } from '#db/file/database-refused.ts'
import { freshFolder, runToEnd } from '#server/testing/server-process.ts'
import { openDataFile } from './data-file.ts'

const inFolder = (dataDir: string, ...more: string[]) => ({ flags: ['--port', '0', '--data-dir', dataDir, ...more] })
const dataFile = (dataDir: string) => join(dataDir, 'backseat.db')
const sha256 = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')

const openAndClose = (dataDir: string) => openDataFile(dataDir, { newestBackup: () => null }).close()

/** A folder that has been in use. */
function usedFolder(): string {
	const dataDir = freshFolder()
	openAndClose(dataDir)
	return dataDir
}

function refusalIn(dataDir: string): string {
	try {
		openAndClose(dataDir)
	} catch (error) {
		if (error instanceof DataDamaged && error.exitCode === 65) return error.message
		throw error
	}
	throw new Error('It was opened')
}

/** The same as an operator sees it. */
async function refusedStart(dataDir: string, ...flags: string[]): Promise<string> {
	const { exitCode, stdout, stderr } = await runToEnd(inFolder(dataDir, ...flags))
	expect({ exitCode, stdout }).toEqual({ exitCode: 65, stdout: '' })
	expect(stderr).toMatch(/^[^\n]+\n$/)
	return stderr.trim()
}

test('the marker of an instance is for its owner alone, and stays the same', () => {
	const dataDir = usedFolder()
	const marker = () => readFileSync(join(dataDir, 'instance.json'), 'utf8')
	const first = marker()

	openAndClose(dataDir)

	expect(marker()).toBe(first)
	expect(JSON.parse(first)).toEqual({
		product: 'Backseat',
		instanceId: expect.stringMatching(/^[0-9a-f-]{36}$/),
		createdAt: expect.stringMatching(/^\d{4}-/),
		note: expect.any(String),
	})
	expect(statSync(join(dataDir, 'instance.json')).mode & 0o777).toBe(0o600)
})

test.each(['empty', 'gone'])('data that are %s are not replaced by new ones [B10]', (how) => {
	const dataDir = usedFolder()
	if (how === 'empty') truncateSync(dataFile(dataDir))
	else rmSync(dataFile(dataDir))

	expect(refusalIn(dataDir)).toBe(
		`${dataFile(dataDir)} is ${how}, but this folder has held a Backseat. To start with an empty database, remove instance.json too. Restore a backup: backseat backup restore FILE --data-dir ${dataDir}`,
	)
	expect(statSync(dataFile(dataDir), { throwIfNoEntry: false })?.size ?? 0).toBe(0)
})

test('whoever lost their data is shown the newest backup, wherever backups are kept [B10]', async () => {
	const dataDir = usedFolder()
	const elsewhere = freshFolder()
	for (const [folder, moments] of [
		[join(dataDir, 'backups'), ['2026-11-19T03-00-00Z-daily', '2026-11-20T03-00-00Z-before-v2']],
		[elsewhere, ['2026-11-21T03-00-00Z-daily']],
	] as const) {
		mkdirSync(folder, { recursive: true })
		for (const moment of moments) cpSync(dataFile(dataDir), join(folder, `backseat-${moment}.db`))
	}
	writeFileSync(dataFile(dataDir), 'Dear diary, today I drove. '.repeat(500))
	const before = sha256(dataFile(dataDir))

	const newest = join(dataDir, 'backups', 'backseat-2026-11-20T03-00-00Z-before-v2.db')
	const inOtherFolder = join(elsewhere, 'backseat-2026-11-21T03-00-00Z-daily.db')
	expect(await refusedStart(dataDir)).toEndWith(`backseat backup restore ${newest} --data-dir ${dataDir}`)
	expect(await refusedStart(dataDir, '--backup-dir', elsewhere)).toContain(` ${inOtherFolder} `)
	expect(sha256(dataFile(dataDir))).toBe(before)
})

test('data from before there was a marker get one, and are protected from then on', () => {
	const dataDir = usedFolder()
	rmSync(join(dataDir, 'instance.json'))
	openAndClose(dataDir)

	renameSync(dataFile(dataDir), join(dataDir, 'moved-away.db'))

	expect(refusalIn(dataDir)).toContain('is gone')
})

test('an empty file that has never been in use becomes the first data', () => {
	const dataDir = freshFolder()
	writeFileSync(dataFile(dataDir), '')

	openAndClose(dataDir)

	expect(statSync(dataFile(dataDir)).size).toBeGreaterThan(0)
})
