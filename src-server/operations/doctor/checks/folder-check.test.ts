import { expect, test } from 'bun:test'
import { chmodSync, chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freshFolder, runToEnd } from '#server/testing/server-process.ts'
import { checkFolder } from './folder-check.ts'

const isRoot = process.getuid?.() === 0

test('a folder for its user alone is well, also when a file in it could be read by others', () => {
	const folder = freshFolder()
	writeFileSync(join(folder, 'backseat.toml'), '', { mode: 0o644 })

	expect(checkFolder(folder)).toMatchObject({ state: 'ok', todo: null })
})

test('an operator whose data others on the machine can look into is told the line that closes them', () => {
	const folder = freshFolder()
	chmodSync(folder, 0o755)

	expect(checkFolder(folder)).toMatchObject({
		state: 'warning',
		says: `${folder} is open to other users of this machine (0755).`,
		todo: `chmod -R go= ${folder}`,
	})
})

test('the line that closes the folder closes it', async () => {
	const folder = freshFolder()
	chmodSync(folder, 0o755)

	await runToEnd({ command: (checkFolder(folder).todo ?? '').split(' ') })

	expect(checkFolder(folder)).toMatchObject({ state: 'ok' })
})

test('a folder that is not there, and one that is a file, are problems', () => {
	const folder = freshFolder()
	const file = join(folder, 'file')
	writeFileSync(file, '')

	expect(checkFolder(join(folder, 'gone'))).toMatchObject({ state: 'problem', says: `There is no ${folder}/gone.` })
	expect(checkFolder(file)).toMatchObject({ state: 'problem', says: `${file} is a file.` })
})

test.skipIf(isRoot)('a folder of somebody else is a problem, but not for root (run as root: skipped)', () => {
	const folder = freshFolder()
	chmodSync(folder, 0o000)

	expect(checkFolder(folder)).toMatchObject({ state: 'problem' })
	chmodSync(folder, 0o700)
})

test.skipIf(!isRoot)("a file that root left in the server's folder is found (not run as root: skipped)", () => {
	const folder = freshFolder()
	writeFileSync(join(folder, 'backseat.db'), '')
	chownSync(folder, 65_532, 65_532)

	expect(checkFolder(folder)).toMatchObject({
		state: 'warning',
		says: `${folder}/backseat.db belongs to uid 0, its folder to uid 65532: a server of that user cannot write it.`,
		todo: `chown -R 65532:65532 ${folder}`,
	})
})

test('a folder of folders is looked at without going into them', () => {
	const folder = freshFolder()
	mkdirSync(join(folder, 'backups'), { mode: 0o700 })

	expect(checkFolder(folder)).toMatchObject({ state: 'ok' })
	rmSync(folder, { recursive: true })
})
