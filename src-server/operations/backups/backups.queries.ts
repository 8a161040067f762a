import type { Database as Sqlite } from 'bun:sqlite'
import { MEMBERS_SQL } from '#db/member.ts'

/** What is in a data file, for an operator who has to choose one. */
export type DataContents = { accounts: number; ghosts: number; ratings: number; newestRatingAt: Date | null }

type Row = { accounts: number; ghosts: number; ratings: number; newestRatingMs: number | null }

/**
 * In plain SQL, and of columns that were there from the first version on, under whichever name: the file may be older than
 * our schema. Of sealed verdicts nothing is said.
 * The newest rating is the last one given, by id; clocks are wrong at times.
 */
export function contentsOf(sqlite: Sqlite): DataContents {
	const columns = sqlite.query<{ name: string }, []>('PRAGMA table_info(ratings)').all()
	// As that column was called up to schema 10.
	const state = columns.some(({ name }) => name === 'state') ? 'state' : 'is_placeholder'
	const row = sqlite
		.query<Row, []>(
			`SELECT
				(SELECT count(*) FROM users WHERE ${MEMBERS_SQL}) AS accounts,
				(SELECT count(*) FROM users WHERE is_ghost = 1 AND claimed_by_id IS NULL) AS ghosts,
				(SELECT count(*) FROM ratings WHERE ${state} = 0) AS ratings,
				(SELECT created_at FROM ratings WHERE ${state} = 0 ORDER BY id DESC LIMIT 1) AS newestRatingMs`,
		)
		.get()
	if (!row) throw new Error('SQLite answered nothing')
	const { newestRatingMs, ...counts } = row
	return { ...counts, newestRatingAt: newestRatingMs === null ? null : new Date(newestRatingMs) }
}

/** Of a ghost whose claim link was replaced: the link that took its place, or null once that was used. */
export type ReplacedClaimLink = { id: number; token: string | null }

/** In the present data. The links from before must not work again in a backup that still has them. */
export const replacedClaimLinks = (sqlite: Sqlite): ReplacedClaimLink[] =>
	sqlite
		.query<ReplacedClaimLink, []>(
			'SELECT id, ghost_claim_token AS token FROM users WHERE is_ghost = 1 AND is_token_for_creator_only = 1',
		)
		.all()

/** In the data that are about to be put in place, where those ghosts may wait to be claimed. */
export function replaceClaimLinks(sqlite: Sqlite, replaced: readonly ReplacedClaimLink[], newToken: () => string) {
	const columns = sqlite.query<{ name: string }, []>('PRAGMA table_info(users)').all()
	const hasMark = columns.some(({ name }) => name === 'is_token_for_creator_only')
	const replace = sqlite.query(
		`UPDATE users SET ghost_claim_token = ?${hasMark ? ', is_token_for_creator_only = 1' : ''} WHERE id = ? AND ghost_claim_token IS NOT NULL`,
	)
	for (const { id, token } of replaced) replace.run(token ?? newToken(), id)
}

const MINUTE_MS = 60_000

/** The journal's line about a restore, in the data that are about to be put in place: those of before go. */
export function noteRestored(sqlite: Sqlite, name: string, now: Date) {
	const minute = now.getTime() - (now.getTime() % MINUTE_MS)
	sqlite.run("INSERT INTO journal (at, by, act, detail) VALUES (?, 'terminal', 'backup_restored', ?)", [minute, name])
}
