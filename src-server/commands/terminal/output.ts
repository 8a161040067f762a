import { printable, printableJson } from '#server/process/log/printable-text.ts'
import type { Terminal } from './terminal.ts'

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

		/** Settles when whoever reads has read it all, or is gone. A process that ends before loses the rest. */
		drained: async () => {
			await isDrained
		},
	}
}

/** Whoever reads may have read enough: `backseat export | head`. */
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
