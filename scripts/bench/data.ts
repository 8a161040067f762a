import { Database as Sqlite } from 'bun:sqlite'
import { createHash } from 'node:crypto'
import { openDatabase } from '#db/database.ts'
import { seed } from '#db/seed.ts'
import { tokenHash } from './baselines/shared.ts'

// Data files of any size in which a call always reads the same amount: one driver with an eighth of all ratings, one member
// with thirty drivers, 64 members who rate.

/** The driver with an eighth of all ratings. */
export const DRIVER = 9001
/** The member with 30 drivers, each rated twice. */
export const ASKER = 9002
const FIRST_MEMBER = 10_000
export const RATERS = Array.from({ length: 64 }, (_, nth) => FIRST_MEMBER + nth)

export const cookieOf = (userId: number) => `backseat_session=${tokenOf(userId)}`
const tokenOf = (userId: number) => createHash('sha256').update(`session of ${userId}`).digest('base64url')

const FIRST_AT = Date.UTC(2026, 0, 5, 8)
const DAY_MS = 86_400_000

export function makeBenchData(
	path: string,
	ratings: number,
	{ members = Math.min(20_000, Math.max(100, Math.floor(ratings / 50))) } = {},
) {
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
			 FROM (SELECT id FROM member UNION ALL SELECT ${DRIVER} UNION ALL SELECT ${ASKER})`,
		)
		.run({ end: FIRST_MEMBER + members, at: FIRST_AT - DAY_MS })
	const session = sqlite.query(
		'INSERT INTO sessions (token_hash, user_id, created_at, last_used_at, expires_at) VALUES ($hash, $userId, $now, $now, $end)',
	)
	const now = Date.now()
	for (const userId of [ASKER, ...RATERS])
		session.run({ hash: tokenHash(tokenOf(userId)), userId, now, end: now + 29 * DAY_MS })
}

/** Primes scatter drivers and raters over all members; no member rates themself. */
const addRatings = (sqlite: Sqlite, ratings: number, members: number) =>
	withoutTriggers(sqlite, () =>
		sqlite
			.query(
				`WITH RECURSIVE ride(nth) AS (SELECT 1 UNION ALL SELECT nth + 1 FROM ride WHERE nth < $ratings)
			 INSERT INTO ratings (driver_id, rater_id, ride_quality, safety_feeling, vibe_quality, star_rating, created_at)
			 SELECT
				CASE WHEN nth <= 60 THEN ${FIRST_MEMBER} + nth % 30 WHEN nth % 8 = 0 THEN ${DRIVER}
					ELSE ${FIRST_MEMBER} + nth * 7919 % $members END,
				CASE WHEN nth <= 60 THEN ${ASKER}
					ELSE ${FIRST_MEMBER} + (nth * 7919 + 1 + nth * 31 % ($members - 1)) % $members END,
				iif(nth / 8 % 4 = 0, 'bumpy', 'smooth'), iif(nth / 8 % 9 = 0, 'unsafe', 'safe'), iif(nth / 8 % 5 = 0, 'off', 'good'),
				1 + nth * 13 % 5, ${FIRST_AT} + nth * 1000
			 FROM ride`,
			)
			.run({ ratings, members }),
	)

/**
 * Inserts many ratings without triggers and indexes and restores both at the end: five million rows take half a minute this way.
 * Recounts the totals that the triggers would have kept.
 */
export function withoutTriggers(sqlite: Sqlite, add: () => void) {
	const put = sqlite
		.query<{ name: string; type: string; sql: string }, []>(
			`SELECT name, type, sql FROM sqlite_schema
			 WHERE tbl_name = 'ratings' AND type IN ('index', 'trigger') AND sql IS NOT NULL`,
		)
		.all()
	for (const { name, type } of put) sqlite.run(`DROP ${type} ${name}`)
	add()
	for (const { sql } of put) sqlite.run(sql)
	sqlite.run('DELETE FROM rating_days')
	sqlite.run('INSERT INTO rating_days SELECT created_at / 86400000 AS on_day, count(*) FROM ratings GROUP BY on_day')
	sqlite.run('DELETE FROM driver_stats')
	const sums = ['one', 'two', 'three', 'four', 'five'].map((_, star) => `sum(star_rating = ${star + 1})`)
	sqlite.run(
		`INSERT INTO driver_stats SELECT driver_id, count(*), sum(star_rating), ${sums.join(', ')},
			sum(ride_quality = 'smooth'), sum(ride_quality = 'bumpy'), sum(safety_feeling = 'safe'),
			sum(safety_feeling = 'unsafe'), sum(vibe_quality = 'good'), sum(vibe_quality = 'off')
		 FROM ratings GROUP BY driver_id`,
	)
	sqlite.run('DELETE FROM driver_months')
	sqlite.run(
		`INSERT INTO driver_months SELECT strftime('%Y-%m', created_at / 1000, 'unixepoch'), driver_id, count(*), sum(star_rating),
			${sums.join(', ')}, sum(ride_quality = 'smooth'), sum(safety_feeling = 'safe'), sum(vibe_quality = 'good')
		 FROM ratings GROUP BY 1, 2`,
	)
}
