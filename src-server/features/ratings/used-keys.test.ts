import { afterEach, expect, setSystemTime, test } from 'bun:test'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ALL_BAD, ALL_GOOD } from '#contract/impressions.ts'
import { openDatabase } from '#db/database.ts'
import { ratings, usedRequestKeys } from '#db/schema.ts'
import { aRating, familyOf, idIn, type TestBrowser, testApp } from '#server/testing/test-app.ts'

afterEach(() => setSystemTime())

const KEY = 'k3y_of-0ne-ride'
const OTHER = { ...ALL_BAD, starRating: 1 }
const DAY_MS = 86_400_000

async function family() {
	const { app, driver } = await familyOf('driver')
	const rate = (who: TestBrowser, special: Record<string, unknown> = {}, key = KEY) =>
		who.post('/api/ratings', aRating({ driverId: driver.id, ...special }), { 'Idempotency-Key': key })
	const change = (who: TestBrowser, { body }: { body: unknown }) => who.put(`/api/ratings/${idIn(body)}`, OTHER)
	const takeBack = (who: TestBrowser, { body }: { body: unknown }) => who.delete(`/api/ratings/${idIn(body)}`)
	const rides = async () =>
		((await app.browser().get(`/api/drivers/${driver.id}/stats`)).body as { totalRides: number }).totalRides
	const kept = () => app.rows(usedRequestKeys)
	return { app, driver, rate, change, takeBack, rides, kept, rater: await app.member('rater') }
}

test('a late repeat of a request answers the rating as it was changed since [spec 10.21]', async () => {
	const { rater, rate, change, rides } = await family()
	const first = await rate(rater)
	await change(rater, first)
	await change(rater, first)

	expect(await rate(rater)).toMatchObject({ status: 200, body: { ...(first.body as object), ...OTHER } })
	expect(await rides()).toBe(1)
})

test('the key of a changed rating is not good for another one, not even for what it says now', async () => {
	const { rater, rate, change, rides } = await family()
	await change(rater, await rate(rater))

	for (const other of [OTHER, { driverId: 2 }, { isPlaceholder: true }])
		expect(await rate(rater, other)).toMatchObject({ status: 409, body: { code: 'key_reused' } })
	expect(await rides()).toBe(1)
})

test('the hash of what was said is the one that data files of older versions have', async () => {
	const { rater, rate, change, kept } = await family()
	await change(rater, await rate(rater))

	const [ride, safety, vibe, ...others] = Object.values(ALL_GOOD)
	expect([ride, safety, vibe]).toEqual(['smooth', 'safe', 'good'])
	const said = ['said', KEY, ride, safety, vibe, ...others, 4, false]
	expect(kept().map(({ saidHash }) => saidHash)).toEqual([
		new Bun.CryptoHasher('sha256').update(JSON.stringify(said)).digest('hex'),
	])
})

test.each([
	['told at once', false],
	['told at once', true],
	['sealed', false],
	['sealed', true],
])(
	'a late repeat does not bring back what was taken back (%s, changed before: %s) [B3] [spec 10.21] [spec 13.22]',
	async (how, isChanged) => {
		const { app, rater, rate, change, takeBack, rides } = await family()
		const delivery = how === 'sealed' ? 'evening' : 'now'
		const first = await rate(rater, { delivery })
		expect(first.body).toMatchObject({ sealed: how === 'sealed' })
		if (isChanged) await change(rater, first)
		await takeBack(rater, first)

		expect(await rate(rater, { delivery })).toMatchObject({ status: 410, body: { code: 'taken_back' } })
		expect(app.rows(ratings)).toEqual([])
		expect((await rate(rater, {}, 'another-key')).status).toBe(201)
		expect(await rides()).toBe(1)
	},
)

test('a guest’s late repeat finds the changed rating, with a fresh cookie, and nothing after it was taken back', async () => {
	const { app, rate, change, takeBack, rides } = await family()
	const [before, after] = [app.browser(), app.browser()]
	const first = await rate(before)
	await change(before, first)

	expect(await rate(after)).toMatchObject({ status: 200, body: OTHER })
	expect((await takeBack(before, first)).status).toBe(404)
	expect((await takeBack(after, first)).status).toBe(204)
	expect(await rate(app.browser())).toMatchObject({ status: 410, cookies: [] })
	expect(await rides()).toBe(0)
})

test('when a changed rating moves with a claim, a repeat at the ghost’s address still finds it', async () => {
	const { app, driver, rater, rate, change } = await family()
	const ghost = await app.ghost(rater)
	const first = await rate(rater, { driverId: ghost.id })
	await change(rater, first)
	await driver.post('/api/ghost-drivers/claim', { token: ghost.ghostClaimToken })

	expect(await rate(rater, { driverId: ghost.id })).toMatchObject({ status: 200, body: { driverId: driver.id } })
})

test.each([false, true])(
	'a late repeat of what a guest said and then kept as a member adds nothing, and does not name the member (changed: %s) [B3]',
	async (isChanged) => {
		const { app, rate, change, takeBack, rides } = await family()
		const guest = app.browser()
		const first = await rate(guest)
		if (isChanged) await change(guest, first)
		await guest.post('/api/users', { username: 'newbie', password: 'backseat', ratingId: idIn(first.body) })
		const now = { ...(first.body as object), ...(isChanged && OTHER) }

		expect(await rate(app.browser())).toMatchObject({ status: 200, body: { ...now, raterId: 1 }, cookies: [] })
		expect(await rides()).toBe(1)
		expect((await guest.get('/api/ratings')).body).toMatchObject([{ id: idIn(first.body) }])
		await takeBack(guest, first)
		expect((await rate(app.browser())).status).toBe(410)
		expect(await rides()).toBe(0)
	},
)

test.each([false, true])(
	'a member’s late repeat of what they rated as a guest, before they rated somebody else, counts once (changed: %s) [B3]',
	async (isChanged) => {
		const { app, rate, change, takeBack, rides } = await family()
		const guest = app.browser()
		const first = await rate(guest)
		await rate(guest, { driverId: 2 }, 'the-key-of-another-ride')
		const signedUp = await guest.post('/api/users', { username: 'newbie', password: 'backseat' })
		if (isChanged) await change(guest, first)

		const again = await rate(guest)

		expect(again).toMatchObject({
			status: 200,
			body: { id: idIn(first.body), raterId: idIn(signedUp.body), ...(isChanged && OTHER) },
		})
		expect(await rides()).toBe(1)
		expect(await rate(guest, { starRating: 3 })).toMatchObject({ status: 409, body: { code: 'key_reused' } })
		await takeBack(guest, first)
		expect(await rate(guest)).toMatchObject({ status: 410, body: { code: 'taken_back' } })
		expect(await rides()).toBe(0)
	},
)

test('a member cancels by its key what they rated as a guest and took along', async () => {
	const { app, rate, rides } = await family()
	const guest = app.browser()
	await rate(guest)
	await rate(guest, { driverId: 2 }, 'the-key-of-another-ride')
	const { body } = await guest.post('/api/users', { username: 'newbie', password: 'backseat' })

	expect((await guest.post('/api/ratings/cancel', { requestKey: KEY, raterId: idIn(body) })).status).toBe(204)

	expect(await rides()).toBe(0)
})

test('what a guest took back stays so when they repeat it as a member', async () => {
	const { app, rate, takeBack, rides } = await family()
	const guest = app.browser()
	await takeBack(guest, await rate(guest))
	await guest.post('/api/users', { username: 'newbie', password: 'backseat' })

	expect(await rate(guest)).toMatchObject({ status: 410, body: { code: 'taken_back' } })
	expect(await rides()).toBe(0)
})

test('the file holds no key of a changed rating, and nothing of one taken back', async () => {
	const path = join(mkdtempSync(join(tmpdir(), 'backseat-taken-back-')), 'backseat.db')
	const db = openDatabase(path)
	const app = testApp({}, { db })
	const rater = await app.member('rater')
	const rate = (key: string) => rater.post('/api/ratings', aRating({ driverId: 2 }), { 'Idempotency-Key': key })
	const [changed, takenBack] = [await rate('the-key-of-a-changed-one'), await rate('the-key-of-one-taken-back')]
	await rater.put(`/api/ratings/${idIn(changed.body)}`, OTHER)
	await rater.delete(`/api/ratings/${idIn(takenBack.body)}`)
	db.emptyWal()

	const file = readFileSync(path, 'latin1')

	expect(file).not.toContain('the-key-of')
	expect(db.orm.select().from(ratings).all()).toMatchObject([{ wireId: idIn(changed.body) }])
	db.close()
})

test('of a rating that was taken back only a hash is left: no stars, no driver, no key [T17]', async () => {
	const { rater, rate, change, takeBack, kept } = await family()
	const first = await rate(rater)
	await change(rater, first)
	await takeBack(rater, first)

	expect(kept()).toEqual([
		{
			keyHash: expect.stringMatching(/^[0-9a-f]{64}$/),
			raterId: rater.id,
			ratingId: null,
			saidHash: null,
			createdAt: expect.any(Date),
		},
	])
})

test('it goes within an hour after 30 days, when a person next rates, changes or takes back', async () => {
	const { app, driver, rater, rate, takeBack, kept } = await family()
	await takeBack(rater, await rate(rater))
	const at = Date.now()

	setSystemTime(at + 30 * DAY_MS - 60_000)
	await app.rate(app.browser(), driver.id)
	expect(kept()).toHaveLength(1)
	setSystemTime(at + 30 * DAY_MS + 3_600_000)
	await app.rate(app.browser(), driver.id)

	expect(kept()).toEqual([])
})

test('it goes with the account', async () => {
	const { rater, rate, change, takeBack, kept } = await family()
	await takeBack(rater, await rate(rater))
	await change(rater, await rate(rater, {}, 'another-key'))
	expect(kept()).toHaveLength(2)

	await rater.delete(`/api/users/${rater.id}`, { password: rater.password, ratings: 'stay' })

	expect(kept()).toEqual([])
})
