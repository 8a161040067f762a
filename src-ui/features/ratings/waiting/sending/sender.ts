import type { QueryClient } from '@tanstack/react-query'
import type { Session } from '#ui/session/session.ts'
import { type RoundParts, type RoundResult, sendingRound } from './sending-round.ts'

const AFTER_FAILURE_MS = 60_000
const NOTHING_DONE: RoundResult = { nextMs: AFTER_FAILURE_MS, isUnanswered: false }

export function createSender(parts: RoundParts & { onSettled: () => unknown }) {
	let running: Promise<RoundResult> | null = null
	let timer: ReturnType<typeof setTimeout> | undefined
	let stopListening: (() => void) | null = null
	let isStopped = false
	/** Set when a change may have been missed by the running round. */
	let isStale = false

	function round(isUrgent: boolean): Promise<RoundResult> {
		clearTimeout(timer)
		isStale = running !== null
		running ??= sendingRound(parts, isUrgent)
			.catch((error: unknown) => {
				console.warn('What waits here could not be looked at', error)
				return NOTHING_DONE
			})
			.then((result) => {
				running = null
				if (isStopped) return result
				const nextMs = isStale && !result.isUnanswered ? 0 : result.nextMs
				if (nextMs !== null) roundIn(nextMs)
				void parts.onSettled()
				return result
			})
		return running
	}

	function roundIn(ms: number) {
		clearTimeout(timer)
		timer = setTimeout(() => void round(false), ms)
	}

	const sendNow = () => round(true)

	return {
		sendNow,

		/** Schedules a round for a rating that cannot be sent right now. */
		expect: () => void round(false),

		start(queryClient: QueryClient, session: Session) {
			if (stopListening) return
			const onVisible = () => document.hidden || void sendNow()
			window.addEventListener('online', sendNow)
			window.addEventListener('pageshow', onVisible)
			document.addEventListener('visibilitychange', onVisible)
			let viewer = inShort(session)
			// Signing in lets a member's waiting ratings be sent.
			const unsubscribe = queryClient.getQueryCache().subscribe(() => {
				const viewerNow = inShort(session)
				if (viewerNow === viewer) return
				viewer = viewerNow
				void sendNow()
			})
			stopListening = () => {
				window.removeEventListener('online', sendNow)
				window.removeEventListener('pageshow', onVisible)
				document.removeEventListener('visibilitychange', onVisible)
				unsubscribe()
			}
			void sendNow()
		},

		stop() {
			isStopped = true
			clearTimeout(timer)
			stopListening?.()
		},
	}
}

function inShort(session: Session): string {
	const viewer = session.viewer()
	return viewer && viewer.kind !== 'visitor' ? `${viewer.kind} ${viewer.user.id}` : `${viewer?.kind}`
}
