import type { Backup } from '#server/operations/backups/backup-folder.ts'
import type { CheckedBackup } from '#server/operations/backups/check-backup.ts'
import { printable } from '#server/process/log/printable-text.ts'

/** '2026-11-21 09:30 UTC': sorts, and means the same in every time zone. */
export const moment = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

const MINUTE_MS = 60_000
const UNITS = [
	['day', 86_400_000],
	['hour', 3_600_000],
	['minute', MINUTE_MS],
] as const

/** '3 hours ago': what somebody wants to know of a backup before the date. */
export function ago(at: Date, now: Date): string {
	const ms = now.getTime() - at.getTime()
	if (ms < -MINUTE_MS) return 'in the future: was the clock wrong?'
	const [unit, unitMs] = UNITS.find(([, unitMs]) => ms >= unitMs) ?? ['moment', 0]
	return unitMs === 0 ? 'a moment ago' : `${plural(Math.floor(ms / unitMs), unit)} ago`
}

const plural = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`

export function size(bytes: number): string {
	return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
}

export const BACKUP_KINDS: Record<Backup['kind'], string> = {
	daily: 'daily',
	manual: 'by hand',
	'before-migration': 'before an update',
}

type Contents = Omit<CheckedBackup, 'schemaVersion' | 'bytes'>

/** What is in a data file, as pairs of name and value. */
export function contentLines({ accounts, ghosts, ratings, newestRatingAt }: Contents): [string, string][] {
	return [
		['accounts', `${accounts}`],
		['ghosts', `${ghosts}`],
		['ratings', `${ratings}`],
		['newest rating', newestRatingAt ? moment(newestRatingAt) : 'none'],
	]
}

/** An e-mail address has 254 characters at most, a note 200. */
const CELL_MAX = 254

/** Rows of cells as lines, in columns as wide as their widest. A cell may be anybody's words and is cut off where it never ends. */
export function columns(cells: readonly (readonly string[])[]): string[] {
	const rows = cells.map((row) => row.map((cell) => printable(cell, CELL_MAX)))
	const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
	return rows.map((row) =>
		row
			.map((cell, column) => cell.padEnd(widths[column] ?? 0))
			.join('  ')
			.trimEnd(),
	)
}
