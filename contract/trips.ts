import * as v from 'valibot'
import { call } from './call.ts'
import { NOT_AN_ID } from './call-docs.ts'
import { TRIP_DRIVERS } from './field-messages.ts'
import { Day, IdText, Moment, TokenText, UserId } from './ids.ts'
import { GhostName } from './names.ts'
import { DriverPictures } from './pictures.ts'
import { PublicUser } from './public-user.ts'
import { BrowserKey, IdempotencyKey, OwnRating, RatingChange } from './ratings.ts'

export const TRIP_TOKEN = /^[A-Za-z0-9_-]{10,64}$/

export const TRIP_DRIVERS_MAX = 8
export const TRIP_SEATS_MAX = 60

/** Means and shares need this many verdicts; with fewer, the people in the car could infer individual ones. */
export const VOICES_MIN = 3

export const ARRIVES_AFTER_MS = 12 * 3_600_000
export const OPENS_AFTER_MS = 24 * 3_600_000
/** An opening is announced this long before, so that all phones in the car count down to the same second. */
export const OPENS_IN_MS = 10_000

/** In the show a slip is torn open with each beat. */
export const BEAT_MS = 1200
/** Each driver of the show has one beat to arrive, and two for the result. */
export const BEATS_BEFORE = 1
export const BEATS_AFTER = 2

/** `boarding`: under way; people can get in. `rating`: arrived; its ratings are sealed. `open`: its ratings count. */
export const TripState = v.picklist(['boarding', 'rating', 'open'])
export type TripState = v.InferOutput<typeof TripState>

export const NewTrip = v.object({
	name: GhostName,
	driverIds: v.pipe(
		v.array(UserId),
		v.minLength(1, TRIP_DRIVERS),
		v.maxLength(TRIP_DRIVERS_MAX, TRIP_DRIVERS),
		v.check((ids) => new Set(ids).size === ids.length, TRIP_DRIVERS),
	),
	/** The assumed maker; it guards against another tab having signed in as another member. */
	userId: v.optional(UserId),
})
export type NewTrip = v.InferOutput<typeof NewTrip>

const Share = v.nullable(v.number())
/** Below `VOICES_MIN` verdicts everything except their number is null; shares are whole percents. */
export const TripResult = v.object({
	driverId: UserId,
	verdicts: v.number(),
	averageStar: v.nullable(v.number()),
	smooth: Share,
	safe: Share,
	goodVibes: Share,
})
export type TripResult = v.InferOutput<typeof TripResult>

export function bestOfTrip(results: readonly TripResult[]): UserId[] {
	const best = Math.max(...results.map(({ averageStar }) => averageStar ?? 0))
	return results.filter(({ averageStar }) => averageStar === best).map(({ driverId }) => driverId)
}

/**
 * The show of the opening, the same on all phones in the car. Slips are in random order, so that nobody can infer who wrote
 * which; a driver with fewer than `VOICES_MIN` verdicts has none.
 */
export const TripShow = v.object({
	startedAt: Moment,
	/** The trip's own driver is the last one: its maker if they drive, otherwise the first of its drivers. */
	drivers: v.array(v.object({ driverId: UserId, slips: v.array(RatingChange) })),
})
export type TripShow = v.InferOutput<typeof TripShow>

export const showLengthMs = ({ drivers }: Pick<TripShow, 'drivers'>): number =>
	drivers.reduce((beats, { slips }) => beats + BEATS_BEFORE + slips.length + BEATS_AFTER, 0) * BEAT_MS

/** Must not disclose the people in the car. */
export const Trip = v.object({
	name: v.string(),
	state: TripState,
	/** Claimers replace claimed ghosts. */
	drivers: v.array(PublicUser),
	/** Frozen when the trip is opened. */
	seats: v.number(),
	isMaker: v.boolean(),
	isIn: v.boolean(),
	mine: v.array(UserId),
	said: v.array(OwnRating),
	day: Day,
	/** Only during `rating`: true if all passengers have rated every driver they may rate. */
	allSealed: v.optional(v.boolean()),
	/** Only during `rating`: the moment of the opening, null until it is announced. */
	opensAt: v.optional(v.nullable(Moment)),
	/** The server's time, with an announced opening and with `show`. */
	now: v.optional(Moment),
	results: v.optional(v.array(TripResult)),
	/** Only for those who were in the car, and until it has ended. */
	show: v.optional(TripShow),
	/**
	 * Only for an open trip: drivers for whom a random draw excluded the caller's verdict, because they had too many guest
	 * ratings within an hour.
	 */
	notDrawn: v.optional(v.array(UserId)),
})
export type Trip = v.InferOutput<typeof Trip>

export const StartedTrip = v.object({ token: v.string(), ...Trip.entries })
export type StartedTrip = v.InferOutput<typeof StartedTrip>

const NO_TRIP = 'There is no such trip, or no longer.'
const NOT_ITS_MAKER = 'Somebody else has made it.'
const OPEN_OR_OPENING = 'It is open or about to open (`trip_is_open`).'
const params = v.object({ token: TokenText })

export const startTrip = call({
	method: 'POST',
	path: '/trips',
	who: 'member',
	owner: 'body.userId',
	body: NewTrip,
	answers: { 201: StartedTrip },
	docs: () => ({
		tag: 'Trips',
		summary: 'Start a road trip',
		description: 'Its maker is in from the start. The token is the permission: share it with everybody in the car.',
		answers: {
			201: 'The trip and the token of its link.',
			404: 'One of the drivers is neither a member nor a ghost that I made or rated.',
			409: 'Three of my trips are not open yet (`too_many_trips`).',
			429: 'I have started ten within a day; or what it says below.',
		},
	}),
})

export const getTrip = call({
	method: 'GET',
	path: '/trips/:token',
	who: 'visitor-or-member',
	params,
	answers: { 200: Trip },
	docs: () => ({
		tag: 'Trips',
		summary: 'A road trip',
		description:
			'For everybody with its link. Who has rated is never told. An announced opening comes with the server’s time, by which phones count down.',
		answers: { 200: 'The trip as it is now.', 404: NO_TRIP },
	}),
})

/** Renews a guest's cookie, as rating does. Idempotent. */
export const takeSeat = call({
	method: 'POST',
	path: '/trips/:token/seat',
	who: 'visitor-or-member',
	params,
	headers: { 'Idempotency-Key': IdempotencyKey, 'Browser-Key': BrowserKey },
	answers: { 201: Trip },
	docs: () => ({
		tag: 'Trips',
		summary: 'Get in',
		description:
			'Guests may. A guest is given a new cookie, by which they keep all they said; the one before opens nothing any more.',
		answers: {
			201: 'I am in, or was before.',
			404: NO_TRIP,
			409: 'It is open or about to open (`trip_is_open`), all 60 seats are taken (`car_is_full`), or twelve guests of this address are in (`too_many_guests`).',
		},
		headers: {
			'Idempotency-Key':
				'Made up by the client, new for each seat: the same call sent again then changes nothing, and brings a guest whose answer was lost all they said.',
			'Browser-Key': 'Made up by the browser and the same for all its seats and ratings.',
		},
	}),
})

export const leaveSeat = call({
	method: 'DELETE',
	path: '/trips/:token/seat',
	who: 'guest-or-member',
	params,
	answers: { 204: v.undefined() },
	docs: () => ({
		tag: 'Trips',
		summary: 'Get out',
		description: 'What I have said on it and is still sealed goes with me.',
		answers: { 204: 'I am not in.', 404: NO_TRIP, 409: OPEN_OR_OPENING },
	}),
})

export const arriveTrip = call({
	method: 'POST',
	path: '/trips/:token/arrive',
	who: 'member',
	params,
	answers: { 200: Trip },
	docs: () => ({
		tag: 'Trips',
		summary: 'We have arrived',
		description: 'For its maker. From here on everybody in the car rates. Sent again it changes nothing.',
		answers: { 200: 'The trip.', 403: NOT_ITS_MAKER, 404: NO_TRIP, 409: OPEN_OR_OPENING },
	}),
})

export const openTrip = call({
	method: 'POST',
	path: '/trips/:token/open',
	who: 'member',
	params,
	answers: { 200: Trip },
	docs: () => ({
		tag: 'Trips',
		summary: 'Open what is sealed',
		description:
			'For its maker. Ten seconds later, at `opensAt`, all verdicts become ratings of this day; where guests gave a driver more than the limit of guest ratings has room for, a draw decides. Sent again it changes nothing.',
		answers: {
			200: 'The trip with the moment of its opening, or with its results.',
			403: NOT_ITS_MAKER,
			404: NO_TRIP,
			409: 'It has not arrived (`not_arrived`).',
		},
	}),
})

/**
 * Creates or replaces the caller's verdict: each person in the car has one per driver. `raterId` is as for `rateDriver`, so
 * that a rating queued offline is not sent as the browser's next user.
 */
export const rateOnTrip = call({
	method: 'PUT',
	path: '/trips/:token/verdicts/:driverId',
	who: 'guest-or-member',
	owner: 'body.raterId',
	params: v.object({ token: TokenText, driverId: IdText }),
	body: v.object({ raterId: v.optional(UserId), ...RatingChange.entries }),
	answers: { 200: OwnRating },
	docs: () => ({
		tag: 'Trips',
		summary: 'Rate a driver of the trip',
		description: 'Sealed until the trip is opened. Sent again it says it anew.',
		answers: {
			200: 'My verdict, sealed.',
			400: NOT_AN_ID,
			403: 'I am not in (`not_in_the_car`), the driver is me (`cannot_rate_self`), or it speaks for somebody else.',
			404: `${NO_TRIP} Or it is not one of its drivers.`,
			409: 'It has not arrived (`not_arrived`), or is open or about to open (`trip_is_open`).',
		},
		params: { driverId: 'The driver.' },
	}),
})

export const deleteTrip = call({
	method: 'DELETE',
	path: '/trips/:token',
	who: 'member',
	params,
	answers: { 204: v.undefined() },
	docs: () => ({
		tag: 'Trips',
		summary: 'Delete a road trip',
		description: 'For its maker, while it is not open. All that was said on it goes with it.',
		answers: { 204: 'It is gone.', 403: NOT_ITS_MAKER, 404: NO_TRIP, 409: OPEN_OR_OPENING },
	}),
})

export const tripPictures = call({
	method: 'GET',
	path: '/trips/:token/pictures',
	who: 'anyone',
	params,
	answers: { 200: DriverPictures },
	docs: () => ({
		tag: 'Trips',
		summary: 'The receipt of a trip as a picture',
		answers: {
			200: 'Where the pictures are, with the base path and without the host.',
			404: NO_TRIP,
			409: 'It is not open (`sealed`).',
		},
	}),
})
