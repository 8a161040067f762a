import { Elysia } from 'elysia'
import { EventBatch, EventsAccepted } from '#contract/analytics.ts'
import { addressKey } from '#server/http/client.ts'
import { type Identity, identified } from '#server/http/identity/identity.ts'
import type { RateLimits } from '#server/http/limits/rate-limits.ts'
import { type Analytics, refuseWrongClock } from './analytics.service.ts'

export const analyticsRoutes = (services: { analytics: Analytics; limits: RateLimits; identity: Identity }) => {
	const { analytics, limits, identity } = services
	return new Elysia({ name: 'analytics' }).use(identified(identity)).post(
		'/events',
		({ body, client, viewer, status }) => {
			limits.eventBatches.check(addressKey(client))
			refuseWrongClock(body)
			analytics.track(body, viewer.userId)
			return status(202, { accepted: body.events.length })
		},
		{ body: EventBatch, response: { 202: EventsAccepted } },
	)
}
