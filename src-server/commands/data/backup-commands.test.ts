import { Database as Sqlite } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrations } from '#db/migrations.ts'
import { backupChecks, journal } from '#db/schema.ts'
import { operatorFolder } from '#server/commands/testing/operator-folder.ts'
import { backupName } from '#server/operations/backups/backup-folder.ts'
import { backUpIfDue } from '#server/operations/backups/backup-schedule.ts'
import { backupRuns } from '#server/operations/backups/backup-worker-client.ts'
import { makeBackup } from '#server/operations/backups/make-backup.ts'
import { addToSchema, overwritePage, STEALING_TRIGGER } from '#server/operations/backups/testing/damage.ts'
import { familyFolder, fingerprint, RATINGS_OF_THE_FAMILY, ratingsIn } from '#server/testing/family-data.ts'
import { freshFolder, spawn } from '#server/testing/server-process.ts'

const name = 'backseat-2026-11-20T09-30-00Z-daily.db'

function instanceWithBackups(...names: string[]) {
	const dataDir = familyFolder()
	const folder = join(dataDir, 'backups')
	for (const name of names) makeBackup({ source: join(dataDir, 'backseat.db'), target: join(folder, name) })
	return { ...operatorFolder(dataDir), dataDir, folder }
}

test('an operator makes a backup, finds it in the list, and verifies it by its name', async () => {
	const { run, folder } = instanceWithBackups()

	const made = await run('backup', 'create')
	expect(made).toMatchObject({ exitCode: 0, stderr: '' })
	const [name = ''] = readdirSync(folder)
	expect(made.stdout).toStartWith(`Made and verified: ${join(folder, name)}\n`)

	expect((await run('backup', 'list')).stdout).toMatch(
		new RegExp(`${name}  by hand  a moment ago  \\d+ kB  verified\n$`),
	)
	const verified = await run('backup', 'verify', name)
	expect(verified).toMatchObject({ exitCode: 0, stderr: '' })
	expect(verified.stdout).toMatch(/accounts +5\nghosts +2\nratings +16\nnewest rating +2026-01-05 23:00 UTC\n/)
})

test.each([
	['SIGINT', 130],
	['SIGHUP', 129],
] as const)('%s in the middle of a backup leaves no part of one [B8] [B28]', async (signal, exitCode) => {
	const { dataDir, folder } = instanceWithBackups()
	// The backup waits while another program holds the data.
	const holder = new Sqlite(join(dataDir, 'backseat.db'))
	holder.run('PRAGMA locking_mode = EXCLUSIVE')
	holder.run('BEGIN EXCLUSIVE')
	const command = spawn({ flags: ['backup', 'create', '--data-dir', dataDir] })
	while (!existsSync(folder) || readdirSync(folder).length === 0) await Bun.sleep(5)
	const begun = readdirSync(folder)

	expect(await command.end(signal)).toBe(exitCode)
	holder.close()

	expect(begun).toEqual([expect.stringMatching(/\.partial$/)])
	expect(readdirSync(folder)).toEqual([])
})

const dailyOf = (days: number) => backupName(new Date(Date.now() - days * 86_400_000), 'daily')

test('where no server is awake for long the command of a timer makes one daily backup a day, and removes old ones as the server does [B8]', async () => {
	const old = [2, 3, 4].map(dailyOf)
	const { run, folder, inData } = instanceWithBackups(...old)
	const daily = (...words: string[]) =>
		run('backup', 'create', '--daily', '--backup-keep-daily', '2', '--backup-keep-weekly', '0', ...words)

	const first = await daily()
	const [made = ''] = readdirSync(folder).sort().reverse()
	expect(first).toMatchObject({ exitCode: 0, stderr: '' })
	expect(first.stdout).toStartWith(`Made and verified: ${join(folder, made)}\n`)
	expect(made).toEndWith('-daily.db')
	expect(ratingsIn(join(folder, made))).toBe(RATINGS_OF_THE_FAMILY)
	expect(readdirSync(folder).sort()).toEqual([old[0] ?? '', made])
	for (const name of old.slice(1)) expect(first.stdout).toContain(`Removed ${name}\n`)

	expect(await daily()).toMatchObject({
		exitCode: 0,
		stdout: expect.stringMatching(/^Not due: the newest daily backup is of .+, a moment ago\.\n$/),
		stderr: '',
	})
	expect(JSON.parse((await daily('--json')).stdout)).toMatchObject({ made: false, why: 'not_due' })
	expect(readdirSync(folder)).toHaveLength(2)
	// Hosts see that the backup was verified. A timer is no actor, so the journal has no entry.
	const { lines, verified } = inData(({ orm }) => ({
		lines: orm.select().from(journal).all(),
		verified: orm.select().from(backupChecks).all(),
	}))
	expect({ lines, verified }).toMatchObject({ lines: [], verified: [{ name: made }] })
})

test('two timers, or a timer and the server, make no two daily backups [B8]', async () => {
	const { run, dataDir, folder } = instanceWithBackups(dailyOf(2))
	const daily = () => run('backup', 'create', '--daily')
	const look = () =>
		backUpIfDue(
			{ dataDir, backupDir: null, backupKeepDaily: 7, backupKeepWeekly: 4 },
			{ log: { info: () => {}, failure: () => expect.unreachable() }, runs: backupRuns() },
			new Date(),
		)

	const byServer = look()
	expect((await daily()).stdout).toBe('Not due: the daily backup is being made by another Backseat.\n')
	await byServer
	expect(readdirSync(folder)).toHaveLength(2)
	expect(look()).toBeNull()

	for (const name of readdirSync(folder)) rmSync(join(folder, name))
	const both = await Promise.all([daily(), daily()])
	expect(both.map(({ exitCode, stdout }) => [exitCode, stdout.slice(0, 8)])).toEqual([
		[0, 'Made and'],
		[0, 'Not due:'],
	])
	expect(readdirSync(folder)).toHaveLength(1)
})

test('a daily backup is asked for in vain where there are no data, or none are wanted, and nothing is made', async () => {
	const nowhere = join(freshFolder(), 'nobody', 'here')
	const empty = freshFolder()
	const { run, dataDir } = operatorFolder()
	const before = readdirSync(dataDir)

	for (const place of [nowhere, empty])
		expect(await operatorFolder(place).run('backup', 'create', '--daily')).toEqual({
			exitCode: 73,
			stdout: '',
			stderr: `There is no Backseat in ${place}. Set --data-dir to its data folder.\n`,
		})
	expect(existsSync(join(nowhere, '..'))).toBe(false)
	expect(readdirSync(empty)).toEqual([])
	expect(await run('backup', 'create', '--daily', '--backup-keep-daily', '0')).toMatchObject({
		exitCode: 0,
		stdout: 'No daily backups are wanted: backup-keep-daily is 0.\n',
	})
	expect(await run('backup', 'create', '--daily', 'mine.db')).toMatchObject({ exitCode: 64, stdout: '' })
	expect(readdirSync(dataDir)).toEqual(before)
})

test('a timer’s command takes deleted accounts out of the backups, also without daily ones, and fails where it cannot [B32]', async () => {
	const [one, other] = ['backseat-2026-01-10T09-30-00Z-manual.db', 'backseat-2026-01-11T09-30-00Z-manual.db']
	const { run, dataDir, folder } = instanceWithBackups(one, other)
	const noteLeft = (id: number) => {
		using sqlite = new Sqlite(join(dataDir, 'backseat.db'))
		sqlite.run("INSERT INTO left_members VALUES (?, ?, 'go')", [id, Date.UTC(2026, 0, 20)])
	}
	noteLeft(104)

	expect(await run('backup', 'create', '--daily', '--backup-keep-daily', '0')).toEqual({
		exitCode: 0,
		stdout:
			'No daily backups are wanted: backup-keep-daily is 0.\nAccounts that were deleted 34 days ago or more are gone from the backups, too: 2 files rewritten, 0 removed.\n',
		stderr: '',
	})
	noteLeft(103)
	overwritePage(join(folder, one), 0)
	const failed = await run('backup', 'create', '--daily', '--json')
	expect(failed).toMatchObject({ exitCode: 73, stderr: expect.stringMatching(/^backseat-2026-01-10.* may still hold/) })
	expect(JSON.parse(failed.stdout)).toMatchObject({ made: true, deletedAccounts: { stuck: [{ name: one }] } })
	expect(await run('backup', 'verify', other)).toMatchObject({ stdout: expect.stringMatching(/accounts +3\n/) })
})

test('a script reads the same as JSON', async () => {
	const { run } = instanceWithBackups(name)
	const path = join(freshFolder(), 'elsewhere.db')

	const made = JSON.parse((await run('backup', 'create', path, '--json')).stdout)
	expect(made).toMatchObject({
		path,
		accounts: 5,
		ghosts: 2,
		ratings: RATINGS_OF_THE_FAMILY,
		schemaVersion: migrations.length,
	})
	expect(made.bytes).toBe(statSync(path).size)

	const listed = JSON.parse((await run('backup', 'list', '--json')).stdout)
	expect(listed).toEqual([
		expect.objectContaining({
			name,
			kind: 'daily',
			at: '2026-11-20T09:30:00.000Z',
			verified: true,
			ageMs: expect.any(Number),
		}),
	])

	expect(JSON.parse((await run('backup', 'verify', path, '--json')).stdout)).toMatchObject({ ok: true, path })
})

test('a damaged backup ends verify with 65, in words and as JSON, and is marked in the list [B8]', async () => {
	const { run, folder } = instanceWithBackups(name, name.replace('-20T', '-19T'))
	overwritePage(join(folder, name))

	const verified = await run('backup', 'verify', name)
	expect(verified).toMatchObject({ exitCode: 65, stdout: '' })
	expect(verified.stderr).toStartWith(`${join(folder, name)} is damaged (`)
	const asJson = await run('backup', 'verify', name, '--json')
	expect(asJson).toMatchObject({ exitCode: 65, stderr: '' })
	expect(JSON.parse(asJson.stdout)).toMatchObject({ ok: false, problem: expect.stringContaining('is damaged') })

	writeFileSync(join(folder, name), '')
	expect((await run('backup', 'list')).stdout).toMatch(/11-20T.+DAMAGED\n.+11-19T.+verified\n$/)
})

test('a backup into which a trigger was slipped ends verify and restore with 65, in one line that names it [B9]', async () => {
	const { run, dataDir, folder } = instanceWithBackups(name)
	const path = join(folder, name)
	const before = fingerprint(join(dataDir, 'backseat.db'))
	addToSchema(path, STEALING_TRIGGER.replace('steal', '"steal\n\u001b[32m✓ good"'))

	const problem = `${path} has trigger "steal??[32m✓ good" that Backseat did not make.`
	expect(await run('backup', 'verify', name)).toEqual({
		exitCode: 65,
		stdout: '',
		stderr: `${problem} It was left as it is; choose another one.\n`,
	})
	expect(await run('backup', 'restore', name, '--yes')).toEqual({
		exitCode: 65,
		stdout: '',
		stderr: `${problem} Nothing was changed; choose another one.\n`,
	})
	expect(fingerprint(join(dataDir, 'backseat.db'))).toBe(before)
})

test('a file that is not there, or would be written over, is named in one line', async () => {
	const { run, dataDir } = instanceWithBackups()
	const taken = join(dataDir, 'backseat.db')

	expect(await run('backup', 'verify', 'nothing.db')).toMatchObject({
		exitCode: 64,
		stderr: expect.stringMatching(/^Cannot read \S+nothing\.db: it is not there\. .+\n$/),
	})
	expect(await run('backup', 'create', taken)).toMatchObject({
		exitCode: 73,
		stderr: `${taken} is there already and was left as it is. Choose another name.\n`,
	})
	expect(ratingsIn(taken)).toBe(RATINGS_OF_THE_FAMILY)
})

test('prune --dry-run lists what prune then removes', async () => {
	const names = ['16', '17', '18', '19', '20'].map((day) => `backseat-2026-10-${day}T09-30-00Z-daily.db`)
	const { run, folder } = instanceWithBackups(...names)
	const few = ['--backup-keep-daily', '2', '--backup-keep-weekly', '1']

	const would = await run('backup', 'prune', ...few, '--dry-run')
	expect(would.stdout).toBe(`Would remove ${names[1]}\nWould remove ${names[0]}\n`)
	expect(readdirSync(folder)).toHaveLength(5)

	expect(JSON.parse((await run('backup', 'prune', ...few, '--dry-run', '--json')).stdout)).toEqual({
		removed: [names[1], names[0]],
		isDryRun: true,
	})
	expect((await run('backup', 'prune', ...few)).stdout).toBe(`Removed ${names[1]}\nRemoved ${names[0]}\n`)
	expect(readdirSync(folder).sort()).toEqual(names.slice(2))
	expect((await run('backup', 'prune', ...few)).stdout).toBe('Nothing to remove.\n')
})

test('backups are listed where the data are gone', async () => {
	const { run, dataDir } = instanceWithBackups(name)
	for (const name of readdirSync(dataDir)) if (name !== 'backups') rmSync(join(dataDir, name))

	expect((await run('backup', 'list')).stdout).toContain(name)
})

test('what is made and verified in a terminal is known to hosts until it is found damaged, and stands in the journal', async () => {
	const { run, folder, inData } = instanceWithBackups(name)
	const elsewhere = join(freshFolder(), 'copy.db')

	expect((await run('backup', 'create')).exitCode).toBe(0)
	const made = readdirSync(folder).find((one) => one !== name) ?? ''
	expect((await run('backup', 'verify', name)).exitCode).toBe(0)
	expect((await run('backup', 'create', elsewhere)).exitCode).toBe(0)
	expect((await run('backup', 'verify', elsewhere)).exitCode).toBe(0)

	const { lines, verified } = inData(({ orm }) => ({
		lines: orm.select().from(journal).all(),
		verified: orm.select().from(backupChecks).all(),
	}))
	expect(lines.map(({ by, act, detail }) => [by, act, detail])).toEqual([
		['terminal', 'backup_made', made],
		['terminal', 'backup_verified', name],
		['terminal', 'backup_made', 'copy.db'],
	])
	expect(verified.map((check) => check.name).sort()).toEqual([name, made].sort())

	overwritePage(join(folder, name))
	expect((await run('backup', 'verify', name)).exitCode).toBe(65)
	expect(inData(({ orm }) => orm.select().from(backupChecks).all())).toMatchObject([{ name: made }])
})

test('where the data cannot be opened backups are verified all the same', async () => {
	const { run, dataDir } = instanceWithBackups(name)
	overwritePage(join(dataDir, 'backseat.db'))
	const before = fingerprint(join(dataDir, 'backseat.db'))

	expect(await run('backup', 'verify', name)).toMatchObject({ exitCode: 0, stderr: '' })
	expect(fingerprint(join(dataDir, 'backseat.db'))).toBe(before)
})

function carrier(script: string) {
	const folder = instanceWithBackups()
	const program = join(folder.dataDir, 'carry-away')
	writeFileSync(program, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
	return {
		...folder,
		create: (...words: string[]) => folder.run('backup', 'create', '--backup-command', program, ...words),
	}
}

test('a backup that the program of backup-command has carried elsewhere ends with 0, and says nothing more', async () => {
	const { create, dataDir, folder } = carrier('printf "%s" "$1" > "$(dirname "$0")/carried"')

	const made = await create()

	const [name = ''] = readdirSync(folder)
	expect(made).toMatchObject({ exitCode: 0, stderr: '' })
	expect(readFileSync(join(dataDir, 'carried'), 'utf8')).toBe(join(folder, name))
	expect(JSON.parse((await create('--json')).stdout)).toMatchObject({ elsewhere: { isDone: true } })
})

test.each([[[]], [['--daily']]])('a backup that is only here ends with 75, and stays (%j)', async (words) => {
	const { create, folder } = carrier('printf "no \\033[31mroute\\n" >&2; exit 9')

	const made = await create(...words)

	expect(made).toMatchObject({
		exitCode: 75,
		stdout: expect.stringMatching(/^Made and verified: /),
		stderr: 'backup-command: no \\u001b[31mroute\nThe backup is only here: backup-command ended with exit code 9.\n',
	})
	expect(readdirSync(folder)).toHaveLength(1)
})

test('a daily backup that is not due is not carried again', async () => {
	const { create } = carrier('exit 9')
	await create('--daily')

	expect(await create('--daily')).toMatchObject({ exitCode: 0, stderr: '' })
})
