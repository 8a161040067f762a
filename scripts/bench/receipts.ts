import { Database as Sqlite } from 'bun:sqlite'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ALL_GOOD } from '#contract/impressions.ts'
import { type Database, openDatabase } from '#db/database.ts'
import { pictureService } from '#server/features/pictures/pictures.service.ts'
import { ratingService } from '#server/features/ratings/ratings.service.ts'
import { receiptService } from '#server/features/receipts/receipts.service.ts'
import { testContext } from '#server/testing/test-context.ts'
import { withoutTriggers } from './data.ts'
import { median } from './report.ts'
import { endOnSignals, passingFolder } from './servers.ts'

// bun scripts/bench/receipts.ts [--ratings 2000000] [--small 20000] [--drivers 60] [--rounds 200]
// Compares a month's receipt and a year in a group with very many ratings and in one with as many drivers but few ratings;
// and the cost of a rating with and without the triggers for monthly totals. The two sides of a pair alternate.

const { values } = parseArgs({
	options: {
		ratings: { type: 'string', default: '2000000' },
		small: { type: 'string', default: '20000' },
		drivers: { type: 'string', default: '60' },
		rounds: { type: 'string', default: '200' },
	},
})
const [ratings, small, drivers, rounds] = [values.ratings, values.small, values.drivers, values.rounds].map(Number) as [
	number,
	number,
	number,
	number,
]
endOnSignals()
const folder = passingFolder()

/** Ratings from all of 2025 and 2026, by drivers who rate each other. */
const FROM = Date.UTC(2025, 0, 1)
const NOW = Date.UTC(2027, 0, 2)
const FIRST = 1000

function groupOf(count: number): string {
	const path = join(folder, `${count}.db`)
	openDatabase(path).close()
	const sqlite = new Sqlite(path, { strict: true })
	const up = 'WITH RECURSIVE up(nth) AS (SELECT 0 UNION ALL SELECT nth + 1 FROM up WHERE nth + 1 < $count)'
	sqlite
		.query(
			`${up} INSERT INTO users (id, username, avatar_id, created_at) SELECT ${FIRST} + nth, 'member-' || nth, 1, 1 FROM up`,
		)
		.run({ count: drivers })
	withoutTriggers(sqlite, () =>
		sqlite
			.query(
				`${up} INSERT INTO ratings (driver_id, rater_id, ride_quality, safety_feeling, vibe_quality, star_rating, created_at)
			 SELECT ${FIRST} + nth % $drivers, ${FIRST} + (nth + 1 + nth / $drivers % ($drivers - 1)) % $drivers,
				iif(nth * 7919 % 11 < 3, 'bumpy', 'smooth'), iif(nth * 7907 % 9 = 0, 'unsafe', 'safe'),
				iif(nth * 7901 % 5 = 0, 'off', 'good'), 1 + nth * 7877 % 5,
				${FROM} + CAST(1.0 * nth / $count * ${NOW - 2 * 86_400_000 - FROM} AS INTEGER)
			 FROM up`,
			)
			.run({ count, drivers }),
	)
	sqlite.run('PRAGMA wal_checkpoint(TRUNCATE)')
	sqlite.close()
	return path
}

const clock = { now: () => new Date(NOW), schedule: () => ({ cancel: () => {} }) }
const contextOf = (db: Database) => testContext({}, { db, clock })

async function msOf(work: () => unknown): Promise<number> {
	const since = performance.now()
	await work()
	return performance.now() - since
}

const print = (what: string, [one, other]: readonly [number, number], [many, few]: readonly [string, string]) =>
	console.log(
		`${what.padEnd(34)} ${many} ${one.toFixed(3)} ms, ${few} ${other.toFixed(3)} ms: ${(one / other).toFixed(2)} ×`,
	)

/** The medians of two alternating functions. */
async function inTurns(one: () => unknown, other: () => unknown, times = rounds): Promise<[number, number]> {
	const took: [number[], number[]] = [[], []]
	for (let round = -10; round < times; round++)
		for (const [nth, work] of [one, other].entries()) {
			const ms = await msOf(work)
			if (round >= 0) took[nth]?.push(ms)
		}
	return [median(took[0]), median(took[1])]
}

const paths = [groupOf(ratings), groupOf(small)] as const
const groups = paths.map((path) => contextOf(openDatabase(path)))
const receipts = groups.map((context) => receiptService(context, pictureService(context)))
const [large, few] = receipts as [(typeof receipts)[0], (typeof receipts)[0]]
const sizes = [`${ratings} ratings`, `${small}`] as const
for (const what of ['receipt of a month', 'a year, without own judging'] as const) {
	// Own judging sums the ratings that the member has given, as in My verdicts; this member gave none.
	const ask = ({ receiptOf, wrappedOf }: typeof large) =>
		what === 'receipt of a month' ? receiptOf('2026-11', 1) : wrappedOf(2026, 1)
	const took = await inTurns(
		() => ask(large),
		() => ask(few),
	)
	print(what, took, sizes)
}
for (const { db } of groups) db.close()

/** The same group in memory, which excludes disk waits. */
function raterOf(isWithMonths: boolean) {
	const db = openDatabase(':memory:')
	for (let nth = 0; nth < drivers; nth++)
		db.orm.run(`INSERT INTO users (id, username, avatar_id, created_at) VALUES (${FIRST + nth}, 'member-${nth}', 1, 1)`)
	if (!isWithMonths)
		for (const name of ['counted', 'uncounted', 'recounted']) db.orm.run(`DROP TRIGGER ratings_${name}_by_month`)
	const { rateDriver } = ratingService(contextOf(db))
	let nth = 0
	return async () => {
		// Enough repetitions for the clock's resolution.
		for (let one = 0; one < 100; one++) {
			nth += 1
			const rater = FIRST + ((nth + 1 + (Math.floor(nth / drivers) % (drivers - 1))) % drivers)
			await rateDriver(
				{
					viewer: { userId: rater, guestKey: null },
					nextGuestKey: 'x',
					keepGuest: () => {},
					address: 'x',
					requestKey: null,
				},
				{ ...ALL_GOOD, driverId: FIRST + (nth % drivers), starRating: 1 + (nth % 5) },
			)
		}
	}
}

const took = await inTurns(raterOf(true), raterOf(false))
print('100 ratings, saved in memory', took, ['with totals by month', 'without'])
