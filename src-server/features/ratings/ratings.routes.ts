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
import { addressKey } from '#server/http/client.ts'
import type { Identity } from '#server/http/identity/identity.ts'
import type { RatingChangeService } from './rating-changes.service.ts'
import type { RatingService } from './ratings.service.ts'

export const ratingsRoutes = ({
	ratings,
	ratingChanges,
	identity,
}: {
	ratings: RatingService
	ratingChanges: RatingChangeService
	identity: Identity
}) => [
	route(listOwnRatings, ({ viewer, query }) => ratings.ownRatings(viewer, query)),
	route(rateDriver, async ({ body, headers, client, viewer, request }) => {
		const guest = identity.nextGuest(request, headers['Browser-Key'])
		const sender = { viewer, nextGuestKey: guest.guestKey, address: addressKey(client) }
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
	route(changeRating, ({ params, body, viewer, client }) =>
		ratingChanges.change({ viewer, address: addressKey(client) }, params.id, body),
	),
	route(takeRatingBack, ({ params, viewer, client }) => {
		ratingChanges.takeBack({ viewer, address: addressKey(client) }, params.id)
		return undefined
	}),
	route(cancelRating, ({ body, viewer, client }) => {
		ratingChanges.cancel({ viewer, address: addressKey(client) }, body.requestKey)
		return undefined
	}),
	keptRoute(listRatingsOfDriver, ({ params, query }) => ratings.ratingsOfDriver(params.id, query)),
]
