import type { Context } from '#server/context.ts'
import { OPENED_HERE_MAX, oneByOne } from '#server/features/ratings/sealed/open-sealed.ts'
import { type LongWrites, longWritesHere } from '#server/long-writes/long-writes.ts'
import { type GuestRoom, isDue, openTrip } from './opening-trips.ts'
import type { TripRow } from './trips.queries.ts'

const DAY_MS = 86_400_000
const KEPT_MS = 90 * DAY_MS
/** Lifetime, from creation, of trips that only their maker joined or that have no verdicts. */
const IDLE_KEPT_MS = 7 * DAY_MS

/** Opened guest verdicts count towards the limit on guests' ratings of a driver. */
const takeGuestRoom = ({ queries, limits }: Context, trip: TripRow): GuestRoom =>
	new Map(
		queries.trips
			.guestVerdictsOn(trip.id)
			.map(({ driverId, count }) => [driverId, limits.guestRatingsOfDriver.takeUpTo(driverId, count)]),
	)

const isLarge = ({ queries }: Context, trip: TripRow) => queries.trips.sealedCountOn(trip.id) > OPENED_HERE_MAX

/**
 * Opens the trip if `isStillDue` holds for its current state; a large one opens on a thread. Call inside `turns.share`.
 */
export async function openTripIf(
	context: Context,
	longWrites: LongWrites,
	tripId: TripRow['id'],
	isStillDue: (trip: TripRow) => boolean = () => true,
): Promise<void> {
	const { db, queries } = context
	const dueTrip = () => {
		const trip = queries.trips.tripById(tripId)
		return trip?.openedAt === null && isStillDue(trip) ? trip : undefined
	}
	const found = queries.trips.tripById(tripId)
	if (!found || !isLarge(context, found)) {
		await db.writeTogether(() => {
			const trip = dueTrip()
			if (trip) openTrip(context, trip, takeGuestRoom(context, trip))
		})
		return
	}
	await longWrites.alone(async () => {
		const trip = dueTrip()
		if (trip) await longWrites.run('openTrip', trip.id, takeGuestRoom(context, trip))
	})
}

/** A trip with one passenger is never complete: opening it would shut out the others. */
function isComplete({ queries: { trips } }: Context, trip: TripRow): boolean {
	const seats = trips.seatsOf(trip.id)
	if (seats.length < 2) return false
	const driverIds = new Set(trips.driversOf(trip.id).map(({ id }) => id))
	const awaited = seats.flatMap(({ userId, guestKey }) =>
		[...driverIds].filter((id) => id !== userId).map((id) => `${id} ${guestKey ?? userId}`),
	)
	if (awaited.length === 0 || trips.sealedCountOn(trip.id) < awaited.length) return false
	const rated = trips.sealedOn(trip.id).map(({ driverId, raterId, guestKey }) => `${driverId} ${guestKey ?? raterId}`)
	const isRated = new Set(rated)
	return awaited.every((verdict) => isRated.has(verdict))
}

/**
 * Runs `work` as a write and opens its trip if that made it complete: in the same transaction, or a large one after it
 * on a thread. Returns what `work` returned.
 */
export async function openIfCompletedBy<Done extends { trip: TripRow } | undefined>(
	context: Context,
	longWrites: LongWrites,
	work: () => Done,
): Promise<Done> {
	const isCompleteNow = (trip: TripRow) => isComplete(context, trip)
	const { done, large } = await context.db.writeTogether(() => {
		const done = work()
		if (!done || !isCompleteNow(done.trip)) return { done }
		if (isLarge(context, done.trip)) return { done, large: done.trip }
		openTrip(context, done.trip, takeGuestRoom(context, done.trip))
		return { done }
	})
	if (large) await openTripIf(context, longWrites, large.id, isCompleteNow)
	return done
}

export async function openDueTrips(
	context: Context,
	isOver = () => false,
	longWrites = longWritesHere(context),
): Promise<void> {
	const { trips } = context.queries
	const ago = (ms: number) => new Date(context.clock.now().getTime() - ms)
	await oneByOne(context, {
		due: () => trips.tripsNotOpen().filter((trip) => isDue(trip, context.clock.now())),
		act: ({ id }) => openTripIf(context, longWrites, id),
		failure: 'A road trip could not be opened',
		isOver,
	})
	await oneByOne(context, {
		due: () => trips.tripsToDrop({ openedUntil: ago(KEPT_MS), idleMadeUntil: ago(IDLE_KEPT_MS) }),
		act: (id) => context.db.writeTogether(() => trips.dropTrip(id)),
		failure: 'An old road trip could not be deleted',
		isOver,
	})
}
