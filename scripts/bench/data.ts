import { Database as Sqlite } from 'bun:sqlite'
import { createHash } from 'node:crypto'
import { monthBefore, monthOf, yearToShow } from '#contract/receipts.ts'
import { openDatabase } from '#db/database.ts'
import { seed } from '#db/seed.ts'

// Data files of any size in which a call always reads the same amount: one driver with an eighth of all ratings, one member
// with thirty drivers, 64 members who rate.

/** The driver with an eighth of all ratings. */
export const DRIVER = 9001
/** The member with 30 drivers, each rated twice. */
export const READER = 9002
const FIRST_MEMBER = 10_000
export const RATERS = Array.from({ length: 64 }, (_, nth) => FIRST_MEMBER + nth)

export const cookieOf = (userId: number) => `backseat_session=${tokenOf(userId)}`
const sha256 = (text: string, encoding: 'hex' | 'base64url') => createHash('sha256').update(text).digest(encoding)
const tokenOf = (userId: number) => sha256(`session of ${userId}`, 'base64url')

const FIRST_AT = Date.UTC(2026, 0, 5, 8)
const DAY_MS = 86_400_000

export function makeBenchData(path: string, ratings: number) {
	const members = Math.min(20_000, Math.max(100, Math.floor(ratings / 50)))
	const db = openDatabase(path)
	seed(db)
	db.close()
	const sqlite = new Sqlite(path, { strict: true })
	sqlite.transaction(() => addPeople(sqlite, members)).immediate()
	sqlite.transaction(() => addRatings(sqlite, ratings, members)).immediate()
	sqlite.run('PRAGMA wal_checkpoint(TRUNCATE)')
	sqlite.close()
}

function addPeople(sqlite: Sqlite, members: number) {
	sqlite
		.query(
			`WITH RECURSIVE member(id) AS (SELECT ${FIRST_MEMBER} UNION ALL SELECT id + 1 FROM member WHERE id + 1 < $end)
			 INSERT INTO users (id, username, display_name, folded_display_name, password_hash, avatar_id, created_at)
			 SELECT id, 'member.' || id, 'Member ' || id, 'member ' || id, (SELECT password_hash FROM users WHERE username = 'jonas'),
				1 + id % 5, $at
			 FROM (SELECT id FROM member UNION ALL SELECT ${DRIVER} UNION ALL SELECT ${READER})`,
		)
		.run({ end: FIRST_MEMBER + members, at: FIRST_AT - DAY_MS })
	const session = sqlite.query(
		'INSERT INTO sessions (token_hash, user_id, created_at, last_used_at, expires_at) VALUES ($hash, $userId, $now, $now, $end)',
	)
	const now = Date.now()
	for (const userId of [READER, ...RATERS])
		session.run({ hash: sha256(tokenOf(userId), 'hex'), userId, now, end: now + 29 * DAY_MS })
	// Home answers the same on each day of the year.
	const putAway = sqlite.query(
		'INSERT INTO notices_put_away (user_id, kind, occurrence, put_away_at) VALUES ($userId, $kind, $occurrence, $now)',
	)
	const today = new Date(now)
	const month = monthBefore(monthOf(today))
	putAway.run({ userId: READER, kind: 'month', occurrence: month, now })
	putAway.run({ userId: READER, kind: 'year', occurrence: String(yearToShow(today)), now })
}

/** Primes scatter drivers and raters over all members; no member rates themself. */
const addRatings = (sqlite: Sqlite, ratings: number, members: number) =>
	sqlite
		.query(
			`WITH RECURSIVE ride(nth) AS (SELECT 1 UNION ALL SELECT nth + 1 FROM ride WHERE nth < $ratings)
			 INSERT INTO ratings (driver_id, rater_id, ride_quality, safety_feeling, vibe_quality, star_rating, created_at)
			 SELECT
				CASE WHEN nth <= 60 THEN ${FIRST_MEMBER} + nth % 30 WHEN nth % 8 = 0 THEN ${DRIVER}
					ELSE ${FIRST_MEMBER} + nth * 7919 % $members END,
				CASE WHEN nth <= 60 THEN ${READER}
					ELSE ${FIRST_MEMBER} + (nth * 7919 + 1 + nth * 31 % ($members - 1)) % $members END,
				iif(nth / 8 % 4 = 0, 'bumpy', 'smooth'), iif(nth / 8 % 9 = 0, 'unsafe', 'safe'), iif(nth / 8 % 5 = 0, 'off', 'good'),
				1 + nth * 13 % 5, ${FIRST_AT} + nth * 1000
			 FROM ride`,
		)
		.run({ ratings, members })
