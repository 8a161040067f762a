import type { LiveEvent } from '#contract/live.ts'

/**
 * `open`: no event is missed from here on. `refused`: the server responded with an error, for example because the
 * session ended or the member has too many streams.
 */
export type StreamNews = 'open' | 'refused' | LiveEvent

const EVENTS = Object.keys({ notice: 1, home: 1, replies: 1, trip: 1, host: 1 } satisfies Record<
	LiveEvent,
	1
>) as LiveEvent[]

const FIRST_PAUSE_MS = 1000
/** Matches the page's own polling interval. */
const PAUSE_AFTER_REFUSAL_MS = 30_000
const LONGEST_PAUSE_MS = 60_000

/**
 * An event stream that reconnects with growing pauses. EventSource alone would retry every two seconds while the server
 * is down, and never after an error response.
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
			// Jitter, so that clients do not reconnect simultaneously after a server restart.
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
