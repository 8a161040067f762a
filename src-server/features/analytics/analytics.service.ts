import type { PostHog } from 'posthog-node'
import { type AnalyticsEvent, type EventBatch, trackEvents } from '#contract/analytics.ts'
import type { UserId } from '#contract/ids.ts'
import type { Context } from '#server/context.ts'
import { route } from '#server/http/calls/route.ts'
import { invalid } from '#server/http/problems.ts'
import type { Log } from '#server/http/request-log.ts'
import { outbound, responseOf } from '#server/outbound/outbound.ts'

/** Never throws, because tracking must not fail a request. */
type Analytics = {
	isOn: boolean
	track(batch: EventBatch, userId: UserId | null): void
	close(): Promise<void>
}

const CLOSE_MS = 2000

function createAnalytics({ config, log }: Pick<Context, 'config' | 'log'>): Analytics {
	if (config.posthogKey === null) return { isOn: false, track: () => {}, close: async () => {} }
	const posthog = connect(config.posthogKey, config.posthogHost, log)

	return {
		isOn: true,
		track({ deviceId, events }, userId) {
			const distinctId = distinctIdOf(deviceId, userId === null ? null : `user_${userId}`, log)
			if (distinctId === null) return
			const captures = events.map((event) => ({
				distinctId,
				event: event.name,
				properties: propertiesOf(event, deviceId),
				timestamp: momentOf(event),
			}))
			void posthog.then((client) => {
				for (const capture of captures) client.capture(capture)
			})
		},
		close: async () => (await posthog).shutdown(CLOSE_MS),
	}
}

export function analyticsFeature({ config, log, limits }: Context) {
	const analytics = createAnalytics({ config, log })
	return {
		close: analytics.close,
		routes: [
			route(trackEvents, ({ body, address, viewer }) => {
				limits.eventBatches.check(address)
				refuseWrongClock(body)
				analytics.track(body, viewer.userId)
				return { accepted: body.events.length }
			}),
		],
	}
}

/** Disables flags, surveys, exceptions and IP lookup. Loaded on first use, because most instances have no PostHog. */
async function connect(key: string, host: string | null, log: Pick<Log, 'warn'>): Promise<PostHog> {
	const { PostHog } = await import('posthog-node')
	const posthog = new PostHog(key, {
		host: host ?? undefined,
		fetch: askPostHog,
		disableGeoip: true,
		preloadFeatureFlags: false,
		sendFeatureFlagEvent: false,
		disableRemoteFeatureFlags: true,
		enableExceptionAutocapture: false,
		disableSurveys: true,
		maxQueueSize: 1000,
	})
	posthog.on('error', (error) => log.warn(`Analytics: ${error instanceof Error ? error.message : String(error)}`))
	return posthog
}

type PostHogFetch = NonNullable<NonNullable<ConstructorParameters<typeof PostHog>[1]>['fetch']>

const askPostHog: PostHogFetch = async (url, { method, headers, body, signal }) => {
	return responseOf(await outbound('analytics', new URL(url), { method, headers, body, signal }))
}

const CLOCK_OFF_MAX_MS = 86_400_000

/** Wrong times would falsify the operator's figures. */
function refuseWrongClock({ events }: EventBatch, now = Date.now()) {
	const wrong = events.findIndex((event) => Math.abs((momentOf(event)?.getTime() ?? now) - now) > CLOCK_OFF_MAX_MS)
	if (wrong >= 0) throw invalid('clock_off', `events.${wrong}.at`)
}

/** The spec's rule for device and member ids. */
const isTrackableId = (id: string) => id.length >= 5 && id.length <= 36

export function distinctIdOf(deviceId: string, memberId: string | null, log: Pick<Log, 'warn'>): string | null {
	if (memberId !== null && isTrackableId(memberId)) return memberId
	if (memberId !== null) log.warn(`Analytics: ${memberId} is not 5 to 36 characters long, so it is not used.`)
	return isTrackableId(deviceId) ? deviceId : null
}

function propertiesOf({ properties }: AnalyticsEvent, deviceId: string) {
	// PostHog reserves names with a dollar ($ip, $set); browsers must not set them.
	const own = Object.entries(properties).filter(([name]) => !name.startsWith('$'))
	return { ...Object.fromEntries(own), ...(isTrackableId(deviceId) && { device_id: deviceId }) }
}

/** `Date` cannot parse some ISO 8601 zones such as +00; such events count as now. */
function momentOf({ at }: AnalyticsEvent): Date | undefined {
	const moment = new Date(at)
	return Number.isNaN(moment.getTime()) ? undefined : moment
}
