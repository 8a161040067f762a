import type { UserId } from '#contract/ids.ts'
import { verdictOf } from '#contract/impressions.ts'
import { GUEST_ID } from '#contract/known-ids.ts'
import type { DriverPictures } from '#contract/pictures.ts'
import type { OwnRating, RatingChange } from '#contract/ratings.ts'
import {
	arriveTrip,
	deleteTrip,
	getTrip,
	leaveSeat,
	type NewTrip,
	openTrip as openTripCall,
	rateOnTrip,
	type StartedTrip,
	startTrip,
	TRIP_SEATS_MAX,
	TRIP_TOKEN,
	type Trip,
	takeSeat,
	tripPictures,
} from '#contract/trips.ts'
import { isMember } from '#db/member.ts'
import { RATING_STATE } from '#db/rating-state.ts'
import type { Context } from '#server/context.ts'
import type { DriverRow } from '#server/features/accounts/users.queries.ts'
import { contentOfTrip } from '#server/features/pictures/trip-content.ts'
import { deleteRating, notifyRater } from '#server/features/ratings/delete-rating.ts'
import { guestCookies } from '#server/features/ratings/guest-cookies.ts'
import { newRatings } from '#server/features/ratings/new-rating.ts'
import { ratingLimits } from '#server/features/ratings/rating-limits.ts'
import { ownRating } from '#server/features/ratings/rating-views.ts'
import { type Feature, route } from '#server/http/calls/route.ts'
import type { Viewer } from '#server/http/client.ts'
import type { NextGuest } from '#server/http/identity/identity.ts'
import { conflict, notAllowed, notFound, refusal } from '#server/http/problems.ts'
import type { PictureContent } from '#server/operations/pictures/picture-content.ts'
import { newLinkToken } from '#server/tokens.ts'
import { announceIfCompletedBy, announceOpening, type Openings } from './due-trips.ts'
import { notifyPassengers, stateOf } from './opening-trips.ts'
import { tripViews } from './trip-views.ts'
import type { TripRow } from './trips.queries.ts'

const AT_A_TIME = 3

type SeatRequest = NextGuest & { viewer: Viewer; address: string; requestKey: string | null }

type Pictures = { picturesOf(content: PictureContent): DriverPictures }

function tripService(context: Context, { picturesOf }: Pictures, openings: Openings | undefined) {
	const { db, queries, limits, clock } = context
	const { users, ratings, trips } = queries
	const cookies = guestCookies(context)
	const { partiesOf, raterOf, driverAt, refuseOwnDriving, save } = newRatings(context)
	const { checkNew, checkChange } = ratingLimits(context)
	const { driversOf, viewOf } = tripViews(context)

	/** Gives one answer for malformed, unknown and deleted trips' tokens. */
	const tripBehind = (token: string): TripRow => {
		const trip = TRIP_TOKEN.test(token) ? trips.tripByToken(token) : undefined
		if (!trip) throw notFound('trip_not_found')
		return trip
	}

	const notOpen = (trip: TripRow): TripRow => {
		if (trip.openedAt !== null) throw conflict('trip_is_open')
		if (trip.opensAt !== null) throw refusal({ status: 409, code: 'trip_is_open', reason: 'trip_opens_now' })
		return trip
	}

	const arrived = (trip: TripRow): TripRow => {
		if (stateOf(trip, clock.now()) === 'boarding') throw conflict('not_arrived')
		return trip
	}

	const ownTrip = (token: string, me: UserId): TripRow => {
		const trip = tripBehind(token)
		if (trip.makerId !== me) throw notAllowed('not_its_maker')
		return trip
	}

	const checkRoom = (trip: TripRow) => {
		if (trips.seatCountOf(trip.id) >= TRIP_SEATS_MAX)
			throw conflict({ reason: 'car_is_full', params: { max: TRIP_SEATS_MAX } })
	}

	const takeSeatAsMember = (trip: TripRow, { viewer }: SeatRequest) => {
		const userId = raterOf(viewer)
		if (trips.seatOf(trip.id, viewer)) return
		checkRoom(trip)
		trips.insertSeat({ tripId: trip.id, userId })
		notifyPassengers(context, trip)
	}

	const takeSeatAsGuest = (trip: TripRow, { viewer, nextGuestKey, address, requestKey }: SeatRequest): boolean => {
		const keys = { presented: viewer.guestKey, next: nextGuestKey }
		const earlier = requestKey === null ? undefined : trips.seatByRequestKey(trip.id, requestKey)
		// Does not reveal which member has adopted the seat since.
		if (earlier) return cookies.recoverSeat(earlier, keys)
		const next = { userId: null, guestKey: nextGuestKey }
		const isInAlready = trips.seatOf(trip.id, viewer) ?? trips.seatOf(trip.id, next)
		if (!isInAlready) {
			checkRoom(trip)
			limits.newSeats.check(address)
			if (limits.guestsOfTrip.take(guestsHere(trip, address))) throw conflict('too_many_guests')
		}
		cookies.moveRatings(keys)
		const seat = trips.seatOf(trip.id, next)
		if (seat?.requestKey === null) trips.setSeatRequestKey(seat, requestKey)
		if (!seat) {
			trips.insertSeat({ tripId: trip.id, guestKey: nextGuestKey, requestKey })
			notifyPassengers(context, trip)
		}
		return true
	}

	/** Any member, and the maker's own or rated ghosts. */
	const mayDriveFor = (me: UserId, driver: DriverRow): boolean =>
		isMember(driver) ||
		(driver.isGhost &&
			(users.userById(driver.id)?.createdById === me || ratings.hasRated(driver.id, { userId: me, guestKey: null })))

	/** A product rule that applies even without rate limits. */
	const countNewTrip = (me: UserId) => {
		const seconds = limits.newTrips.take(me)
		if (seconds === 0) return
		const hours = Math.ceil(seconds / 3600)
		throw refusal({
			status: 429,
			code: 'rate_limited',
			reason: 'ten_trips_a_day',
			params: { hours },
			retryAfterSeconds: seconds,
		})
	}

	return {
		start({ name, driverIds }: NewTrip, me: UserId): StartedTrip {
			return db.write(() => {
				const viewer = { userId: raterOf({ userId: me, guestKey: null }), guestKey: null }
				const drivers = driverIds.map(driverAt)
				if (!drivers.every((driver) => mayDriveFor(me, driver))) throw notFound('driver_not_found')
				const chosen = new Set(drivers.map(({ id }) => id))
				if (trips.notOpenCountOf(me) >= AT_A_TIME) throw conflict('too_many_trips')
				countNewTrip(me)
				const token = newLinkToken()
				const trip = trips.insertTrip({ token, name, makerId: me, createdAt: clock.now() }, [...chosen])
				trips.insertSeat({ tripId: trip.id, userId: me })
				notifyPassengers(context, trip)
				return { token, ...viewOf(trip, viewer) }
			})
		},

		trip(token: string, viewer: Viewer): Trip {
			return viewOf(tripBehind(token), viewer)
		},

		pictures(token: string): DriverPictures {
			const trip = tripBehind(token)
			if (trip.openedAt === null) throw refusal({ status: 409, code: 'sealed', reason: 'trip_sealed' })
			const content = contentOfTrip(viewOf(trip, STRANGER))
			if (!content) throw notFound('no_driver_left')
			return picturesOf(content)
		},

		takeSeat(token: string, request: SeatRequest): Promise<Trip> {
			const { viewer, nextGuestKey, keepGuest } = request
			if (viewer.userId !== null) limits.smallWrites.check(viewer.userId)
			return db.writeTogether(() => {
				const trip = notOpen(tripBehind(token))
				if (viewer.userId !== null) {
					takeSeatAsMember(trip, request)
					return viewOf(trip, viewer)
				}
				if (!takeSeatAsGuest(trip, request)) return viewOf(trip, viewer)
				db.afterCommit(keepGuest)
				return viewOf(trip, { userId: null, guestKey: nextGuestKey })
			})
		},

		async leaveSeat(token: string, viewer: Viewer, address: string): Promise<undefined> {
			limits.smallWrites.check(viewer.userId ?? `guest ${viewer.guestKey}`)
			await announceIfCompletedBy(context, openings, () => {
				const trip = notOpen(tripBehind(token))
				const seat = trips.seatOf(trip.id, viewer)
				if (!seat) return undefined
				notifyPassengers(context, trip)
				const driverIds = driversOf(trip).map(({ id }) => id)
				for (const rating of trips.ratingsOn(trip.id, driverIds, viewer)) deleteRating(context, rating)
				trips.dropSeat(seat)
				if (seat.guestKey !== null) db.afterCommit(() => limits.guestsOfTrip.giveBack(guestsHere(trip, address)))
				return { trip }
			})
		},

		arrive(token: string, me: UserId): Trip {
			return db.write(() => {
				const trip = notOpen(ownTrip(token, me))
				const viewer = { userId: me, guestKey: null }
				if (stateOf(trip, clock.now()) !== 'boarding') return viewOf(trip, viewer)
				notifyPassengers(context, trip)
				return viewOf(trips.markArrived(trip, clock.now()), viewer)
			})
		},

		open(token: string, me: UserId): Trip {
			return db.write(() => {
				const trip = arrived(ownTrip(token, me))
				const isAnnounced = trip.openedAt !== null || trip.opensAt !== null
				const shown = isAnnounced ? trip : announceOpening(context, trip, openings)
				return viewOf(shown, { userId: me, guestKey: null })
			})
		},

		remove(token: string, me: UserId): undefined {
			db.write(() => {
				const trip = notOpen(ownTrip(token, me))
				notifyPassengers(context, trip)
				for (const rating of trips.sealedOn(trip.id)) notifyRater(context, rating)
				trips.dropTrip(trip.id)
			})
		},

		async rate(token: string, driverId: UserId, change: RatingChange, viewer: Viewer): Promise<OwnRating> {
			const { row } = await announceIfCompletedBy(context, openings, () => {
				const raterId = raterOf(viewer)
				const trip = tripBehind(token)
				const driver = users.driverOrClaimer(driverId)
				if (!driver || !driversOf(trip).some(({ id }) => id === driver.id)) throw notFound('not_on_trip')
				notOpen(trip)
				if (!trips.seatOf(trip.id, viewer)) throw notAllowed('not_in_the_car')
				arrived(trip)
				refuseOwnDriving(driver, viewer)
				const [before] = trips.ratingsOn(trip.id, [driver.id], viewer)
				const rater = { viewer, address: null }
				if (before) checkChange(rater)
				else checkNew(driver.id, true, rater)
				const row = before
					? ratings.changeRating(before, verdictOf(change))
					: save(partiesOf(viewer, driver.id), {
							...verdictOf(change),
							guestKey: raterId === GUEST_ID ? viewer.guestKey : null,
							state: RATING_STATE.sealed,
							tripId: trip.id,
						}).row
				notifyRater(context, row)
				return { trip, row }
			})
			return ownRating(row)
		},
	}
}

export function tripFeature(context: Context, pictures: Pictures, openings?: Openings): Feature {
	const trips = tripService(context, pictures, openings)
	const limited = { limit: context.limits.smallWrites }
	return {
		routes: [
			route(startTrip, ({ body, me }) => trips.start(body, me), limited),
			route(getTrip, ({ params, viewer }) => trips.trip(params.token, viewer)),
			route(takeSeat, ({ params, headers, address, viewer, browser }) => {
				const requestKey = headers['Idempotency-Key'] ?? null
				const request = { viewer, address, requestKey, ...browser.nextGuest(headers['Browser-Key']) }
				return trips.takeSeat(params.token, request)
			}),
			route(leaveSeat, ({ params, viewer, address }) => trips.leaveSeat(params.token, viewer, address)),
			route(arriveTrip, ({ params, me }) => trips.arrive(params.token, me), limited),
			route(openTripCall, ({ params, me }) => trips.open(params.token, me), limited),
			route(rateOnTrip, ({ params, body, viewer }) => trips.rate(params.token, params.driverId, body, viewer)),
			route(tripPictures, ({ params }) => trips.pictures(params.token)),
			route(deleteTrip, ({ params, me }) => trips.remove(params.token, me), limited),
		],
	}
}

const guestsHere = ({ id }: TripRow, address: string) => `${id} ${address}`

const STRANGER: Viewer = { userId: null, guestKey: null }
