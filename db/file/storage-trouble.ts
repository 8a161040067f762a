import { SQLiteError, type Database as Sqlite } from 'bun:sqlite'

/**
 * What is wrong with the disk or the file on it, when an error of SQLite says so.
 * `full`: no room, which may pass. `failing`: the disk did not do what it was told, which may pass too.
 * `damaged`: what is read is not what was written, and writing on would make it worse.
 */
export type StorageTrouble = 'full' | 'failing' | 'damaged'

/** What a look at the whole file found, where no statement has come upon it yet. */
export class DamageFound extends Error {
	override name = 'DamageFound'
}

export function storageTrouble(error: unknown): StorageTrouble | undefined {
	// drizzle wraps some errors.
	for (let cause = error; cause instanceof Error; cause = cause.cause) {
		if (cause instanceof SQLiteError) return troubleOfCode(cause.code ?? '')
		if (cause instanceof DamageFound) return 'damaged'
	}
	return undefined
}

export function troubleOfCode(code: string): StorageTrouble | undefined {
	// SHMSIZE: no room for the index beside the write-ahead log.
	if (/^SQLITE_(FULL|IOERR_SHMSIZE)/.test(code)) return 'full'
	if (/^SQLITE_(CORRUPT|NOTADB|IOERR_(READ|SHORT_READ|DATA|CORRUPTFS))/.test(code)) return 'damaged'
	// Also what a quota that is used up looks like.
	if (/^SQLITE_(IOERR|READONLY|CANTOPEN|NOLFS)/.test(code)) return 'failing'
	return undefined
}

/** Shows every error of every statement made from here on to `see`, and lets it pass: reading finds damage too. */
export function watchStatements(sqlite: Sqlite, see: (error: unknown) => void) {
	const prepare = watched(sqlite.prepare.bind(sqlite), see)
	sqlite.prepare = ((...args: Parameters<typeof prepare>) => {
		const statement = prepare(...args)
		// What drizzle calls, and nothing else.
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
