import { expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { openDatabase } from './database.ts'
import { RATING_STATE } from './rating-state.ts'
import { driverStats, ratings, sealedWaits, users } from './schema.ts'
import { aVerdict, recountImpressions } from './testing/a-verdict.ts'

const aRater = fc.constantFrom(
	{ raterId: 1, guestKey: 'a' },
	{ raterId: 1, guestKey: 'b' },
	{ raterId: 13, guestKey: null },
	{ raterId: 14, guestKey: null },
)
const aStep = fc.oneof(
	fc.record({
		kind: fc.constant('rate' as const),
		driverId: fc.integer({ min: 10, max: 12 }),
		said: aVerdict(),
		from: aRater,
		at: fc.integer({ min: 1, max: 9 }),
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
)

test('the kept statistics equal a slow recount of the verdicts, and so does who waits for the evening post [spec 12.17] [spec 13.16]', () => {
	fc.assert(
		fc.property(fc.array(aStep, { maxLength: 60 }), (steps) => {
			const db = openDatabase(':memory:')
			for (const id of [10, 11, 12, 13, 14])
				db.orm
					.insert(users)
					.values({ id, username: `driver${id}`, avatarId: 1, createdAt: new Date() })
					.run()
			for (const step of steps) {
				if (step.kind === 'rate') {
					const { driverId, said, state, from, at } = step
					db.orm
						.insert(ratings)
						.values({ driverId, ...said, ...from, state, createdAt: new Date(at) })
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
				const sealed = all.filter((rating) => rating.driverId === driverId && rating.state === RATING_STATE.sealed)
				const waits = db.orm.select().from(sealedWaits).where(eq(sealedWaits.driverId, driverId)).get()
				expect(waits).toEqual(waitsIn(sealed))
			}
			db.close()
		}),
		{ numRuns: 100 },
	)
})

/** Since when one waits, and since when two raters do. */
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
