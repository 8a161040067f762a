import { Elysia } from 'elysia'
import { EventBatch, EventsAccepted } from '#contract/analytics.ts'
import { type Identity, identified } from '#server/platform/identity.ts'
import type { Analytics } from './analytics.service.ts'

export const analyticsRoutes = ({ analytics, identity }: { analytics: Analytics; identity: Identity }) =>
	new Elysia({ name: 'analytics' }).use(identified(identity)).post(
		'/events',
		({ body, rater, status }) => {
			analytics.track(body, rater.userId)
			return status(202, { accepted: body.events.length })
		},
		{ body: EventBatch, response: { 202: EventsAccepted } },
	)
