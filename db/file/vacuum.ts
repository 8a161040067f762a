import type { Database as Sqlite } from 'bun:sqlite'

/** VACUUM makes its copy in memory up to this size (64 MB), above it in a temporary file beside the data. */
const COPY_IN_MEMORY_PAGES = 16_384

/**
 * Nobody writes while the file is rewritten, which takes 12 s for a gigabyte: from this size on it waits for the night, when
 * nobody rates (256 MiB, some two million ratings).
 */
const REWRITTEN_AT_NIGHT_FROM_BYTES = 256 * 2 ** 20

export const isRewrittenAtNight = ({ bytes }: { bytes(): number }) => bytes() >= REWRITTEN_AT_NIGHT_FROM_BYTES

/** Writes the whole file anew; the log still has it then. */
export function vacuum(sqlite: Sqlite) {
	const { page_count: pages } = sqlite.query<{ page_count: number }, []>('PRAGMA page_count').get() ?? { page_count: 0 }
	try {
		sqlite.run(`PRAGMA temp_store = ${pages <= COPY_IN_MEMORY_PAGES ? 'MEMORY' : 'FILE'}`)
		sqlite.run('VACUUM')
	} finally {
		sqlite.run('PRAGMA temp_store = DEFAULT')
	}
}
