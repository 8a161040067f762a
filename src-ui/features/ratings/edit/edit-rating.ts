import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { RatingId } from '#contract/ids.ts'
import { CHANGEABLE_MS, changeRating, type OwnRating, type RatingChange, takeRatingBack } from '#contract/ratings.ts'
import { t } from '#contract/text.ts'
import { refreshAfterRating } from '#ui/features/ratings/after-rating.ts'
import { keepTakenBack } from '#ui/features/ratings/celebration/kept-celebration.ts'
import { givenRatingsQuery } from '#ui/features/ratings/ratings.api.ts'
import { toast } from '#ui/kit/feedback/toast.ts'
import { ApiError, api, hasStatus, serverMessage } from '#ui/platform/api-client.ts'
import { serverNow } from '#ui/platform/server-clock.ts'
import { SENT_FORM } from '#ui/platform/underway.ts'
import { useSession } from '#ui/session/session-context.ts'

/** Uses mutation-level callbacks: they run even if the screen is left before the response. */
export function useChangeRating(id: RatingId) {
	const queryClient = useQueryClient()
	const sayWhyNot = useSayWhyNot(id)
	return useMutation({
		mutationKey: SENT_FORM,
		mutationFn: (change: RatingChange) => api.send(changeRating, { params: { id }, body: change }),
		onSuccess: ({ sealed, onTrip }) => {
			refreshAfterRating(queryClient)
			toast({ title: t('Verdict changed'), description: whenItCounts({ sealed, onTrip }) })
		},
		onError: sayWhyNot,
	})
}

function whenItCounts({ sealed, onTrip }: Pick<OwnRating, 'sealed' | 'onTrip'>): string {
	if (!sealed) return t('The new one counts from now on.')
	return onTrip ? t('It stays sealed until the trip is opened.') : t('It stays sealed until the evening post.')
}

export function useTakeRatingBack(id: RatingId, driverName: string) {
	const queryClient = useQueryClient()
	const sayWhyNot = useSayWhyNot(id)
	return useMutation({
		mutationKey: SENT_FORM,
		mutationFn: () => api.send(takeRatingBack, { params: { id } }),
		onSuccess: () => {
			forget(queryClient, id)
			refreshAfterRating(queryClient)
			toast({
				title: t('Taken back'),
				description: t('Your verdict on {driver} is gone. It never happened.', { driver: driverName }),
			})
		},
		onError: sayWhyNot,
	})
}

function forget(queryClient: QueryClient, id: RatingId) {
	keepTakenBack(id)
	queryClient.setQueryData(
		givenRatingsQuery.queryKey,
		(list) =>
			list && {
				...list,
				pages: list.pages.map((page) => ({ ...page, ratings: page.ratings.filter((rating) => rating.id !== id) })),
			},
	)
}

function useSayWhyNot(id: RatingId) {
	const queryClient = useQueryClient()
	const session = useSession()
	return (error: unknown) => {
		session.recheckIfRefused(error)
		if (isGone(error)) forget(queryClient, id)
		if (isGone(error) || isTooLate(error)) refreshAfterRating(queryClient)
		toast({ variant: 'destructive', ...whyNot(error) })
	}
}

function whyNot(error: unknown): { title: string; description: string } {
	if (isGone(error)) return { title: t('Already gone'), description: t('This verdict is not there any more.') }
	const description = serverMessage(error, t('Nothing has changed. Please try again.'))
	return { title: isTooLate(error) ? t('Too late') : t('Nothing has changed'), description }
}

export const isGone = (error: unknown) => hasStatus(error, 404)
export const isTooLate = (error: unknown) => error instanceof ApiError && error.problemCode === 'too_late'

/** Estimates by the server's clock whether a rating can be changed; the server decides. Sealed ratings always can. */
export function useIsChangeable({ createdAt, sealed }: Pick<OwnRating, 'createdAt' | 'sealed'>): boolean {
	const ends = Date.parse(createdAt) + CHANGEABLE_MS
	const [now, setNow] = useState(serverNow)
	useEffect(() => {
		const left = ends - serverNow()
		const timer = left > 0 ? setTimeout(() => setNow(serverNow()), left) : undefined
		return () => clearTimeout(timer)
	}, [ends])
	return sealed || now < ends
}
