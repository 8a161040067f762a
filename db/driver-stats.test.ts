import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { openDatabase } from './database.ts'
import { driverStats, ratings, users } from './schema.ts'
import { aVerdict, recountImpressions } from './testing/a-verdict.ts'

const aStep = fc.oneof(
	fc.record({
		kind: fc.constant('rate' as const),
		driverId: fc.integer({ min: 10, max: 12 }),
		said: aVerdict(),
		isPlaceholder: fc.boolean(),
	}),
	fc.record({
		kind: fc.constant('move' as const),
		from: fc.integer({ min: 10, max: 12 }),
		to: fc.integer({ min: 10, max: 12 }),
	}),
	fc.record({ kind: fc.constant('change' as const), which: fc.nat(30), starRating: fc.integer({ min: 1, max: 5 }) }),
	fc.record({ kind: fc.constant('drop' as const), which: fc.nat(30) }),
	fc.record({ kind: fc.constant('turn' as const), which: fc.nat(30), isPlaceholder: fc.boolean() }),
)

test('the kept statistics equal a slow recount without placeholders, whatever happens to the ratings [spec 12.17]', () => {
	fc.assert(
		fc.property(fc.array(aStep, { maxLength: 60 }), (steps) => {
			const db = openDatabase(':memory:')
			for (const id of [10, 11, 12])
				db.orm
					.insert(users)
					.values({ id, username: `driver${id}`, avatarId: 1, createdAt: new Date() })
					.run()
			for (const step of steps) {
				if (step.kind === 'rate') {
					const { driverId, said, isPlaceholder } = step
					db.orm
						.insert(ratings)
						.values({ driverId, ...said, isPlaceholder, raterId: 1, createdAt: new Date() })
						.run()
				} else if (step.kind === 'move')
					db.orm.update(ratings).set({ driverId: step.to }).where(eq(ratings.driverId, step.from)).run()
				else if (step.kind === 'change')
					db.orm
						.update(ratings)
						.set({ starRating: step.starRating, rideQuality: 'bumpy' })
						.where(eq(ratings.id, step.which))
						.run()
				else if (step.kind === 'turn')
					db.orm.update(ratings).set({ isPlaceholder: step.isPlaceholder }).where(eq(ratings.id, step.which)).run()
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
				const mine = all.filter((rating) => rating.driverId === driverId && !rating.isPlaceholder)
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
			}
			db.close()
		}),
		{ numRuns: 60 },
	)
})

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
