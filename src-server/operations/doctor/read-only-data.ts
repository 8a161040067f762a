import { constants, Database as Sqlite } from 'bun:sqlite'
import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

/**
 * Opens a data file to look at it, beside its server if one runs, and leaves nothing behind. A plain read-only opening
 * makes a write-ahead log that it may not take away again, and it would belong to whoever asks.
 */
export function openReadOnly(path: string): Sqlite {
	if (existsSync(`${path}-wal`)) return new Sqlite(path, { readonly: true })
	// Nobody writes to a file without a log beside it.
	const unchanging = `${pathToFileURL(path).href}?immutable=1`
	return new Sqlite(unchanging, constants.SQLITE_OPEN_READONLY | constants.SQLITE_OPEN_URI)
}
