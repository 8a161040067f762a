import type { LiveEvent } from '#contract/live.ts'

export type EventStream = ReturnType<typeof eventStream>

/** What a reader is behind by at most, beside what the network holds: then it reads nothing, or far too slowly. */
const UNREAD_MAX = 16

/** How long a browser waits that opens it again by itself. */
const RETRY_MS = 2000

const encoder = new TextEncoder()
const OPENING = encoder.encode(`retry: ${RETRY_MS}\n: open\n\n`)
const HEARTBEAT = encoder.encode(':\n\n')
const EVENTS: Record<LiveEvent, Uint8Array<ArrayBuffer>> = {
	notice: encoder.encode('event: notice\ndata: {}\n\n'),
	home: encoder.encode('event: home\ndata: {}\n\n'),
}

/**
 * One body of server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html). `onLeft`: the reader is gone.
 * What is sent answers false where the reader is too far behind; then it is to be ended.
 */
export function eventStream(onLeft: () => void) {
	let controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | null = null
	const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
		{
			start: (started) => {
				controller = started
			},
			cancel: () => {
				controller = null
				onLeft()
			},
		},
		new CountQueuingStrategy({ highWaterMark: UNREAD_MAX }),
	)
	const send = (bytes: Uint8Array<ArrayBuffer>): boolean => {
		if (!controller?.desiredSize || controller.desiredSize < 0) return false
		controller.enqueue(bytes)
		return true
	}
	send(OPENING)
	return {
		body,
		tell: (event: LiveEvent) => send(EVENTS[event]),
		heartbeat: () => send(HEARTBEAT),
		end() {
			controller?.close()
			controller = null
		},
	}
}
