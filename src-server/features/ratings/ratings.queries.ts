import { and, desc, eq, exists, getTableColumns, gt, isNotNull, lt, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { RatingId, UserId } from '#contract/ids.ts'
import { forEachOf, IMPRESSION_KEYS, type ImpressionKey, isSameVerdict, verdictOf } from '#contract/impressions.ts'
import type { RatingChange } from '#contract/ratings.ts'
import type { Database } from '#db/database.ts'
import { lazyStatement } from '#db/lazy-statement.ts'
import { RATING_STATE } from '#db/rating-state.ts'
import { hiddenDrivers, ratings, ratingsTakenAlong, usedRequestKeys, users } from '#db/schema.ts'

export type RatingRow = typeof ratings.$inferSelect
export type NewRatingRow = typeof ratings.$inferInsert
export type SeenRatingRow = Pick<RatingRow, ImpressionKey | 'starRating' | 'createdAt' | 'reply'> & { id: RatingId }
/** `takenAt` is when the rater adopted it from a guest; null once it can no longer be returned. */
export type GivenRatingRow = { rating: RatingRow; driver: typeof users.$inferSelect; takenAt: Date | null }

/** Row id; lower is older. Unlike `RatingId`, it never leaves the server. */
type RowId = RatingRow['id']

/** Stops counting here, so that home stays fast after years of absence. */
const UNSEEN_MAX = 1000

const NEWEST: RowId = Number.MAX_SAFE_INTEGER

/** `previous` is the rater's newest rating of the driver; guests have none. */
export type PartiesRow = {
	driver: Pick<typeof users.$inferSelect, 'id' | 'isGhost' | 'claimedById'>
	isRaterKnown: boolean
	previous: Pick<RatingRow, 'id' | 'state'> | undefined
	isHidden: boolean
}

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
	/** The plus keeps SQLite from choosing the index on drivers. */
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
	const newestByGuestOfDriver = prepareRows(whole, (selection) =>
		orm
			.select(selection)
			.from(ratings)
			.where(and(eq(ratings.guestKey, placeholder('guestKey')), sql`+${ratings.driverId} = ${placeholder('driverId')}`))
			.orderBy(desc(ratings.id))
			.limit(1),
	)
	const [named, driver, rater] = [alias(users, 'named'), alias(users, 'driver'), alias(users, 'rater')]
	const previous = alias(ratings, 'previous')
	const parties = prepareRows(
		{
			driverId: driver.id,
			isGhost: driver.isGhost,
			claimedById: driver.claimedById,
			raterId: rater.id,
			previousId: previous.id,
			state: previous.state,
			isHidden: sql<number>`exists (select 1 from ${hiddenDrivers} where ${hiddenDrivers.userId} = ${placeholder('raterId')}
				and ${hiddenDrivers.driverId} = ${driver.id})`,
		},
		(selection) =>
			orm
				.select(selection)
				.from(named)
				.innerJoin(driver, eq(driver.id, sql`coalesce(${named.claimedById}, ${named.id})`))
				.leftJoin(rater, eq(rater.id, placeholder('raterId')))
				.leftJoin(
					previous,
					sql`${previous.id} = (select max(${ratings.id}) from ${ratings}
						where ${ratings.raterId} = ${placeholder('raterId')} and ${ratings.driverId} = ${driver.id})`,
				)
				.where(eq(named.id, placeholder('driverId'))),
	)
	const insert = prepareRows(whole, (selection) =>
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
			.returning(selection),
	)
	const newestOf = lazyStatement(() =>
		orm
			.select({ wireId: ratings.wireId })
			.from(ratings)
			.where(and(eq(ratings.driverId, placeholder('driverId')), isVerdict))
			.orderBy(desc(ratings.id))
			.limit(1),
	)
	// Literal, because SQLite uses a partial index only if it sees the condition's value.
	const unseenOf = and(eq(ratings.driverId, placeholder('driverId')), sql`${ratings.unseen} > 0`)
	const markSeen = lazyStatement(() => orm.update(ratings).set({ unseen: 0 }).where(unseenOf))
	const closeNotice = lazyStatement(() =>
		orm
			.update(ratings)
			.set({ unseen: 2 })
			.where(and(unseenOf, sql`${ratings.unseen} = 1`)),
	)
	const unseen = lazyStatement(() => orm.select({ id: ratings.id }).from(ratings).where(unseenOf).limit(UNSEEN_MAX))
	// Repeats the condition of the partial index.
	const newRepliesTo = and(eq(ratings.raterId, placeholder('raterId')), sql`${ratings.isReplyNew} = 1`)
	const newReplies = lazyStatement(() =>
		orm.select({ id: ratings.id }).from(ratings).where(newRepliesTo).limit(UNSEEN_MAX),
	)
	// Two statements, the second with a plus, so that each searches the rater's ratings instead of all of the driver's.
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
		ratingByRowId: (id: RowId): RatingRow | undefined => orm.select().from(ratings).where(eq(ratings.id, id)).get(),
		ratingById: (wireId: RatingId): RatingRow | undefined => byWireId.get({ wireId }),
		ratingsOfDriverNewestFirst: (driverId: UserId, limit: number, before: RowId = NEWEST): SeenRatingRow[] =>
			ofDriver.all({ driverId, limit, before }),
		ratingsByMemberNewestFirst: (
			raterId: UserId,
			limit: number,
			before: RowId = NEWEST,
			isWithPlaceholders = true,
		): GivenRatingRow[] => ofMember.all({ raterId, limit, before, withPlaceholders: isWithPlaceholders ? 1 : 0 }),
		ratingsByGuestNewestFirst: (guestKey: string, limit: number, before: RowId = NEWEST): GivenRatingRow[] =>
			ofGuest.all({ guestKey, limit, before, withPlaceholders: 0 }),
		ratingByRequestKey: (raterId: UserId, requestKey: string): RatingRow | undefined =>
			byRequestKey.get({ raterId, requestKey }),
		newestRatingBy: (raterId: UserId, driverId: UserId): RatingRow | undefined =>
			newestByRaterOfDriver.get({ raterId, driverId }),
		newestRatingByGuest: (guestKey: string, driverId: UserId): RatingRow | undefined =>
			newestByGuestOfDriver.get({ guestKey, driverId }),
		newestRatingIdOf: (driverId: UserId): RatingId | null => newestOf.get({ driverId })?.wireId ?? null,
		hasRated: (driverId: UserId, rater: { userId: UserId | null; guestKey: string | null }): boolean =>
			(rater.userId !== null && byMemberOf.get({ driverId, raterId: rater.userId }) !== undefined) ||
			(rater.guestKey !== null && byGuestOf.get({ driverId, guestKey: rater.guestKey }) !== undefined),

		/** All that the rules of a new rating ask for. A claimed ghost resolves to the member behind it. */
		partiesOf: (raterId: UserId | null, driverId: UserId): PartiesRow | undefined => {
			const found = parties.get({ raterId, driverId })
			if (!found) return undefined
			const { driverId: id, isGhost, claimedById, previousId, state, isHidden } = found
			return {
				driver: { id, isGhost, claimedById },
				isRaterKnown: found.raterId !== null,
				previous: previousId === null ? undefined : { id: previousId, state },
				isHidden: isHidden === 1,
			}
		},
		insertRating: ({ createdAt, ...row }: NewRatingRow): RatingRow => {
			const others = { guestKey: null, requestKey: null, state: RATING_STATE.verdict, tripId: null, unseen: 0 }
			return insert.get({ ...others, ...row, createdAt: createdAt.getTime() }) as RatingRow
		},
		/** Deletes the driver's reply, which answered the earlier version. Keep the request key elsewhere first. */
		changeRating: (rating: RatingRow, change: RatingChange): RatingRow =>
			orm
				.update(ratings)
				.set({ ...change, requestKey: null, ...(!isSameVerdict(rating, change) && { reply: null, isReplyNew: false }) })
				.where(eq(ratings.id, rating.id))
				.returning()
				.get(),
		markSeenBy: (driverId: UserId) => markSeen.run({ driverId }),
		/** Closes the notice, but leaves the ratings unseen. */
		closeNoticeOf: (driverId: UserId) => closeNotice.run({ driverId }),
		/** Counts up to `UNSEEN_MAX`. */
		unseenCountOf: (driverId: UserId): number => unseen.all({ driverId }).length,
		setReply: ({ id }: RatingRow, reply: Pick<RatingRow, 'reply' | 'isReplyNew'>) =>
			orm.update(ratings).set(reply).where(eq(ratings.id, id)).run(),
		/** Counts up to `UNSEEN_MAX`. */
		newReplyCountOf: (raterId: UserId): number => newReplies.all({ raterId }).length,
		markRepliesSeen: (raterId: UserId): number =>
			orm
				.update(ratings)
				.set({ isReplyNew: false })
				.where(and(eq(ratings.raterId, raterId), sql`${ratings.isReplyNew} = 1`))
				.returning({ id: ratings.id })
				.all().length,
		ratersWithNewReplyOf: (driverId: UserId): UserId[] =>
			orm
				.selectDistinct({ raterId: ratings.raterId })
				.from(ratings)
				.where(and(eq(ratings.driverId, driverId), eq(ratings.isReplyNew, true)))
				.all()
				.map(({ raterId }) => raterId),
		dropRating: ({ id }: Pick<RatingRow, 'id'>) => orm.delete(ratings).where(eq(ratings.id, id)).run(),
		isGuestKnown: (guestKey: string): boolean => ofGuestAtAll.get({ guestKey }) !== undefined,
		ratingsOfGuestWithKeys: (guestKey: string): RatingRow[] => ofGuestWithKeys.all({ guestKey }),
		dropRequestKey: ({ id }: RatingRow) =>
			orm.update(ratings).set({ requestKey: null }).where(eq(ratings.id, id)).run(),
		moveGuest: (from: string, to: string) => moveGuest.run({ from, to }),
		setGuestKey: ({ id }: RatingRow, guestKey: string) =>
			orm.update(ratings).set({ guestKey }).where(eq(ratings.id, id)).run(),
		/**
		 * Gives a rating to another rater, who is not notified of an earlier reply. Keep the previous rater's request key
		 * elsewhere first.
		 */
		giveTo: ({ id }: RatingRow, rater: Pick<RatingRow, 'raterId' | 'guestKey' | 'requestKey'>) =>
			orm
				.update(ratings)
				.set({ ...rater, isReplyNew: false })
				.where(eq(ratings.id, id))
				.run(),
		/**
		 * Deletes placeholders if the same rater has a verdict, sealed or not, or a later placeholder for the same driver.
		 */
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

/** Idempotency keys that are no longer in their rating's row. `keyHash` in repeated-requests.ts makes the hashes. */
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
		markTakenBack: ({ id }: RatingRow, at: Date) =>
			orm
				.update(usedRequestKeys)
				.set({ ratingId: null, saidHash: null, createdAt: at })
				.where(eq(usedRequestKeys.ratingId, id))
				.run(),
		dropKeysBefore: (at: number) => dropOlder.run({ before: at }),
	}
}
