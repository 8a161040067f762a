import type { Database as Sqlite } from 'bun:sqlite'
import { MEMBERS_SQL } from '#db/member.ts'
import { hashOfIdentity, hashOfPasskey } from '#db/removed-ways-in.ts'

export type DataContents = { accounts: number; ghosts: number; ratings: number; newestRatingAt: Date | null }

type Row = { accounts: number; ghosts: number; ratings: number; newestRatingMs: number | null }

/**
 * Uses plain SQL and only columns of the first version, under either of their names, because the file may be older than the
 * schema. Reveals nothing about sealed verdicts. The newest rating is the one with the highest id, because clocks may be
 * wrong.
 */
export function contentsOf(sqlite: Sqlite): DataContents {
	const columns = sqlite.query<{ name: string }, []>('PRAGMA table_info(ratings)').all()
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

/** A ghost whose claim link was replaced; `token` is the new link, or null once that was used. */
export type ReplacedClaimLink = { id: number; token: string | null }

/** Links replaced in the present data must not work again after a restore. */
export const replacedClaimLinks = (sqlite: Sqlite): ReplacedClaimLink[] =>
	sqlite
		.query<ReplacedClaimLink, []>(
			'SELECT id, ghost_claim_token AS token FROM users WHERE is_ghost = 1 AND is_token_for_creator_only = 1',
		)
		.all()

/** Replaces the links in the staged data, where those ghosts may still be unclaimed. */
export function replaceClaimLinks(sqlite: Sqlite, replaced: readonly ReplacedClaimLink[], newToken: () => string) {
	const columns = sqlite.query<{ name: string }, []>('PRAGMA table_info(users)').all()
	const hasMark = columns.some(({ name }) => name === 'is_token_for_creator_only')
	const replace = sqlite.query(
		`UPDATE users SET ghost_claim_token = ?${hasMark ? ', is_token_for_creator_only = 1' : ''} WHERE id = ? AND ghost_claim_token IS NOT NULL`,
	)
	for (const { id, token } of replaced) replace.run(token ?? newToken(), id)
}

export type RemovedWayIn = { hash: string; removedAt: number }

export const removedWaysIn = (sqlite: Sqlite): RemovedWayIn[] =>
	sqlite.query<RemovedWayIn, []>('SELECT hash, removed_at AS removedAt FROM removed_ways_in').all()

/** `lockedOut` names the members left without any way to log in. */
export type RemovedAgain = { passkeys: number; connections: number; lockedOut: string[] }

type Dated = { userId: number; hash: string; since: number }

/**
 * Removes from the staged data the credentials that were removed after the backup, and keeps those notes for the next
 * restore. Data of an older version lack these tables.
 */
export function removeAgain(sqlite: Sqlite, removed: readonly RemovedWayIn[]): RemovedAgain {
	const has = (table: string) =>
		sqlite.query("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(table) !== null
	if (!has('passkeys')) return { passkeys: 0, connections: 0, lockedOut: [] }
	const removedAt = new Map(removed.map((one) => [one.hash, one.removedAt]))
	// An account connected again after its removal stays.
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

/** A deleted account, or a ghost that went with one; see `left_members`. */
export type LeftMember = { userId: number; leftOn: number; ratings: 'stay' | 'go' }

const hasLeftMembers = (sqlite: Sqlite) =>
	sqlite.query("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'left_members'").get() !== null

export const leftMembers = (sqlite: Sqlite): LeftMember[] =>
	hasLeftMembers(sqlite)
		? sqlite
				.query<LeftMember, []>(
					'SELECT user_id AS userId, left_on AS leftOn, ratings FROM left_members ORDER BY left_on, user_id',
				)
				.all()
		: []

/** Those who are still members or ghosts in this file. */
export function presentAmong(sqlite: Sqlite, left: readonly LeftMember[]): LeftMember[] {
	const isThere = sqlite.query('SELECT 1 FROM users WHERE id = ?')
	return left.filter(({ userId }) => isThere.get(userId) !== null)
}

/** Those of whom this file has any row. */
export function knownAmong(sqlite: Sqlite, left: readonly LeftMember[]): LeftMember[] {
	const noted = new Set(leftMembers(sqlite).map(({ userId }) => userId))
	const present = new Set(presentAmong(sqlite, left))
	return left.filter((one) => present.has(one) || noted.has(one.userId))
}

/** In an older copy the last host may be one who handed over before leaving. */
export function endHosting(sqlite: Sqlite, left: readonly LeftMember[]) {
	const end = sqlite.query('UPDATE users SET is_host = 0 WHERE id = ?')
	for (const { userId } of left) end.run(userId)
}

export function noteLeftAgain(sqlite: Sqlite, left: readonly LeftMember[]) {
	const note = sqlite.query('INSERT OR REPLACE INTO left_members (user_id, left_on, ratings) VALUES (?, ?, ?)')
	for (const { userId, leftOn, ratings } of left) note.run(userId, leftOn, ratings)
}

const MINUTE_MS = 60_000

export function noteRestored(sqlite: Sqlite, name: string, now: Date) {
	const minute = now.getTime() - (now.getTime() % MINUTE_MS)
	sqlite.run("INSERT INTO journal (at, by, act, detail) VALUES (?, 'terminal', 'backup_restored', ?)", [minute, name])
}
