import {
	and,
	asc,
	count,
	eq,
	getTableColumns,
	gt,
	inArray,
	isNotNull,
	isNull,
	lte,
	min,
	or,
	type SQL,
	sql,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { UserId } from '#contract/ids.ts'
import { GUEST_ID } from '#contract/known-ids.ts'
import type { RatingChange } from '#contract/ratings.ts'
import type { Database } from '#db/database.ts'
import { lazyStatement } from '#db/lazy-statement.ts'
import { ratings, tripDrivers, tripSeats, trips, users } from '#db/schema.ts'
import type { PublicUserRow } from '#server/features/accounts/users.queries.ts'
import type { RatingRow } from '#server/features/ratings/ratings.queries.ts'

export type TripRow = typeof trips.$inferSelect
export type SeatRow = typeof tripSeats.$inferSelect
/** A member's guest cookie is ignored. */
export type Passenger = { userId: UserId | null; guestKey: string | null }
export type SlipRow = { driverId: UserId } & RatingChange
export type TripFigures = { driverId: UserId; verdicts: number; starSum: number } & Record<
	'smoothRides' | 'safeRides' | 'goodVibes',
	number
>

export function tripQueries({ orm, prepareRows }: Database) {
	const { placeholder } = sql
	const byToken = prepareRows(getTableColumns(trips), (selection) =>
		orm
			.select(selection)
			.from(trips)
			.where(eq(trips.token, placeholder('token'))),
	)
	const openOf = lazyStatement(() =>
		orm
			.select({ id: trips.id })
			.from(trips)
			.where(
				and(sql`${trips.id} in (select value from json_each(${placeholder('tripIds')}))`, isNotNull(trips.openedAt)),
			),
	)
	const chosen = alias(users, 'chosen')
	const { id, username, displayName, avatarId, isGhost, claimedById } = users
	const drivers = prepareRows({ id, username, displayName, avatarId, isGhost, claimedById }, (selection) =>
		orm
			.select(selection)
			.from(tripDrivers)
			.innerJoin(chosen, eq(chosen.id, tripDrivers.driverId))
			.innerJoin(users, sql`${users.id} = coalesce(${chosen.claimedById}, ${chosen.id})`)
			.where(eq(tripDrivers.tripId, placeholder('tripId')))
			.orderBy(asc(tripDrivers.place)),
	)
	const seatCount = lazyStatement(() =>
		orm
			.select({ count: count() })
			.from(tripSeats)
			.where(eq(tripSeats.tripId, placeholder('tripId'))),
	)
	const seatWhere = (whose: SQL) =>
		prepareRows(getTableColumns(tripSeats), (selection) =>
			orm
				.select(selection)
				.from(tripSeats)
				.where(and(eq(tripSeats.tripId, placeholder('tripId')), whose)),
		)
	const seatOfMember = seatWhere(eq(tripSeats.userId, placeholder('userId')))
	const seatOfGuest = seatWhere(eq(tripSeats.guestKey, placeholder('guestKey')))
	const seatByKey = seatWhere(eq(tripSeats.requestKey, placeholder('requestKey')))
	const seatsOfGuest = prepareRows(getTableColumns(tripSeats), (selection) =>
		orm
			.select(selection)
			.from(tripSeats)
			.where(eq(tripSeats.guestKey, placeholder('guestKey'))),
	)
	const isOfTrip = eq(ratings.tripId, placeholder('tripId'))
	const isSealed = sql`${ratings.state} = 2`
	// Each searches only the rater's own verdicts, so its duration reveals nothing about the others.
	const ratedByMember = prepareRows(getTableColumns(ratings), (selection) =>
		orm
			.select(selection)
			.from(ratings)
			.where(
				and(
					isOfTrip,
					sql`${ratings.driverId} in (select value from json_each(${placeholder('driverIds')}))`,
					eq(ratings.raterId, placeholder('userId')),
					isSealed,
				),
			),
	)
	const ratedByGuest = prepareRows(getTableColumns(ratings), (selection) =>
		orm
			.select(selection)
			.from(ratings)
			.where(
				and(
					eq(ratings.guestKey, placeholder('guestKey')),
					sql`+${ratings.tripId} = ${placeholder('tripId')}`,
					sql`${ratings.driverId} in (select value from json_each(${placeholder('driverIds')}))`,
					sql`+${isSealed}`,
				),
			),
	)
	const figures = lazyStatement(() =>
		orm
			.select({
				driverId: ratings.driverId,
				verdicts: count(),
				starSum: sql<number>`sum(${ratings.starRating})`,
				smoothRides: sql<number>`sum(${ratings.rideQuality} = 'smooth')`,
				safeRides: sql<number>`sum(${ratings.safetyFeeling} = 'safe')`,
				goodVibes: sql<number>`sum(${ratings.vibeQuality} = 'good')`,
			})
			.from(ratings)
			.where(and(isOfTrip, sql`+${ratings.state} = 0`))
			.groupBy(ratings.driverId),
	)
	const slips = lazyStatement(() =>
		orm
			.select({
				driverId: ratings.driverId,
				starRating: ratings.starRating,
				rideQuality: ratings.rideQuality,
				safetyFeeling: ratings.safetyFeeling,
				vibeQuality: ratings.vibeQuality,
			})
			.from(ratings)
			.where(and(isOfTrip, sql`+${ratings.state} = 0`))
			.orderBy(asc(ratings.id)),
	)
	const sealedVotes = lazyStatement(() =>
		orm
			.select({ driverId: ratings.driverId, raterId: ratings.raterId, guestKey: ratings.guestKey })
			.from(ratings)
			.where(and(isOfTrip, isSealed)),
	)
	const sealedCount = lazyStatement(() => orm.select({ count: count() }).from(ratings).where(and(isOfTrip, isSealed)))
	const seatsOf = (tripId: TripRow['id']): SeatRow[] =>
		orm.select().from(tripSeats).where(eq(tripSeats.tripId, tripId)).all()
	const other = alias(ratings, 'other')
	const hasOtherBy = (driver: SQL | UserId, rater: SQL | undefined) =>
		sql`exists ${orm
			.select({ one: sql`1` })
			.from(other)
			.where(and(eq(other.tripId, ratings.tripId), sql`${other.driverId} = ${driver}`, rater))}`
	const isSealedOnTrip = and(isSealed, isNotNull(ratings.tripId))

	return {
		tripByToken: (token: string): TripRow | undefined => byToken.get({ token }),
		tripById: (tripId: TripRow['id']): TripRow | undefined =>
			orm.select().from(trips).where(eq(trips.id, tripId)).get(),
		/** In the trip's order, with claimers for claimed ghosts, so a driver may appear twice. */
		driversOf: (tripId: TripRow['id']): PublicUserRow[] => drivers.all({ tripId }),
		notOpenCountOf: (makerId: UserId): number =>
			orm
				.select({ count: count() })
				.from(trips)
				.where(and(eq(trips.makerId, makerId), isNull(trips.openedAt)))
				.get()?.count ?? 0,
		tripsOf: (userId: UserId): TripRow[] => {
			const isIn = orm.select({ id: tripSeats.tripId }).from(tripSeats).where(eq(tripSeats.userId, userId))
			return orm
				.select()
				.from(trips)
				.where(or(eq(trips.makerId, userId), inArray(trips.id, isIn)))
				.all()
				.toSorted((one, other) => other.id - one.id)
		},

		insertTrip: (row: typeof trips.$inferInsert, driverIds: readonly UserId[]): TripRow => {
			const trip = orm.insert(trips).values(row).returning().get()
			orm
				.insert(tripDrivers)
				.values(driverIds.map((driverId, index) => ({ tripId: trip.id, driverId, place: index })))
				.run()
			return trip
		},
		dropTrip: (tripId: TripRow['id']) => {
			orm
				.delete(ratings)
				.where(and(eq(ratings.tripId, tripId), isSealed))
				.run()
			orm.delete(trips).where(eq(trips.id, tripId)).run()
		},
		markArrived: ({ id: tripId }: TripRow, arrivedAt: Date): TripRow =>
			orm.update(trips).set({ arrivedAt }).where(eq(trips.id, tripId)).returning().get(),
		announce: ({ id: tripId }: TripRow, opensAt: Date): TripRow =>
			orm.update(trips).set({ opensAt }).where(eq(trips.id, tripId)).returning().get(),
		markOpen: ({ id: tripId }: TripRow, opened: Pick<TripRow, 'arrivedAt' | 'openedAt' | 'seats'>): TripRow => {
			orm.update(tripSeats).set({ requestKey: null }).where(eq(tripSeats.tripId, tripId)).run()
			return orm.update(trips).set(opened).where(eq(trips.id, tripId)).returning().get()
		},
		openAmong: (tripIds: readonly TripRow['id'][]): TripRow['id'][] =>
			tripIds.length === 0 ? [] : openOf.all({ tripIds: JSON.stringify(tripIds) }).map(({ id }) => id),
		/** All of them: the condition on `createdAt` only lets SQLite use the index. */
		tripsNotOpen: (): TripRow[] =>
			orm
				.select()
				.from(trips)
				.where(and(isNull(trips.openedAt), gt(trips.createdAt, new Date(0))))
				.all(),
		/** The first opening that is announced for a moment after this one. */
		nextOpeningAfter: (time: Date): Date | null =>
			orm
				.select({ opensAt: min(trips.opensAt) })
				.from(trips)
				.where(and(isNull(trips.openedAt), gt(trips.createdAt, new Date(0)), gt(trips.opensAt, time)))
				.get()?.opensAt ?? null,
		tripsToDrop: ({ openedUntil, idleMadeUntil }: Record<'openedUntil' | 'idleMadeUntil', Date>): TripRow['id'][] =>
			orm
				.select({ id: trips.id })
				.from(trips)
				.where(
					and(
						isNotNull(trips.openedAt),
						or(
							lte(trips.openedAt, openedUntil),
							and(
								lte(trips.createdAt, idleMadeUntil),
								sql`(${trips.seats} <= 1 or not exists (select 1 from ratings where trip_id = ${trips.id}))`,
							),
						),
					),
				)
				.all()
				.map(({ id }) => id),

		seatCountOf: (tripId: TripRow['id']): number => seatCount.get({ tripId })?.count ?? 0,
		seatsOf,
		seatOf: (tripId: TripRow['id'], { userId, guestKey }: Passenger): SeatRow | undefined => {
			if (userId !== null) return seatOfMember.get({ tripId, userId })
			return guestKey === null ? undefined : seatOfGuest.get({ tripId, guestKey })
		},
		seatByRequestKey: (tripId: TripRow['id'], requestKey: string): SeatRow | undefined =>
			seatByKey.get({ tripId, requestKey }),
		insertSeat: (row: typeof tripSeats.$inferInsert) => orm.insert(tripSeats).values(row).onConflictDoNothing().run(),
		dropSeat: ({ id: seatId }: SeatRow) => orm.delete(tripSeats).where(eq(tripSeats.id, seatId)).run(),
		setSeatRequestKey: ({ id: seatId }: SeatRow, requestKey: string | null) =>
			orm.update(tripSeats).set({ requestKey }).where(eq(tripSeats.id, seatId)).run(),
		seatsOfGuest: (guestKey: string): SeatRow[] => seatsOfGuest.all({ guestKey }),
		giveSeatTo: ({ id: seatId }: SeatRow, passenger: Passenger) =>
			orm.update(tripSeats).set(passenger).where(eq(tripSeats.id, seatId)).run(),
		membersOf: ({ id: tripId, makerId }: TripRow): Set<UserId> =>
			new Set([...seatsOf(tripId).map(({ userId }) => userId), makerId].filter((member) => member !== null)),
		tripsWithSeatOf: (userId: UserId): TripRow[] =>
			orm
				.select(getTableColumns(trips))
				.from(tripSeats)
				.innerJoin(trips, eq(trips.id, tripSeats.tripId))
				.where(eq(tripSeats.userId, userId))
				.all(),

		/**
		 * The passenger's sealed verdicts on these drivers, unordered. After the trip has opened, only those excluded by the
		 * random draw are still sealed.
		 */
		ratingsOn: (tripId: TripRow['id'], driverIds: readonly UserId[], { userId, guestKey }: Passenger): RatingRow[] => {
			const params = { tripId, driverIds: JSON.stringify(driverIds) }
			if (userId !== null) return ratedByMember.all({ ...params, userId })
			return guestKey === null ? [] : ratedByGuest.all({ ...params, guestKey })
		},
		hasRatedOn: (tripId: TripRow['id'], guestKey: string): boolean =>
			orm
				.select({ id: ratings.id })
				.from(ratings)
				.where(and(eq(ratings.guestKey, guestKey), sql`+${ratings.tripId} = ${tripId}`))
				.limit(1)
				.get() !== undefined,
		sealedOn: (tripId: TripRow['id']): RatingRow[] =>
			orm
				.select()
				.from(ratings)
				.where(and(eq(ratings.tripId, tripId), isSealed))
				.all(),
		/** Driver and rater of each sealed verdict. */
		sealedVotesOn: (tripId: TripRow['id']) => sealedVotes.all({ tripId }),
		sealedCountOn: (tripId: TripRow['id']): number => sealedCount.get({ tripId })?.count ?? 0,
		guestVerdictsOn: (tripId: TripRow['id']): { driverId: UserId; count: number }[] =>
			orm
				.select({ driverId: ratings.driverId, count: count() })
				.from(ratings)
				.where(and(eq(ratings.tripId, tripId), isSealed, eq(ratings.raterId, GUEST_ID)))
				.groupBy(ratings.driverId)
				.all(),
		figuresOf: (tripId: TripRow['id']): TripFigures[] => figures.all({ tripId }),
		/** Verdicts that count, by row id: the opening gave them new ones in random order. */
		slipsOf: (tripId: TripRow['id']): SlipRow[] => slips.all({ tripId }),

		/** Deletes this guest's verdicts on drivers whom the other guest has rated on the same trip. */
		dropDoublesOfGuest: (from: string, to: string) =>
			orm
				.delete(ratings)
				.where(
					and(
						eq(ratings.guestKey, from),
						sql`+${isSealed}`,
						isNotNull(ratings.tripId),
						hasOtherBy(sql`${ratings.driverId}`, and(eq(other.raterId, GUEST_ID), eq(other.guestKey, to))),
					),
				)
				.run(),
		/** Deletes verdicts on the ghost by raters who have rated its claimer on the same trip. */
		dropDoublesOfDriver: (ghostId: UserId, claimerId: UserId) =>
			orm
				.delete(ratings)
				.where(
					and(
						eq(ratings.driverId, ghostId),
						isSealedOnTrip,
						hasOtherBy(
							claimerId,
							and(eq(other.raterId, ratings.raterId), sql`${other.guestKey} is ${ratings.guestKey}`),
						),
					),
				)
				.run(),
	}
}
