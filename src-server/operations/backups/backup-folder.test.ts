import { expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { familyFolder } from '#server/testing/family-data.ts'
import {
	type Backup,
	backupName,
	backupsIn,
	backupsToRemove,
	beforeUpdate,
	newestBackup,
	removeAbandonedPartials,
} from './backup-folder.ts'
import { makeBackup } from './make-backup.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const freshFolder = () => mkdtempSync(join(tmpdir(), 'backseat-backups-'))

function backupsNamed(...names: string[]) {
	const dataDir = familyFolder()
	const folder = join(dataDir, 'backups')
	for (const name of names) makeBackup({ source: join(dataDir, 'backseat.db'), target: join(folder, name) })
	return { dataDir, backupDir: null, folder }
}

test('a name says when and why, and is read back', () => {
	const { folder } = backupsNamed(
		backupName(new Date('2026-11-21T09:30:00.999Z'), 'daily'),
		'backseat-2026-11-18T09-30-00Z-before-v2.db',
		backupName(new Date('2026-11-19T09:30:00Z'), beforeUpdate('0.2.0-rc.1', 15)),
		backupName(new Date('2026-11-20T09:30:00Z'), beforeUpdate('0.2.0+g1a2b3c4', 16)),
		backupName(new Date('2026-11-21T11:30:00Z'), 'manual'),
	)
	mkdirSync(join(folder, 'backseat-2026-11-21T09-30-01Z-daily.db'))
	for (const stranger of [
		'notes.txt',
		'backseat-2026-11-21T09-30-00Z-before-0.2.0.db',
		'backseat-2026-11-21-daily.db',
		'backseat-2026-99-21T09-30-00Z-daily.db',
	])
		writeFileSync(join(folder, stranger), '')

	expect(backupsIn(folder, NOW)).toMatchObject([
		{ name: 'backseat-2026-11-21T11-30-00Z-manual.db', kind: 'manual', isWhole: true },
		{ name: 'backseat-2026-11-21T09-30-00Z-daily.db', kind: 'daily', at: new Date('2026-11-21T09:30:00Z') },
		{ name: 'backseat-2026-11-20T09-30-00Z-before-0.2.0-schema-16.db', kind: 'before-migration' },
		{ name: 'backseat-2026-11-19T09-30-00Z-before-0.2.0-rc.1-schema-15.db', kind: 'before-migration' },
		{ name: 'backseat-2026-11-18T09-30-00Z-before-v2.db', kind: 'before-migration' },
	])
})

test('where there is no folder there are no backups', () => {
	expect(newestBackup({ dataDir: '/nowhere', backupDir: null })).toBeNull()
	expect(backupsIn('/nowhere')).toEqual([])
})

test('the newest backup is of any kind, and one that was cut off or emptied does not count', () => {
	const where = backupsNamed(
		'backseat-2026-11-21T08-00-00Z-daily.db',
		'backseat-2026-11-21T09-00-00Z-manual.db',
		'backseat-2026-11-21T10-00-00Z-daily.db',
		'backseat-2026-11-21T11-00-00Z-daily.db',
	)
	truncateSync(join(where.folder, 'backseat-2026-11-21T11-00-00Z-daily.db'), 0)
	truncateSync(join(where.folder, 'backseat-2026-11-21T10-00-00Z-daily.db'), 8192)

	expect(newestBackup(where, NOW)).toEqual({
		path: join(where.folder, 'backseat-2026-11-21T09-00-00Z-manual.db'),
		at: new Date('2026-11-21T09:00:00Z'),
		ageMs: 3 * 3_600_000,
	})
})

test('a backup from a time when the clock was wrong is not the newest, and no age is negative', () => {
	const where = backupsNamed('backseat-2040-01-01T00-00-00Z-daily.db', 'backseat-2026-11-21T12-00-30Z-daily.db')

	expect(newestBackup(where, NOW)).toMatchObject({ at: new Date('2026-11-21T12:00:30Z'), ageMs: 0 })
})

test('what a killed run left is removed an hour later, also when the clock was set back meanwhile', () => {
	const folder = freshFolder()
	const leave = (name: string, writtenAt: Date) => {
		const path = join(folder, name)
		writeFileSync(path, '')
		utimesSync(path, writtenAt, writtenAt)
	}
	const hours = (count: number) => new Date(NOW.getTime() + count * 3_600_000)
	leave('backseat-2026-11-21T10-00-00Z-daily.db.partial', hours(-2))
	leave('backseat-2026-11-20T10-00-00Z-daily.db.partial-journal', hours(-3))
	leave('backseat-2026-11-22T10-00-00Z-manual.db.partial', hours(22))
	leave('backseat-2026-11-21T11-45-00Z-daily.db.partial', hours(-0.2))
	leave('holiday.mp4.partial', hours(-2))

	removeAbandonedPartials(folder, NOW)

	expect(readdirSync(folder).sort()).toEqual(['backseat-2026-11-21T11-45-00Z-daily.db.partial', 'holiday.mp4.partial'])
	expect(existsSync('/nowhere')).toBe(false)
	removeAbandonedPartials('/nowhere', NOW)
})

const HOUR_MS = 3_600_000

type Candidate = Pick<Backup, 'name' | 'kind' | 'at' | 'isWhole'>

const daily = (at: string): Candidate => ({ name: at, kind: 'daily', at: new Date(at), isWhole: true })
const names = (backups: readonly Candidate[]) => backups.map(({ name }) => name)
const kept = (all: readonly Candidate[], keep: { daily: number; weekly: number }, now = NOW) => {
	const gone = backupsToRemove(all, keep, now)
	return all.filter((backup) => !gone.includes(backup))
}

test('one backup of each of the last days stays, and beyond those the newest of each week [B8]', () => {
	const days = Array.from({ length: 30 }, (_, day) => daily(new Date(NOW.getTime() - day * 24 * HOUR_MS).toISOString()))

	expect(names(kept(days, { daily: 3, weekly: 2 })).map((name) => name.slice(0, 10))).toEqual([
		'2026-11-21', // a Saturday
		'2026-11-20',
		'2026-11-19',
		'2026-11-18', // the newest of its week, which is older than the days kept
		'2026-11-15', // a Sunday
	])
})

test.each([
	['several of one day: the newest', ['20T23:59:59Z', '20T20:00:00Z', '20T08:00:00Z'], [7, 4], ['20T23:59:59Z']],
	['after a month without any: the last', ['03T08:00:00Z', '02T08:00:00Z', '01T08:00:00Z'], [3, 0], 'all'],
	['without daily backups: those that are there', ['20T20:00:00Z', '20T08:00:00Z'], [0, 0], 'all'],
] as const)('of %s stay', (_what, days, [keepDaily, keepWeekly], staying) => {
	const all = days.map((day) => daily(`2026-11-${day}`))
	const stayed = kept(all, { daily: keepDaily, weekly: keepWeekly })

	expect(stayed).toEqual(staying === 'all' ? all : staying.map((day) => daily(`2026-11-${day}`)))
})

test('a backup of 2040, made while the clock was wrong, does not push out one of today', () => {
	const all = [daily('2040-01-01T00:00:00Z'), daily('2026-11-21T11:00:00Z'), daily('2026-11-20T11:00:00Z')]

	expect(kept(all, { daily: 2, weekly: 0 })).toEqual(all.slice(1))
})

test('five backups of before migrations stay, and ten that an operator made by hand, with daily ones or without', () => {
	const some = (kind: Backup['kind']) =>
		Array.from({ length: 13 }, (_, hour) => ({
			...daily(new Date(NOW.getTime() - hour * HOUR_MS).toISOString()),
			kind,
		}))

	for (const rule of [
		{ daily: 1, weekly: 0 },
		{ daily: 0, weekly: 0 },
	]) {
		expect(kept(some('manual'), rule)).toEqual(some('manual').slice(0, 10))
		expect(kept(some('before-migration'), rule)).toEqual(some('before-migration').slice(0, 5))
	}
})

const aCandidate = fc.record({
	name: fc.uuid(),
	kind: fc.constantFrom('daily' as const, 'daily' as const, 'manual' as const, 'before-migration' as const),
	// From about three months back, and some in the future, as a wrong clock would date them.
	at: fc.integer({ min: -2200, max: 100 }).map((hours) => new Date(NOW.getTime() + hours * HOUR_MS)),
	isWhole: fc.oneof({ weight: 9, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
})
const aFolder = fc.uniqueArray(aCandidate, { maxLength: 80, selector: ({ kind, at }) => `${kind} ${at.getTime()}` })
const aKeep = fc.record({ daily: fc.integer({ min: 1, max: 10 }), weekly: fc.nat(8) })

test('whatever is in the folder: the newest good backup stays, no more than N and M do, and a second run removes nothing', () => {
	fc.assert(
		fc.property(aFolder, aKeep, (all, keep) => {
			const stayed = kept(all, keep)
			const good = all.filter(({ isWhole }) => isWhole)
			const real = good.filter(({ at }) => at.getTime() <= NOW.getTime() + HOUR_MS)
			const newest = (real.length > 0 ? real : good).toSorted((a, b) => b.at.getTime() - a.at.getTime())[0]
			if (newest) expect(stayed).toContain(newest)

			const daysLeft = stayed.filter(({ kind, isWhole }) => kind === 'daily' && isWhole)
			expect(daysLeft.length).toBeLessThanOrEqual(keep.daily + keep.weekly)
			const byHand = (some: typeof all) => some.filter(({ kind, isWhole }) => kind === 'manual' && isWhole).length
			expect(byHand(stayed)).toBe(Math.min(10, byHand(all)))
			expect(stayed.filter(({ isWhole }) => !isWhole)).toEqual(all.filter(({ isWhole }) => !isWhole))
			expect(backupsToRemove(stayed, keep, NOW)).toEqual([])
		}),
	)
})

test('nothing goes while there are no more than are to be kept, one a day', () => {
	fc.assert(
		fc.property(fc.uniqueArray(fc.nat(400), { maxLength: 10 }), (daysAgo) => {
			const all = daysAgo.map((day) => daily(new Date(NOW.getTime() - day * 24 * HOUR_MS).toISOString()))
			expect(backupsToRemove(all, { daily: 10, weekly: 0 }, NOW)).toEqual([])
		}),
	)
})

test('day after day, a year long, the last week is there day by day and one of three weeks ago too', () => {
	let folder: Candidate[] = []
	for (let day = 0; day < 365; day++) {
		const now = new Date(NOW.getTime() + day * 24 * HOUR_MS)
		folder = kept([...folder, daily(now.toISOString())], { daily: 7, weekly: 4 }, now)
		const ages = folder.map(({ at }) => (now.getTime() - at.getTime()) / (24 * HOUR_MS))
		expect(ages.filter((age) => age < 7)).toHaveLength(Math.min(day + 1, 7))
		if (day > 40) expect(Math.max(...ages)).toBeGreaterThanOrEqual(22)
	}
	expect(folder).toHaveLength(11)
})
