import { Database as Sqlite } from 'bun:sqlite'
import { afterEach, expect, setDefaultTimeout, test } from 'bun:test'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { operatorFolder } from '#server/commands/testing/operator-folder.ts'
import { makeBackup } from '#server/operations/backups/make-backup.ts'
import { takeInstanceLock } from '#server/process/data/instance-lock.ts'
import { familyFolder, fingerprint, RATINGS_OF_THE_FAMILY, ratingsIn } from '#server/testing/family-data.ts'
import { type ServerProcess, startServer } from '#server/testing/server-process.ts'

setDefaultTimeout(30_000)

const running: ServerProcess[] = []
afterEach(async () => {
	for (const server of running.splice(0)) await server.end()
})

const NAME = 'backseat-2026-11-20T09-30-00Z-daily.db'
const SINCE = 2

/** An instance with a backup, and two ratings since then. */
function instanceWithBackup() {
	const dataDir = familyFolder(SINCE)
	const backup = join(dataDir, 'backups', NAME)
	makeBackup({ source: join(familyFolder(), 'backseat.db'), target: backup })
	return { ...operatorFolder(dataDir), dataDir, data: join(dataDir, 'backseat.db'), backup }
}

const journalIn = (path: string) => {
	using sqlite = new Sqlite(path)
	return sqlite.query('SELECT by, act, detail, at % 60000 AS seconds FROM journal').all()
}

const asidesIn = (dataDir: string) => readdirSync(dataDir).filter((name) => name.includes('before-restore'))

test('the operator sees what they would get and what they have, types yes, and is told the way back', async () => {
	const { runProcessInTerminal, run, dataDir, data, backup } = instanceWithBackup()

	const { exitCode, shown } = await runProcessInTerminal([['Type yes to go on:', 'yes\r']], 'backup', 'restore', NAME)

	expect(exitCode).toBe(0)
	expect(shown).toContain(`${backup} is good: every page was read.`)
	expect(shown).toMatch(/in the backup +in the present data\r?\n/)
	expect(shown).toMatch(/ratings +16 +18\r?\n/)
	expect(shown).toContain('Start Backseat again')
	expect(ratingsIn(data)).toBe(RATINGS_OF_THE_FAMILY)

	const [aside = ''] = asidesIn(dataDir)
	expect(shown).toContain(`backseat backup restore ${join(dataDir, aside)} --data-dir ${dataDir}`)
	expect(await run('backup', 'restore', join(dataDir, aside), '--yes')).toMatchObject({ exitCode: 0, stderr: '' })
	expect(ratingsIn(data)).toBe(RATINGS_OF_THE_FAMILY + SINCE)
})

test.each(['no\r', '\r', 'y\r', '\x04', '\x03'])(
	'somebody who types %j instead of yes has changed nothing',
	async (typed) => {
		const { runInTerminal, dataDir, data } = instanceWithBackup()
		const before = fingerprint(data)

		const { exitCode } = await runInTerminal([['Type yes to go on:', typed]], 'backup', 'restore', NAME)

		expect(exitCode).not.toBe(0)
		expect(fingerprint(data)).toBe(before)
		expect(readdirSync(dataDir).filter((name) => /restor/.test(name))).toEqual([])
	},
)

test('a script that does not say --yes sees what is in it and is given the line that does, before anything is touched', async () => {
	const { run, dataDir, data, backup } = instanceWithBackup()
	const before = fingerprint(data)

	expect(await run('backup', 'restore', NAME)).toMatchObject({
		exitCode: 64,
		stdout: expect.stringContaining('in the present data'),
		stderr: expect.stringContaining(`backseat backup restore ${backup} --data-dir ${dataDir} --yes`),
	})
	expect(fingerprint(data)).toBe(before)
	expect(readdirSync(dataDir).filter((name) => /restor/.test(name))).toEqual([])
})

test('while the server runs nothing is restored, and nobody notices that it was tried', async () => {
	const { run, dataDir, app } = instanceWithBackup()
	const lock = takeInstanceLock(dataDir)
	const { member, rate } = app()
	const mum = await member('mum')

	const refused = await run('backup', 'restore', NAME, '--yes')
	expect(refused).toMatchObject({ exitCode: 75, stdout: '' })
	expect(refused.stderr).toContain(`Another Backseat is using ${dataDir}. Stop it first`)
	await rate(mum, 102)
	expect(asidesIn(dataDir)).toEqual([])
	lock.release()
})

test('after a restore the server starts over the data of the backup', async () => {
	const { runProcess, dataDir } = instanceWithBackup()
	expect(await runProcess('backup', 'restore', NAME, '--yes')).toMatchObject({ exitCode: 0 })

	const server = await startServer({ flags: ['--data-dir', dataDir] })
	running.push(server)

	expect((await (await fetch(`${server.origin}/api/drivers/102/stats`)).json()) as object).toMatchObject({
		totalRides: 5,
	})
})

test('without a terminal a wrong file is refused as one, and nobody is sent to --yes', async () => {
	const { run, dataDir } = instanceWithBackup()
	const notThere = join(dataDir, 'nothing.db')

	const refused = await run('backup', 'restore', notThere)

	expect(refused.exitCode).toBe(64)
	expect(refused.stderr).toContain(`There is no file ${notThere}`)
	expect(refused.stderr).not.toContain('--yes')
})

test('the way back to damaged data is not offered: it would be refused', async () => {
	const { run, dataDir, data } = instanceWithBackup()
	writeFileSync(data, 'no database any more')

	const { exitCode, stdout } = await run('backup', 'restore', NAME, '--yes')

	expect(exitCode).toBe(0)
	expect(stdout).toContain(`The previous data are kept: ${join(dataDir, asidesIn(dataDir)[0] ?? '')}`)
	expect(stdout).not.toContain('To go back')
})

test('a restore stands in the journal of the data that it put in place, and in no other', async () => {
	const { run, data, dataDir, backup } = instanceWithBackup()
	const before = fingerprint(backup)

	expect((await run('backup', 'restore', NAME, '--yes')).exitCode).toBe(0)

	expect(journalIn(data)).toEqual([{ by: 'terminal', act: 'backup_restored', detail: NAME, seconds: 0 }])
	const [aside = ''] = asidesIn(dataDir)
	expect(journalIn(join(dataDir, aside))).toEqual([])
	expect(fingerprint(backup)).toBe(before)
})
