import { expect, spyOn, test } from 'bun:test'
import { sendOrKeep } from '#ui/features/ratings/rate/rate-driver.ts'
import type { RatingToSend } from '#ui/features/ratings/send-rating.ts'
import { saved } from '#ui/features/ratings/testing/uncle-bob-rated.tsx'
import type { Waiting } from '#ui/features/ratings/waiting/waiting-context.ts'
import { noteWhoseWaiting, type WaitingRatings } from '#ui/features/ratings/waiting/waiting-ratings.ts'
import { deadNetwork, fakeServer } from '#ui/testing/fake-server.ts'
import { aWaitingRating } from '#ui/testing/waiting-rating.ts'

const SEND = 'POST /api/ratings'
const hangs = () => Promise.withResolvers<never>().promise
const { key, ...kept } = aWaitingRating()
const rating: RatingToSend = kept.rating

/** Time passes only as far as the next timer, and only when nothing else goes on. */
function virtualTime() {
	let now = 0
	const timers = new Map<number, { at: number; run: () => void }>()
	let made = 0
	spyOn(performance, 'now').mockImplementation(() => now)
	spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal)
	spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms = 0) => {
		made += 1
		timers.set(made, { at: now + ms, run })
		return made
	}) as typeof setTimeout)
	spyOn(globalThis, 'clearTimeout').mockImplementation(((timer: number) => timers.delete(timer)) as never)
	/** What becomes of it, and when. */
	return async <T>(promise: Promise<T>) => {
		let outcome: { is: T | 'error'; at: number } | undefined
		promise.then(
			(is) => (outcome = { is, at: now }),
			() => (outcome = { is: 'error', at: now }),
		)
		for (;;) {
			for (let i = 0; i < 50; i++) await Promise.resolve()
			if (outcome) return outcome
			const [id, next] = [...timers].toSorted(([, a], [, b]) => a.at - b.at)[0] ?? []
			if (id === undefined || !next) throw new Error('It hangs for ever')
			timers.delete(id)
			now = next.at
			next.run()
		}
	}
}

/** What waits here, whose code or database may hang. */
const waitingThat = (
	does: Partial<Pick<WaitingRatings, 'keep' | 'isStuck' | 'forget'>>,
	load = async () => {},
): Waiting => ({
	load: async () => {
		await load()
		return does as WaitingRatings
	},
	start: () => {},
	stop: async () => {},
})
const inTime = { ...kept, key, place: 1 }

test.each<[string, Waiting, unknown]>([
	['the network', waitingThat({ isStuck: async () => false, keep: async () => inTime }), { waiting: inTime }],
	['what is being sent before it', waitingThat({ isStuck: hangs, keep: async () => inTime }), { waiting: inTime }],
	['the code that keeps it', waitingThat({}, hangs), 'error'],
	['the database', waitingThat({ isStuck: hangs, keep: hangs, forget: async () => {} }), 'error'],
	['the database, and nothing before', waitingThat({ isStuck: async () => true, keep: hangs }), 'error'],
])('where %s hangs, and the network too, it ends within 12 seconds [B23]', async (_what, waiting, becomes) => {
	fakeServer({ [SEND]: hangs })
	noteWhoseWaiting([1])
	const settled = virtualTime()

	const { is, at } = await settled(sendOrKeep(rating, 'Uncle Bob', waiting))

	expect(is as unknown).toEqual(becomes)
	expect(at).toBeLessThan(12_000)
})

test('where only the database hangs the rating is sent, and answered', async () => {
	fakeServer({ [SEND]: [201, saved] })
	noteWhoseWaiting([1])
	const settled = virtualTime()

	const { is, at } = await settled(sendOrKeep(rating, 'Uncle Bob', waitingThat({ isStuck: hangs, keep: hangs })))

	expect(is).toMatchObject({ saved: { id: saved.id } })
	expect(at).toBeLessThan(12_000)
})

test('what is kept after the form was told that it could not be is forgotten: it would be sent twice', async () => {
	fakeServer({ [SEND]: deadNetwork })
	const { promise, resolve } = Promise.withResolvers<typeof inTime>()
	const forgotten: number[] = []
	const forget = async (place: number) => void forgotten.push(place)
	const settled = virtualTime()

	expect((await settled(sendOrKeep(rating, 'Uncle Bob', waitingThat({ keep: () => promise, forget })))).is).toBe(
		'error',
	)
	expect(forgotten).toEqual([])
	resolve({ ...inTime, place: 7 })
	for (let i = 0; i < 20; i++) await Promise.resolve()

	expect(forgotten).toEqual([7])
})
