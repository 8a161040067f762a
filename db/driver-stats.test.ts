import { expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { runs } from '#db/testing/property-runs.ts'
import { RATING_STATE } from './rating-state.ts'
import { driverMonths, driverStats, ratings, sealedWaits, trips, users } from './schema.ts'
import { aVerdict, recountImpressions } from './testing/a-verdict.ts'
import { freshDatabase } from './testing/fresh-database.ts'

const aRater = fc.constantFrom(
	{ raterId: 1, guestKey: 'a' },
	{ raterId: 1, guestKey: 'b' },
	{ raterId: 13, guestKey: null },
	{ raterId: 14, guestKey: null },
)
/** A moment within three months. */
const aDay = fc.integer({ min: 1, max: 9 }).map((nth) => new Date(Date.UTC(2026, 0, 10 * nth)))
const aStep = fc.oneof(
	fc.record({
		kind: fc.constant('rate' as const),
		driverId: fc.integer({ min: 10, max: 12 }),
		said: aVerdict(),
		from: aRater,
		createdAt: aDay,
		tripId: fc.constantFrom(null, 1),
		state: fc.constantFrom(...Object.values(RATING_STATE)),
	}),
	fc.record({
		kind: fc.constant('move' as const),
		from: fc.integer({ min: 10, max: 12 }),
		to: fc.integer({ min: 10, max: 12 }),
	}),
	fc.record({ kind: fc.constant('change' as const), which: fc.nat(30), starRating: fc.integer({ min: 1, max: 5 }) }),
	fc.record({ kind: fc.constant('drop' as const), which: fc.nat(30) }),
	fc.record({ kind: fc.constant('give' as const), which: fc.nat(30), to: aRater }),
	fc.record({ kind: fc.constant('give all' as const), from: aRater, to: aRater }),
	fc.record({
		kind: fc.constant('turn' as const),
		which: fc.nat(30),
		state: fc.constantFrom(...Object.values(RATING_STATE)),
	}),
	fc.record({ kind: fc.constant('open' as const), createdAt: aDay }),
	fc.record({ kind: fc.constant('forget the trip' as const) }),
)

test('the kept statistics, also those by month, equal a slow recount of the verdicts, and so does who waits for the evening post [spec 12.17] [spec 13.16]', () => {
	fc.assert(
		fc.property(fc.array(aStep, { maxLength: 60 }), (steps) => {
			const db = freshDatabase()
			for (const id of [10, 11, 12, 13, 14])
				db.orm
					.insert(users)
					.values({ id, username: `driver${id}`, avatarId: 1, createdAt: new Date() })
					.run()
			db.orm.insert(trips).values({ id: 1, token: 'the-only-one', name: 'A trip', createdAt: new Date() }).run()
			const isGone = () => db.orm.select().from(trips).all().length === 0
			for (const step of steps) {
				if (step.kind === 'rate') {
					const { driverId, said, state, from, createdAt } = step
					const tripId = isGone() ? null : step.tripId
					db.orm
						.insert(ratings)
						.values({ driverId, ...said, ...from, state, createdAt, tripId })
						.run()
				} else if (step.kind === 'move')
					db.orm.update(ratings).set({ driverId: step.to }).where(eq(ratings.driverId, step.from)).run()
				else if (step.kind === 'change')
					db.orm
						.update(ratings)
						.set({ starRating: step.starRating, rideQuality: 'bumpy' })
						.where(eq(ratings.id, step.which))
						.run()
				else if (step.kind === 'give') db.orm.update(ratings).set(step.to).where(eq(ratings.id, step.which)).run()
				else if (step.kind === 'give all')
					db.orm
						.update(ratings)
						.set(step.to)
						.where(sql`rater_id = ${step.from.raterId} and guest_key is ${step.from.guestKey}`)
						.run()
				else if (step.kind === 'turn')
					db.orm.update(ratings).set({ state: step.state }).where(eq(ratings.id, step.which)).run()
				else if (step.kind === 'open')
					db.orm
						.update(ratings)
						.set({ state: RATING_STATE.verdict, createdAt: step.createdAt })
						.where(eq(ratings.state, RATING_STATE.sealed))
						.run()
				else if (step.kind === 'forget the trip') db.orm.delete(trips).where(eq(trips.id, 1)).run()
				else db.orm.delete(ratings).where(eq(ratings.id, step.which)).run()
			}

			const all = db.orm.select().from(ratings).all()
			const kept = new Map(
				db.orm
					.select()
					.from(driverStats)
					.all()
					.map((row) => [row.driverId, row]),
			)
			for (const driverId of [10, 11, 12]) {
				const mine = all.filter((rating) => rating.driverId === driverId && rating.state === RATING_STATE.verdict)
				const where = (test: (rating: (typeof mine)[number]) => boolean) => mine.filter(test).length
				expect(kept.get(driverId) ?? emptyRow(driverId)).toEqual({
					driverId,
					totalRides: mine.length,
					starSum: mine.reduce((sum, rating) => sum + rating.starRating, 0),
					oneStar: where((rating) => rating.starRating === 1),
					twoStars: where((rating) => rating.starRating === 2),
					threeStars: where((rating) => rating.starRating === 3),
					fourStars: where((rating) => rating.starRating === 4),
					fiveStars: where((rating) => rating.starRating === 5),
					...recountImpressions(mine),
				})
				const sealed = all.filter(
					(rating) => rating.driverId === driverId && rating.state === RATING_STATE.sealed && rating.tripId === null,
				)
				const waits = db.orm.select().from(sealedWaits).where(eq(sealedWaits.driverId, driverId)).get()
				expect(waits).toEqual(waitsIn(sealed))
			}
			const months = db.orm.select().from(driverMonths).all()
			expect(Object.fromEntries(months.map(({ month, driverId, ...sums }) => [`${month} ${driverId}`, sums]))).toEqual(
				recountMonths(all.filter(({ state }) => state === RATING_STATE.verdict)),
			)
			db.close()
		}),
		{ numRuns: runs(100) },
	)
})

/** Recounts each driver's figures by month. Months without verdicts have no entry. */
function recountMonths(verdicts: (typeof ratings.$inferSelect)[]) {
	const byMonth = Map.groupBy(verdicts, (said) => `${said.createdAt.toISOString().slice(0, 7)} ${said.driverId}`)
	return Object.fromEntries(
		[...byMonth].map(([key, mine]) => {
			const gave = (stars: number) => mine.filter(({ starRating }) => starRating === stars).length
			const { smoothRides, safeRides, goodVibes } = recountImpressions(mine)
			return [
				key,
				{
					rides: mine.length,
					starSum: mine.reduce((sum, { starRating }) => sum + starRating, 0),
					oneStar: gave(1),
					twoStars: gave(2),
					threeStars: gave(3),
					fourStars: gave(4),
					fiveStars: gave(5),
					smoothRides,
					safeRides,
					goodVibes,
				},
			]
		}),
	)
}

/** Recounts since when a sealed verdict waits, and since when verdicts of two raters do. */
function waitsIn(sealed: (typeof ratings.$inferSelect)[]) {
	const [oldest, ...later] = sealed.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
	if (!oldest) return undefined
	const raterOf = ({ raterId, guestKey }: typeof oldest) => `${raterId} ${guestKey}`
	const second = later.find((rating) => raterOf(rating) !== raterOf(oldest))
	return { driverId: oldest.driverId, oldestAt: oldest.createdAt, secondRaterAt: second?.createdAt ?? null }
}

const emptyRow = (driverId: number) => ({
	driverId,
	totalRides: 0,
	starSum: 0,
	oneStar: 0,
	twoStars: 0,
	threeStars: 0,
	fourStars: 0,
	fiveStars: 0,
	...recountImpressions([]),
})
