import type { LiveEvent } from '#contract/live.ts'

/**
 * `open`: from here on nothing is missed. `refused`: the server has answered with something else, as the session has ended,
 * say, or this member has enough streams.
 */
export type StreamNews = 'open' | 'refused' | LiveEvent

const EVENTS = Object.keys({ notice: 1, home: 1, replies: 1, trip: 1, host: 1 } satisfies Record<
	LiveEvent,
	1
>) as LiveEvent[]

const FIRST_PAUSE_MS = 1000
/** The page asks for itself as often. */
const PAUSE_AFTER_REFUSAL_MS = 30_000
const LONGEST_PAUSE_MS = 60_000

/**
 * A stream of events that is opened again whenever it ends. By itself the browser would do that every two seconds, however
 * long the server is away, and never after a refusal.
 */
export function keepEventStream(address: string, tell: (news: StreamNews) => void) {
	let source: EventSource
	let timer: ReturnType<typeof setTimeout> | undefined
	let pause = FIRST_PAUSE_MS

	function connect() {
		source = new EventSource(address)
		source.onopen = () => {
			pause = FIRST_PAUSE_MS
			tell('open')
		}
		for (const event of EVENTS) source.addEventListener(event, () => tell(event))
		source.onerror = () => {
			const isRefused = source.readyState === EventSource.CLOSED
			source.close()
			if (isRefused) pause = Math.max(pause, PAUSE_AFTER_REFUSAL_MS)
			// After a restart of the server not everybody comes back in the same moment.
			timer = setTimeout(connect, pause * (0.5 + Math.random() / 2))
			pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
			if (isRefused) tell('refused')
		}
	}

	connect()
	return {
		close() {
			clearTimeout(timer)
			source.close()
		},
	}
}
