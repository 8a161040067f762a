import type { StreamNews } from './event-stream.ts'
import { createSharedStream, type Wish } from './shared-stream.ts'

/**
 * The stream that this tab shares with the browser's others. Where they can share nothing, as in Chrome on Android, it has
 * one of its own. Nothing is started before a member wants a stream: visitors never do. Answers how to say what the tab
 * wants.
 */
export function streamOfTabs(hear: (news: StreamNews) => void): (wish: Wish) => void {
	let latest: Wish = null
	let send: ((wish: Wish) => void) | null = null

	function start() {
		const sendToOwn = ownStream(hear)
		try {
			const worker = new SharedWorker(new URL('./live-worker.ts', import.meta.url), { type: 'module' })
			worker.port.onmessage = ({ data }: MessageEvent<StreamNews>) => hear(data)
			// The script did not come, or this browser takes none of its kind.
			worker.onerror = () => {
				send = sendToOwn
				send(latest)
			}
			return (wish: Wish) => worker.port.postMessage(wish)
		} catch {
			// There is no such thing here, or it is not allowed.
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
