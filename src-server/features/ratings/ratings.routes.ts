import { getRating, listOwnRatings, listRatingsOfDriver, rateDriver } from '#contract/ratings.ts'
import { answer, route } from '#server/http/calls/route.ts'
import { addressKey } from '#server/http/client.ts'
import type { Identity } from '#server/http/identity/identity.ts'
import type { RatingService } from './ratings.service.ts'

export const ratingsRoutes = ({ ratings, identity }: { ratings: RatingService; identity: Identity }) => [
	route(listOwnRatings, ({ viewer, query }) => ratings.ownRatings(viewer, query)),
	route(rateDriver, ({ body, headers, client, viewer, request }) => {
		const guest = identity.guestKeyFor(request)
		const { rating, isNew } = ratings.rateDriver(
			{
				viewer,
				guestKey: guest.guestKey,
				address: addressKey(client),
				requestKey: headers['Idempotency-Key'] ?? null,
			},
			body,
		)
		if (viewer.userId === null) guest.remember()
		return isNew ? answer(201, rating) : answer(200, rating)
	}),
	route(getRating, ({ params, viewer }) => ratings.rating(params.id, viewer)),
	route(listRatingsOfDriver, ({ params, query }) => ratings.ratingsOfDriver(params.id, query)),
]
