import { Database } from 'bun:sqlite'
import { createHash, randomUUID } from 'node:crypto'

// bun scripts/bench/limit.ts DATA-FILE HEADERS-AS-JSON
//
// The upper limit: the least code on Bun that sends the same bytes as Backseat. Bare Bun.serve with its routes, prepared
// statements, the same headers and request id, the reads of peer address and headers that a gate needs, and the session lookup.
// It has no validation, limits, log, schemas or rules: the distance to Backseat is their cost.

const [dataFile = '', recordedHeaders = '{}'] = process.argv.slice(2)
const sqlite = new Database(dataFile, { strict: true })
// Acknowledged ratings need FULL: NORMAL may lose the last ones in a power cut.
for (const pragma of ['busy_timeout = 5000', 'journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON'])
	sqlite.run(`PRAGMA ${pragma}`)

type Binding = Record<string, string | number>
type User = { isGhost: number | boolean }
type Rating = Record<'rideQuality' | 'safetyFeeling' | 'vibeQuality', string> & Record<'driverId' | 'raterId', number>

// Rows have the shape and order of the wire.
const USER = 'id, username, display_name, avatar_id AS avatarId, is_ghost AS isGhost, claimed_by_id AS claimedById'
const AVERAGE = 'coalesce(star_sum * 1.0 / total_rides, 0) AS averageStar, coalesce(total_rides, 0) AS totalRides'
const IMPRESSIONS = `ride_quality AS rideQuality, safety_feeling AS safetyFeeling, vibe_quality AS vibeQuality,
	star_rating AS starRating`
const user = sqlite.prepare<User, Binding>(`SELECT ${USER} FROM users WHERE id = $id`)
const ratings = sqlite.prepare<{ createdAt: number | string }, Binding>(
	`SELECT wire_id AS id, ${IMPRESSIONS}, created_at AS createdAt, reply FROM ratings
	 WHERE driver_id = $id AND state = 0 ORDER BY ratings.id DESC LIMIT $limit`,
)
const home = sqlite.prepare<User, Binding>(
	`SELECT ${USER}, ${AVERAGE}
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
const others = sqlite.prepare<User, Binding>(
	`SELECT ${USER} FROM users
	 WHERE is_ghost = 0 AND id > 2 AND id <> $me
		AND NOT EXISTS (SELECT 1 FROM hidden_drivers WHERE user_id = $me AND driver_id = users.id)
		AND NOT EXISTS (SELECT 1 FROM ratings WHERE rater_id = $me AND driver_id = users.id)
		AND NOT EXISTS (SELECT 1 FROM users AS ghost WHERE claimed_by_id = users.id AND created_by_id = $me)
	 ORDER BY lower(username) LIMIT 12`,
)
const homeMe = sqlite.prepare(
	`SELECT id, ${AVERAGE}, (SELECT count(*) FROM ratings WHERE driver_id = $me AND is_unseen > 0) AS unseen
	 FROM users LEFT JOIN driver_stats ON driver_stats.driver_id = users.id WHERE users.id = $me`,
)
const session = sqlite.prepare<{ userId: number }, Binding>(
	'SELECT user_id AS userId FROM sessions WHERE token_hash = $tokenHash AND expires_at > $at',
)
const notify = sqlite.prepare(
	`UPDATE users SET last_rating_received_at = $at, last_rating_notification_at = $at, is_latest_ratings_seen = 0
	 WHERE id = $driverId`,
)
const insert = sqlite.prepare<{ createdAt: number }, Binding>(
	`INSERT INTO ratings (driver_id, rater_id, ride_quality, safety_feeling, vibe_quality, star_rating, created_at, is_unseen)
	 VALUES ($driverId, $raterId, $rideQuality, $safetyFeeling, $vibeQuality, $starRating, $at, 1)
	 RETURNING wire_id AS id, rater_id AS raterId, rater_id, driver_id AS driverId, driver_id, ${IMPRESSIONS},
		created_at AS createdAt`,
)
/** Synced to disk on return. */
const rate = sqlite.transaction((rating: Rating) => {
	const at = Date.now()
	const saved = insert.get({ ...rating, at })
	notify.run({ driverId: rating.driverId, at })
	return { ...saved, createdAt: new Date(at).toISOString(), sealed: false }
})

/** Mutates the row: copying every row takes 10 % of the time of a list request. */
function withBooleans(row: User | null) {
	if (row) row.isGhost = row.isGhost === 1
	return row ?? undefined
}

type Peer = { requestIP(request: Request): { address: string } | null }

/** The reads that each request needs; the returned sum keeps the optimiser from dropping them. */
function readHead(request: Request, server: Peer): number {
	const { headers, method } = request
	const length = (name: string) => headers.get(name)?.length ?? 0
	const always = (server.requestIP(request)?.address.length ?? 0) + length('host') + length('x-forwarded-for')
	if (method === 'GET') return always
	return always + length('origin') + length('sec-fetch-site') + length('content-type') + length('content-length')
}

function viewerOf(request: Request, server: Peer): number | undefined {
	readHead(request, server)
	const [, token] = /(?:^|; )backseat_session=([^;]+)/.exec(request.headers.get('cookie') ?? '') ?? []
	if (token === undefined) return undefined
	return session.get({ tokenHash: createHash('sha256').update(token).digest('hex'), at: Date.now() })?.userId
}

/** Reused, with only the id replaced: 0.7 µs a response instead of 1.8 with a new object. */
const headers = new Headers(JSON.parse(recordedHeaders))
function json(body: unknown, status = 200) {
	headers.set('X-Request-Id', randomUUID())
	return new Response(JSON.stringify(body), { status, headers })
}

const server = Bun.serve({
	port: 0,
	hostname: '127.0.0.1',
	development: false,
	routes: {
		'/api/users/:id': (request, server) => {
			viewerOf(request, server)
			return json(withBooleans(user.get({ id: Number(request.params.id) })))
		},
		'/api/home': (request, server) => {
			const me = viewerOf(request, server) ?? 0
			return json({
				hasAccount: true,
				me: homeMe.get({ me }),
				drivers: home.all({ me }).map(withBooleans),
				notice: null,
				others: others.all({ me }).map(withBooleans),
			})
		},
		'/api/ratings/driver/:id': (request, server) => {
			readHead(request, server)
			const limit = Number(request.url.slice(request.url.indexOf('limit=') + 6))
			const rows = ratings.all({ id: Number(request.params.id), limit })
			for (const row of rows) row.createdAt = new Date(row.createdAt).toISOString().slice(0, 10)
			return json(rows)
		},
		'/api/ratings': {
			POST: async (request, server) => {
				const raterId = viewerOf(request, server) ?? 1
				return json(rate.immediate({ ...((await request.json()) as Rating), raterId }), 201)
			},
		},
	},
})
console.log(`is ready at ${server.url}`)
