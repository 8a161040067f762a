import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { GUEST_ID, type UserId } from '#contract/ids.ts'
import type { NewRating } from '#contract/ratings.ts'
import { userKeys } from '#ui/features/accounts/accounts.keys.ts'
import { useSession } from '#ui/features/accounts/session/session-context.ts'
import { refreshAfterRating } from '#ui/features/ratings/refresh-after-rating.ts'
import { browserKey } from '#ui/features/ratings/request-key.ts'
import { useWaiting } from '#ui/features/ratings/waiting/waiting-context.ts'
import { afterPaint } from '#ui/kit/after-paint.ts'
import { toast } from '#ui/kit/feedback/toast.ts'
import { ApiError, hasStatus } from '#ui/platform/api-client.ts'
import { noteGuestRatings } from '#ui/platform/guest-ratings.ts'
import { forgetDraft, forgetRequestKey } from './rating-draft.ts'
import { sendOrKeep } from './send-or-keep.ts'

/** Of its own for each driver: somebody may be rated while the rating of another is still on its way. */
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
			if ('waiting' in rated) {
				// The screen says so itself.
				if (!isOnScreen.current)
					toast({ title: 'On its way', description: `${driver.name}'s verdict is sent as soon as there is signal.` })
				return
			}
			if (raterId === GUEST_ID) noteGuestRatings(true)
			refreshAfterRating(queryClient)
			toast({
				title: 'The verdict is in!',
				description: 'Your rating has been officially logged. The tea has been spilled!',
			})
		},
		onError: (error) => {
			toast({
				title: 'Error',
				description: 'Failed to submit rating. Please try again.',
				variant: 'destructive',
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
