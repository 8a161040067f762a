import { afterEach, expect, test } from 'bun:test'
import { keepingServer, openTab, SAVED, SEND } from '#ui/features/ratings/testing/sending-tab.ts'
import { saved } from '#ui/features/ratings/testing/uncle-bob-rated.tsx'
import { saidAnew } from '#ui/features/ratings/waiting/change-waiting.ts'
import { deadNetwork, type FakeAnswer, fakeServer, forgetEverything, problem } from '#ui/testing/fake-server.ts'
import { withIndexedDb } from '#ui/testing/indexed-db.ts'
import { aWaitingRating, NOW } from '#ui/testing/waiting-rating.ts'

withIndexedDb()
afterEach(forgetEverything)

test('what waits is sent in the order in which it was given, each under its key, and waits no longer', async () => {
	const server = fakeServer({ [SEND]: SAVED })
	const { store, round, sent, waiting } = openTab()
	await store.add(aWaitingRating({ starRating: 2 }, { key: 'first-rating' }))
	await store.add(aWaitingRating({ starRating: 5 }, { key: 'second-rating' }))

	expect(await round()).toEqual({ nextMs: null, isUnanswered: false })

	expect(server.headersOf(SEND, 'Idempotency-Key')).toEqual(['first-rating', 'second-rating'])
	expect(server.bodiesOf(SEND)).toMatchObject([{ starRating: 2 }, { starRating: 5 }])
	expect(sent).toEqual(['first-rating', 'second-rating'])
	expect(await waiting()).toEqual([])
})

for (const [what, answer] of [
	['no network', deadNetwork],
	...[502, 503, 504].map((status) => [`a ${status}`, problem(status, 'Not now')] as const),
] as const)
	test(`after ${what} everything waits, and pauses grow to a minute`, async () => {
		const server = fakeServer({ [SEND]: answer })
		const { tab, store, round, waiting } = openTab()
		await store.add(aWaitingRating({}, { key: 'first-rating' }))
		await store.add(aWaitingRating({ driverId: 8 }, { key: 'second-rating' }))

		const pauses: (number | null)[] = []
		for (let tries = 0; tries < 7; tries++) {
			const { nextMs, isUnanswered } = await round()
			expect(isUnanswered).toBe(true)
			pauses.push(nextMs)
			tab.now += nextMs ?? 0
		}

		expect(pauses).toEqual([2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000])
		// One request tells that the road is closed.
		expect(server.headersOf(SEND, 'Idempotency-Key')).toEqual(Array(7).fill('first-rating'))
		expect(await waiting()).toEqual(['first-rating', 'second-rating'])
	})

test('a pause is one for all tabs; when the network is back it does not count, and one tab asks', async () => {
	const server = fakeServer({ [SEND]: deadNetwork })
	const one = openTab()
	const other = openTab({ kind: 'visitor' }, one.store)
	await one.store.add(aWaitingRating())
	await one.round()

	other.tab.now += 1500
	expect((await other.round()).nextMs).toBe(500)
	expect(server.bodiesOf(SEND)).toHaveLength(1)
	server.answer(SEND, SAVED)
	await Promise.all([other.round(true), other.round(true)])

	expect(server.bodiesOf(SEND)).toHaveLength(2)
	expect(await one.waiting()).toEqual([])
})

test('when the network seems to be back and is not yet, pauses start over', async () => {
	fakeServer({ [SEND]: deadNetwork })
	const { tab, store, round } = openTab()
	await store.add(aWaitingRating())
	for (let tries = 0; tries < 5; tries++) tab.now += (await round()).nextMs ?? 0
	expect((await round(true)).nextMs).toBe(2000)
})

test('an answer that got lost counts once', async () => {
	const server = keepingServer()
	const { tab, store, round, waiting } = openTab()
	await store.add(aWaitingRating())
	server.loseNextAnswer()

	expect((await round()).isUnanswered).toBe(true)
	tab.now += 2000
	await round()

	expect(server.kept.size).toBe(1)
	expect(await waiting()).toEqual([])
})

test('one that was changed after its answer got lost counts once, as it was said last', async () => {
	const server = keepingServer()
	const { tab, store, round, waiting } = openTab()
	const { place } = await store.add(aWaitingRating({ starRating: 3 }))
	server.loseNextAnswer()
	await round()
	for (const starRating of [4, 5]) {
		const said = { starRating, rideQuality: 'bumpy', safetyFeeling: 'safe', vibeQuality: 'good' } as const
		await store.update(place, (now) => saidAnew(now, said, NOW))
	}
	server.answer('PUT /api/ratings/31', (body) => [200, { ...saved, ...(body as object) }])

	tab.now += 2000
	await round()

	expect(server.kept.size).toBe(1)
	expect(server.bodiesOf('PUT /api/ratings/31')).toEqual([
		{ starRating: 5, rideQuality: 'bumpy', safetyFeeling: 'safe', vibeQuality: 'good' },
	])
	expect(await waiting()).toEqual([])
})

test('one that is changed while it is on its way goes once more', async () => {
	const { store, round, sent, waiting } = openTab()
	const { place } = await store.add(aWaitingRating({ starRating: 3 }))
	fakeServer({
		[SEND]: async () => {
			await store.update(place, (now) => saidAnew(now, { ...now.rating, starRating: 5 }, NOW))
			return SAVED
		},
	})

	expect((await round()).nextMs).toBe(0)
	expect(sent).toEqual([])
	expect(await waiting()).toHaveLength(1)
	expect((await store.all())[0]).toMatchObject({ rating: { starRating: 5 }, earlier: [{ starRating: 3 }] })
})

test('a 429 waits for as long as the server says, and what comes after it for the same driver too', async () => {
	const tooMany: FakeAnswer = problem(429, 'Too many requests')
	const server = fakeServer({ [SEND]: (body) => ((body as { driverId: number }).driverId === 7 ? tooMany : SAVED) })
	const { tab, store, round, waiting } = openTab()
	await store.add(aWaitingRating({}, { key: 'first-of-bob' }))
	await store.add(aWaitingRating({}, { key: 'second-of-bob' }))
	await store.add(aWaitingRating({ driverId: 8 }, { key: 'of-maria' }))

	server.answerHeaders(SEND, { 'Retry-After': '300' })
	expect(await round()).toEqual({ nextMs: 300_000, isUnanswered: false })
	expect(await waiting()).toEqual(['first-of-bob', 'second-of-bob'])
	tab.now += 299_000
	expect((await round(true)).nextMs).toBe(1000)
	expect(server.bodiesOf(SEND)).toHaveLength(2)
	tab.now += 1000
	server.answer(SEND, SAVED)
	await round()

	expect(await waiting()).toEqual([])
})

for (const [status, message, shown] of [
	[404, 'Driver not found', 'Driver not found'],
	[403, 'Nice try. You cannot rate your own driving.', 'Nice try. You cannot rate your own driving.'],
	[500, 'Something went wrong', 'Failed to submit rating. Please try again.'],
] as const)
	test(`a ${status} is kept with the server's words, and holds up nothing that comes after it`, async () => {
		const server = fakeServer({
			[SEND]: (body) => ((body as { starRating: number }).starRating === 3 ? problem(status, message) : SAVED),
		})
		const { store, round } = openTab()
		await store.add(aWaitingRating({ starRating: 3 }))
		await store.add(aWaitingRating({ starRating: 4 }, { key: 'the-next-one' }))

		await round()
		await round(true)

		expect(await store.all()).toMatchObject([{ refusal: { status, message: shown } }])
		expect(server.bodiesOf(SEND)).toHaveLength(2)
	})

test('what waited for 30 days is not sent without being asked about', async () => {
	const server = fakeServer({ [SEND]: SAVED })
	const { tab, store, round } = openTab()
	await store.add(aWaitingRating())
	tab.now += 31 * 86_400_000
	await round()
	expect(server.calls()).toEqual([])
	expect(await store.all()).toMatchObject([{ refusal: { message: 'It waited here for 30 days. Does it still hold?' } }])
})

test('what was dropped while it was on its way is said to be in, if it is', async () => {
	const { store, round, sent, waiting } = openTab()
	const { place } = await store.add(aWaitingRating())
	fakeServer({
		[SEND]: async () => {
			await store.update(place, () => null)
			return SAVED
		},
	})
	await round()
	expect(sent).toHaveLength(1)
	expect(await waiting()).toEqual([])
})
