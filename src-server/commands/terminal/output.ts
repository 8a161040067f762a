import { counted, DAY_MS } from '#contract/plain-words.ts'
import { addressForPeopleHere, sharedAddress } from '#server/http/addresses/own-addresses.ts'
import { printable, printableJson } from '#server/log/printable-text.ts'
import type { Backup } from '#server/operations/backups/backup-folder.ts'
import type { CheckedBackup } from '#server/operations/backups/check-backup.ts'
import { terminalQrCode } from '#server/process/terminal-qr-code.ts'
import type { Config } from '#server/settings/config.ts'
import type { Environment } from '#server/settings/setting-sources.ts'

export type Terminal = {
	stdin: NodeJS.ReadableStream & { isTTY?: boolean }
	stdout: NodeJS.WritableStream & { isTTY?: boolean }
	stderr: NodeJS.WritableStream
	env: Environment
}

const LINE_MAX = 8192

/**
 * Escapes foreign text such as names, notes and paths, so that a terminal shows control sequences instead of obeying
 * them.
 */
export function createOutput(terminal: Pick<Terminal, 'stdout' | 'stderr'>) {
	let isDrained: Promise<unknown> | null = null

	// Read only when there is something to print: Node's streams take long to load, and a server has its own way out.
	function write(text: string) {
		const { stdout } = terminal
		if (!stdout.write(text))
			isDrained ??= new Promise((resolve) => stdout.once('drain', resolve).once('error', resolve))
	}

	/** `mark` is trusted and printed before the line unescaped, with its colour. */
	const print = (line: string, mark = '') => write(`${mark}${printable(line, LINE_MAX)}\n`)

	return {
		print,

		printLines(lines: readonly string[]) {
			for (const line of lines) print(line)
		},

		printJson: (value: unknown) => write(`${printableJson(value, 2)}\n`),

		/** Writes as fast as the reader reads; throws on a full disk. */
		async printPieces(pieces: Iterable<string>): Promise<void> {
			for (const piece of pieces) if ((await written(terminal.stdout, piece)) === 'nobody reads') return
		},

		warn(line: string) {
			terminal.stderr.write(`${printable(line.trimEnd(), LINE_MAX)}\n`)
		},

		/** Resolves when the reader has read everything or is gone; output is lost if the process exits earlier. */
		drained: async () => {
			await isDrained
		},
	}
}

/** A reader may close early, as in `backseat export | head`. */
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

export const moment = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

const MINUTE_MS = 60_000
const UNITS = [
	['day', DAY_MS],
	['hour', 3_600_000],
	['minute', MINUTE_MS],
] as const

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

export function contentLines({ accounts, ghosts, ratings, newestRatingAt }: Contents): [string, string][] {
	return [
		['accounts', `${accounts}`],
		['ghosts', `${ghosts}`],
		['ratings', `${ratings}`],
		['newest rating', newestRatingAt ? moment(newestRatingAt) : 'none'],
	]
}

/** E-mail addresses have at most 254 characters, notes 200. */
const CELL_MAX = 254

/** Aligns columns to their widest cell. Cells may be foreign text, so they are truncated. */
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

export type Link = { href: string; isForOthers: boolean }

export function linkTo(config: Config, path: string): Link {
	const shared = sharedAddress(config)
	return { href: `${shared ?? addressForPeopleHere(config).replace(/\/$/, '')}${path}`, isForOthers: shared !== null }
}

export function showLink(
	{ print, printLines }: Pick<ReturnType<typeof createOutput>, 'print' | 'printLines'>,
	{ href, isForOthers }: Link,
) {
	printLines(['', `  ${href}`, ''])
	if (isForOthers) printLines(terminalQrCode(href).split('\n'))
	else print('Only this computer can open that address. Set public-url (or lan) to the one people use.')
}
