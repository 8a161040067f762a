import type { Database as Sqlite } from 'bun:sqlite'
import { MEMBERS_SQL } from '#db/member.ts'
import { hashOfIdentity, hashOfPasskey } from '#db/removed-ways-in.ts'

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

/** A passkey or a connected account that was removed; see `removed_ways_in`. */
export type RemovedWayIn = { hash: string; removedAt: number }

/** In the present data. */
export const removedWaysIn = (sqlite: Sqlite): RemovedWayIn[] =>
	sqlite.query<RemovedWayIn, []>('SELECT hash, removed_at AS removedAt FROM removed_ways_in').all()

/** What a restore removed again, and which members nothing opens any more. */
export type RemovedAgain = { passkeys: number; connections: number; lockedOut: string[] }

type Dated = { userId: number; hash: string; since: number }

/**
 * In the data that are about to be put in place: removes what was removed since they were backed up, and keeps the notes of
 * it, for the next restore. Data of an older version have none of these tables.
 */
export function removeAgain(sqlite: Sqlite, removed: readonly RemovedWayIn[]): RemovedAgain {
	const has = (table: string) =>
		sqlite.query("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(table) !== null
	if (!has('passkeys')) return { passkeys: 0, connections: 0, lockedOut: [] }
	const removedAt = new Map(removed.map((one) => [one.hash, one.removedAt]))
	// One that was connected again later is another decision.
	const isGone = ({ hash, since }: Dated) => (removedAt.get(hash) ?? Number.NEGATIVE_INFINITY) >= since

	const passkeys = sqlite
		.query<{ id: string; userId: number; since: number }, []>(
			'SELECT credential_id AS id, user_id AS userId, created_at AS since FROM passkeys',
		)
		.all()
		.map((row) => ({ ...row, hash: hashOfPasskey(row.id) }))
		.filter(isGone)
	const identities = sqlite
		.query<{ issuer: string; subject: string; userId: number; since: number }, []>(
			'SELECT issuer, subject, user_id AS userId, linked_at AS since FROM linked_identities',
		)
		.all()
		.map((row) => ({ ...row, hash: hashOfIdentity(row) }))
		.filter(isGone)
	for (const { id } of passkeys) sqlite.run('DELETE FROM passkeys WHERE credential_id = ?', [id])
	for (const { issuer, subject } of identities)
		sqlite.run('DELETE FROM linked_identities WHERE issuer = ? AND subject = ?', [issuer, subject])
	if (has('removed_ways_in')) {
		const note = sqlite.query(
			'INSERT INTO removed_ways_in (hash, removed_at) VALUES (?, ?) ON CONFLICT (hash) DO UPDATE SET removed_at = max(removed_at, excluded.removed_at)',
		)
		for (const one of removed) note.run(one.hash, one.removedAt)
	}
	const nothingOpens = sqlite.query<{ username: string }, [number]>(
		`SELECT username FROM users WHERE id = ? AND password_hash IS NULL
			AND NOT EXISTS (SELECT 1 FROM passkeys WHERE user_id = users.id)
			AND NOT EXISTS (SELECT 1 FROM linked_identities WHERE user_id = users.id)`,
	)
	const affected = [...new Set([...passkeys, ...identities].map(({ userId }) => userId))]
	const lockedOut = affected.flatMap((id) => nothingOpens.get(id)?.username ?? [])
	return { passkeys: passkeys.length, connections: identities.length, lockedOut }
}

const MINUTE_MS = 60_000

/** The journal's line about a restore, in the data that are about to be put in place: those of before go. */
export function noteRestored(sqlite: Sqlite, name: string, now: Date) {
	const minute = now.getTime() - (now.getTime() % MINUTE_MS)
	sqlite.run("INSERT INTO journal (at, by, act, detail) VALUES (?, 'terminal', 'backup_restored', ?)", [minute, name])
}
