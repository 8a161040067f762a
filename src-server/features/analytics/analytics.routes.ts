import { trackEvents } from '#contract/analytics.ts'
import { route } from '#server/http/calls/route.ts'
import { addressKey } from '#server/http/client.ts'
import type { RateLimits } from '#server/http/limits/rate-limits.ts'
import { type Analytics, refuseWrongClock } from './analytics.service.ts'

export const analyticsRoutes = ({ analytics, limits }: { analytics: Analytics; limits: RateLimits }) => [
	route(trackEvents, ({ body, client, viewer }) => {
		limits.eventBatches.check(addressKey(client))
		refuseWrongClock(body)
		analytics.track(body, viewer.userId)
		return { accepted: body.events.length }
	}),
]
