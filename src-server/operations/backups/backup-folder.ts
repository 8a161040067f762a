import { readdirSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { DAY_MS } from '#contract/plain-words.ts'
import { migrations } from '#db/migrations.ts'
import { headerOf, looksWhole, type WantedBackup } from '#server/process/data/data-file.ts'
import type { Config } from '#server/settings/config.ts'

/*
 * The folder of the backups and the names in it. A file has its name only when it was verified and is on the disk;
 * until then it is a `.partial`. The name says when it was made and why:
 * backseat-2026-11-21T09-30-00Z-daily.db
 */

/** Why a backup was made: by the schedule, before a migration, or by command. */
export type BackupKind = 'daily' | 'before-migration' | 'manual'

export type Backup = {
	path: string
	name: string
	kind: BackupKind
	at: Date
	bytes: number
	/** It was verified when it was made. This is a cheap check of header and length, not of every page. */
	isWhole: boolean
}

/** The settings that decide where backups are. */
export type BackupPlace = Pick<Config, 'dataDir' | 'backupDir'>

export const backupFolder = ({ dataDir, backupDir }: BackupPlace) => backupDir ?? join(dataDir, 'backups')

/** `why`: 'daily', 'manual', or for the backup before a migration to schema version 2, 'before-v2'. */
export function backupName(at: Date, why: 'daily' | 'manual' | `before-v${number}`): string {
	return `backseat-${momentInName(at)}-${why}.db`
}

/** A moment in a form every file system takes in a name, and that sorts by time: '2026-11-21T09-30-00Z'. */
export const momentInName = (at: Date) => at.toISOString().slice(0, 19).replaceAll(':', '-').concat('Z')

const NAME = /^backseat-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z-(daily|manual|before-v\d+)\.db$/

function parseName(name: string): Pick<Backup, 'name' | 'kind' | 'at'> | null {
	const [, day, hours, minutes, seconds, why] = NAME.exec(name) ?? []
	const at = new Date(`${day}T${hours}:${minutes}:${seconds}Z`)
	if (Number.isNaN(at.getTime())) return null
	return { name, at, kind: why === 'daily' || why === 'manual' ? why : 'before-migration' }
}

/** When a backup was made: what its name says, or when the file was last written. */
export const madeAt = (path: string): Date => parseName(basename(path))?.at ?? statSync(path).mtime

/** Everything there that is named like a backup, newest first. A folder that is not there has none. */
export const backupsIn = (folder: string, now = new Date()): Backup[] => [...eachBackupIn(folder, now)]

/** Lazy: looking for the newest one does not open hundreds. */
function* eachBackupIn(folder: string, now: Date): Generator<Backup, void> {
	for (const backup of newestFirst(namesIn(folder).map(parseName).filter(isNotNull), now)) {
		const path = join(folder, backup.name)
		const stat = statSync(path, { throwIfNoEntry: false })
		if (stat?.isFile()) yield { ...backup, path, bytes: stat.size, isWhole: looksWhole(path, stat.size) }
	}
}

/** The newest one that still looks whole, of any kind, and its age; null when there is none. */
export function newestBackup(place: BackupPlace, now = new Date()): { path: string; at: Date; ageMs: number } | null {
	const newest = eachBackupIn(backupFolder(place), now).find(({ isWhole }) => isWhole)
	return newest ? { path: newest.path, at: newest.at, ageMs: Math.max(0, now.getTime() - newest.at.getTime()) } : null
}

/** The newest of what a refused start needs, for the line that says so. See `openDataFile`. */
export function backupFor(place: BackupPlace, wanted: WantedBackup): string | null {
	if (wanted === 'any') return newestBackup(place)?.path ?? null
	const isReadable = ({ path }: Backup) => (headerOf(path)?.schemaVersion ?? 0) <= migrations.length
	const before = eachBackupIn(backupFolder(place), new Date()).find(
		(backup) => backup.kind === 'before-migration' && backup.isWhole && isReadable(backup),
	)
	return before?.path ?? null
}

/** How far the clock may be set back before a backup counts as one from the future. */
const CLOCK_SLACK_MS = 3_600_000

/**
 * A backup made while the clock was wrong may be dated 2040. Such ones come last, so that they neither pass for the
 * newest nor push real ones out.
 */
function newestFirst<Dated extends { at: Date }>(backups: readonly Dated[], now: Date): Dated[] {
	const latest = now.getTime() + CLOCK_SLACK_MS
	const isOfTheFuture = ({ at }: Dated) => at.getTime() > latest
	return backups.toSorted(
		(a, b) => Number(isOfTheFuture(a)) - Number(isOfTheFuture(b)) || b.at.getTime() - a.at.getTime(),
	)
}

export const partialOf = (target: string) => `${target}.partial`

/** SQLite has a journal beside the file it writes. */
export function removePartial(partial: string) {
	for (const end of ['', '-journal']) rmSync(partial + end, { force: true })
}

/** Longer than a backup that is being made leaves its file alone. */
const ABANDONED_AFTER_MS = 3_600_000

const PARTIAL = /\.partial(-journal)?$/

/** Removes what runs left behind that were killed while they made a backup. */
export function removeAbandonedPartials(folder: string, now = new Date()) {
	for (const name of namesIn(folder))
		if (PARTIAL.test(name) && parseName(name.replace(PARTIAL, ''))) removeIfAbandoned(join(folder, name), now)
}

export function removeIfAbandoned(partial: string, now = new Date()) {
	const stat = statSync(partial, { throwIfNoEntry: false })
	// One that was last written in the future was written before the clock was set.
	if (stat && Math.abs(now.getTime() - stat.mtimeMs) > ABANDONED_AFTER_MS) removePartial(partial)
}

function namesIn(folder: string): string[] {
	try {
		return readdirSync(folder)
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
		throw error
	}
}

const isNotNull = <Value>(value: Value | null): value is Value => value !== null

/** How many are kept: one a day, and beyond those one a week. */
export type KeepRule = { daily: number; weekly: number }

type Candidate = Pick<Backup, 'name' | 'kind' | 'at' | 'isWhole'>

/** Enough to go back over an update that was tried again and again. */
const KEPT_BEFORE_MIGRATIONS = 5
/** Any host can make one, twenty an hour. */
const KEPT_BY_HAND = 10

/**
 * Which backups may go. Of the daily ones the newest of each of the last days that have any stays, then the newest of
 * each week; of those made by hand the newest ten. Never one that no longer looks whole: that is for people to see.
 * With no daily ones wanted, those that are there stay: switching backups off is not asking to lose them.
 */
export function backupsToRemove<B extends Candidate>(all: readonly B[], keep: KeepRule, now: Date): B[] {
	const whole = newestFirst(
		all.filter(({ isWhole }) => isWhole),
		now,
	)
	const ofKind = (wanted: Backup['kind']) => whole.filter(({ kind }) => kind === wanted)
	const tooMany = [...ofKind('before-migration').slice(KEPT_BEFORE_MIGRATIONS), ...ofKind('manual').slice(KEPT_BY_HAND)]
	if (keep.daily === 0) return tooMany

	const daily = ofKind('daily')
	const keptDays = firstOfEach(dayOf, daily).slice(0, keep.daily)
	const beyond = daily.filter((backup) => !keptDays.some((kept) => dayOf(kept) === dayOf(backup)))
	const keptWeeks = firstOfEach(weekOf, beyond).slice(0, keep.weekly)
	const kept = new Set([...keptDays, ...keptWeeks])
	return [...daily.filter((backup) => !kept.has(backup)), ...tooMany]
}

const dayOf = ({ at }: Candidate) => Math.floor(at.getTime() / DAY_MS)
/** From Monday, like the weeks of ISO 8601; 1970 began on a Thursday. */
const weekOf = (backup: Candidate) => Math.floor((dayOf(backup) + 3) / 7)

function firstOfEach<B>(keyOf: (backup: B) => number, newestFirst: readonly B[]): B[] {
	const seen = new Set<number>()
	return newestFirst.filter((backup) => {
		const key = keyOf(backup)
		return !seen.has(key) && seen.add(key)
	})
}

export type Pruning = Pick<Config, 'dataDir' | 'backupDir' | 'backupKeepDaily' | 'backupKeepWeekly'>

/** Only what the worker needs: the rest of the config has secrets and addresses in it. */
export const pruningOf = ({ dataDir, backupDir, backupKeepDaily, backupKeepWeekly }: Pruning): Pruning => ({
	dataDir,
	backupDir,
	backupKeepDaily,
	backupKeepWeekly,
})

/** The backups that the keep rule does not keep. */
export function oldBackups(config: Pruning, now = new Date()): Backup[] {
	const keep = { daily: config.backupKeepDaily, weekly: config.backupKeepWeekly }
	return backupsToRemove(backupsIn(backupFolder(config), now), keep, now)
}

/** Removes those, and what killed runs left behind. Answers what was removed. */
export function pruneBackups(config: Pruning, now = new Date()): Backup[] {
	removeAbandonedPartials(backupFolder(config), now)
	const gone = oldBackups(config, now)
	for (const { path } of gone) rmSync(path, { force: true })
	return gone
}
