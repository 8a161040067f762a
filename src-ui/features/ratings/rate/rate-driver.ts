import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { UserId } from '#contract/ids.ts'
import { GUEST_ID } from '#contract/known-ids.ts'
import type { Delivery, OwnRating, RatingChange } from '#contract/ratings.ts'
import { t } from '#contract/text.ts'
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

/** `subject` names the draft and the mutation: a driver can be rated while another rating is in flight. */
export const rateKey = (subject: string) => ['rate', subject] as const

type RatingEvents = {
	subject: string
	driverName: string
	ratingOf: (verdict: RatingChange) => RatingToSend | Promise<RatingToSend>
	onSaved: (saved: OwnRating) => void | Promise<void>
	onKept: () => void | Promise<void>
	onFailed: (error: unknown) => void
}

export type RatingMutation = ReturnType<typeof useSendRating>

/**
 * Sends a rating, or stores it until it can be sent. Mutation-level callbacks run even if the rater leaves the screen.
 */
export function useSendRating({ subject, driverName, ratingOf, onSaved, onKept, onFailed }: RatingEvents) {
	const session = useSession()
	const waiting = useWaiting()
	// Loaded before it is needed, because it cannot load without network.
	useEffect(
		() =>
			afterPaint(() => {
				browserKey()
				void waiting.load()
			}),
		[waiting],
	)
	const mutation = useMutation({
		mutationKey: rateKey(subject),
		mutationFn: async (verdict: RatingChange) => sendOrKeep(await ratingOf(verdict), driverName, waiting),
		onSuccess: (rated) => {
			forgetDraft(subject)
			if ('waiting' in rated) return onKept()
			if (rated.saved.raterId === GUEST_ID) noteGuestRatings(true)
			return onSaved(rated.saved)
		},
		onError: (error) => {
			session.recheckIfRefused(error)
			onFailed(error)
		},
	})
	return { subject, ...mutation }
}

export function useRateDriver(driver: { id: UserId; name: string }, raterId: UserId, delivery?: Delivery) {
	const driverId = driver.id
	const queryClient = useQueryClient()
	const isOnScreen = useIsOnScreen()
	return useSendRating({
		subject: String(driverId),
		driverName: driver.name,
		ratingOf: (verdict) => ({ driverId, raterId, ...verdict, ...(delivery && { delivery }) }),
		onSaved: (saved) => {
			forgetRequestKey(driverId)
			refreshAfterRating(queryClient)
			toast(ratingArrived(saved))
		},
		onKept: () => {
			forgetRequestKey(driverId)
			if (!isOnScreen.current)
				toast({
					title: t('On its way'),
					description: t("{driver}'s verdict is sent as soon as there is signal.", { driver: driver.name }),
				})
		},
		onFailed: (error) => {
			toast({
				title: t('Error'),
				description: t('Failed to submit rating. Please try again.'),
				variant: 'destructive',
				isOnScreen: whyNotSent(error) !== null,
			})
			// The driver is gone or is the rater; refetching makes the screen show it.
			if (hasStatus(error, 404) || hasStatus(error, 403))
				void queryClient.invalidateQueries({ queryKey: userKeys.one(driverId) })
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

export function whyNotSent(error: unknown): string | null {
	if (!error) return null
	if (!(error instanceof ApiError)) return t('No answer from the server. Your answers stay right here.')
	// 401: the app frame already shows that the session ended. 409: the key was used for another rating; the next attempt
	// gets a new one.
	if (error.status === 401 || error.status === 409) return null
	if (error.problemCode === 'not_yours')
		return t('You are somebody else in another tab. Check the name up top, then spill again.')
	return error.serverMessage ?? null
}

export type Rated = { saved: OwnRating } | { waiting: WaitingRating }

/** Limits for sending earlier waiting ratings first, and for the browser to store one. */
const STUCK_AFTER_MS = 3000
const KEPT_WITHIN_MS = 2500

/**
 * Sends a rating, or stores it until it can be sent. Settles within 12 s (`PATIENCE_MS` to send plus `KEPT_WITHIN_MS`)
 * even if the network, a lock, IndexedDB or a code chunk hangs.
 */
export async function sendOrKeep(rating: RatingToSend, driverName: string, waiting: Waiting): Promise<Rated> {
	const begun = performance.now()
	const signal = noAnswerSignal()
	const key = tripOf(rating) === null ? requestKeyFor(rating) : newRequestKey()
	const keep = async () => ({ waiting: await keepWithin({ rating, key, driverName }, waiting) })
	if (isWaitingFor(rating.raterId ?? GUEST_ID) && (await isStuck(rating, waiting))) {
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

/** A timeout counts as stuck: the rating in flight keeps its position ahead of this one. */
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
		// Stored too late: the form still holds the rating, so a stored copy would be sent twice.
		const forgetLate = async () => (await waiting.load()).forget((await keeping).place)
		forgetLate().catch(() => undefined)
		throw error
	}
}
