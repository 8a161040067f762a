import { SQLiteError, type Database as Sqlite } from 'bun:sqlite'

/**
 * `full` and `failing` (an I/O or permission error) may pass. `damaged` means that the file is corrupt, and further
 * writes would make it worse.
 */
export type StorageTrouble = 'full' | 'failing' | 'damaged'

export class DamageFound extends Error {
	override name = 'DamageFound'
}

export function storageTrouble(error: unknown): StorageTrouble | undefined {
	for (let cause = error; cause instanceof Error; cause = cause.cause) {
		if (cause instanceof SQLiteError) return troubleOfCode(cause.code ?? '')
		if (cause instanceof DamageFound) return 'damaged'
	}
	return undefined
}

export function troubleOfCode(code: string): StorageTrouble | undefined {
	// SHMSIZE means no room for the index of the write-ahead log.
	if (/^SQLITE_(FULL|IOERR_SHMSIZE)/.test(code)) return 'full'
	if (/^SQLITE_(CORRUPT|NOTADB|IOERR_(READ|SHORT_READ|DATA|CORRUPTFS))/.test(code)) return 'damaged'
	// An exhausted quota looks like this too.
	if (/^SQLITE_(IOERR|READONLY|CANTOPEN|NOLFS)/.test(code)) return 'failing'
	return undefined
}

/** Reads can find damage too, so errors of all statements count. */
export function watchStatements(sqlite: Sqlite, see: (error: unknown) => void) {
	const prepare = watched(sqlite.prepare.bind(sqlite), see)
	sqlite.prepare = ((...args: Parameters<typeof prepare>) => {
		const statement = prepare(...args)
		// Only the methods that drizzle calls.
		statement.run = watched(statement.run.bind(statement), see)
		statement.all = watched(statement.all.bind(statement), see)
		statement.values = watched(statement.values.bind(statement), see)
		return statement
	}) as typeof prepare
}

const watched =
	<Args extends unknown[], Result>(act: (...args: Args) => Result, see: (error: unknown) => void) =>
	(...args: Args) => {
		try {
			return act(...args)
		} catch (error) {
			see(error)
			throw error
		}
	}
