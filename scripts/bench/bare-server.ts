import { Database } from 'bun:sqlite'

// The least that could answer the same three calls: Bun.serve, bun:sqlite, prepared statements, the same file with the
// same pragmas. No cookies, limits, checks or headers. What our server adds to this is the cost of being a product.

const db = new Database(process.argv[2], { strict: true })
for (const pragma of ['busy_timeout = 5000', 'journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON'])
	db.run(`PRAGMA ${pragma}`)

const userById = db.query(
	'SELECT id, username, display_name, avatar_id AS avatarId, is_ghost AS isGhost, claimed_by_id AS claimedById FROM users WHERE id = ?',
)
const statsByDriver = db.query('SELECT * FROM driver_stats WHERE driver_id = ?')
const insertRating = db.query(
	`INSERT INTO ratings (driver_id, rater_id, ride_quality, safety_feeling, vibe_quality, star_rating, created_at)
	 VALUES ($driverId, $raterId, $rideQuality, $safetyFeeling, $vibeQuality, $starRating, $at) RETURNING *`,
)
const notifyDriver = db.query(
	`UPDATE users SET last_rating_received_at = $at, last_rating_notification_at = $at, is_latest_ratings_seen = 0
	 WHERE id = $driverId`,
)
type Rating = Record<'driverId' | 'raterId' | 'rideQuality' | 'safetyFeeling' | 'vibeQuality' | 'starRating', string>
const rate = db.transaction((rating: Rating) => {
	const at = Date.now()
	notifyDriver.run({ at, driverId: rating.driverId })
	return insertRating.get({ ...rating, at })
})

const server = Bun.serve({
	port: 0,
	hostname: '127.0.0.1',
	development: false,
	routes: {
		'/api/users/:id': ({ params }) => Response.json(userById.get(params.id)),
		'/api/drivers/:id/stats': ({ params }) => Response.json(statsByDriver.get(params.id)),
		'/api/ratings': {
			POST: async (request) => Response.json(rate.immediate((await request.json()) as Rating), { status: 201 }),
		},
	},
})
console.log(`is ready at ${server.url}`)
