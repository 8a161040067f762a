import { expect, test } from 'bun:test'
import { ALL_BAD } from '#contract/impressions.ts'
import { JOKES } from '#contract/my-receipt.ts'
import type { DriverPictures } from '#contract/pictures.ts'
import type { OwnRating } from '#contract/ratings.ts'
import { contentIn } from '#server/operations/pictures/testing/content-in.ts'
import { aRating, familyOf, type TestBrowser } from '#server/testing/test-app.ts'

const CUSTODY = { pool: 'BAD_VIBE', place: 0 }
const NOT_FOUND = { status: 404, body: { code: 'not_found', message: 'Rating not found' } }

const receiptOf = async (who: TestBrowser, id: number | string, joke: object = CUSTODY) =>
	(await who.post(`/api/ratings/${id}/picture`, joke)) as { status: number; body: DriverPictures }

/** The same two stars for Uncle Bob by a member, by the ghost's creator and by a guest. */
async function threeVerdicts() {
	const { app, mum, dad } = await familyOf('mum', 'dad')
	const bob = await app.ghost(dad, 'Uncle Bob')
	const guest = app.browser()
	const verdict = { starRating: 2, ...ALL_BAD }
	const ofGuest = await guest.post('/api/ratings', aRating({ driverId: bob.id, ...verdict }))
	return {
		...{ app, mum, dad, bob, guest },
		mums: await app.rate(mum, bob.id, verdict),
		dads: await app.rate(dad, bob.id, verdict),
		guests: ofGuest.body as OwnRating,
	}
}

test('a rater has their verdict drawn, with a joke of the pools, stars, words and plate; nothing says who or when [T17] [spec 12.6]', async () => {
	const { app, mum, dad, guest, bob, mums, dads, guests } = await threeVerdicts()
	const before = app.db.generation()

	const { status, body } = await receiptOf(mum, mums.id)

	const { avatarId } = (await mum.get(`/api/users/${bob.id}`)).body as { avatarId: number }
	const said = {
		kind: 'receipt',
		name: 'Uncle Bob',
		avatarId,
		link: `http://localhost:7433/infographic/${bob.id}`,
		joke: JOKES.BAD_VIBE[0],
		starRating: 2,
		...ALL_BAD,
	}
	expect([status, contentIn(body.preview), contentIn(body.story)]).toEqual([
		200,
		[2, 'preview', said],
		[2, 'story', said],
	])
	expect((await app.browser().get(body.story)).status).toBe(200)
	expect((await receiptOf(dad, dads.id)).body).toEqual(body)
	expect(app.db.generation()).toEqual(before)
	await mum.put(`/api/ratings/${mums.id}`, { ...ALL_BAD, starRating: 1 })
	expect(contentIn((await receiptOf(mum, mums.id)).body.story)[2]).toEqual({ ...said, starRating: 1 })
	app.wait(86_400)
	expect((await receiptOf(guest, guests.id)).body).toEqual(body)
})

test('what strangers must not see: to all but its rater a rating is not there, so nobody else can have it drawn [T17] [spec 12.6]', async () => {
	const { app, mum, dad, guest, bob, mums, guests } = await threeVerdicts()
	const claimer = await app.member('claimer')
	await claimer.post('/api/ghost-drivers/claim', { token: bob.ghostClaimToken })
	const host = await app.host()
	const strange = app.browser()
	await strange.post('/api/ratings', aRating({ driverId: 2 }))

	for (const who of [claimer, dad, host, guest, strange, app.browser()])
		expect(await receiptOf(who, mums.id)).toMatchObject(NOT_FOUND)
	for (const who of [claimer, mum, host, strange, app.browser()])
		expect(await receiptOf(who, guests.id)).toMatchObject(NOT_FOUND)
	for (const id of [999_999, 1]) expect(await receiptOf(mum, id)).toMatchObject(NOT_FOUND)
	expect(contentIn((await receiptOf(mum, mums.id)).body.story)[2]).toMatchObject({ name: 'claimer', starRating: 2 })
	await mum.delete(`/api/ratings/${mums.id}`)
	expect(await receiptOf(mum, mums.id)).toMatchObject(NOT_FOUND)
})

test('whose rating came along is its rater, and the guest is not any more', async () => {
	const { app, guest, guests } = await threeVerdicts()
	const cookies = new Map(guest.cookies)
	await guest.post('/api/users', { username: 'newcomer', password: 'backseat' })
	const asGuest = app.browser()
	for (const [name, value] of cookies) asGuest.cookies.set(name, value)

	expect((await receiptOf(guest, guests.id)).status).toBe(200)
	expect(await receiptOf(asGuest, guests.id)).toMatchObject(NOT_FOUND)
})

test('a placeholder says nothing, so there is nothing to be drawn', async () => {
	const { mum, dad } = await familyOf('mum', 'dad')
	const placeholder = (await mum.post('/api/ratings', aRating({ driverId: dad.id, isPlaceholder: true })))
		.body as OwnRating

	expect(await receiptOf(mum, placeholder.id)).toMatchObject(NOT_FOUND)
})

test('a joke is one of the pools [spec 12.6] [spec 12.24]', async () => {
	const { mum, mums } = await threeVerdicts()

	for (const [pool, jokes] of Object.entries(JOKES)) {
		const last = await receiptOf(mum, mums.id, { pool, place: jokes.length - 1 })
		expect(contentIn(last.body.story)[2].joke).toBe(jokes.at(-1))
		expect((await receiptOf(mum, mums.id, { pool, place: jokes.length })).status).toBe(400)
	}
	for (const joke of [
		{},
		{ pool: 'POSITIVE' },
		{ pool: 'positive', place: 0 },
		{ pool: 'constructor', place: 0 },
		...[-1, 0.5, '0', null].map((place) => ({ pool: 'TENSE', place })),
	])
		expect([joke, (await receiptOf(mum, mums.id, joke)).status]).toEqual([joke, 400])
	expect((await receiptOf(mum, 'nonsense')).status).toBe(400)
})
