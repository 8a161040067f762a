import { listReceivedRatings, reportRating } from '#contract/received-ratings.ts'
import { route } from '#server/http/calls/route.ts'
import type { ReceivedRatingService } from './received-ratings.service.ts'

export const receivedRatingsRoutes = ({ receivedRatings }: { receivedRatings: ReceivedRatingService }) => [
	route(listReceivedRatings, ({ me, query }) => receivedRatings.received(me, query)),
	route(reportRating, ({ me, params, body }) => receivedRatings.report(me, params.id, body)),
]
