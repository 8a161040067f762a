import { expect, test } from 'bun:test'
import * as v from 'valibot'
import { ALL_GOOD } from '#contract/impressions.ts'
import { Delivery } from '#contract/ratings.ts'
import { openTab } from '#ui/features/ratings/testing/sending-tab.ts'
import { saved } from '#ui/features/ratings/testing/uncle-bob-rated.tsx'
import { edited } from '#ui/features/ratings/waiting/waiting-rating.ts'
import type { Viewer } from '#ui/session/viewer.ts'
import { aMember, deadNetwork, type FakeAnswer, fakeServer, problem, refusal } from '#ui/testing/fake-server.ts'
import { withIndexedDb } from '#ui/testing/indexed-db.ts'
import { aWaitingRating, NOW } from '#ui/testing/waiting-rating.ts'

withIndexedDb()
const TOKEN = 'abcdefghijklmnopqrstuvwxyz012345'
const RATE = `PUT /api/trips/${TOKEN}/verdicts/7`
const SEALED: FakeAnswer = [200, { ...saved, sealed: true, onTrip: true }]
const JONAS: Viewer = { kind: 'member', user: aMember() }
const said = (starRating = 3, raterId = 1) => aWaitingRating({ starRating, raterId, delivery: { trip: TOKEN } })

test('per driver of a trip only the newest waits, and it is what is sent, once [spec 14.15]', async () => {
	const server = fakeServer({ [RATE]: SEALED })
	const { store, round, waiting, sent } = openTab()
	await store.add(said(1))
	await store.add(aWaitingRating())
	await store.add(said(5))
	expect((await store.all()).map(({ rating }) => rating.starRating)).toEqual([5, 3])
	server.answer('POST /api/ratings', [201, saved])

	await round()

	expect(server.bodiesOf(RATE)).toEqual([{ raterId: 1, ...ALL_GOOD, starRating: 5 }])
	expect(sent).toHaveLength(2)
	expect(await waiting()).toEqual([])
})

test('said anew while it is on its way it goes once more, as it was said last', async () => {
	const { tab, store, round, waiting } = openTab()
	await store.add(said(1))
	const server = fakeServer({})
	server.answer(RATE, async () => {
		await store.add(said(5))
		server.answer(RATE, SEALED)
		return SEALED
	})
	expect((await round()).nextMs).toBe(0)
	expect(await waiting()).toHaveLength(1)

	tab.now += 2000
	await round()

	expect(server.bodiesOf(RATE)).toMatchObject([{ starRating: 1 }, { starRating: 5 }])
	expect(await waiting()).toEqual([])
})

test('an answer that got lost does no harm: sent again it says it anew, also when it was changed', async () => {
	const server = fakeServer({ [RATE]: deadNetwork })
	const { tab, store, round, waiting } = openTab()
	const { place } = await store.add(said(1))
	expect((await round()).isUnanswered).toBe(true)
	await store.update(place, (now) => edited(now, { ...ALL_GOOD, starRating: 4 }, NOW))
	server.answer(RATE, SEALED)
	tab.now += 2000

	await round()

	expect(server.bodiesOf(RATE)).toMatchObject([{ starRating: 1 }, { starRating: 4 }])
	expect(await waiting()).toEqual([])
})

test("a member's waits for them, and nobody else on this browser says it [T39] [spec 14.15]", async () => {
	const server = fakeServer({ [RATE]: SEALED })
	const { tab, store, round, waiting } = openTab()
	await store.add(said(3, aMember().id))
	for (const viewer of [{ kind: 'visitor' }, { kind: 'member', user: aMember({ id: 8 }) }] as const) {
		tab.viewer = viewer
		await round(true)
		tab.now += 2000
	}
	expect(server.bodiesOf(RATE)).toEqual([])

	tab.viewer = JONAS
	await round(true)
	expect(server.bodiesOf(RATE)).toMatchObject([{ raterId: aMember().id }])
	expect(await waiting()).toEqual([])
})

test("a guest's is not said by the member who has logged in meanwhile, and waits [T39] [spec 14.15]", async () => {
	const server = fakeServer({ [RATE]: refusal(403, 'not_yours', 'Not yours') })
	const { tab, store, round, waiting, onNotTheirs } = openTab(JONAS)
	await store.add(said())

	expect(await round()).toEqual({ nextMs: null, isUnanswered: false })

	// With the cookies alone: without them nobody is in the car.
	expect(server.credentialsOf(RATE)).toEqual(['include'])
	expect(onNotTheirs).toHaveBeenCalledTimes(1)
	expect(await waiting()).toHaveLength(1)
	tab.viewer = { kind: 'visitor' }
	tab.now += 2000
	server.answer(RATE, SEALED)
	await round(true)
	expect(await waiting()).toEqual([])
})

test.each<[string, FakeAnswer, RegExp]>([
	['opened meanwhile', refusal(409, 'trip_is_open', 'It is open'), /opened before this one arrived/],
	['gone', refusal(404, 'not_found', 'Not found'), /^This trip is gone/],
	['not in', refusal(403, 'not_in_the_car', 'Not in'), /^You are not in the car any more/],
	['a guest whom nobody knows any more', problem(401, 'You must be logged in'), /^You are not in the car any more/],
])('%s: it says why, and is not sent again [spec 14.15]', async (_, answer, words) => {
	const server = fakeServer({ [RATE]: answer })
	const { tab, store, round } = openTab()
	const { place } = await store.add(said())
	for (let rounds = 0; rounds < 3; rounds++) {
		expect((await round(true)).nextMs).toBeNull()
		tab.now += 2000
	}

	expect(server.bodiesOf(RATE)).toHaveLength(1)
	expect((await store.all())[0]?.refusal?.message).toMatch(words)
	// Nothing is left that would have to be cancelled.
	await store.drop(place, tab.now)
	expect(await store.drops()).toEqual([])
	expect(await store.all()).toEqual([])
})

test('an older version of the app, which would send it to everybody, passes it over', () => {
	expect(v.is(v.optional(Delivery), said().rating.delivery)).toBe(false)
})
