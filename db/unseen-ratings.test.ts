import { Database as Sqlite } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { migrations } from './migrations.ts'

const step4 = migrations[3]?.sql ?? ''

/** Data of schema 3: drivers with four ratings each, of which the last one is a placeholder. */
function dataOfSchema3(drivers: { id: number; isSeen: boolean; lastSeen?: number; isGhost?: boolean }[]): Sqlite {
	const sqlite = new Sqlite(':memory:')
	for (const { sql } of migrations.slice(0, 3)) sqlite.run(sql)
	for (const { id, isSeen, isGhost = false } of drivers)
		sqlite.run(
			`INSERT INTO users (id, username, password_hash, avatar_id, is_ghost, is_latest_ratings_seen, created_at)
			VALUES (?, ?, ?, 1, ?, ?, 0)`,
			[id, `driver-${id}`, isGhost ? null : 'a hash', isGhost ? 1 : 0, isSeen ? 1 : 0],
		)
	for (const { id, lastSeen } of drivers) {
		for (const nth of [1, 2, 3, 4])
			sqlite.run(
				`INSERT INTO ratings (wire_id, driver_id, rater_id, ride_quality, safety_feeling, vibe_quality, star_rating, is_placeholder, created_at)
				VALUES (?, ?, 1, 'smooth', 'safe', 'good', 4, ?, 0)`,
				[id * 10 + nth, id, nth === 4 ? 1 : 0],
			)
		if (lastSeen) sqlite.run('UPDATE users SET last_seen_rating_id = ? WHERE id = ?', [id * 10 + lastSeen, id])
	}
	return sqlite
}

test('after an update, new is what came since a driver last looked', () => {
	const sqlite = dataOfSchema3([
		{ id: 11, isSeen: false, lastSeen: 1 },
		{ id: 12, isSeen: false },
		{ id: 13, isSeen: true, lastSeen: 1 },
		{ id: 14, isSeen: false, isGhost: true },
	])

	sqlite.run(step4)

	const unseen = sqlite
		.query<{ id: number }, []>('SELECT wire_id AS id FROM ratings WHERE is_unseen = 1 ORDER BY 1')
		.all()
	expect(unseen.map(({ id }) => id)).toEqual([112, 113, 121, 122, 123])
})

test('what came with a claim is new after an update, unless its driver has looked since', () => {
	const sqlite = dataOfSchema3([
		{ id: 11, isSeen: false, lastSeen: 3 },
		{ id: 14, isSeen: false, isGhost: true },
	])
	sqlite.run('UPDATE ratings SET claimed_from_id = 14 WHERE wire_id = 111')

	sqlite.run(step4)

	expect(sqlite.query('SELECT wire_id AS id FROM ratings WHERE is_unseen = 1').all()).toEqual([{ id: 111 }])
})

test('after an update placeholders count nowhere, and raise no notice [spec 12.17]', () => {
	const sqlite = dataOfSchema3([
		{ id: 11, isSeen: false, lastSeen: 4 },
		{ id: 12, isSeen: false, lastSeen: 2 },
	])
	for (const { sql, afterwards } of migrations.slice(3, 9)) {
		sqlite.run(sql)
		afterwards?.(sqlite)
	}
	// Simulates a claim, which marked the placeholder as new too.
	sqlite.run('UPDATE ratings SET is_unseen = 1 WHERE is_placeholder = 1')
	sqlite.run('UPDATE ratings SET is_unseen = 0 WHERE driver_id = 11 AND is_placeholder = 0')
	sqlite.run(
		"INSERT INTO rating_reports (id, driver_id, rating_id, rated_on, reason, reported_at) SELECT 1, 11, id, 0, 'other', 0 FROM ratings WHERE wire_id = 114",
	)

	sqlite.run(migrations[9]?.sql ?? '')

	expect(
		sqlite
			.query('SELECT id, is_latest_ratings_seen AS seen, last_seen_rating_id AS last FROM users WHERE id > 2')
			.all(),
	).toEqual([
		{ id: 11, seen: 1, last: 113 },
		{ id: 12, seen: 0, last: 122 },
	])
	expect(sqlite.query('SELECT wire_id AS id FROM ratings WHERE is_unseen > 0').all()).toEqual([{ id: 123 }])
	expect(
		sqlite.query('SELECT driver_id AS id, total_rides AS rides, star_sum AS stars FROM driver_stats').all(),
	).toEqual([
		{ id: 11, rides: 3, stars: 12 },
		{ id: 12, rides: 3, stars: 12 },
	])
	expect(sqlite.query('SELECT sum(ratings) AS ratings FROM rating_days').all()).toEqual([{ ratings: 6 }])
	expect(sqlite.query('SELECT rating_id AS id, status FROM rating_reports').all()).toEqual([
		{ id: null, status: 'withdrawn' },
	])
})
