import { expect, test } from 'bun:test'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeBackup } from '#server/operations/backups/make-backup.ts'
import { backupRuns } from '#server/operations/backups/running/backup-runs.ts'
import { overwritePage } from '#server/operations/backups/testing/damage.ts'
import { familyFolder, RATINGS_OF_THE_FAMILY, ratingsIn } from '#server/testing/family-data.ts'
import { backUpIfDue } from './daily-backup.ts'
import type { Pruning } from './prune-backups.ts'

/** An instance with its data, and a clock of the test's own. */
function instance(settings: Partial<Pruning> = {}) {
	const config = { dataDir: familyFolder(), backupDir: null, backupKeepDaily: 7, backupKeepWeekly: 4, ...settings }
	const folder = join(config.dataDir, 'backups')
	const source = join(config.dataDir, 'backseat.db')
	const log: string[] = []
	const logger = {
		info: (text: string) => log.push(text),
		failure: (what: string, error: unknown) => log.push(`${what}: ${error}`),
	}
	/** One look of the server at this moment. Answers whether a backup was begun. */
	async function lookAt(moment: string): Promise<boolean> {
		const backup = backUpIfDue(config, { log: logger, runs: backupRuns() }, new Date(moment))
		await backup
		return backup !== null
	}
	const add = (name: string) => makeBackup({ source, target: join(folder, name) })
	const names = () => readdirSync(folder).sort()
	return { folder, source, log, lookAt, add, names }
}

test('an instance without a backup gets one, whole and noted in the log', async () => {
	const { folder, lookAt, names, log } = instance()

	await lookAt('2026-11-21T09:30:00Z')

	expect(names()).toEqual(['backseat-2026-11-21T09-30-00Z-daily.db'])
	const path = join(folder, 'backseat-2026-11-21T09-30-00Z-daily.db')
	expect(ratingsIn(path)).toBe(RATINGS_OF_THE_FAMILY)
	expect(log).toEqual([expect.stringMatching(/^Backup made: .+-daily\.db, 0\.\d MB in \d+ ms$/)])
	expect(log[0]).toContain(path)
})

test('the next one comes a day later, at the same time of day, and not before', async () => {
	const { lookAt, log } = instance()
	await lookAt('2026-11-21T09:30:00Z')

	expect(await lookAt('2026-11-21T10:30:00Z')).toBe(false)
	expect(await lookAt('2026-11-22T08:30:00Z')).toBe(false)
	expect(await lookAt('2026-11-22T09:30:00Z')).toBe(true)
	expect(log).toHaveLength(2)
})

test('a backup made by hand, or before an update, does not stand in for the daily one', async () => {
	const { lookAt, add } = instance()
	add('backseat-2026-11-21T09-00-00Z-manual.db')
	add('backseat-2026-11-21T09-00-00Z-before-v2.db')

	expect(await lookAt('2026-11-21T09:30:00Z')).toBe(true)
})

test('a daily backup that went bad does not stand in for a good one', async () => {
	const { lookAt, folder, names } = instance()
	await lookAt('2026-11-21T09:30:00Z')
	writeFileSync(join(folder, 'backseat-2026-11-21T09-30-00Z-daily.db'), '')

	expect(await lookAt('2026-11-21T10:30:00Z')).toBe(true)
	expect(names()).toHaveLength(2)
})

test('a clock that jumps years ahead and back costs one backup each time, and the daily backups go on', async () => {
	const { lookAt, names } = instance()
	await lookAt('2026-11-21T09:30:00Z')

	expect(await lookAt('2040-01-01T00:00:00Z')).toBe(true)
	expect(await lookAt('2040-01-01T01:00:00Z')).toBe(false)
	// The clock is right again. What calls itself of 2040 neither counts nor is made again and again.
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
	expect(folder).toBeString()
})

test('a folder that cannot be read is logged as an error too', async () => {
	const { lookAt, folder, log } = instance()
	writeFileSync(folder, 'a file where the folder should be')

	await lookAt('2026-11-21T09:30:00Z')

	expect(log).toEqual([expect.stringContaining('No backup was made')])
})
