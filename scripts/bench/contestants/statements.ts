// The same prepared statements for every contestant, over bun:sqlite and over better-sqlite3, whose statements look alike.
// Rows come in the shape and order of the wire, so that all answer the same bytes.

type Statement = { get(params: object): unknown; all(params: object): unknown[]; run(params: object): unknown }
export type Sqlite = {
	prepare(sql: string): Statement
	transaction<T>(work: (params: Rating) => T): { immediate(params: Rating): T }
}

/** What a rating promises needs FULL: NORMAL may lose the last ones in a power cut. */
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
type LoginUser = OwnUser & { passwordHash: string }
type Stats = { totalRides: number; averageStar: number; smoothRides: number; safeRides: number; goodVibes: number }
type Saved = { createdAt: number }

const USER = 'id, username, display_name, avatar_id AS avatarId, is_ghost AS isGhost, claimed_by_id AS claimedById'
const OWN_USER = `${USER}, email, last_rating_notification_at AS lastRatingNotificationAt,
	last_seen_rating_id AS lastSeenRatingId, last_rating_received_at AS lastRatingReceivedAt,
	is_latest_ratings_seen AS isLatestRatingsSeen`
const IMPRESSIONS = `ride_quality AS rideQuality, safety_feeling AS safetyFeeling, vibe_quality AS vibeQuality,
	star_rating AS starRating`

export function statementsOf(sqlite: Sqlite) {
	const user = sqlite.prepare(`SELECT ${USER} FROM users WHERE id = $id`)
	const stats = sqlite.prepare(
		`SELECT total_rides AS totalRides, star_sum * 1.0 / total_rides AS averageStar, smooth_rides AS smoothRides,
			bumpy_rides AS bumpyRides, safe_rides AS safeRides, unsafe_rides AS unsafeRides, good_vibes AS goodVibes,
			off_vibes AS offVibes
		 FROM driver_stats WHERE driver_id = $id`,
	)
	const ratings = sqlite.prepare(
		`SELECT wire_id AS id, ${IMPRESSIONS}, created_at AS createdAt FROM ratings
		 WHERE driver_id = $id ORDER BY ratings.id DESC LIMIT $limit`,
	)
	const home = sqlite.prepare(
		`SELECT ${USER}, coalesce(star_sum * 1.0 / total_rides, 0) AS averageStar, coalesce(total_rides, 0) AS totalRides
		 FROM users JOIN (
			SELECT driver_id, max(at) AS last FROM (
				SELECT driver_id, max(created_at) AS at FROM ratings WHERE rater_id = $me GROUP BY driver_id
				UNION ALL
				SELECT coalesce(claimed_by_id, id), created_at FROM users WHERE created_by_id = $me AND is_ghost = 1
			) GROUP BY driver_id
		 ) AS mine ON mine.driver_id = users.id LEFT JOIN driver_stats ON driver_stats.driver_id = users.id
		 WHERE users.id <> $me
			AND NOT EXISTS (SELECT 1 FROM hidden_drivers WHERE user_id = $me AND driver_id = users.id)
		 ORDER BY mine.last DESC, users.id DESC`,
	)
	const session = sqlite.prepare(
		'SELECT user_id AS userId FROM sessions WHERE token_hash = $tokenHash AND expires_at > $at',
	)
	const login = sqlite.prepare(
		`SELECT ${OWN_USER}, password_hash AS passwordHash FROM users WHERE lower(username) = lower($username)`,
	)
	const own = sqlite.prepare(`SELECT ${OWN_USER} FROM users WHERE id = $id`)
	const open = sqlite.prepare(
		`INSERT INTO sessions (token_hash, user_id, created_at, last_used_at, expires_at)
		 VALUES ($tokenHash, $userId, $at, $at, $at + 2592000000)`,
	)
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

	const homeOf = (me: number) => ({ hasAccount: true, drivers: (home.all({ me }) as PublicUser[]).map(withBooleans) })

	return {
		user: (id: number) => withBooleans(user.get({ id }) as PublicUser | null | undefined),
		stats: (id: number) => withBestAndWorst(stats.get({ id }) as Stats),
		ratings: (id: number, limit: number) => {
			const rows = ratings.all({ id, limit }) as { createdAt: number | string }[]
			for (const row of rows) row.createdAt = day(row.createdAt as number)
			return rows
		},
		home: homeOf,
		/** What the page carries. */
		pageAnswers: (me: number) => ({ '/api/user': ownUser(own.get({ id: me }) as OwnUser), '/api/home': homeOf(me) }),
		/** Whose session it is; undefined without one. */
		userOf: (tokenHash: string) =>
			(session.get({ tokenHash, at: Date.now() }) as { userId: number } | null | undefined)?.userId,
		loginUser: (username: string) => login.get({ username }) as LoginUser | null | undefined,
		openSession: (tokenHash: string, userId: number) => open.run({ tokenHash, userId, at: Date.now() }),
		/** One transaction, on disk when this returns. */
		rate: (rating: Rating) => {
			const saved = rate.immediate(rating)
			return { ...saved, createdAt: new Date(saved.createdAt).toISOString() }
		},
	}
}

export const withoutPassword = ({ passwordHash: _, ...user }: LoginUser) => ownUser(user)

function ownUser(user: OwnUser) {
	return {
		...user,
		isGhost: user.isGhost === 1,
		lastRatingNotificationAt: startOfDay(user.lastRatingNotificationAt),
		lastRatingReceivedAt: startOfDay(user.lastRatingReceivedAt),
		isLatestRatingsSeen: user.isLatestRatingsSeen === 1,
	}
}

/** In the row itself: a copy of each costs a tenth of a list. */
function withBooleans(row: PublicUser | null | undefined) {
	if (row) row.isGhost = row.isGhost === 1
	return row ?? undefined
}

function withBestAndWorst(row: Stats) {
	const { totalRides, averageStar, ...counts } = row
	const shares: [string, number][] = [
		['smooth', row.smoothRides],
		['safe', row.safeRides],
		['vibes', row.goodVibes],
	]
	const best = shares.reduce((best, share) => (share[1] > best[1] ? share : best))[0]
	const worst = shares.reduce((worst, share) => (share[1] < worst[1] ? share : worst))[0]
	return { totalRides, averageStar, ...counts, bestCategory: best, worstCategory: worst }
}

const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const startOfDay = (ms: number | null) => ms && `${day(ms)}T00:00:00.000Z`
