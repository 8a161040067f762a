import {
	cancelRating,
	changeRating,
	getRating,
	listOwnRatings,
	listRatingsOfDriver,
	rateDriver,
	takeRatingBack,
} from '#contract/ratings.ts'
import { answer, keptRoute, route } from '#server/http/calls/route.ts'
import type { RatingChangeService } from './rating-changes.service.ts'
import type { RatingService } from './ratings.service.ts'

export const ratingsRoutes = ({
	ratings,
	ratingChanges,
}: {
	ratings: RatingService
	ratingChanges: RatingChangeService
}) => [
	route(listOwnRatings, ({ viewer, query }) => ratings.ownRatings(viewer, query)),
	route(rateDriver, async ({ body, headers, address, viewer, browser }) => {
		const guest = browser.nextGuest(headers['Browser-Key'])
		const sender = { viewer, nextGuestKey: guest.guestKey, address }
		try {
			const requestKey = headers['Idempotency-Key'] ?? null
			const { rating, isNew, isGuests } = await ratings.rateDriver({ ...sender, requestKey }, body)
			if (isGuests) guest.remember()
			return isNew ? answer(201, rating) : answer(200, rating)
		} finally {
			guest.end()
		}
	}),
	route(getRating, ({ params, viewer }) => ratings.rating(params.id, viewer)),
	route(changeRating, ({ params, body, viewer, address }) =>
		ratingChanges.change({ viewer, address }, params.id, body),
	),
	route(takeRatingBack, ({ params, viewer, address }) => {
		ratingChanges.takeBack({ viewer, address }, params.id)
		return undefined
	}),
	route(cancelRating, ({ body, viewer, address }) => {
		ratingChanges.cancel({ viewer, address }, body.requestKey)
		return undefined
	}),
	keptRoute(listRatingsOfDriver, ({ params, query }) => ratings.ratingsOfDriver(params.id, query)),
]
