import { expect, test } from 'bun:test'
import * as v from 'valibot'
import { ALL_GOOD } from '#contract/impressions.ts'
import { RATED_OFTEN } from '#contract/ratings.ts'
import { CANCEL, keepingServer, openTab, SAVED, SEND } from '#ui/features/ratings/testing/sending-tab.ts'
import { saved } from '#ui/features/ratings/testing/uncle-bob-rated.tsx'
import { msUntil, pauseAfter } from '#ui/features/ratings/waiting/sending/sending-round.ts'
import { edited, WaitingRating } from '#ui/features/ratings/waiting/waiting-rating.ts'
import { aMember, deadNetwork, type FakeAnswer, fakeServer, problem } from '#ui/testing/fake-server.ts'
import { withIndexedDb } from '#ui/testing/indexed-db.ts'
import { aWaitingRating, NOW } from '#ui/testing/waiting-rating.ts'

withIndexedDb()
test('what waits is sent in the order in which it was given, each under its key, and waits no longer [spec 11.8]', async () => {
	const server = fakeServer({ [SEND]: SAVED })
	const { store, round, sent, waiting } = openTab()
	await store.add(aWaitingRating({ starRating: 2 }, { key: 'first-rating' }))
	await store.add(aWaitingRating({ starRating: 5, delivery: 'evening' }, { key: 'second-rating' }))

	expect(await round()).toEqual({ nextMs: null, isUnanswered: false })

	expect(server.headersOf(SEND, 'Idempotency-Key')).toEqual(['first-rating', 'second-rating'])
	expect(server.bodiesOf(SEND)).toMatchObject([{ starRating: 2 }, { starRating: 5, delivery: 'evening' }])
	expect(sent).toEqual(['first-rating', 'second-rating'])
	expect(await waiting()).toEqual([])
})

for (const [what, answer] of [
	['no network', deadNetwork],
	...[502, 503, 504].map((status) => [`a ${status}`, problem(status, 'Not now')] as const),
	['a 404 of something that is not our server', [404, { error: 'no such host' }]],
] as const)
	test(`after ${what} everything waits, and pauses grow to a minute`, async () => {
		const server = fakeServer({ [SEND]: answer as FakeAnswer })
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

test('a pause is one for all tabs; when the network is back it does not count, and one tab asks [B23]', async () => {
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

test('an answer that got lost counts once [B23] [spec 11.8]', async () => {
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

test('one that was changed after its answer got lost counts once, as it was said last [B23]', async () => {
	const server = keepingServer()
	const { tab, store, round, waiting } = openTab()
	const { place } = await store.add(aWaitingRating({ starRating: 3 }))
	server.loseNextAnswer()
	await round()
	for (const starRating of [4, 5]) {
		const said = { starRating, ...ALL_GOOD, rideQuality: 'bumpy' } as const
		await store.update(place, (now) => edited(now, said, NOW))
	}
	server.answer('PUT /api/ratings/31', (body) => [200, { ...saved, ...(body as object) }])

	tab.now += 2000
	await round()

	expect(server.kept.size).toBe(1)
	expect(server.bodiesOf('PUT /api/ratings/31')).toEqual([{ starRating: 5, ...ALL_GOOD, rideQuality: 'bumpy' }])
	expect(await waiting()).toEqual([])
})

test('one that is changed while it is on its way goes once more', async () => {
	const { store, round, sent, waiting } = openTab()
	const { place } = await store.add(aWaitingRating({ starRating: 3 }))
	fakeServer({
		[SEND]: async () => {
			await store.update(place, (now) => edited(now, { ...now.rating, starRating: 5 }, NOW))
			return SAVED
		},
	})

	expect((await round()).nextMs).toBe(0)
	expect(sent).toEqual([])
	expect(await waiting()).toHaveLength(1)
	expect((await store.all())[0]).toMatchObject({ rating: { starRating: 5 }, earlier: [{ starRating: 3 }] })
})

test('a 429 waits for as long as the server says, and what comes after it for the same driver too [spec 11.9]', async () => {
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

test('one too many of a driver comes back at once with the server’s words, and holds up nothing that comes after it [spec 15.4]', async () => {
	const words = 'No more than 5 verdicts on one driver in 24 hours. The next one is possible in 2 hours.'
	const why = { message: words, reason: RATED_OFTEN, params: { max: 5, seconds: 7200 } }
	const refused: FakeAnswer = [429, { ...why, code: RATED_OFTEN, requestId: 'test' }]
	const server = fakeServer({
		[SEND]: (body) => ((body as { starRating: number }).starRating === 3 ? refused : SAVED),
	})
	const { tab, store, round } = openTab()
	await store.add(aWaitingRating({ starRating: 3 }))
	await store.add(aWaitingRating({ starRating: 4 }, { key: 'the-next-one' }))

	server.answerHeaders(SEND, { 'Retry-After': '60' })
	expect((await round()).nextMs).toBe(60_000)
	server.answerHeaders(SEND, { 'Retry-After': '7200' })
	tab.now += 60_000
	await round()

	expect(await store.all()).toMatchObject([{ refusal: { status: 429, ...why } }])
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

test('a wait that was noted while the clock was a year ahead is over [B23]', async () => {
	fakeServer({ [SEND]: SAVED })
	const { tab, store, round, waiting } = openTab()
	await store.add(aWaitingRating({}, { notBefore: NOW + 365 * 86_400_000 + 300_000 }))
	await store.add(aWaitingRating({ driverId: 8 }, { key: 'not-yet-please', notBefore: NOW + 3_600_000 }))
	expect((await round()).nextMs).toBe(3_600_000)
	expect(await waiting()).toEqual(['not-yet-please'])
	tab.now += 3_600_000
	await round()
	expect(await waiting()).toEqual([])
})

test('no answer makes a rating wait for more than an hour', async () => {
	const server = fakeServer({ [SEND]: problem(429, 'Too many requests') })
	server.answerHeaders(SEND, { 'Retry-After': '86400' })
	const { store, round } = openTab()
	await store.add(aWaitingRating())
	expect((await round()).nextMs).toBe(3_600_000)
})

const changed = { starRating: 5, ...ALL_GOOD, rideQuality: 'bumpy' } as const

for (const [who, rater] of [
	['guest', 1],
	['member', aMember().id],
] as const)
	test(`a ${who}'s change that comes too late keeps what arrived, as it was said first`, async () => {
		const server = keepingServer()
		server.answer('DELETE /api/hidden-drivers', [200, { success: true }])
		const { tab, store, round, waiting, sent, stands } = openTab(
			who === 'guest' ? { kind: 'visitor' } : { kind: 'member', user: aMember() },
		)
		const { place } = await store.add(aWaitingRating({ starRating: 3, raterId: rater }))
		server.loseNextAnswer()
		await round()
		await store.update(place, (now) => edited(now, changed, NOW))
		server.answer('PUT /api/ratings/31', [403, { message: 'This one stands.', code: 'too_late', requestId: 'x' }])

		tab.now += 24 * 3_600_000
		await round()

		expect(server.kept.size).toBe(1)
		expect(await waiting()).toEqual([])
		expect([sent, stands]).toEqual([['a-key-of-this-rating'], ['a-key-of-this-rating']])
	})

test('a change that is not answered, or whose member is signed out, is tried again', async () => {
	const server = keepingServer()
	server.answer('DELETE /api/hidden-drivers', [200, { success: true }])
	const { tab, store, round, waiting, stands } = openTab({ kind: 'member', user: aMember() })
	const { place } = await store.add(aWaitingRating({ starRating: 3, raterId: aMember().id }))
	server.loseNextAnswer()
	await round()
	await store.update(place, (now) => edited(now, changed, NOW))
	for (const answer of [deadNetwork, problem(401, 'You must be logged in'), problem(429, 'Too many requests')]) {
		server.answer('PUT /api/ratings/31', answer)
		tab.now += 3_600_000
		await round()
		expect(await waiting()).toHaveLength(1)
	}
	expect(stands).toEqual([])
})

for (const [what, refusal, earlier] of [
	['was not asked for again after 30 days', { status: 0, message: 'Does it still hold?' }, []],
	['was changed, and then refused', { status: 403, message: 'Too late' }, [changed]],
] as const)
	test(`one that ${what} keeps its key when it is said anew: it may have arrived`, () => {
		const waiting = { ...aWaitingRating({}, { refusal, earlier: [...earlier] }), place: 1 }
		const { key, earlier: versions, madeAt } = edited(waiting, { ...changed, starRating: 1 }, NOW + 1)
		expect([key, madeAt]).toEqual([waiting.key, NOW + 1])
		expect(versions).toHaveLength(earlier.length + 1)
	})

test('what was dropped without network is cancelled by its key once there is one, and nothing else is sent [B23]', async () => {
	const server = fakeServer({ [CANCEL]: deadNetwork })
	const { tab, store, round, sent, stands } = openTab()
	const { place } = await store.add(aWaitingRating())
	await store.drop(place, NOW)
	expect((await round()).isUnanswered).toBe(true)

	server.answer(CANCEL, [204])
	tab.now += 2000
	expect(await round()).toEqual({ nextMs: null, isUnanswered: false })

	expect(server.bodiesOf(CANCEL)).toEqual(Array(2).fill({ raterId: 1, requestKey: 'a-key-of-this-rating' }))
	expect(server.bodiesOf(SEND)).toEqual([])
	expect([await store.all(), await store.drops(), sent, stands]).toEqual([[], [], [], []])
})

test('what was dropped while it was on its way is cancelled, and not said to be in', async () => {
	const { store, round, sent } = openTab()
	const { place } = await store.add(aWaitingRating())
	const server = fakeServer({
		[SEND]: async () => {
			await store.drop(place, NOW)
			return SAVED
		},
		[CANCEL]: [204],
	})
	expect((await round()).nextMs).toBe(0)
	await round()
	expect(sent).toEqual([])
	expect(server.bodiesOf(CANCEL)).toHaveLength(1)
	expect([await store.all(), await store.drops()]).toEqual([[], []])
})

test('what had arrived a day before it was dropped stands, and its rater is told', async () => {
	fakeServer({ [CANCEL]: [403, { message: 'This one stands.', code: 'too_late', requestId: 'x' }] })
	const { store, round, stands } = openTab()
	await store.drop((await store.add(aWaitingRating())).place, NOW)
	await round()
	expect(stands).toEqual(['a-key-of-this-rating'])
	expect(await store.drops()).toEqual([])
})

test('what the server has refused was never there: dropping it cancels nothing', async () => {
	const { store } = openTab()
	const { place } = await store.add(aWaitingRating({}, { refusal: { status: 404, message: 'Driver not found' } }))
	await store.drop(place, NOW)
	expect(await store.drops()).toEqual([])
})

test('a drop that is undone before the server was asked is as if it had not been', async () => {
	const { store } = openTab()
	const before = await store.add(aWaitingRating())
	await store.drop(before.place, NOW)
	await store.putBack(before, NOW)
	expect([await store.all(), await store.drops()]).toEqual([[before], []])
})

test('a drop that is undone later brings back a rating of its own, and the first one is still cancelled', async () => {
	const server = fakeServer({ [CANCEL]: deadNetwork, [SEND]: SAVED })
	const { tab, store, round, sent } = openTab()
	const before = await store.add(aWaitingRating())
	await store.drop(before.place, NOW)
	await round()
	await store.putBack(before, NOW)
	const [again] = await store.all()
	expect(again).toMatchObject({ place: before.place, rating: before.rating })
	expect(again?.key).not.toBe(before.key)

	server.answer(CANCEL, [204])
	tab.now += 2000
	await round()

	expect(server.bodiesOf(CANCEL).at(-1)).toEqual({ raterId: 1, requestKey: before.key })
	expect(sent).toEqual([again?.key ?? ''])
})

test('a drop of which the server says that something went wrong is tried again', async () => {
	fakeServer({ [CANCEL]: problem(500, 'Something went wrong') })
	const { store, round } = openTab()
	await store.drop((await store.add(aWaitingRating())).place, NOW)
	expect((await round()).nextMs).toBe(60_000)
	expect(await store.drops()).toHaveLength(1)
})

test('an older version of the app, which may be open in another tab, does not take a drop for a rating', async () => {
	const { store } = openTab()
	await store.drop((await store.add(aWaitingRating())).place, NOW)
	const [drop] = await store.drops()
	expect(v.is(WaitingRating, drop)).toBe(false)
	expect(await store.all()).toEqual([])
})

test('pauses double up to a minute, and luck shortens them by a fifth at most', () => {
	const failures = [1, 2, 3, 6, 7, 1000]
	expect(failures.map((count) => pauseAfter(count, () => 0))).toEqual([2000, 4000, 8000, 60_000, 60_000, 60_000])
	expect(failures.map((count) => pauseAfter(count, () => 1))).toEqual([1600, 3200, 6400, 48_000, 48_000, 48_000])
})

test('a moment that is past, or too far away to have been meant, is now', () => {
	expect(msUntil(5000, 3000)).toBe(2000)
	expect(msUntil(3000, 5000)).toBe(0)
	expect(msUntil(86_400_000, 5000)).toBe(0)
})
