import * as v from 'valibot'
import { call } from './call.ts'
import { PROPERTIES_TOO_LARGE } from './field-messages.ts'
import { DeviceId, Moment } from './ids.ts'

export const EVENT_NAMES = [
	'logged_in',
	'driver_clicked',
	'login_clicked',
	'rating_notification_seen',
	'home_page_viewed',
	'rating_submitted',
	'share_verdict_clicked',
	'profile_viewed',
	'infographic_viewed',
	'driver_added',
	'copy_link_clicked',
	'ghost_rating_shared',
	'login_signup_clicked',
	'auth_skip_clicked',
	'account_created',
	'ghost_claim_link_viewed',
] as const
export const EventName = v.picklist(EVENT_NAMES)
export type EventName = v.InferOutput<typeof EventName>

const PROPERTIES_MAX_BYTES = 2048
const EVENTS_MAX = 20

export const EventProperties = v.pipe(
	v.record(v.string(), v.nullable(v.union([v.string(), v.number(), v.boolean()]))),
	v.check(
		(properties) => new TextEncoder().encode(JSON.stringify(properties)).length <= PROPERTIES_MAX_BYTES,
		PROPERTIES_TOO_LARGE,
	),
)
export type EventProperties = v.InferOutput<typeof EventProperties>

export const AnalyticsEvent = v.object({ name: EventName, properties: EventProperties, at: Moment })
export type AnalyticsEvent = v.InferOutput<typeof AnalyticsEvent>

export const EventBatch = v.object({
	deviceId: DeviceId,
	events: v.pipe(v.array(AnalyticsEvent), v.maxLength(EVENTS_MAX)),
})
export type EventBatch = v.InferOutput<typeof EventBatch>

export const EventsAccepted = v.object({ accepted: v.number() })

export const trackEvents = call({
	method: 'POST',
	path: '/events',
	who: 'visitor-or-member',
	body: EventBatch,
	answers: { 202: EventsAccepted },
	docs: () => ({
		tag: 'Instance',
		summary: 'Tell what one browser did',
		description: 'Goes nowhere unless the operator named a PostHog.',
		answers: { 202: 'How many were taken.' },
	}),
})
