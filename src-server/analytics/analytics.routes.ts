import { Elysia } from 'elysia'
import { EventBatch, EventsAccepted } from '#contract/analytics.ts'
import { addressKey } from '#server/platform/client.ts'
import { type Identity, identified } from '#server/platform/identity.ts'
import type { RateLimits } from '#server/platform/rate-limits.ts'
import { type Analytics, refuseWrongClock } from './analytics.service.ts'

export const analyticsRoutes = (services: { analytics: Analytics; limits: RateLimits; identity: Identity }) => {
	const { analytics, limits, identity } = services
	return new Elysia({ name: 'analytics' }).use(identified(identity)).post(
		'/events',
		({ body, client, rater, status }) => {
			limits.eventBatches.check(addressKey(client))
			refuseWrongClock(body)
			analytics.track(body, rater.userId)
			return status(202, { accepted: body.events.length })
		},
		{ body: EventBatch, response: { 202: EventsAccepted } },
	)
}
