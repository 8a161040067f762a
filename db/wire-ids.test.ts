import { Database as Sqlite } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { migrations } from './migrations.ts'

/** Data of schema 2: one driver with this many ratings, one of which was seen and then deleted. */
function dataOfSchema2(ratings: number): Sqlite {
	const sqlite = new Sqlite(':memory:')
	for (const { sql } of migrations.slice(0, 2)) sqlite.run(sql)
	sqlite.run("INSERT INTO users (id, username, avatar_id, created_at, last_seen_rating_id) VALUES (7, 'mum', 1, 0, 5)")
	sqlite.run(
		`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
		INSERT INTO ratings (driver_id, rater_id, ride_quality, safety_feeling, vibe_quality, star_rating, created_at)
		SELECT 7, 1, 'smooth', 'safe', 'good', 1 + i % 5, i FROM n`,
		[ratings],
	)
	sqlite.run('DELETE FROM ratings WHERE id IN (4, 5)')
	return sqlite
}

type Row = { id: number; wireId: number; createdAt: number }
const rowsOf = (sqlite: Sqlite) =>
	sqlite.query<Row, []>('SELECT id, wire_id AS wireId, created_at AS createdAt FROM ratings ORDER BY id').all()

const step3 = migrations[2]?.sql ?? ''

test('older ratings get ids that show nothing of their order, and stay in it', () => {
	const sqlite = dataOfSchema2(500)

	sqlite.run(step3)

	const rows = rowsOf(sqlite)
	const ids = rows.map(({ wireId }) => wireId)
	expect(rows).toHaveLength(498)
	expect(rows.every(({ id, createdAt }) => id === createdAt)).toBe(true)
	expect(new Set(ids).size).toBe(498)
	expect(ids.every((id) => id >= 1 && id < 2 ** 50)).toBe(true)
	// 249 are expected. Random ids leave these bounds once in a million years of tests.
	const rising = ids.filter((id, i) => id > (ids[i - 1] ?? 0)).length
	expect(rising).toBeGreaterThan(180)
	expect(rising).toBeLessThan(318)
})

test('two ratings that draw the same id do not stop an update: the later one draws again', () => {
	const sqlite = dataOfSchema2(500)
	const few = step3.replace('DEFAULT (abs(random() % 1125899906842623) + 1)', 'DEFAULT (abs(random() % 9) + 1)')
	expect(few).not.toBe(step3)

	sqlite.run(few)

	expect(new Set(rowsOf(sqlite).map(({ wireId }) => wireId)).size).toBe(498)
})

test('what was seen last is known by its new id; if it is gone, the newest before it', () => {
	const sqlite = dataOfSchema2(10)

	sqlite.run(step3)

	const third = rowsOf(sqlite).find(({ id }) => id === 3)
	expect(sqlite.query('SELECT last_seen_rating_id AS seen FROM users WHERE id = 7').get()).toEqual({
		seen: third?.wireId ?? null,
	})
})
