import { createContext, useContext } from 'react'
import type { WaitingPage, WaitingRatings } from './waiting-ratings.ts'
import { isAnythingWaiting } from './whose-waiting.ts'

/** Without network no code arrives: it is fetched once the first screen can be used, before anybody needs it. */
const FETCHED_AFTER_MS = 2000

export type Waiting = ReturnType<typeof createWaiting>

/** The way to the ratings that wait, whose code comes after the first screen. One for each page; a test makes its own. */
export function createWaiting(page: WaitingPage) {
	let loading: Promise<WaitingRatings> | undefined
	let isStarted = false

	function load() {
		loading ??= import('./waiting-ratings.ts').then(({ waitingRatings }) => waitingRatings(page))
		loading.then(
			({ start }) => isStarted && start(),
			// What does not come now is asked for again when it is needed.
			() => {
				loading = undefined
			},
		)
		return loading
	}

	return {
		load,
		/** Sends what an earlier page has left, and what this one will leave. */
		start() {
			isStarted = true
			setTimeout(() => load(), isAnythingWaiting() ? 0 : FETCHED_AFTER_MS)
		},
		stop: async () => (await loading)?.stop(),
	}
}

const WaitingContext = createContext<Waiting | null>(null)
export const WaitingProvider = WaitingContext.Provider

export function useWaiting(): Waiting {
	const waiting = useContext(WaitingContext)
	if (!waiting) throw new Error('There is no WaitingProvider around this')
	return waiting
}
