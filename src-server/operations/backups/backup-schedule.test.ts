import { expect, test } from 'bun:test'
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrations } from '#db/migrations.ts'
import { headerOf } from '#server/process/data/data-file.ts'
import { defaultConfig } from '#server/settings/config.ts'
import { familyFolder, RATINGS_OF_THE_FAMILY, ratingsIn } from '#server/testing/family-data.ts'
import { REPOSITORY } from '#server/testing/server-process.ts'
import { testClock } from '#server/testing/test-clock.ts'
import type { Pruning } from './backup-folder.ts'
import { backUpIfDue, backUpIfOlder, startBackups } from './backup-schedule.ts'
import { backupRuns } from './backup-worker-client.ts'
import { makeBackup } from './make-backup.ts'
import { overwritePage } from './testing/damage.ts'

const HOUR_MS = 3_600_000
const quiet = { info: () => {}, failure: () => {} }

test('a server makes its first backup a minute after its start, looks each hour, and makes one a day [B8]', async () => {
	const dataDir = familyFolder()
	const { clock, pass } = testClock(Date.now())
	const made: string[] = []
	const carried: string[] = []
	const schedule = startBackups(
		{ ...defaultConfig, dataDir },
		{
			log: { ...quiet, failure: expect.unreachable },
			runs: backupRuns(clock.now, (path) => carried.push(path)),
			made: (path) => made.push(path),
		},
		clock,
	)
	const backupIsMade = async (nth: number) => {
		while (made.length < nth) await Bun.sleep(1)
		await pass(0)
	}

	await pass(59_000)
	expect(existsSync(join(dataDir, 'backups'))).toBe(false)
	await pass(1000)
	await backupIsMade(1)
	for (let hour = 1; hour < 24; hour++) await pass(HOUR_MS)
	expect(made).toHaveLength(1)
	await pass(HOUR_MS)
	await backupIsMade(2)
	await schedule.stop()
	await pass(48 * HOUR_MS)

	expect(readdirSync(join(dataDir, 'backups'))).toHaveLength(2)
	expect(carried).toEqual(made)
})

test('where a day was missed a server looks after five seconds, so that short lives have backups, too [B8]', () => {
	const dataDir = familyFolder()
	const bornAt = Date.now()
	const firstLookMs = (hours: number, settings = {}) => {
		const { clock, delays } = testClock(bornAt + hours * HOUR_MS)
		const job = startBackups({ ...defaultConfig, dataDir, ...settings }, { log: quiet, runs: backupRuns() }, clock)
		const [ms] = delays()
		void job.stop()
		return ms
	}

	// Without any backup, the age of the data counts, so a first start is not overdue.
	expect(firstLookMs(0)).toBe(10_000)
	expect(firstLookMs(49)).toBe(5000)
	const at = new Date(bornAt).toISOString().slice(0, 19).replaceAll(':', '-')
	makeBackup({ source: join(dataDir, 'backseat.db'), target: join(dataDir, 'backups', `backseat-${at}Z-daily.db`) })
	expect(firstLookMs(47)).toBe(10_000)
	expect(firstLookMs(49)).toBe(5000)
	// An unreadable folder must not prevent the start.
	expect(firstLookMs(49, { backupDir: join(dataDir, 'backseat.db') })).toBe(10_000)
})

test('a server that stops in the middle of a backup waits for nothing and leaves nothing', async () => {
	const dataDir = familyFolder()
	const folder = join(dataDir, 'backups')
	const runs = backupRuns()
	const { clock, pass } = testClock(Date.now())
	const schedule = startBackups({ ...defaultConfig, dataDir }, { log: quiet, runs }, clock)
	await pass(60_000)
	while (!existsSync(folder) || readdirSync(folder).length === 0) await Bun.sleep(0)

	// The file is unfinished, or finished if this machine is fast. Other users may read neither.
	const modes = readdirSync(folder).map(
		(name) => (statSync(join(folder, name), { throwIfNoEntry: false })?.mode ?? 0) & 0o077,
	)
	void schedule.stop()
	runs.stop()

	expect(readdirSync(folder).filter((name) => name.includes('.partial'))).toEqual([])
	if (process.platform !== 'win32') expect(modes.filter((mode) => mode !== 0)).toEqual([])
})

function instance(settings: Partial<Pruning> = {}) {
	const config = { dataDir: familyFolder(), backupDir: null, backupKeepDaily: 7, backupKeepWeekly: 4, ...settings }
	const folder = join(config.dataDir, 'backups')
	const source = join(config.dataDir, 'backseat.db')
	const log: string[] = []
	const logger = {
		info: (text: string) => log.push(text),
		failure: (what: string, error: unknown) => log.push(`${what}: ${error}`),
	}
	async function lookAt(moment: string): Promise<boolean> {
		const backup = backUpIfDue(config, { log: logger, runs: backupRuns() }, new Date(moment))
		await backup
		return backup !== null
	}
	const add = (name: string) => makeBackup({ source, target: join(folder, name) })
	const names = () => readdirSync(folder).sort()
	return { folder, source, log, lookAt, add, names }
}

test('a backup that could not even be begun counts as failed, until one is made', async () => {
	const config = { dataDir: familyFolder(), backupDir: null, backupKeepDaily: 7, backupKeepWeekly: 4 }
	const runs = backupRuns()
	const folder = join(config.dataDir, 'backups')
	writeFileSync(folder, 'a file where the folder should be')

	expect(backUpIfDue(config, { log: quiet, runs }, new Date())).toBeNull()
	expect(runs.lastFailure()?.reason).toContain('The server’s log has the details')
	rmSync(folder)
	await backUpIfDue(config, { log: quiet, runs }, new Date())

	expect(runs.lastFailure()).toBeNull()
})

test('the first daily backup is whole and noted in the log; the next one comes a day later, and not before', async () => {
	const { folder, lookAt, add, log } = instance()
	add('backseat-2026-11-21T09-00-00Z-manual.db')
	add('backseat-2026-11-21T09-00-00Z-before-v2.db')
	await lookAt('2026-11-21T09:30:00Z')
	const path = join(folder, 'backseat-2026-11-21T09-30-00Z-daily.db')
	expect(ratingsIn(path)).toBe(RATINGS_OF_THE_FAMILY)

	expect(await lookAt('2026-11-21T10:30:00Z')).toBe(false)
	expect(await lookAt('2026-11-22T08:30:00Z')).toBe(false)
	expect(await lookAt('2026-11-22T09:30:00Z')).toBe(true)
	expect(log).toHaveLength(2)
	expect(log[0]).toMatch(new RegExp(`^Backup made: ${RegExp.escape(path)}, 0\\.\\d MB in \\d+ ms$`))
})

test('a daily backup that went bad does not stand in for a good one', async () => {
	const { lookAt, folder, names } = instance()
	await lookAt('2026-11-21T09:30:00Z')
	writeFileSync(join(folder, 'backseat-2026-11-21T09-30-00Z-daily.db'), '')

	expect(await lookAt('2026-11-21T10:30:00Z')).toBe(true)
	expect(names()).toHaveLength(2)
})

test('a clock that jumps years ahead and back costs one backup each time, and the daily backups go on [B13]', async () => {
	const { lookAt, names } = instance()
	await lookAt('2026-11-21T09:30:00Z')

	expect(await lookAt('2040-01-01T00:00:00Z')).toBe(true)
	expect(await lookAt('2040-01-01T01:00:00Z')).toBe(false)
	expect(await lookAt('2026-11-21T12:30:00Z')).toBe(false)
	expect(await lookAt('2026-11-22T09:30:00Z')).toBe(true)
	expect(await lookAt('2026-11-22T10:30:00Z')).toBe(false)
	expect(names()).toHaveLength(3)
})

test('a clock that starts in 1970, as on a machine without a battery, makes no flood of backups either', async () => {
	const { lookAt } = instance()
	await lookAt('2026-11-21T09:30:00Z')

	const began = []
	for (let hour = 0; hour < 5; hour++) began.push(await lookAt(`1970-01-01T0${hour}:00:00Z`))

	expect(began).toEqual([true, false, false, false, false])
})

test('old ones go when a new one is made', async () => {
	const { lookAt, add, names, log } = instance({ backupKeepDaily: 2, backupKeepWeekly: 0 })
	for (const day of ['17', '18', '19', '20']) add(`backseat-2026-11-${day}T09-30-00Z-daily.db`)

	await lookAt('2026-11-21T09:30:00Z')

	expect(names()).toEqual(['backseat-2026-11-20T09-30-00Z-daily.db', 'backseat-2026-11-21T09-30-00Z-daily.db'])
	expect(log[0]).toEndWith('; 3 old removed')
})

test('with daily backups switched off none is made', async () => {
	const { lookAt, log } = instance({ backupKeepDaily: 0 })

	expect(await lookAt('2026-11-21T09:30:00Z')).toBe(false)
	expect(log).toEqual([])
})

test('a backup that fails is logged as an error, removes no old one, and is tried again at the next check', async () => {
	const { lookAt, add, names, log, source, folder } = instance({ backupKeepDaily: 1, backupKeepWeekly: 0 })
	for (const day of ['18', '19']) add(`backseat-2026-11-${day}T09-30-00Z-daily.db`)
	const good = await Bun.file(source).bytes()
	overwritePage(source)

	await lookAt('2026-11-21T09:30:00Z')
	expect(log).toEqual([
		expect.stringContaining(`No backup was made; the next try is in an hour: StartRefused: ${source} is damaged`),
	])
	expect(names()).toHaveLength(2)

	for (const end of ['', '-wal', '-shm']) rmSync(source + end, { force: true })
	writeFileSync(source, good)
	await lookAt('2026-11-21T10:30:00Z')
	expect(names()).toEqual(['backseat-2026-11-21T10-30-00Z-daily.db'])

	rmSync(folder, { recursive: true })
	writeFileSync(folder, 'a file where the folder should be')
	await lookAt('2026-11-22T10:30:00Z')
	expect(log.at(-1)).toContain('No backup was made')
})

function olderFolder(): string {
	const dataDir = mkdtempSync(join(tmpdir(), 'backseat-older-'))
	cpSync(join(REPOSITORY, 'db/fixtures/schema-1/backseat.db'), join(dataDir, 'backseat.db'))
	return dataDir
}

test('data of an older schema version are backed up unchanged, while requests are told to wait', async () => {
	const dataDir = olderFolder()
	let turns = 0
	const ticking = setInterval(() => turns++, 1)

	const backup = await backUpIfOlder({ ...defaultConfig, dataDir })
	clearInterval(ticking)

	expect(backup).toEndWith(`-before-dev-schema-${migrations.length}.db`)
	expect(headerOf(backup ?? '')?.schemaVersion).toBe(1)
	expect(turns).toBeGreaterThan(0)
})

test('data of today need none; damaged ones get none, and are for the start to refuse', async () => {
	const [today, damaged, none] = [familyFolder(), olderFolder(), mkdtempSync(join(tmpdir(), 'backseat-none-'))]
	overwritePage(join(damaged, 'backseat.db'))

	for (const dataDir of [today, damaged, none]) expect(await backUpIfOlder({ ...defaultConfig, dataDir })).toBeNull()
	expect(readdirSync(today)).toEqual(['backseat.db'])
	expect(readdirSync(none)).toEqual([])
})
