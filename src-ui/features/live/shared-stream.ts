import type { UserId } from '#contract/ids.ts'
import { keepEventStream, type StreamNews } from './event-stream.ts'

/** A tab's request for a stream, with the member it belongs to; null for none. */
export type Wish = { address: string; member: UserId } | null

/** Receiver of a tab's events: a MessagePort, or a function in the page itself. */
export type Listener = { postMessage(news: StreamNews): void }

/** Tabs repeat their request more often than this; one that does not has crashed and is dropped. */
const SILENCE_MAX_MS = 60_000

export function createSharedStream(keep = keepEventStream) {
	const listeners = new Map<Listener, number>()
	let current: { member: UserId; stream: { close(): void }; isOpen: boolean } | null = null
	let cleaning: ReturnType<typeof setInterval> | undefined

	function close() {
		current?.stream.close()
		current = null
		clearInterval(cleaning)
	}

	function open({ address, member }: NonNullable<Wish>) {
		close()
		const stream = keep(address, (news) => {
			if (news === 'open' && current) current.isOpen = true
			for (const listener of listeners.keys()) listener.postMessage(news)
		})
		current = { member, stream, isOpen: false }
		cleaning = setInterval(forgetSilent, SILENCE_MAX_MS)
	}

	function forget(listener: Listener) {
		listeners.delete(listener)
		if (listeners.size === 0) close()
	}

	function forgetSilent() {
		for (const [listener, heardAt] of listeners) if (Date.now() - heardAt > SILENCE_MAX_MS) forget(listener)
	}

	return {
		wish(listener: Listener, wish: Wish) {
			if (!wish) return forget(listener)
			const isNew = !listeners.has(listener)
			listeners.set(listener, Date.now())
			// Tabs share the session cookie, so the latest request names the member who is signed in.
			if (current?.member !== wish.member) open(wish)
			else if (isNew && current.isOpen) listener.postMessage('open')
		},
	}
}
