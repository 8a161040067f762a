import { mock } from 'bun:test'
import { cancel, deliver } from '#ui/features/ratings/waiting/sending/deliver.ts'
import { sendingRound } from '#ui/features/ratings/waiting/sending/sending-round.ts'
import { oneSender } from '#ui/features/ratings/waiting/sending/tabs.ts'
import { type WaitingStore, waitingStore } from '#ui/features/ratings/waiting/sending/waiting-store.ts'
import type { WaitingDrop } from '#ui/features/ratings/waiting/waiting-rating.ts'
import type { Viewer } from '#ui/session/viewer.ts'
import { deadNetwork, type FakeAnswer, fakeServer, problem } from '#ui/testing/fake-server.ts'
import { NOW } from '#ui/testing/waiting-rating.ts'
import { saved } from './uncle-bob-rated.tsx'

export const SEND = 'POST /api/ratings'
export const CANCEL = 'POST /api/ratings/cancel'
export const SAVED: FakeAnswer = [201, saved]

/** A tab that sends what waits in this browser, at a time that the test sets. */
export function openTab(viewer: Viewer | undefined = { kind: 'visitor' }, store: WaitingStore = waitingStore('test')) {
	const tab: { now: number; viewer: Viewer | undefined; isLogoutKnown: boolean } = {
		now: NOW,
		viewer,
		isLogoutKnown: true,
	}
	const sent: string[] = []
	/** Of those that the server had, and that stand as they were said first. */
	const stands: string[] = []
	const onNotTheirs = mock(() => {})
	const clock = () => tab.now
	const parts = {
		store,
		takeTurn: oneSender({ name: 'test', store, clock, every: () => () => {} }),
		deliver,
		cancel,
		viewer: () => tab.viewer,
		isLogoutKnown: async () => tab.isLogoutKnown,
		onNotTheirs,
		onSent: ({ key }: { key: string }, { isAsFirstSaid }: { isAsFirstSaid: boolean }) => {
			sent.push(key)
			if (isAsFirstSaid) stands.push(key)
		},
		onCancelled: ({ dropped }: WaitingDrop, isTooLate: boolean) => void (isTooLate && stands.push(dropped.key)),
		clock,
		random: () => 0,
	}
	const waiting = async () => (await store.all()).map(({ key }) => key)
	return {
		tab,
		store,
		sent,
		stands,
		waiting,
		onNotTheirs,
		parts,
		round: (isUrgent = false) => sendingRound(parts, isUrgent),
	}
}

/** A server that saves each key once, as the real one does. */
export function keepingServer() {
	const kept = new Map<string, { id: number; said: string }>()
	const server = fakeServer({})
	const answer = (key: string, body: object): FakeAnswer => {
		const said = JSON.stringify(body)
		const known = kept.get(key)
		if (known && known.said !== said) return problem(409, 'This Idempotency-Key was used for another rating')
		if (!known) kept.set(key, { id: 31 + kept.size, said })
		return [known ? 200 : 201, { ...saved, ...body, id: kept.get(key)?.id }]
	}
	const keyOfLast = () => server.headersOf(SEND, 'Idempotency-Key').at(-1) ?? ''
	server.answer(SEND, (body) => answer(keyOfLast(), body as object))
	/** It saves the next one, and its answer is lost. */
	const loseNextAnswer = () =>
		server.answer(SEND, (body) => {
			answer(keyOfLast(), body as object)
			server.answer(SEND, (next) => answer(keyOfLast(), next as object))
			return deadNetwork()
		})
	return { ...server, kept, loseNextAnswer }
}
