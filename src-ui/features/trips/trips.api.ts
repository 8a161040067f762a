import { type QueryClient, queryOptions, useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { UserId } from '#contract/ids.ts'
import { GUEST_ID } from '#contract/known-ids.ts'
import { IdempotencyKey } from '#contract/ratings.ts'
import {
	arriveTrip,
	deleteTrip,
	getTrip,
	leaveSeat,
	openTrip,
	TRIP_TOKEN,
	type Trip,
	takeSeat,
} from '#contract/trips.ts'
import { useSendRating } from '#ui/features/ratings/rate/rate-driver.ts'
import { browserKey, newRequestKey, tripOf } from '#ui/features/ratings/send-rating.ts'
import { useWaiting } from '#ui/features/ratings/waiting/waiting-context.ts'
import type { WaitingRating } from '#ui/features/ratings/waiting/waiting-rating.ts'
import { isWaitingFor } from '#ui/features/ratings/waiting/whose-waiting.ts'
import { ApiError, api } from '#ui/platform/api-client.ts'
import { ratingKeys } from '#ui/platform/query-keys/ratings.keys.ts'
import { tripKeys } from '#ui/platform/query-keys/trips.keys.ts'
import { remembered } from '#ui/platform/remembered.ts'
import { remember } from '#ui/platform/storage.ts'
import { isUnanswered, within } from '#ui/platform/unanswered.ts'
import { SENT_FORM } from '#ui/platform/underway.ts'
import { useSession, useViewer } from '#ui/session/session-context.ts'
import { raterOf, type Viewer } from '#ui/session/viewer.ts'
import { isTripTimeRough, noteTripTime, tripNow } from './trip-clock.ts'
import { forgetTrip, keptTrip, noteTrip } from './trips.memory.ts'

/** Long enough that two components on one screen share a request; reopening the screen refetches. */
const FRESH_MS = 2000
/** Guests, and members who have not joined the trip, get no live events, so they poll. */
const LOOK_EVERY_MS = 5000
/** Passengers get live events; polling covers a broken stream and the automatic arrival after 12 hours. */
const LOOK_ANYWAY_MS = 30_000
/** While everybody in the car rates, so that no phone misses an announced opening. */
const LOOK_IN_CAR_MS = 3000
/** A moment after the opening the server has written it. */
const LOOK_AFTER_OPENING_MS = 150
const LOOK_WHEN_LATE_MS = 500
const LATE_MS = 5000
const LOOK_FOR_TIME_MS = 250
/** With a remembered trip to show, the loader waits no longer than this. */
const PATIENCE_MS = 3000

/** Null if the trip is unknown or expired. */
const tripQuery = (token: string) =>
	queryOptions({
		queryKey: tripKeys.one(token),
		queryFn: async (): Promise<Trip | null> => {
			// Don't send malformed tokens; people paste anything.
			if (!TRIP_TOKEN.test(token)) return null
			try {
				const sentAt = Date.now()
				const trip = await api.send(getTrip, { params: { token } })
				if (trip.now) noteTripTime({ now: trip.now, sentAt, receivedAt: Date.now() })
				return trip
			} catch (error) {
				if (isGone(error)) return null
				throw error
			}
		},
		staleTime: FRESH_MS,
	})

/** A 404 from a proxy has no problem code; then the screen stays. */
export const isGone = (error: unknown) =>
	error instanceof ApiError && error.status === 404 && error.problemCode !== undefined

/** Without network it shows the trip as last seen in this browser. */
export async function loadTrip(queryClient: QueryClient, token: string, viewer: Viewer | undefined) {
	const asked = queryClient.ensureQueryData(tripQuery(token))
	const kept = keptTrip(token, raterOf(viewer))
	if (!kept) return asked
	return within(PATIENCE_MS, asked).catch((error: unknown) => {
		if (!isUnanswered(error)) throw error
		return queryClient.setQueryData(tripKeys.one(token), (known: Trip | null | undefined) => known ?? kept, {
			updatedAt: 0,
		})
	})
}

/** Polling interval in ms; false once nothing can change. */
export function lookAgainIn(trip: Trip | null | undefined, isMember: boolean): number | false {
	if (trip === null) return false
	if (trip?.now && isTripTimeRough()) return LOOK_FOR_TIME_MS
	if (trip?.state === 'open') return false
	if (trip?.opensAt) {
		const untilOpening = Date.parse(trip.opensAt) - tripNow()
		if (untilOpening > 0) return Math.min(LOOK_IN_CAR_MS, untilOpening + LOOK_AFTER_OPENING_MS)
		return untilOpening > -LATE_MS ? LOOK_WHEN_LATE_MS : LOOK_IN_CAR_MS
	}
	if (!trip?.isIn) return LOOK_EVERY_MS
	if (trip.state === 'rating') return LOOK_IN_CAR_MS
	return isMember ? LOOK_ANYWAY_MS : LOOK_EVERY_MS
}

/** Polls while the screen is open. */
export function useTrip(token: string): Trip | null {
	const viewer = useViewer()
	const { data: trip } = useSuspenseQuery({
		...tripQuery(token),
		refetchInterval: ({ state: { data } }) => lookAgainIn(data, viewer.kind === 'member'),
		refetchOnWindowFocus: true,
		refetchOnReconnect: true,
	})
	const viewerId = raterOf(viewer)
	useEffect(() => {
		if (trip) noteTrip(token, viewerId, trip)
		else forgetTrip(token)
	}, [token, viewerId, trip])
	useFreshRatingsOnceOpen(trip?.state)
	return trip
}

/** Sealed verdicts are ratings from then on. */
function useFreshRatingsOnceOpen(state: Trip['state'] | undefined) {
	const queryClient = useQueryClient()
	const before = useRef(state)
	useEffect(() => {
		if (before.current === 'rating' && state === 'open')
			void queryClient.invalidateQueries({ queryKey: ratingKeys.all })
		before.current = state
	}, [state, queryClient])
}

/** Cancels fetches still in flight, so that an older response does not undo the act on the screen. */
function useTripAct<Answer>(
	token: string,
	{ send, onDone }: { send: () => Promise<Answer>; onDone: (answer: Answer) => void },
) {
	const queryClient = useQueryClient()
	const session = useSession()
	const query = { queryKey: tripKeys.one(token), exact: true }
	return useMutation({
		mutationKey: SENT_FORM,
		mutationFn: async () => {
			await queryClient.cancelQueries(query)
			return send()
		},
		onSuccess: onDone,
		onError: session.recheckIfRefused,
		// Also refetches after a refusal, since it means that something changed.
		onSettled: () => void queryClient.invalidateQueries(query),
	})
}

function useShowTrip(token: string) {
	const queryClient = useQueryClient()
	return (trip: Trip) => void queryClient.setQueryData(tripKeys.one(token), trip)
}

const seatRequest = (token: string) => `seatRequest.${token}`

/** Each retry reuses the key, even after a reload, so a lost response does not take a second seat. */
function seatKeyFor(token: string): string {
	const known = remembered('sessionStorage', seatRequest(token), IdempotencyKey)
	if (known !== null) return known
	const made = newRequestKey()
	remember('sessionStorage', seatRequest(token), made)
	return made
}

export function useGetIn(token: string) {
	const session = useSession()
	const show = useShowTrip(token)
	return useTripAct(token, {
		send: () => {
			const isGuest = raterOf(session.viewer()) === GUEST_ID
			const headers = { 'Idempotency-Key': seatKeyFor(token), ...(isGuest && { 'Browser-Key': browserKey() }) }
			return api.send(takeSeat, { params: { token }, headers })
		},
		onDone: (trip) => {
			remember('sessionStorage', seatRequest(token), null)
			show(trip)
			window.scrollTo(0, 0)
		},
	})
}

function useForgetWaiting(token: string) {
	const { load } = useWaiting()
	return async (raterId: UserId, isMeant: (rating: WaitingRating['rating']) => boolean) => {
		if (!isWaitingFor(raterId)) return
		const waiting = await load()
		for (const { place, rating } of await waiting.ofRater(raterId))
			if (tripOf(rating) === token && isMeant(rating)) await waiting.forget(place)
	}
}

/** Leaving deletes the passenger's ratings, including those waiting here. */
export function useGetOut(token: string) {
	const queryClient = useQueryClient()
	const session = useSession()
	const forgetWaiting = useForgetWaiting(token)
	return useTripAct(token, {
		send: () => api.send(leaveSeat, { params: { token } }),
		onDone: async () => {
			queryClient.setQueryData(
				tripKeys.one(token),
				(trip: Trip | null | undefined) =>
					trip && { ...trip, isIn: false, seats: Math.max(0, trip.seats - 1), mine: [], said: [] },
			)
			void queryClient.invalidateQueries({ queryKey: ratingKeys.given })
			await forgetWaiting(raterOf(session.viewer()), () => true)
		},
	})
}

export function useArrive(token: string) {
	return useTripAct(token, { send: () => api.send(arriveTrip, { params: { token } }), onDone: useShowTrip(token) })
}

export function useOpen(token: string) {
	return useTripAct(token, { send: () => api.send(openTrip, { params: { token } }), onDone: useShowTrip(token) })
}

export function useDeleteTrip(token: string, onDone: () => void) {
	const session = useSession()
	return useMutation({
		mutationKey: SENT_FORM,
		mutationFn: () => api.send(deleteTrip, { params: { token } }),
		onSuccess: () => {
			forgetTrip(token)
			onDone()
		},
		onError: session.recheckIfRefused,
	})
}

export function useRateOnTrip(token: string, driver: { id: UserId; name: string }) {
	const queryClient = useQueryClient()
	const session = useSession()
	const forgetWaiting = useForgetWaiting(token)
	const driverId = driver.id
	const query = { queryKey: tripKeys.one(token), exact: true }
	return useSendRating({
		subject: `${token}.${driverId}`,
		driverName: driver.name,
		ratingOf: async (verdict) => {
			await queryClient.cancelQueries(query)
			return { driverId, raterId: raterOf(session.viewer()), ...verdict, delivery: { trip: token } }
		},
		onSaved: async (saved) => {
			await forgetWaiting(saved.raterId, (rating) => rating.driverId === driverId)
			queryClient.setQueryData(
				query.queryKey,
				(trip: Trip | null | undefined) =>
					trip && {
						...trip,
						mine: [...trip.mine.filter((id) => id !== saved.driverId), saved.driverId],
						said: [...trip.said.filter((rating) => rating.driverId !== saved.driverId), saved],
					},
			)
			void queryClient.invalidateQueries({ queryKey: ratingKeys.given })
			// The last rating announces the opening.
			void queryClient.invalidateQueries(query)
		},
		onKept: () => queryClient.invalidateQueries({ queryKey: ratingKeys.everyWaiting }),
		onFailed: (error) => {
			// The trip was opened or deleted, or the rater is no longer in.
			if (error instanceof ApiError) void queryClient.invalidateQueries(query)
		},
	})
}
