import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '#db/database.ts'
import { torture } from './stage.ts'

// bun scripts/torture/evening.ts [--quick] [--drivers N] [--asleep N]
// Kills the server repeatedly while it opens the evening post: each driver's verdicts open all or none, and once (B1).
// Then measures the opening with a million sealed verdicts. Times are reported, not judged.

const { values } = parseArgs({
	options: { quick: { type: 'boolean', default: false }, drivers: { type: 'string' }, asleep: { type: 'string' } },
})
const drivers = Number(values.drivers ?? (values.quick ? 200 : 2000))
const asleep = Number(values.asleep ?? (values.quick ? 20_000 : 1_000_000))
const [FIRST, FIRST_ASLEEP] = [1000, 1_000_000]
const OF_EACH = 3
const HOUR_MS = 3_600_000
const LONG_AGO_MS = 26 * HOUR_MS
const KILL_WITHIN_MS = 150

/** Seals `ofEach` verdicts of different guests for each member, all of them `ageMs` old. */
function seal(path: string, { first, count, ofEach, ageMs }: Record<'first' | 'count' | 'ofEach' | 'ageMs', number>) {
	const db = openDatabase(path)
	db.close()
	using sqlite = new Database(path)
	const now = Date.now()
	sqlite.transaction(() => {
		sqlite.run(
			`WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?)
			INSERT INTO users (id, username, display_name, folded_display_name, password_hash, avatar_id, created_at) SELECT ? + i, 'driver.' || (? + i), 'driver', 'driver', 'none', 1, ? FROM n`,
			[count, first, first, now],
		)
		sqlite.run(
			`WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?)
			INSERT INTO ratings (driver_id, rater_id, guest_key, ride_quality, safety_feeling, vibe_quality, star_rating, state, created_at)
			SELECT ? + i / ?, 1, 'guest ' || (i % ?), 'smooth', 'safe', 'good', 5, 2, ? + i FROM n`,
			[count * ofEach, first, ofEach, ofEach, now - ageMs],
		)
	})()
}

function lookAt(path: string) {
	using sqlite = new Database(path)
	const all = sqlite
		.query<{ open: number; sealed: number; moments: number; rides: number | null }, []>(
			`SELECT sum(state = 0) AS open, sum(state = 2) AS sealed, count(DISTINCT CASE state WHEN 0 THEN ratings.created_at END) AS moments, total_rides AS rides
			FROM ratings LEFT JOIN driver_stats USING (driver_id) WHERE driver_id >= ${FIRST} GROUP BY driver_id`,
		)
		.all()
	const integrity = sqlite.query<{ integrity_check: string }, []>('PRAGMA integrity_check').get()?.integrity_check
	return {
		open: all.filter(({ open }) => open === OF_EACH).length,
		halves: all.filter(({ open, sealed }) => open !== 0 && sealed !== 0).length,
		torn: all.filter(({ moments }) => moments > 1).length,
		miscounted: all.filter(({ open, rides }) => open !== (rides ?? 0)).length,
		integrity,
	}
}

await torture(async ({ folder, server: start }) => {
	const faults: string[] = []
	const dataDir = folder()
	const path = join(dataDir, 'backseat.db')
	seal(path, { first: FIRST, count: drivers, ofEach: OF_EACH, ageMs: LONG_AGO_MS })
	let kills = 0
	let found = lookAt(path)
	while (found.open < drivers && kills < 1000) {
		const server = await start(dataDir)
		await Bun.sleep(Math.random() * KILL_WITHIN_MS)
		await server.end('SIGKILL')
		kills += 1
		found = lookAt(path)
		if (found.halves > 0 || found.torn > 0) faults.push(`Of ${found.halves + found.torn} drivers a part was opened`)
		if (found.miscounted > 0) faults.push(`${found.miscounted} cards count another number`)
		if (found.integrity !== 'ok') faults.push(`Its data: ${found.integrity}`)
	}
	if (found.open < drivers) faults.push(`Only ${found.open} of ${drivers} were opened`)
	if (kills < 3) faults.push(`Only ${kills} kills: the opening was over too soon to be hit`)

	const openingMs = async (sleeping: number) => {
		const home = folder()
		const file = join(home, 'backseat.db')
		if (sleeping > 0) seal(file, { first: FIRST_ASLEEP, count: sleeping, ofEach: 1, ageMs: LONG_AGO_MS })
		seal(file, { first: FIRST, count: 100, ofEach: OF_EACH, ageMs: LONG_AGO_MS })
		const server = await start(home)
		const since = performance.now()
		const isOver = () => {
			using sqlite = new Database(file, { readonly: true })
			const left = `SELECT count(*) AS n FROM ratings WHERE state = 2 AND driver_id BETWEEN ${FIRST} AND ${FIRST + 99}`
			return sqlite.query<{ n: number }, []>(left).get()?.n === 0
		}
		while (!isOver()) await Bun.sleep(5)
		const ms = performance.now() - since
		await server.end('SIGTERM')
		return ms
	}
	const [few, many] = [await openingMs(0), await openingMs(asleep)]
	return {
		faults,
		figures:
			`${kills} kills while the post of ${drivers} drivers was opened: each opened whole, once; ` +
			`100 drivers open after ${few.toFixed(0)} ms, with ${asleep} asleep after ${many.toFixed(0)} ms`,
	}
})
