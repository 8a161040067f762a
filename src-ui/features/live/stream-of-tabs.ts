import type { StreamNews } from './event-stream.ts'
import { createSharedStream, type Wish } from './shared-stream.ts'

/**
 * Connects the tab to the stream shared by all tabs, or to its own stream without SharedWorker, as in Chrome on
 * Android. Starts with the tab's first request, because visitors never need a stream. Returns a function that sends the
 * requests.
 */
export function streamOfTabs(hear: (news: StreamNews) => void): (wish: Wish) => void {
	let latest: Wish = null
	let send: ((wish: Wish) => void) | null = null

	function start() {
		const sendToOwn = ownStream(hear)
		try {
			const worker = new SharedWorker(new URL('./live-worker.ts', import.meta.url), { type: 'module' })
			worker.port.onmessage = ({ data }: MessageEvent<StreamNews>) => hear(data)
			worker.onerror = () => {
				send = sendToOwn
				send(latest)
			}
			return (wish: Wish) => worker.port.postMessage(wish)
		} catch {
			return sendToOwn
		}
	}

	return (wish) => {
		latest = wish
		if (wish !== null) send ??= start()
		send?.(wish)
	}
}

function ownStream(hear: (news: StreamNews) => void) {
	const stream = createSharedStream()
	const listener = { postMessage: hear }
	return (wish: Wish) => stream.wish(listener, wish)
}
