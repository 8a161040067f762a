import { readdirSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { DAY_MS } from '#contract/plain-words.ts'
import { migrations } from '#db/migrations.ts'
import { headerOf, looksWhole, type WantedBackup } from '#server/process/data/data-file.ts'
import type { Config } from '#server/settings/config.ts'

/*
 * Backups are named by time and kind: backseat-2026-11-21T09-30-00Z-daily.db. A file gets its name only when it is verified
 * and durable; until then it is a `.partial`.
 */

export type BackupKind = 'daily' | 'before-migration' | 'manual'

export type Backup = {
	path: string
	name: string
	kind: BackupKind
	at: Date
	bytes: number
	/** A cheap check of header and length; every page was verified when the backup was made. */
	isWhole: boolean
}

export type BackupPaths = Pick<Config, 'dataDir' | 'backupDir'>

export const backupFolder = ({ dataDir, backupDir }: BackupPaths) => backupDir ?? join(dataDir, 'backups')

type BeforeUpdate = `before-${string}-schema-${number}`

/** 'before-0.2.0-schema-16': the version that is about to migrate the data, and their schema afterwards. */
export const beforeUpdate = (version: string, schema: number): BeforeUpdate =>
	`before-${version.replace(/\+.*/, '')}-schema-${schema}`

export function backupName(at: Date, why: 'daily' | 'manual' | BeforeUpdate): string {
	return `backseat-${momentInName(at)}-${why}.db`
}

/** Sorts by time and is valid on every file system: '2026-11-21T09-30-00Z'. */
export const momentInName = (at: Date) => at.toISOString().slice(0, 19).replaceAll(':', '-').concat('Z')

/** Before 0.1.0, the backup before an update was named by the schema alone: 'before-v2'. */
const NAME = /^backseat-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z-(daily|manual|before-(?:v\d+|[\w.-]+-schema-\d+))\.db$/

function parseName(name: string): Pick<Backup, 'name' | 'kind' | 'at'> | null {
	const [, day, hours, minutes, seconds, why] = NAME.exec(name) ?? []
	const at = new Date(`${day}T${hours}:${minutes}:${seconds}Z`)
	if (Number.isNaN(at.getTime())) return null
	return { name, at, kind: why === 'daily' || why === 'manual' ? why : 'before-migration' }
}

/** The time in the name, or else the file's modification time. */
export const madeAt = (path: string): Date => parseName(basename(path))?.at ?? statSync(path).mtime

export const backupsIn = (folder: string, now = new Date()): Backup[] => [...eachBackupIn(folder, now)]

/** A generator, because finding the newest must not open hundreds of files. */
function* eachBackupIn(folder: string, now: Date): Generator<Backup, void> {
	for (const backup of newestFirst(namesIn(folder).map(parseName).filter(isNotNull), now)) {
		const path = join(folder, backup.name)
		const stat = statSync(path, { throwIfNoEntry: false })
		if (stat?.isFile()) yield { ...backup, path, bytes: stat.size, isWhole: looksWhole(path, stat.size) }
	}
}

export function newestBackup(paths: BackupPaths, now = new Date()): { path: string; at: Date; ageMs: number } | null {
	const newest = eachBackupIn(backupFolder(paths), now).find(({ isWhole }) => isWhole)
	return newest ? { path: newest.path, at: newest.at, ageMs: Math.max(0, now.getTime() - newest.at.getTime()) } : null
}

/** The newest backup with the schema that a refused start needs, for its message. See `openDataFile`. */
export function backupFor(paths: BackupPaths, wanted: WantedBackup): string | null {
	if (wanted === 'any') return newestBackup(paths)?.path ?? null
	const isReadable = ({ path }: Backup) => (headerOf(path)?.schemaVersion ?? 0) <= migrations.length
	const before = eachBackupIn(backupFolder(paths), new Date()).find(
		(backup) => backup.kind === 'before-migration' && backup.isWhole && isReadable(backup),
	)
	return before?.path ?? null
}

/** Backups further in the future than this were made with a wrong clock. */
const CLOCK_SLACK_MS = 3_600_000

/**
 * Newest first, but backups dated in the future come last, so that they neither count as the newest nor displace real
 * ones.
 */
function newestFirst<Dated extends { at: Date }>(backups: readonly Dated[], now: Date): Dated[] {
	const latest = now.getTime() + CLOCK_SLACK_MS
	const isOfTheFuture = ({ at }: Dated) => at.getTime() > latest
	return backups.toSorted(
		(a, b) => Number(isOfTheFuture(a)) - Number(isOfTheFuture(b)) || b.at.getTime() - a.at.getTime(),
	)
}

export const partialOf = (target: string) => `${target}.partial`

export function removePartial(partial: string) {
	for (const end of ['', '-journal', '-wal', '-shm']) rmSync(partial + end, { force: true })
}

/** A backup in progress changes its file more often than this. */
const ABANDONED_AFTER_MS = 3_600_000

const PARTIAL = /\.partial(-journal|-wal|-shm)?$/

export function removeAbandonedPartials(folder: string, now = new Date()) {
	for (const name of namesIn(folder))
		if (PARTIAL.test(name) && parseName(name.replace(PARTIAL, ''))) removeIfAbandoned(join(folder, name), now)
}

export function removeIfAbandoned(partial: string, now = new Date()) {
	const stat = statSync(partial, { throwIfNoEntry: false })
	// A modification time in the future means that the clock was set back.
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

/** Backups kept: one per day, then one per week. */
export type KeepRule = { daily: number; weekly: number }

type Candidate = Pick<Backup, 'name' | 'kind' | 'at' | 'isWhole'>

/** Several are kept, because each failed attempt at an update makes one. */
const KEPT_BEFORE_MIGRATIONS = 5
/** Backups made by hand are limited, because any host can make twenty an hour. */
const KEPT_BY_HAND = 10

/**
 * Keeps the newest daily backup of each of the last days that have one, then the newest of each week, and the ten newest
 * made by hand. Keeps damaged backups for inspection, and all daily ones if daily backups are switched off.
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
/** ISO 8601 weeks start on Monday; 1970 started on a Thursday. */
const weekOf = (backup: Candidate) => Math.floor((dayOf(backup) + 3) / 7)

function firstOfEach<B>(keyOf: (backup: B) => number, newestFirst: readonly B[]): B[] {
	const seen = new Set<number>()
	return newestFirst.filter((backup) => {
		const key = keyOf(backup)
		return !seen.has(key) && seen.add(key)
	})
}

export type Pruning = Pick<Config, 'dataDir' | 'backupDir' | 'backupKeepDaily' | 'backupKeepWeekly'>

/** Only the fields that the worker needs, because the config contains secrets. */
export const pruningOf = ({ dataDir, backupDir, backupKeepDaily, backupKeepWeekly }: Pruning): Pruning => ({
	dataDir,
	backupDir,
	backupKeepDaily,
	backupKeepWeekly,
})

export function oldBackups(config: Pruning, now = new Date()): Backup[] {
	const keep = { daily: config.backupKeepDaily, weekly: config.backupKeepWeekly }
	return backupsToRemove(backupsIn(backupFolder(config), now), keep, now)
}

/** Returns the removed backups. Also removes the partial files of killed runs. */
export function pruneBackups(config: Pruning, now = new Date()): Backup[] {
	removeAbandonedPartials(backupFolder(config), now)
	const gone = oldBackups(config, now)
	for (const { path } of gone) rmSync(path, { force: true })
	return gone
}
