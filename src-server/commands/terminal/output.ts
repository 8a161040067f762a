import { renderUnicodeCompact } from 'uqr'
import { counted, DAY_MS } from '#contract/plain-words.ts'
import { addressForPeopleHere, sharedAddress } from '#server/http/addresses/own-addresses.ts'
import { printable, printableJson } from '#server/log/printable-text.ts'
import type { Backup } from '#server/operations/backups/backup-folder.ts'
import type { CheckedBackup } from '#server/operations/backups/check-backup.ts'
import type { Config } from '#server/settings/config.ts'
import type { Environment } from '#server/settings/setting-sources.ts'

/** What a command reads from and writes to. main.ts hands in this process; tests hand in streams of their own. */
export type Terminal = {
	stdin: NodeJS.ReadableStream & { isTTY?: boolean }
	stdout: NodeJS.WritableStream & { isTTY?: boolean }
	stderr: NodeJS.WritableStream
	env: Environment
}

/** Room for two long paths. */
const LINE_MAX = 8192

/**
 * Plain lines or JSON on standard output. Names, notes, paths and what other programs said pass through here, so nothing
 * is written to a terminal that it would obey instead of showing it.
 */
export function createOutput({ stdout, stderr }: Pick<Terminal, 'stdout' | 'stderr'>) {
	let isDrained: Promise<unknown> | null = null

	function write(text: string) {
		if (!stdout.write(text))
			isDrained ??= new Promise((resolve) => stdout.once('drain', resolve).once('error', resolve))
	}

	/** One line, whatever is in it. `mark` is printed before it as it is, in its colour. */
	const print = (line: string, mark = '') => write(`${mark}${printable(line, LINE_MAX)}\n`)

	return {
		print,

		printLines(lines: readonly string[]) {
			for (const line of lines) print(line)
		},

		printJson: (value: unknown) => write(`${printableJson(value, 2)}\n`),

		/** Long texts, piece by piece as fast as they are read. What the system says of a full disk is thrown. */
		async printPieces(pieces: Iterable<string>): Promise<void> {
			for (const piece of pieces) if ((await written(stdout, piece)) === 'nobody reads') return
		},

		/** One line on standard error. */
		warn(line: string) {
			stderr.write(`${printable(line.trimEnd(), LINE_MAX)}\n`)
		},

		/** Settles when the reader has read it all, or is gone. A process that ends before loses the rest. */
		drained: async () => {
			await isDrained
		},
	}
}

/** The reader may have enough: `backseat export | head`. */
function written(stdout: NodeJS.WritableStream, text: string): Promise<'written' | 'nobody reads'> {
	return new Promise((resolve, reject) => {
		const failed = (error: NodeJS.ErrnoException) => (error.code === 'EPIPE' ? resolve('nobody reads') : reject(error))
		stdout.once('error', failed)
		stdout.write(text, (error) => {
			if (error) return failed(error)
			stdout.off('error', failed)
			resolve('written')
		})
	})
}

/** '2026-11-21 09:30 UTC': sorts, and means the same in every time zone. */
export const moment = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

const MINUTE_MS = 60_000
const UNITS = [
	['day', DAY_MS],
	['hour', 3_600_000],
	['minute', MINUTE_MS],
] as const

/** '3 hours ago': what an operator wants to know of a backup before the date. */
export function ago(at: Date, now: Date): string {
	const ms = now.getTime() - at.getTime()
	if (ms < -MINUTE_MS) return 'in the future: was the clock wrong?'
	const [unit, unitMs] = UNITS.find(([, unitMs]) => ms >= unitMs) ?? ['moment', 0]
	return unitMs === 0 ? 'a moment ago' : `${counted(Math.floor(ms / unitMs), unit)} ago`
}

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

/** An address of this instance for a person to open, and whether other computers can open it. */
export type Link = { href: string; isForOthers: boolean }

export function linkTo(config: Config, path: string): Link {
	const shared = sharedAddress(config)
	return { href: `${shared ?? addressForPeopleHere(config).replace(/\/$/, '')}${path}`, isForOthers: shared !== null }
}

/** Shows it as text and as a code to point a phone at, or says that nobody else could open it. */
export function showLink(
	{ print, printLines }: Pick<ReturnType<typeof createOutput>, 'print' | 'printLines'>,
	{ href, isForOthers }: Link,
) {
	printLines(['', `  ${href}`, ''])
	if (isForOthers) printLines(renderUnicodeCompact(href, { border: 2 }).split('\n'))
	else print('Only this computer can open that address. Set public-url (or lan) to the one people use.')
}
