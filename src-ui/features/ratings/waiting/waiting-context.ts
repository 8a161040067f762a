import { createContext, useContext } from 'react'
import type { WaitingPage, WaitingRatings } from './waiting-ratings.ts'
import { isAnythingWaiting } from './whose-waiting.ts'

export type Waiting = ReturnType<typeof createWaiting>

/** Loads the outbox's code where something waits, and where a rating is given. One per page; each test makes its own. */
export function createWaiting(page: WaitingPage) {
	let loading: Promise<WaitingRatings> | undefined
	let isStarted = false

	function load() {
		loading ??= import('./waiting-ratings.ts').then(({ waitingRatings }) => waitingRatings(page))
		loading.then(
			({ start }) => isStarted && start(),
			() => {
				loading = undefined
			},
		)
		return loading
	}

	return {
		load,
		/** Also sends ratings that an earlier page left. */
		start() {
			isStarted = true
			if (isAnythingWaiting()) setTimeout(load)
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
