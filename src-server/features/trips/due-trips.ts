import { OPENS_IN_MS } from '#contract/trips.ts'
import type { Context } from '#server/context.ts'
import { OPENED_HERE_MAX, oneByOne } from '#server/features/ratings/sealed/open-sealed.ts'
import { type LongWrites, longWritesHere } from '#server/long-writes/long-writes.ts'
import type { RecurringJob } from '#server/process/recurring-job.ts'
import {
	type GuestRoom,
	isAnnouncementDue,
	isOpeningDue,
	notifyPassengers,
	openTrip,
	stateOf,
} from './opening-trips.ts'
import type { TripRow } from './trips.queries.ts'

const DAY_MS = 86_400_000
const KEPT_MS = 90 * DAY_MS
/** Lifetime, from creation, of trips that only their maker joined or that have no verdicts. */
const IDLE_KEPT_MS = 7 * DAY_MS

/** The job that opens announced trips; it has to look at the time again after each announcement. */
export type Openings = Pick<RecurringJob, 'reschedule'>

/** Opened guest verdicts count towards the limit on guests' ratings of a driver. */
const takeGuestRoom = ({ queries, limits }: Context, trip: TripRow): GuestRoom =>
	new Map(
		queries.trips
			.guestVerdictsOn(trip.id)
			.map(({ driverId, count }) => [driverId, limits.guestRatingsOfDriver.takeUpTo(driverId, count)]),
	)

const isLarge = ({ queries }: Context, trip: TripRow) => queries.trips.sealedCountOn(trip.id) > OPENED_HERE_MAX

/** Opens the trip if it is due; a large one opens on a thread. Call inside `turns.share`. */
async function openTripIfDue(context: Context, longWrites: LongWrites, tripId: TripRow['id']): Promise<void> {
	const { db, queries, clock } = context
	const dueTrip = () => {
		const trip = queries.trips.tripById(tripId)
		return trip?.openedAt === null && isOpeningDue(trip, clock.now()) ? trip : undefined
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

/** True if everybody in the car has rated every driver they may rate; false if nobody has to. */
export function isAllSealed({ queries: { trips } }: Pick<Context, 'queries'>, trip: TripRow): boolean {
	const driverIds = new Set(trips.driversOf(trip.id).map(({ id }) => id))
	const awaited = trips
		.seatsOf(trip.id)
		.flatMap(({ userId, guestKey }) =>
			[...driverIds].filter((id) => id !== userId).map((id) => `${id} ${guestKey ?? userId}`),
		)
	if (awaited.length === 0 || trips.sealedCountOn(trip.id) < awaited.length) return false
	const rated = trips
		.sealedVotesOn(trip.id)
		.map(({ driverId, raterId, guestKey }) => `${driverId} ${guestKey ?? raterId}`)
	const isRated = new Set(rated)
	return awaited.every((verdict) => isRated.has(verdict))
}

/** Nothing on the trip can be changed from here on. Call inside a write transaction. */
export function announceOpening(context: Context, trip: TripRow, openings?: Openings): TripRow {
	const { db, queries, clock } = context
	notifyPassengers(context, trip)
	db.afterCommit(() => openings?.reschedule())
	return queries.trips.announce(trip, new Date(clock.now().getTime() + OPENS_IN_MS))
}

/** A trip with one passenger never is: opening it would shut out the others. */
const isComplete = (context: Context, trip: TripRow) =>
	context.queries.trips.seatCountOf(trip.id) > 1 && isAllSealed(context, trip)

/** Also if the last passenger who had not rated, or the last unrated driver, has deleted their account. */
const isToBeAnnounced = (context: Context, trip: TripRow): boolean => {
	const now = context.clock.now()
	if (isAnnouncementDue(trip, now)) return true
	return trip.opensAt === null && stateOf(trip, now) === 'rating' && isComplete(context, trip)
}

/**
 * Runs `work` as a write, and announces the opening of its trip if that made it complete. Returns what `work` returned.
 */
export const announceIfCompletedBy = <Done extends { trip: TripRow } | undefined>(
	context: Context,
	openings: Openings | undefined,
	work: () => Done,
): Promise<Done> =>
	context.db.writeTogether(() => {
		const done = work()
		if (done && isComplete(context, done.trip)) announceOpening(context, done.trip, openings)
		return done
	})

export async function openDueTrips(
	context: Context,
	isOver = () => false,
	longWrites = longWritesHere(context),
): Promise<void> {
	const { trips } = context.queries
	const ago = (ms: number) => new Date(context.clock.now().getTime() - ms)
	await oneByOne(context, {
		due: () => trips.tripsNotOpen().filter((trip) => isToBeAnnounced(context, trip)),
		act: (trip) => context.db.writeTogether(() => announceIfStillDue(context, trip.id)),
		failure: 'The opening of a road trip could not be announced',
		isOver,
	})
	await oneByOne(context, {
		due: () => trips.tripsNotOpen().filter((trip) => isOpeningDue(trip, context.clock.now())),
		act: ({ id }) => openTripIfDue(context, longWrites, id),
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

/** The maker may have opened or deleted it since it was found due. */
function announceIfStillDue(context: Context, tripId: TripRow['id']) {
	const trip = context.queries.trips.tripById(tripId)
	if (trip?.openedAt === null && isToBeAnnounced(context, trip)) announceOpening(context, trip)
}
