import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

// Shared by all baselines: the data file, Backseat's response headers, and the same prepared statements over bun:sqlite and
// better-sqlite3, whose statement APIs match. Rows have the shape and order of the wire, so that all send the same bytes.

export type Headers = Record<string, string>

/** Recorded from the built binary. */
export type Site = {
	/** Response headers of the API, without those that vary. */
	apiHeaders: Headers
	/** Both texts have NONCE for the nonce; the page has ANSWERS for its data. */
	page: { text: string; policy: string; headers: Headers }
	asset: { path: string; headers: Headers; base64: string }
	uiFolder: string
}

export function readArguments() {
	const [dataFile, siteFile] = process.argv.slice(2)
	if (!dataFile || !siteFile) throw new Error('Usage: DATA-FILE SITE-FILE')
	return { dataFile, site: JSON.parse(readFileSync(siteFile, 'utf8')) as Site }
}

export const announce = (port: number | undefined) => console.log(`is ready at http://127.0.0.1:${port}/`)

export const NONCE = '%NONCE%'
export const ANSWERS = '%ANSWERS%'

/** JSON that is safe to embed in HTML. */
export const pageData = (answers: object) => JSON.stringify(answers).replaceAll('<', '\\u003c')

/** Renders the uncompressed page without a nonce. Splits the template once. */
export function pageWriter({ text }: Site['page']) {
	const [before = '', after = ''] = text.replaceAll(NONCE, '').split(ANSWERS)
	return (answers: object) => before + pageData(answers) + after
}

export const tokenHash = (token: string) => createHash('sha256').update(token).digest('hex')

const SESSION = /(?:^|; )backseat_session=([^;]+)/
const sessionIn = (cookies: string | null | undefined) => SESSION.exec(cookies ?? '')?.[1]

type Statement = { get(params: object): unknown; all(params: object): unknown[]; run(params: object): unknown }
export type Sqlite = {
	prepare(sql: string): Statement
	transaction<T>(work: (params: Rating) => T): { immediate(params: Rating): T }
}

/** Acknowledged ratings need FULL: NORMAL may lose the last ones in a power cut. */
export const PRAGMAS = ['busy_timeout = 5000', 'journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON']

type Rating = {
	driverId: number
	raterId: number
	rideQuality: string
	safetyFeeling: string
	vibeQuality: string
	starRating: number
}
type PublicUser = { id: number; isGhost: number | boolean }
type Notice = { lastRatingNotificationAt: number | null; lastRatingReceivedAt: number | null }
type OwnUser = PublicUser & Notice & { isLatestRatingsSeen: number }
type Saved = { createdAt: number }

const USER = 'id, username, display_name, avatar_id AS avatarId, is_ghost AS isGhost, claimed_by_id AS claimedById'
const OWN_USER = `${USER}, email, last_rating_notification_at AS lastRatingNotificationAt,
	last_seen_rating_id AS lastSeenRatingId, last_rating_received_at AS lastRatingReceivedAt,
	is_latest_ratings_seen AS isLatestRatingsSeen`
const IMPRESSIONS = `ride_quality AS rideQuality, safety_feeling AS safetyFeeling, vibe_quality AS vibeQuality,
	star_rating AS starRating`

export function statementsOf(sqlite: Sqlite) {
	const user = sqlite.prepare(`SELECT ${USER} FROM users WHERE id = $id`)
	const ratings = sqlite.prepare(
		`SELECT wire_id AS id, ${IMPRESSIONS}, created_at AS createdAt, reply FROM ratings
		 WHERE driver_id = $id AND state = 0 ORDER BY ratings.id DESC LIMIT $limit`,
	)
	const home = sqlite.prepare(
		`SELECT ${USER}, coalesce(star_sum * 1.0 / total_rides, 0) AS averageStar, coalesce(total_rides, 0) AS totalRides
		 FROM users JOIN (
			SELECT driver_id, max(at) AS last FROM (
				SELECT driver_id, CASE WHEN state = 1 THEN 0 ELSE id END AS at FROM ratings WHERE id IN (
					SELECT max(id) FROM ratings WHERE rater_id = $me GROUP BY driver_id)
				UNION ALL
				SELECT coalesce(claimed_by_id, id), 0 FROM users WHERE created_by_id = $me AND is_ghost = 1
			) GROUP BY driver_id
		 ) AS mine ON mine.driver_id = users.id LEFT JOIN driver_stats ON driver_stats.driver_id = users.id
		 WHERE users.id <> $me
			AND NOT EXISTS (SELECT 1 FROM hidden_drivers WHERE user_id = $me AND driver_id = users.id)
		 ORDER BY mine.last DESC, is_ghost AND total_rides IS NULL, lower(coalesce(display_name, username)), users.id DESC`,
	)
	const homeMe = sqlite.prepare(
		`SELECT id, coalesce(star_sum * 1.0 / total_rides, 0) AS averageStar, coalesce(total_rides, 0) AS totalRides,
			(SELECT count(*) FROM ratings WHERE driver_id = $me AND is_unseen > 0) AS unseen
		 FROM users LEFT JOIN driver_stats ON driver_stats.driver_id = users.id WHERE users.id = $me`,
	)
	const session = sqlite.prepare(
		'SELECT user_id AS userId FROM sessions WHERE token_hash = $tokenHash AND expires_at > $at',
	)
	const own = sqlite.prepare(`SELECT ${OWN_USER} FROM users WHERE id = $id`)
	const notify = sqlite.prepare(
		`UPDATE users SET last_rating_received_at = $at, last_rating_notification_at = $at, is_latest_ratings_seen = 0
		 WHERE id = $driverId`,
	)
	const insert = sqlite.prepare(
		`INSERT INTO ratings (driver_id, rater_id, ride_quality, safety_feeling, vibe_quality, star_rating, created_at, is_unseen)
		 VALUES ($driverId, $raterId, $rideQuality, $safetyFeeling, $vibeQuality, $starRating, $at, 1)
		 RETURNING wire_id AS id, rater_id AS raterId, rater_id, driver_id AS driverId, driver_id, ${IMPRESSIONS},
			created_at AS createdAt`,
	)
	const rate = sqlite.transaction((rating) => {
		const at = Date.now()
		const saved = insert.get({ ...rating, at }) as Saved
		notify.run({ driverId: rating.driverId, at })
		return saved
	})

	const homeOf = (me: number) => ({
		hasAccount: true,
		me: homeMe.get({ me }),
		drivers: (home.all({ me }) as PublicUser[]).map(withBooleans),
	})

	return {
		user: (id: number) => withBooleans(user.get({ id }) as PublicUser | null | undefined),
		ratings: (id: number, limit: number) => {
			const rows = ratings.all({ id, limit }) as { createdAt: number | string }[]
			for (const row of rows) row.createdAt = day(row.createdAt as number)
			return rows
		},
		home: homeOf,
		pageAnswers: (me: number) => ({ '/api/user': ownUser(own.get({ id: me }) as OwnUser), '/api/home': homeOf(me) }),
		/** The id of the requesting member; undefined without a session. */
		viewerOf: (cookies: string | null | undefined) => {
			const token = sessionIn(cookies)
			if (token === undefined) return undefined
			const found = session.get({ tokenHash: tokenHash(token), at: Date.now() })
			return (found as { userId: number } | null | undefined)?.userId
		},
		/** Writes one rating in a transaction, synced to disk on return. */
		rate: (rating: Rating) => {
			const saved = rate.immediate(rating)
			return { ...saved, createdAt: new Date(saved.createdAt).toISOString(), sealed: false }
		},
	}
}

function ownUser(user: OwnUser) {
	return {
		...user,
		isGhost: user.isGhost === 1,
		lastRatingNotificationAt: startOfDay(user.lastRatingNotificationAt),
		lastRatingReceivedAt: startOfDay(user.lastRatingReceivedAt),
		isLatestRatingsSeen: user.isLatestRatingsSeen === 1,
	}
}

/** Mutates the row: copying each row costs a tenth of a list's time. */
function withBooleans(row: PublicUser | null | undefined) {
	if (row) row.isGhost = row.isGhost === 1
	return row ?? undefined
}

const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const startOfDay = (ms: number | null) => ms && `${day(ms)}T00:00:00.000Z`
