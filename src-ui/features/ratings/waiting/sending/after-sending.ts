import type { QueryClient } from '@tanstack/react-query'
import { GUEST_ID } from '#contract/ids.ts'
import type { OwnRating } from '#contract/ratings.ts'
import type { Viewer } from '#ui/features/accounts/session/viewer.ts'
import type { Tracker } from '#ui/features/analytics/tracker.ts'
import { ratingSubmitted } from '#ui/features/ratings/rating-submitted.ts'
import { ratingKeys } from '#ui/features/ratings/ratings.keys.ts'
import { refreshAfterRating } from '#ui/features/ratings/refresh-after-rating.ts'
import { raterShownTo } from '#ui/features/ratings/waiting/shown-to.ts'
import type { WaitingDrop, WaitingRating } from '#ui/features/ratings/waiting/waiting-rating.ts'
import { toast } from '#ui/kit/feedback/toast.ts'
import { noteGuestRatings } from '#ui/platform/guest-ratings.ts'

type Sent = { waiting: WaitingRating; rating: OwnRating; isAsFirstSaid: boolean; viewer: Viewer | undefined }

/** In every tab: what is on the screen follows. Only the rater reads that it was sent. */
export function showThatItIsIn(queryClient: QueryClient, { waiting, rating, isAsFirstSaid, viewer }: Sent) {
	refreshAfterRating(queryClient)
	if (raterShownTo(viewer) !== waiting.rating.raterId) return
	if (waiting.rating.raterId === GUEST_ID) noteGuestRatings(true)
	queryClient.setQueryData(ratingKeys.sent(waiting.place), rating)
	if (isAsFirstSaid) {
		sayThatItStands(`Your verdict on ${waiting.driverName} had arrived before you changed it.`)
		return
	}
	toast({
		title: 'The verdict is in!',
		description: `Your rating of ${waiting.driverName} has been officially logged. The tea has been spilled!`,
	})
}

const sayThatItStands = (description: string) => void toast({ title: 'It stands as first said.', description })

/** In the tab that cancelled it. Nothing is said of one that is gone, as promised when it was dropped. */
export function showThatItIsCancelled(
	queryClient: QueryClient,
	{ drop, isTooLate, viewer }: { drop: WaitingDrop; isTooLate: boolean; viewer: Viewer | undefined },
) {
	refreshAfterRating(queryClient)
	if (isTooLate && raterShownTo(viewer) === drop.dropped.raterId)
		sayThatItStands(`Your verdict on ${drop.driverName} had arrived more than a day before you dropped it.`)
}

/** In the tab that sent it. */
export function countSent({ track }: Pick<Tracker, 'track'>, { waiting, rating, viewer }: Sent) {
	const member = viewer?.kind === 'member' && viewer.user.id === waiting.rating.raterId ? viewer.user : null
	track('rating_submitted', ratingSubmitted(rating, member, { id: rating.driverId, name: waiting.driverName }))
}
