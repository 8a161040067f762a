import { fstatSync, statSync } from 'node:fs'
import { once } from '#server/once.ts'

/*
 * Standard output and error of a server. `process.stdout` and `process.stderr` load Node's streams and sockets, a tenth of a
 * start.
 */

export type Output = { write(text: string): Promise<unknown> | undefined }

export const standardOutput: Output = outputTo(() => Bun.stdout)
export const standardError: Output = outputTo(() => Bun.stderr)

/** `write` returns a promise while its reader is behind. A terminal may be closed or a reader gone: that ends no server. */
function outputTo(file: () => Bun.BunFile): Output {
	const sink = once(() => file().writer())
	return {
		write(text) {
			try {
				sink().write(text)
				const flushed: unknown = sink().flush()
				return flushed instanceof Promise ? flushed.catch(() => {}) : undefined
			} catch {
				return undefined
			}
		},
	}
}

/** Consults Node only for character devices other than /dev/null. */
export function isTerminal(descriptor: 1 | 2): boolean {
	return mayBeTerminal(descriptor) && process.getBuiltinModule('node:tty').isatty(descriptor)
}

function mayBeTerminal(descriptor: number): boolean {
	if (process.platform === 'win32') return true
	try {
		const found = fstatSync(descriptor)
		return found.isCharacterDevice() && found.rdev !== statSync('/dev/null').rdev
	} catch {
		return false
	}
}
