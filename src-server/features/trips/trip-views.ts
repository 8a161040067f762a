import type { UserId } from '#contract/ids.ts'
import { percentOf } from '#contract/stats.ts'
import { type Trip, type TripResult, VOICES_MIN } from '#contract/trips.ts'
import type { Context } from '#server/context.ts'
import { publicUser } from '#server/features/accounts/users.ts'
import { ownRating, utcDay } from '#server/features/ratings/rating-views.ts'
import type { Viewer } from '#server/http/client.ts'
import { stateOf } from './opening-trips.ts'
import type { TripFigures, TripRow } from './trips.queries.ts'

export function tripViews({ queries: { trips }, clock }: Pick<Context, 'queries' | 'clock'>) {
	/** Claimed ghosts resolve to their claimers, so the list may contain a driver twice. */
	const driversOf = (trip: TripRow) => [...new Map(trips.driversOf(trip.id).map((one) => [one.id, one])).values()]

	const viewOf = (trip: TripRow, viewer: Viewer): Trip => {
		const drivers = driversOf(trip)
		const isIn = trip.openedAt === null && trips.seatOf(trip.id, viewer) !== undefined
		const driverIds = drivers.map(({ id }) => id)
		const sealed = isIn || trip.openedAt !== null ? trips.ratingsOn(trip.id, driverIds, viewer) : []
		const notDrawn = trip.openedAt === null ? [] : sealed.map(({ driverId }) => driverId)
		const rows = isIn ? sealed : []
		const ownRatings = driverIds.flatMap((id) => rows.filter(({ driverId }) => driverId === id)).map(ownRating)
		return {
			name: trip.name,
			state: stateOf(trip, clock.now()),
			drivers: drivers.map(publicUser),
			seats: trip.seats ?? trips.seatCountOf(trip.id),
			isMaker: viewer.userId !== null && trip.makerId === viewer.userId,
			isIn,
			mine: ownRatings.map(({ driverId }) => driverId),
			said: ownRatings,
			day: utcDay(trip.createdAt),
			...(trip.openedAt !== null && { results: resultsOf(driverIds, trips.figuresOf(trip.id)) }),
			...(notDrawn.length > 0 && { notDrawn }),
		}
	}

	return { driversOf, viewOf }
}

/** With fewer verdicts, passengers could tell who gave which. */
const resultsOf = (driverIds: readonly UserId[], figures: readonly TripFigures[]): TripResult[] =>
	driverIds.map((driverId) => {
		const found = figures.find((one) => one.driverId === driverId)
		const verdicts = found?.verdicts ?? 0
		if (!found || verdicts < VOICES_MIN)
			return { driverId, verdicts, averageStar: null, smooth: null, safe: null, goodVibes: null }
		return {
			driverId,
			verdicts,
			averageStar: found.starSum / verdicts,
			smooth: percentOf(found.smoothRides, verdicts),
			safe: percentOf(found.safeRides, verdicts),
			goodVibes: percentOf(found.goodVibes, verdicts),
		}
	})
