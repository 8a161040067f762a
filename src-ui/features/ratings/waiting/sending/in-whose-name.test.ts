import { expect, test } from 'bun:test'
import { CANCEL, openTab, SAVED, SEND } from '#ui/features/ratings/testing/sending-tab.ts'
import type { Viewer } from '#ui/session/viewer.ts'
import { aMember, type FakeAnswer, fakeServer, problem } from '#ui/testing/fake-server.ts'
import { withIndexedDb } from '#ui/testing/indexed-db.ts'
import { aWaitingRating } from '#ui/testing/waiting-rating.ts'

withIndexedDb()
const GUEST: Viewer = { kind: 'visitor' }
const JONAS: Viewer = { kind: 'member', user: aMember() }
const jonas = { raterId: aMember().id }
const notYours: FakeAnswer = [403, { message: 'Not yours', code: 'not_yours', requestId: 'x' }]

test("a member's waits for its member: not sent by a guest or another member, nor after a 401 [T39] [spec 11.9]", async () => {
	const server = fakeServer({
		'DELETE /api/hidden-drivers': [200, { success: true }],
		[SEND]: problem(401, 'You must be logged in'),
	})
	const { tab, store, round, waiting, onNotTheirs } = openTab(JONAS)
	await store.add(aWaitingRating(jonas))
	for (const viewer of [undefined, GUEST, { kind: 'member', user: aMember({ id: 8 }) }] as const) {
		tab.viewer = viewer
		await round()
	}
	for (const kind of ['ended', 'lost'] as const) {
		tab.viewer = { kind, user: aMember() }
		await round()
	}
	expect(server.calls()).toEqual([])

	tab.viewer = JONAS
	expect(await round()).toEqual({ nextMs: null, isUnanswered: false })
	expect(onNotTheirs).toHaveBeenCalledTimes(1)
	expect(await waiting()).toHaveLength(1)
	server.answer(SEND, SAVED)
	await round()

	expect(server.bodiesOf(SEND)).toMatchObject([jonas, jonas])
	expect(server.calls()).toContain('DELETE /api/hidden-drivers')
	expect(await waiting()).toEqual([])
})

test("a guest's stays a guest's, also after a member has logged in: without their cookies, never in their name [T39]", async () => {
	const server = fakeServer({})
	server.answer(SEND, () => (server.credentialsOf(SEND).at(-1) === 'omit' ? SAVED : notYours))
	const { store, round, waiting } = openTab(JONAS)
	await store.add(aWaitingRating())

	await round()

	expect(server.bodiesOf(SEND)).toMatchObject([{ raterId: 1 }, { raterId: 1 }])
	expect(server.credentialsOf(SEND)).toEqual(['include', 'omit'])
	expect(await waiting()).toEqual([])
})

test("a member's drop waits for its member too, and a guest's goes without cookies where a member is signed in [T39]", async () => {
	const server = fakeServer({})
	server.answer(CANCEL, () => (server.credentialsOf(CANCEL).at(-1) === 'omit' ? [204] : notYours))
	const { tab, store, round } = openTab(GUEST)
	for (const rating of [aWaitingRating(jonas, { key: 'key-of-jonas' }), aWaitingRating()])
		await store.drop((await store.add(rating)).place, tab.now)
	await round()
	tab.viewer = { kind: 'member', user: aMember({ id: 8 }) }
	await round()

	expect(server.bodiesOf(CANCEL)).toEqual(Array(2).fill({ raterId: 1, requestKey: 'a-key-of-this-rating' }))
	expect(server.credentialsOf(CANCEL)).toEqual(['include', 'omit'])
	expect(await store.drops()).toMatchObject([{ dropped: { key: 'key-of-jonas' } }])
	tab.viewer = JONAS
	server.answer(CANCEL, [204])
	await round()
	expect(await store.drops()).toEqual([])
})

test('in the desktop app, which answers nobody without its cookie, it waits until nobody is signed in', async () => {
	const desktopOnly: FakeAnswer = [403, { message: 'Open it there', code: 'desktop_only', requestId: 'x' }]
	const server = fakeServer({})
	server.answer(SEND, () => (server.credentialsOf(SEND).at(-1) === 'omit' ? desktopOnly : notYours))
	const { store, round } = openTab(JONAS)
	await store.add(aWaitingRating())
	await round()
	expect(await store.all()).toMatchObject([{ refusal: null }])
})

test('nothing is sent before the server has heard that a member logged out [T39]', async () => {
	const server = fakeServer({ [SEND]: SAVED })
	const { tab, store, round } = openTab()
	tab.isLogoutKnown = false
	await store.add(aWaitingRating())
	expect((await round()).isUnanswered).toBe(true)
	expect(server.calls()).toEqual([])
})
