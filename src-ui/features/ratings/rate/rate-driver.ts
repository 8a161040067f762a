import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { GUEST_ID, type UserId } from '#contract/ids.ts'
import type { NewRating, OwnRating } from '#contract/ratings.ts'
import { ratingArrived, refreshAfterRating } from '#ui/features/ratings/after-rating.ts'
import { noteGuestRatings } from '#ui/features/ratings/guest-ratings.memory.ts'
import { forgetDraft, forgetRequestKey, requestKeyFor } from '#ui/features/ratings/rate/rating-draft.ts'
import {
	browserKey,
	newRequestKey,
	noAnswerSignal,
	PATIENCE_MS,
	type RatingToSend,
	sendRating,
	tripOf,
} from '#ui/features/ratings/send-rating.ts'
import { useWaiting, type Waiting } from '#ui/features/ratings/waiting/waiting-context.ts'
import type { WaitingRating } from '#ui/features/ratings/waiting/waiting-rating.ts'
import { isWaitingFor } from '#ui/features/ratings/waiting/whose-waiting.ts'
import { afterPaint } from '#ui/kit/after-paint.ts'
import { toast } from '#ui/kit/feedback/toast.ts'
import { ApiError, hasStatus } from '#ui/platform/api-client.ts'
import { userKeys } from '#ui/platform/query-keys/accounts.keys.ts'
import { isUnanswered, within } from '#ui/platform/unanswered.ts'
import { useSession } from '#ui/session/session-context.ts'

/** Of its own for each driver: one may be rated while the rating of another is still on its way. */
export const rateKey = (driverId: UserId) => ['rate', driverId] as const

/** Sends a rating, or keeps it until it can be sent. What must happen even if the rater has left the screen by then happens here. */
export function useRateDriver(driver: { id: UserId; name: string }) {
	const driverId = driver.id
	const queryClient = useQueryClient()
	const session = useSession()
	const waiting = useWaiting()
	const isOnScreen = useIsOnScreen()
	// Before it is needed: without network it would not come.
	useEffect(
		() =>
			afterPaint(() => {
				browserKey()
				void waiting.load()
			}),
		[waiting],
	)
	return useMutation({
		mutationKey: rateKey(driverId),
		mutationFn: (rating: NewRating) => sendOrKeep(rating, driver.name, waiting),
		onSuccess: (rated, { raterId = GUEST_ID }) => {
			forgetDraft(driverId)
			forgetRequestKey(driverId)
			if ('waiting' in rated) {
				// The screen says so itself.
				if (!isOnScreen.current)
					toast({ title: 'On its way', description: `${driver.name}'s verdict is sent as soon as there is signal.` })
				return
			}
			if (raterId === GUEST_ID) noteGuestRatings(true)
			refreshAfterRating(queryClient)
			toast(ratingArrived(rated.saved))
		},
		onError: (error) => {
			toast({
				title: 'Error',
				description: 'Failed to submit rating. Please try again.',
				variant: 'destructive',
				isOnScreen: whyNotSent(error) !== null,
			})
			session.recheckIfRefused(error)
			// The driver is gone, or turned out to be the rater: let the screen find out.
			if (hasStatus(error, 404) || hasStatus(error, 403))
				void queryClient.invalidateQueries({ queryKey: userKeys.one(driverId) })
			// What the key stood for is another rating, or was taken back: the next try has a new one.
			if (hasStatus(error, 409) || hasStatus(error, 410)) forgetRequestKey(driverId)
		},
	})
}

function useIsOnScreen() {
	const isOnScreen = useRef(false)
	useEffect(() => {
		isOnScreen.current = true
		return () => {
			isOnScreen.current = false
		}
	}, [])
	return isOnScreen
}

/** Why a rating could not be sent, where more can be said than 'try again'; null otherwise. */
export function whyNotSent(error: unknown): string | null {
	if (!error) return null
	if (!(error instanceof ApiError)) return 'No answer from the server. Your answers stay right here.'
	// 401: the frame of the app says that the session has ended. 409: the idempotency key was another rating's; the next try has a new one.
	if (error.status === 401 || error.status === 409) return null
	if (error.problemCode === 'not_yours')
		return 'You are somebody else in another tab. Check the name up top, then spill again.'
	return error.serverMessage ?? null
}

/** What became of a rating: the server has it, or it waits in this browser. */
export type Rated = { saved: OwnRating } | { waiting: WaitingRating }

/** What is waiting gets so long to be sent first, and the browser so long to keep a rating. */
const STUCK_AFTER_MS = 3000
const KEPT_WITHIN_MS = 2500

/**
 * Sends a rating, or keeps it until it can be sent. Whatever hangs (the network, a lock, the browser's database, code that
 * does not arrive), it ends within 12 seconds: `PATIENCE_MS` from the start for sending, and `KEPT_WITHIN_MS`.
 */
export async function sendOrKeep(rating: RatingToSend, driverName: string, waiting: Waiting): Promise<Rated> {
	const begun = performance.now()
	const signal = noAnswerSignal()
	const key = tripOf(rating) === null ? requestKeyFor(rating) : newRequestKey()
	const keep = async () => ({ waiting: await keepWithin({ rating, key, driverName }, waiting) })
	if (isWaitingFor(rating.raterId ?? GUEST_ID) && (await isStuck(rating, waiting))) {
		// Where it cannot be kept it is tried all the same.
		const kept = await keep().catch(() => null)
		if (kept) return kept
	}
	try {
		const left = PATIENCE_MS - (performance.now() - begun)
		return { saved: await within(left, sendRating(rating, key, { signal })) }
	} catch (error) {
		if (!isUnanswered(error)) throw error
		return keep().catch((whyNot: unknown) => {
			console.warn('The rating could not be kept here', whyNot)
			throw error
		})
	}
}

/** No answer in time is one, too: what is sent in this moment stays in front of it. */
const isStuck = (rating: RatingToSend, waiting: Waiting): Promise<boolean> =>
	within(
		STUCK_AFTER_MS,
		waiting.load().then((ratings) => ratings.isStuck(rating)),
	).catch((error: unknown) => error instanceof DOMException && error.name === 'TimeoutError')

type ToKeep = { rating: RatingToSend; key: string; driverName: string }

async function keepWithin({ rating, key, driverName }: ToKeep, waiting: Waiting): Promise<WaitingRating> {
	const keeping = waiting.load().then((ratings) => ratings.keep(rating, key, driverName))
	try {
		return await within(KEPT_WITHIN_MS, keeping)
	} catch (error) {
		// Kept after all, but too late: the form has it by then, and it would be sent twice.
		const forgetLate = async () => (await waiting.load()).forget((await keeping).place)
		forgetLate().catch(() => undefined)
		throw error
	}
}
