import { Elysia } from 'elysia'
import * as v from 'valibot'
import { idFromText } from '#contract/ids.ts'
import {
	DriverRating,
	IdempotencyKey,
	NewRating,
	OwnRating,
	RatingImpressions,
	RatingsPage,
} from '#contract/ratings.ts'
import { limitFrom } from '#server/http/addresses/addresses.ts'
import { addressKey } from '#server/http/client.ts'
import { type Identity, identified } from '#server/http/identity/identity.ts'
import { invalid } from '#server/http/problems.ts'
import type { RatingService } from './ratings.service.ts'

export const ratingsRoutes = ({ ratings, identity }: { ratings: RatingService; identity: Identity }) =>
	new Elysia({ name: 'ratings', prefix: '/ratings' })
		.use(identified(identity))
		.get('/', ({ viewer, query }) => ratings.ownRatings(viewer, pageFrom(query)), {
			query: RatingsPage,
			response: v.array(OwnRating),
		})
		.post(
			'/',
			({ body, client, viewer, request, status }) => {
				const guest = identity.guestKeyFor(request)
				const { rating, isNew } = ratings.rateDriver(
					{ viewer, guestKey: guest.guestKey, address: addressKey(client), requestKey: requestKeyIn(request) },
					body,
				)
				if (viewer.userId === null) guest.remember()
				return isNew ? status(201, rating) : status(200, rating)
			},
			{ body: NewRating, response: { 200: OwnRating, 201: OwnRating } },
		)
		.get('/:id', ({ params, viewer }) => ratings.rating(idFromText(params.id), viewer), { response: RatingImpressions })
		.get('/driver/:id', ({ params, query }) => ratings.ratingsOfDriver(idFromText(params.id), pageFrom(query)), {
			query: RatingsPage,
			response: v.array(DriverRating),
		})

const pageFrom = ({ limit, before }: RatingsPage) => ({ limit: limitFrom(limit), before })

function requestKeyIn(request: Request): string | null {
	const key = request.headers.get('idempotency-key')
	if (key !== null && !v.is(IdempotencyKey, key)) throw invalid('Invalid Idempotency-Key')
	return key
}
