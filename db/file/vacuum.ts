import type { Database as Sqlite } from 'bun:sqlite'

/** VACUUM copies in memory up to this size (64 MB), and into a temporary file beside the data above it. */
const COPY_IN_MEMORY_PAGES = 16_384

/** The value of `temp_store` for data that are in memory themselves. */
const ONLY_IN_MEMORY = 2

/**
 * A rewrite blocks writers and takes 12 s per gigabyte. From this size on it waits for the night (256 MiB, about two million
 * ratings).
 */
const REWRITTEN_AT_NIGHT_FROM_BYTES = 256 * 2 ** 20

export const isRewrittenAtNight = ({ bytes }: { bytes(): number }) => bytes() >= REWRITTEN_AT_NIGHT_FROM_BYTES

/** The old content stays in the write-ahead log until the log is emptied. */
export function vacuum(sqlite: Sqlite) {
	const { page_count: pages } = sqlite.query<{ page_count: number }, []>('PRAGMA page_count').get() ?? { page_count: 0 }
	const { temp_store: before } = sqlite.query<{ temp_store: number }, []>('PRAGMA temp_store').get() ?? {
		temp_store: 0,
	}
	try {
		if (before !== ONLY_IN_MEMORY)
			sqlite.run(`PRAGMA temp_store = ${pages <= COPY_IN_MEMORY_PAGES ? 'MEMORY' : 'FILE'}`)
		sqlite.run('VACUUM')
	} finally {
		sqlite.run(`PRAGMA temp_store = ${before}`)
	}
}
