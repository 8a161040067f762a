import type { UserId } from '#contract/ids.ts'
import { keepEventStream, type StreamNews } from './event-stream.ts'

/** What a tab wants to hear: the stream at this address, as this member; null for nothing. */
export type Wish = { address: string; member: UserId } | null

/** The end at which a tab hears: a MessagePort, or a function of the page itself. */
export type Listener = { postMessage(news: StreamNews): void }

/** Tabs repeat what they want more often than that; one that has crashed does not. */
const SILENCE_MAX_MS = 60_000

/** One stream for all tabs that want one, for as long as any of them does. */
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
			// All tabs have the same cookie: the member who has signed in last is who is signed in.
			if (current?.member !== wish.member) open(wish)
			else if (isNew && current.isOpen) listener.postMessage('open')
		},
	}
}
