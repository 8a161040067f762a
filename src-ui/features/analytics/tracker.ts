import { createContext, useContext } from 'react'
import { type AnalyticsEvent, type EventName, type EventProperties, trackEvents } from '#contract/analytics.ts'
import { urlOf } from '#ui/platform/api-client.ts'
import { serverNow } from '#ui/platform/server-clock.ts'
import { deviceId } from '#ui/platform/storage.ts'

const AT_ONCE_MAX = 20
const WAIT_MS = 2000
const address = urlOf(trackEvents)

export type Tracker = ReturnType<typeof createTracker>

/** One per page; tests create their own. */
export function createTracker() {
	const waiting: AnalyticsEvent[] = []
	let timer: ReturnType<typeof setTimeout> | undefined

	function nextBatch(): string | null {
		clearTimeout(timer)
		timer = undefined
		const events = waiting.splice(0, AT_ONCE_MAX)
		return events.length === 0 ? null : JSON.stringify({ deviceId: deviceId(), events })
	}

	function flush() {
		const body = nextBatch()
		if (body === null) return
		fetch(address, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body, keepalive: true })
			.then((response) => {
				if (!response.ok) console.warn(`Analytics: the server answered ${response.status}`)
			})
			.catch((error: unknown) => console.warn('Analytics: not sent', error))
	}

	return {
		track(name: EventName, properties: EventProperties = {}) {
			waiting.push({ name, properties, at: new Date(serverNow()).toISOString() })
			if (waiting.length >= AT_ONCE_MAX) flush()
			else timer ??= setTimeout(flush, WAIT_MS)
		},

		stop() {
			nextBatch()
		},

		/** Flushes with a beacon, the only request that outlives the page. */
		sendOnLeaving() {
			window.addEventListener('pagehide', () => {
				const body = nextBatch()
				if (body !== null) navigator.sendBeacon?.(address, new Blob([body], { type: 'application/json' }))
			})
		},
	}
}

const TrackerContext = createContext<Tracker | null>(null)
export const TrackerProvider = TrackerContext.Provider

export function useTrack(): Tracker['track'] {
	const tracker = useContext(TrackerContext)
	if (!tracker) throw new Error('There is no TrackerProvider around this')
	return tracker.track
}
