import type { UserId } from '#contract/ids.ts'
import { percentOf } from '#contract/stats.ts'
import { showLengthMs, type Trip, type TripResult, type TripShow, VOICES_MIN } from '#contract/trips.ts'
import type { Context } from '#server/context.ts'
import { publicUser } from '#server/features/accounts/users.ts'
import { ownRating, utcDay } from '#server/features/ratings/rating-views.ts'
import type { Viewer } from '#server/http/client.ts'
import { isAllSealed } from './due-trips.ts'
import { stateOf } from './opening-trips.ts'
import type { SlipRow, TripFigures, TripRow } from './trips.queries.ts'

export function tripViews({ queries, clock }: Pick<Context, 'queries' | 'clock'>) {
	const { trips } = queries
	/** Claimed ghosts resolve to their claimers, so the list may contain a driver twice. */
	const driversOf = (trip: TripRow) => [...new Map(trips.driversOf(trip.id).map((one) => [one.id, one])).values()]

	/** Before the opening it tells its moment only. */
	const openingOf = (trip: TripRow): Pick<Trip, 'allSealed' | 'opensAt' | 'now'> => {
		const { opensAt } = trip
		return {
			allSealed: isAllSealed({ queries }, trip),
			opensAt: opensAt?.toISOString() ?? null,
			...(opensAt && { now: clock.now().toISOString() }),
		}
	}

	const showOf = (trip: TripRow, driverIds: readonly UserId[]): Pick<Trip, 'show' | 'now'> => {
		const now = clock.now()
		if (trip.openedAt === null || trip.opensAt === null) return {}
		const show = {
			startedAt: trip.openedAt.toISOString(),
			drivers: driversOfShow(ownDriverLast(driverIds, trip.makerId), trips.slipsOf(trip.id)),
		}
		const isOver = now.getTime() - trip.openedAt.getTime() >= showLengthMs(show)
		return isOver ? {} : { show, now: now.toISOString() }
	}

	const viewOf = (trip: TripRow, viewer: Viewer): Trip => {
		const drivers = driversOf(trip)
		const state = stateOf(trip, clock.now())
		const hasSeat = trips.seatOf(trip.id, viewer) !== undefined
		const isIn = hasSeat && state !== 'open'
		const driverIds = drivers.map(({ id }) => id)
		const sealed = isIn || trip.openedAt !== null ? trips.ratingsOn(trip.id, driverIds, viewer) : []
		const notDrawn = trip.openedAt === null ? [] : sealed.map(({ driverId }) => driverId)
		const rows = isIn ? sealed : []
		const ownRatings = driverIds.flatMap((id) => rows.filter(({ driverId }) => driverId === id)).map(ownRating)
		return {
			name: trip.name,
			state,
			drivers: drivers.map(publicUser),
			seats: trip.seats ?? trips.seatCountOf(trip.id),
			isMaker: viewer.userId !== null && trip.makerId === viewer.userId,
			isIn,
			mine: ownRatings.map(({ driverId }) => driverId),
			said: ownRatings,
			day: utcDay(trip.createdAt),
			...(state === 'rating' && openingOf(trip)),
			...(state === 'open' && { results: resultsOf(driverIds, trips.figuresOf(trip.id)) }),
			...(hasSeat && showOf(trip, driverIds)),
			...(notDrawn.length > 0 && { notDrawn }),
		}
	}

	return { driversOf, viewOf }
}

/** The maker if they drive, otherwise the first driver. */
function ownDriverLast(driverIds: readonly UserId[], makerId: UserId | null): UserId[] {
	const own = driverIds.find((id) => id === makerId) ?? driverIds[0]
	return driverIds.toSorted((one, other) => Number(one === own) - Number(other === own))
}

const driversOfShow = (driverIds: readonly UserId[], all: readonly SlipRow[]): TripShow['drivers'] =>
	driverIds.map((driverId) => {
		const slips = all.filter((slip) => slip.driverId === driverId).map(({ driverId: _, ...slip }) => slip)
		return { driverId, slips: slips.length < VOICES_MIN ? [] : slips }
	})

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
