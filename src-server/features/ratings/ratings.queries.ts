import { and, desc, eq, exists, getTableColumns, gt, isNotNull, lt, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { RatingId, UserId } from '#contract/ids.ts'
import { forEachOf, IMPRESSION_KEYS, type ImpressionKey, isSameVerdict, verdictOf } from '#contract/impressions.ts'
import type { RatingChange } from '#contract/ratings.ts'
import type { Database } from '#db/database.ts'
import { lazyStatement } from '#db/lazy-statement.ts'
import { RATING_STATE } from '#db/rating-state.ts'
import { ratings, ratingsTakenAlong, usedRequestKeys, users } from '#db/schema.ts'

export type RatingRow = typeof ratings.$inferSelect
export type NewRatingRow = typeof ratings.$inferInsert
/** What everybody may see of one, as on the wire, and when it was. */
export type SeenRatingRow = Pick<RatingRow, ImpressionKey | 'starRating' | 'createdAt' | 'reply'> & { id: RatingId }
/** `takenAt`: when its rater took it along from a guest; not for long. */
export type GivenRatingRow = { rating: RatingRow; driver: typeof users.$inferSelect; takenAt: Date | null }

/** The position of a rating among all; lower is older. Unlike `RatingId` it never leaves the server. */
type Place = RatingRow['id']

/** A member who was away for years waits no longer for their home. */
const UNSEEN_MAX = 1000

/** 'Older than' this is every rating. */
const NEWEST: Place = Number.MAX_SAFE_INTEGER

export function ratingQueries({ orm, prepareRows }: Database) {
	const { placeholder } = sql
	const whole = getTableColumns(ratings)
	const byWireId = prepareRows(whole, (selection) =>
		orm
			.select(selection)
			.from(ratings)
			.where(eq(ratings.wireId, placeholder('wireId'))),
	)
	const before = lt(ratings.id, placeholder('before'))
	const isVerdict = sql`${ratings.state} = 0`
	/** The plus keeps SQLite from choosing the index of drivers for it. */
	const isVerdictInAnyIndex = sql`+${ratings.state} = 0`
	const ofDriver = prepareRows(
		{ id: ratings.wireId, ...verdictOf(ratings), createdAt: ratings.createdAt, reply: ratings.reply },
		(selection) =>
			orm
				.select(selection)
				.from(ratings)
				.where(and(eq(ratings.driverId, placeholder('driverId')), isVerdict, before))
				.orderBy(desc(ratings.id))
				.limit(placeholder('limit')),
	)
	const withDriversNewestFirst = (whose: ReturnType<typeof eq>) =>
		lazyStatement(() =>
			orm
				.select({ rating: ratings, driver: users, takenAt: ratingsTakenAlong.takenAt })
				.from(ratings)
				.innerJoin(users, eq(users.id, ratings.driverId))
				.leftJoin(ratingsTakenAlong, eq(ratingsTakenAlong.ratingId, ratings.id))
				.where(and(whose, before, sql`(${ratings.state} <> 1 or ${placeholder('withPlaceholders')})`))
				.orderBy(desc(ratings.id))
				.limit(placeholder('limit')),
		)
	const ofMember = withDriversNewestFirst(eq(ratings.raterId, placeholder('raterId')))
	const ofGuest = withDriversNewestFirst(eq(ratings.guestKey, placeholder('guestKey')))
	const byRequestKey = prepareRows(whole, (selection) =>
		orm
			.select(selection)
			.from(ratings)
			.where(and(eq(ratings.raterId, placeholder('raterId')), eq(ratings.requestKey, placeholder('requestKey')))),
	)
	const newestByRaterOfDriver = prepareRows(whole, (selection) =>
		orm
			.select(selection)
			.from(ratings)
			.where(and(eq(ratings.raterId, placeholder('raterId')), eq(ratings.driverId, placeholder('driverId'))))
			.orderBy(desc(ratings.id))
			.limit(1),
	)
	const insert = lazyStatement(() =>
		orm
			.insert(ratings)
			.values({
				driverId: placeholder('driverId'),
				raterId: placeholder('raterId'),
				...forEachOf(IMPRESSION_KEYS, (key) => placeholder(key)),
				starRating: placeholder('starRating'),
				guestKey: placeholder('guestKey'),
				requestKey: placeholder('requestKey'),
				state: placeholder('state'),
				tripId: placeholder('tripId'),
				unseen: placeholder('unseen'),
				createdAt: placeholder('createdAt'),
			})
			.returning(),
	)
	const newestOf = lazyStatement(() =>
		orm
			.select({ wireId: ratings.wireId })
			.from(ratings)
			.where(and(eq(ratings.driverId, placeholder('driverId')), isVerdict))
			.orderBy(desc(ratings.id))
			.limit(1),
	)
	// As the index of unseen ratings says it: SQLite does not know what a placeholder will be.
	const unseenOf = and(eq(ratings.driverId, placeholder('driverId')), sql`${ratings.unseen} > 0`)
	const markSeen = lazyStatement(() => orm.update(ratings).set({ unseen: 0 }).where(unseenOf))
	const closeNotice = lazyStatement(() =>
		orm
			.update(ratings)
			.set({ unseen: 2 })
			.where(and(unseenOf, sql`${ratings.unseen} = 1`)),
	)
	const unseen = lazyStatement(() => orm.select({ id: ratings.id }).from(ratings).where(unseenOf).limit(UNSEEN_MAX))
	// As the index of new replies says it.
	const newRepliesTo = and(eq(ratings.raterId, placeholder('raterId')), sql`${ratings.isReplyNew} = 1`)
	const newReplies = lazyStatement(() =>
		orm.select({ id: ratings.id }).from(ratings).where(newRepliesTo).limit(UNSEEN_MAX),
	)
	// Two statements, the second one with a plus, so that each looks among what the rater gave, never among what the driver got.
	const byMemberOf = lazyStatement(() =>
		orm
			.select({ id: ratings.id })
			.from(ratings)
			.where(
				and(
					eq(ratings.raterId, placeholder('raterId')),
					eq(ratings.driverId, placeholder('driverId')),
					isVerdictInAnyIndex,
				),
			)
			.limit(1),
	)
	const byGuestOf = lazyStatement(() =>
		orm
			.select({ id: ratings.id })
			.from(ratings)
			.where(
				and(
					eq(ratings.guestKey, placeholder('guestKey')),
					sql`+${ratings.driverId} = ${placeholder('driverId')}`,
					isVerdictInAnyIndex,
				),
			)
			.limit(1),
	)

	const ofGuestAtAll = lazyStatement(() =>
		orm
			.select({ id: ratings.id })
			.from(ratings)
			.where(eq(ratings.guestKey, placeholder('guestKey')))
			.limit(1),
	)
	const ofGuestWithKeys = prepareRows(whole, (selection) =>
		orm
			.select(selection)
			.from(ratings)
			.where(and(eq(ratings.guestKey, placeholder('guestKey')), isNotNull(ratings.requestKey))),
	)
	const moveGuest = lazyStatement(() =>
		orm
			.update(ratings)
			.set({ guestKey: sql`${placeholder('to')}` })
			.where(eq(ratings.guestKey, placeholder('from'))),
	)

	return {
		ratingByPlace: (id: Place): RatingRow | undefined => orm.select().from(ratings).where(eq(ratings.id, id)).get(),
		ratingById: (wireId: RatingId): RatingRow | undefined => byWireId.get({ wireId }),
		ratingsOfDriverNewestFirst: (driverId: UserId, limit: number, before: Place = NEWEST): SeenRatingRow[] =>
			ofDriver.all({ driverId, limit, before }),
		ratingsByMemberNewestFirst: (
			raterId: UserId,
			limit: number,
			before: Place = NEWEST,
			isWithPlaceholders = true,
		): GivenRatingRow[] => ofMember.all({ raterId, limit, before, withPlaceholders: isWithPlaceholders ? 1 : 0 }),
		/** Guests have no placeholders. */
		ratingsByGuestNewestFirst: (guestKey: string, limit: number, before: Place = NEWEST): GivenRatingRow[] =>
			ofGuest.all({ guestKey, limit, before, withPlaceholders: 0 }),
		ratingByRequestKey: (raterId: UserId, requestKey: string): RatingRow | undefined =>
			byRequestKey.get({ raterId, requestKey }),
		/** A rater's last rating of a driver. */
		newestRatingBy: (raterId: UserId, driverId: UserId): RatingRow | undefined =>
			newestByRaterOfDriver.get({ raterId, driverId }),
		newestRatingIdOf: (driverId: UserId): RatingId | null => newestOf.get({ driverId })?.wireId ?? null,
		/** Whether this member or this guest's browser has a rating on the driver that is not sealed. */
		hasRated: (driverId: UserId, rater: { userId: UserId | null; guestKey: string | null }): boolean =>
			(rater.userId !== null && byMemberOf.get({ driverId, raterId: rater.userId }) !== undefined) ||
			(rater.guestKey !== null && byGuestOf.get({ driverId, guestKey: rater.guestKey }) !== undefined),

		insertRating: (row: NewRatingRow): RatingRow =>
			insert.get({ guestKey: null, requestKey: null, state: RATING_STATE.verdict, tripId: null, unseen: 0, ...row }),
		/**
		 * The request key, which was for what it said before, is kept elsewhere from then on. So was the driver's answer, which
		 * goes.
		 */
		changeRating: (rating: RatingRow, said: RatingChange): RatingRow =>
			orm
				.update(ratings)
				.set({ ...said, requestKey: null, ...(!isSameVerdict(rating, said) && { reply: null, isReplyNew: false }) })
				.where(eq(ratings.id, rating.id))
				.returning()
				.get(),
		/** On their profile. */
		markSeenBy: (driverId: UserId) => markSeen.run({ driverId }),
		/** They are still unseen, but no longer a reason for a notice. */
		closeNoticeOf: (driverId: UserId) => closeNotice.run({ driverId }),
		/** How many their driver has not seen on their profile; from `UNSEEN_MAX` on they are not counted. */
		unseenCountOf: (driverId: UserId): number => unseen.all({ driverId }).length,
		setReply: ({ id }: RatingRow, reply: Pick<RatingRow, 'reply' | 'isReplyNew'>) =>
			orm.update(ratings).set(reply).where(eq(ratings.id, id)).run(),
		/** How many drivers' answers a member has not seen; from `UNSEEN_MAX` on they are not counted. */
		newReplyCountOf: (raterId: UserId): number => newReplies.all({ raterId }).length,
		/** Answers how many were new. */
		markRepliesSeen: (raterId: UserId): number =>
			orm
				.update(ratings)
				.set({ isReplyNew: false })
				.where(and(eq(ratings.raterId, raterId), sql`${ratings.isReplyNew} = 1`))
				.returning({ id: ratings.id })
				.all().length,
		/** Members who have not seen yet what this driver answered. */
		ratersWithNewReplyOf: (driverId: UserId): UserId[] =>
			orm
				.selectDistinct({ raterId: ratings.raterId })
				.from(ratings)
				.where(and(eq(ratings.driverId, driverId), eq(ratings.isReplyNew, true)))
				.all()
				.map(({ raterId }) => raterId),
		dropRating: ({ id }: RatingRow) => orm.delete(ratings).where(eq(ratings.id, id)).run(),
		/** Whether any rating belongs to this guest. */
		isGuestKnown: (guestKey: string): boolean => ofGuestAtAll.get({ guestKey }) !== undefined,
		ratingsOfGuestWithKeys: (guestKey: string): RatingRow[] => ofGuestWithKeys.all({ guestKey }),
		/** It is kept elsewhere from then on. */
		dropRequestKey: ({ id }: RatingRow) =>
			orm.update(ratings).set({ requestKey: null }).where(eq(ratings.id, id)).run(),
		/** All that one guest said belongs to another guest key. */
		moveGuest: (from: string, to: string) => moveGuest.run({ from, to }),
		setGuestKey: ({ id }: RatingRow, guestKey: string) =>
			orm.update(ratings).set({ guestKey }).where(eq(ratings.id, id)).run(),
		/** A rating becomes another rater's, to whom no answer of its driver is new. The request key of the one before is kept elsewhere. */
		giveTo: ({ id }: RatingRow, rater: Pick<RatingRow, 'raterId' | 'guestKey' | 'requestKey'>) =>
			orm
				.update(ratings)
				.set({ ...rater, isReplyNew: false })
				.where(eq(ratings.id, id))
				.run(),
		/** Deletes placeholders where the same rater has given a verdict, sealed or not, or a later placeholder, to the same driver. */
		deleteReplacedPlaceholders: (driverId: UserId) => {
			const other = alias(ratings, 'other')
			const hasOtherRating = exists(
				orm
					.select({ one: sql`1` })
					.from(other)
					.where(
						and(
							eq(other.driverId, ratings.driverId),
							eq(other.raterId, ratings.raterId),
							ne(other.id, ratings.id),
							sql`(${other.state} <> 1 or ${gt(other.id, ratings.id)})`,
						),
					),
			)
			orm
				.delete(ratings)
				.where(and(eq(ratings.driverId, driverId), eq(ratings.state, RATING_STATE.placeholder), hasOtherRating))
				.run()
		},
	}
}

export type UsedKeyRow = typeof usedRequestKeys.$inferSelect

/** The Idempotency-Keys that are no longer in their rating's row; `keyHash` in repeated-requests.ts makes the hashes. */
export function usedKeyQueries({ orm }: Database) {
	const { placeholder } = sql
	const byHash = lazyStatement(() =>
		orm
			.select()
			.from(usedRequestKeys)
			.where(eq(usedRequestKeys.keyHash, placeholder('keyHash'))),
	)
	const insertUsed = lazyStatement(() =>
		orm.insert(usedRequestKeys).values({
			keyHash: placeholder('keyHash'),
			raterId: placeholder('raterId'),
			ratingId: placeholder('ratingId'),
			saidHash: placeholder('saidHash'),
			createdAt: sql`${placeholder('createdAt')}`,
		}),
	)
	const dropOlder = lazyStatement(() =>
		orm.delete(usedRequestKeys).where(lt(usedRequestKeys.createdAt, placeholder('before'))),
	)

	return {
		usedKey: (keyHash: string): UsedKeyRow | undefined => byHash.get({ keyHash }),
		insertUsedKey: (row: UsedKeyRow) => insertUsed.run({ ...row, createdAt: row.createdAt.getTime() }),
		/** What is left of a rating that goes says neither which one it was nor what it said. */
		markTakenBack: ({ id }: RatingRow, at: Date) =>
			orm
				.update(usedRequestKeys)
				.set({ ratingId: null, saidHash: null, createdAt: at })
				.where(eq(usedRequestKeys.ratingId, id))
				.run(),
		dropKeysBefore: (at: number) => dropOlder.run({ before: at }),
	}
}
