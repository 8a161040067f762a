import { and, count, desc, eq, gte, lt, ne, notExists, sql } from 'drizzle-orm'
import type { UserId } from '#contract/ids.ts'
import type { Database } from '#db/database.ts'
import { lazyStatement } from '#db/lazy-statement.ts'
import { RATING_STATE } from '#db/rating-state.ts'
import { ratings, ratingsNotMine, ratingsTakenAlong } from '#db/schema.ts'
import type { RatingRow } from './ratings.queries.ts'

export type AdoptedRow = typeof ratingsTakenAlong.$inferSelect

export function adoptedQueries({ orm }: Database) {
	const { placeholder } = sql
	const countFrom = lazyStatement(() =>
		orm
			.select({ count: count() })
			.from(ratingsTakenAlong)
			.where(
				and(
					eq(ratingsTakenAlong.guestKey, placeholder('guestKey')),
					eq(ratingsTakenAlong.userId, placeholder('userId')),
				),
			),
	)
	const byRating = lazyStatement(() =>
		orm
			.select()
			.from(ratingsTakenAlong)
			.where(eq(ratingsTakenAlong.ratingId, placeholder('ratingId'))),
	)
	const moveGuest = lazyStatement(() =>
		orm
			.update(ratingsTakenAlong)
			.set({ guestKey: sql`${placeholder('to')}` })
			.where(eq(ratingsTakenAlong.guestKey, placeholder('from'))),
	)

	/** Excludes ratings about this member and those they once returned. */
	const isAdoptable = (guestKey: string, userId: UserId, since: Date) =>
		and(
			eq(ratings.guestKey, guestKey),
			ne(ratings.driverId, userId),
			gte(ratings.createdAt, since),
			notExists(
				orm
					.select({ one: sql`1` })
					.from(ratingsNotMine)
					.where(and(eq(ratingsNotMine.ratingId, ratings.id), eq(ratingsNotMine.userId, userId))),
			),
		)

	return {
		adoptableRatings: (guestKey: string, userId: UserId, since: Date): RatingRow[] =>
			orm
				.select()
				.from(ratings)
				.where(isAdoptable(guestKey, userId, since))
				.orderBy(desc(ratings.id))
				.all(),
		/** Reads no further than it must, as it runs on the server's thread for any number of them. */
		hasMoreToAdopt: (guestKey: string, userId: UserId, since: Date, max: number): boolean =>
			orm
				.select({ id: ratings.id })
				.from(ratings)
				.where(isAdoptable(guestKey, userId, since))
				.limit(1)
				.offset(max)
				.get() !== undefined,
		/** One statement for all, because row by row a long list would block other requests. Request keys stay. */
		giveAllTo: (ids: readonly RatingRow['id'][], userId: UserId) =>
			orm
				.update(ratings)
				.set({ raterId: userId, guestKey: null })
				.where(sql`${ratings.id} in (select value from json_each(${JSON.stringify(ids)}))`)
				.run(),
		dropPlaceholders: (userId: UserId, driverIds: readonly UserId[]): UserId[] =>
			orm
				.delete(ratings)
				.where(
					and(
						eq(ratings.raterId, userId),
						sql`${ratings.driverId} in (select value from json_each(${JSON.stringify(driverIds)}))`,
						eq(ratings.state, RATING_STATE.placeholder),
					),
				)
				.returning({ driverId: ratings.driverId })
				.all()
				.map(({ driverId }) => driverId),
		insertAdopted: (
			ids: readonly RatingRow['id'][],
			taken: Omit<AdoptedRow, 'ratingId' | 'hadPlaceholder'> & { hadPlaceholder: readonly UserId[] },
		) =>
			orm.run(sql`insert into ${ratingsTakenAlong} (rating_id, user_id, guest_key, taken_at, had_placeholder)
				select id, ${taken.userId}, ${taken.guestKey}, ${taken.takenAt.getTime()},
					driver_id in (select value from json_each(${JSON.stringify(taken.hadPlaceholder)}))
				from ${ratings} where id in (select value from json_each(${JSON.stringify(ids)}))`),
		adoption: ({ id }: RatingRow): AdoptedRow | undefined => byRating.get({ ratingId: id }),
		countAdopted: (guestKey: string, userId: UserId): number => countFrom.get({ guestKey, userId })?.count ?? 0,
		dropAdopted: ({ id }: RatingRow) => orm.delete(ratingsTakenAlong).where(eq(ratingsTakenAlong.ratingId, id)).run(),
		dropAdoptedBefore: (moment: Date) =>
			orm.delete(ratingsTakenAlong).where(lt(ratingsTakenAlong.takenAt, moment)).run(),
		moveGuestOfAdopted: (from: string, to: string) => moveGuest.run({ from, to }),

		insertNotMine: (row: typeof ratingsNotMine.$inferInsert) =>
			orm.insert(ratingsNotMine).values(row).onConflictDoNothing().run(),
		dropNotMineBefore: (moment: Date) => orm.delete(ratingsNotMine).where(lt(ratingsNotMine.createdAt, moment)).run(),
	}
}
