import { expect, test } from 'bun:test'
import { isNotNull } from 'drizzle-orm'
import type { SignedInUser } from '#contract/accounts.ts'
import { ALL_BAD, ALL_GOOD } from '#contract/impressions.ts'
import type { DriverRating, GivenRating } from '#contract/ratings.ts'
import type { ReceivedRating } from '#contract/received-ratings.ts'
import { STICKER_WORDS } from '#contract/replies.ts'
import { Sticker } from '#contract/stickers.ts'
import { ratings } from '#db/schema.ts'
import { listenAs } from '#server/testing/live-listener.ts'
import { familyOf, type TestBrowser, type TestMember } from '#server/testing/test-app.ts'

const NOT_FOUND = { status: 404, body: { code: 'not_found', message: 'Rating not found' } }
const SAID = { ...ALL_GOOD, starRating: 4 }
const OTHER = { ...ALL_BAD, starRating: 1 }

async function family() {
	const { app, rater, driver, other } = await familyOf('rater', 'driver', 'other')
	const address = ({ id }: { id: number | string }) => `/api/ratings/${id}/reply`
	const reply = (who: TestBrowser, rating: { id: number | string }, sticker: unknown = 'fair') =>
		who.put(address(rating), { sticker })
	const takeBack = (who: TestBrowser, rating: { id: number | string }) => who.delete(address(rating))
	const newReplies = async (who: TestBrowser) => ((await who.get('/api/user')).body as SignedInUser).newReplies
	const given = async (who: TestBrowser) =>
		((await who.get('/api/ratings')).body as GivenRating[]).map(({ reply, isReplyNew }) => [reply, isReplyNew])
	const ofDriver = async ({ id }: { id: number } = driver) =>
		((await app.browser().get(`/api/ratings/driver/${id}`)).body as DriverRating[]).map(({ reply }) => reply)
	const markSeen = (who: TestMember) => who.post(`/api/users/${who.id}/mark-replies-seen`)
	return { app, rater, driver, other, reply, takeBack, newReplies, given, ofDriver, markSeen }
}

test('a driver answers a rating with a sticker, takes another, and takes it back; it stands wherever the rating does [spec 13.9]', async () => {
	const { app, rater, driver, reply, takeBack, given, ofDriver } = await family()
	const rating = await app.rate(rater, driver.id)
	const received = async () =>
		((await driver.get('/api/ratings/received')).body as ReceivedRating[]).map(({ reply }) => reply)
	const everywhere = async () => [(await given(rater))[0]?.[0], ...(await received()), ...(await ofDriver())]
	expect(await everywhere()).toEqual([null, null, null])

	expect(await reply(driver, rating, 'rain')).toMatchObject({ status: 200, body: { reply: 'rain' } })
	expect(await everywhere()).toEqual(['rain', 'rain', 'rain'])
	expect((await reply(driver, rating, 'music')).status).toBe(200)
	expect(await everywhere()).toEqual(['music', 'music', 'music'])
	for (let twice = 0; twice < 2; twice++)
		expect(await takeBack(driver, rating)).toMatchObject({ status: 204, body: undefined })
	expect(await everywhere()).toEqual([null, null, null])
})

test('there are eight stickers, each with words of its own, and nothing else can be answered [spec 13.9]', async () => {
	const { app, rater, driver, reply, ofDriver } = await family()
	const rating = await app.rate(rater, driver.id)
	expect(new Set(Object.values(STICKER_WORDS).map((words) => words())).size).toBe(8)

	for (const sticker of Sticker.options) {
		expect((await reply(driver, rating, sticker)).status).toBe(200)
		expect(await ofDriver()).toEqual([sticker])
	}
	for (const nonsense of ['', 'sorry', 'FAIR', 'toString', null, 5, ['fair'], { key: 'fair' }])
		expect([nonsense, (await reply(driver, rating, nonsense)).status]).toEqual([nonsense, 400])
	for (const body of [undefined, [], 'fair', { reply: 'fair' }])
		expect((await driver.put(`/api/ratings/${rating.id}/reply`, body)).status).toBe(400)
	expect(await ofDriver()).toEqual(['again'])
})

test('to everybody but its driver a rating is not there to be answered, nor is what is no verdict to its driver [T3] [spec 13.9]', async () => {
	const { app, rater, driver, other, reply, takeBack } = await family()
	const [guest, host] = [app.browser(), await app.host()]
	const byMember = await app.rate(rater, driver.id)
	const byGuest = await app.rate(guest, driver.id)
	const ghost = await app.ghost(driver)
	const ofGhost = await app.rate(rater, ghost.id)
	const placeholder = await app.rate(other, driver.id, { isPlaceholder: true })
	const sealed = await app.rate(rater, driver.id, { delivery: 'evening' })
	const gone = await app.rate(other, driver.id)
	await other.delete(`/api/ratings/${gone.id}`)
	const before = app.rows(ratings)

	const refused: [TestBrowser, { id: number }[]][] = [
		[rater, [byMember, byGuest, ofGhost]],
		[other, [byMember, byGuest, placeholder]],
		[host, [byMember, byGuest, sealed]],
		[driver, [ofGhost, placeholder, sealed, gone, { id: 123456 }]],
	]
	for (const [who, unreachable] of refused)
		for (const rating of unreachable) {
			expect(await reply(who, rating)).toMatchObject(NOT_FOUND)
			expect(await takeBack(who, rating)).toMatchObject(NOT_FOUND)
		}
	for (const who of [guest, app.browser()])
		for (const rating of [byMember, byGuest, { id: 123456 }]) {
			expect((await reply(who, rating)).status).toBe(401)
			expect((await takeBack(who, rating)).status).toBe(401)
		}
	expect((await reply(driver, { id: 'nonsense' })).status).toBe(400)
	expect(app.rows(ratings)).toEqual(before)
})

test('an answer is new to the rater until they have seen it, another sticker is new again, the same one is not [spec 13.10]', async () => {
	const { app, rater, driver, other, reply, takeBack, newReplies, given, markSeen } = await family()
	const [first, second] = [await app.rate(rater, driver.id), await app.rate(rater, other.id)]
	expect(await newReplies(rater)).toBe(0)

	await reply(driver, first, 'rain')
	expect(await newReplies(rater)).toBe(1)
	await reply(other, second, 'thanks')
	expect(await newReplies(rater)).toBe(2)
	expect(await given(rater)).toEqual([
		['thanks', true],
		['rain', true],
	])
	expect(await markSeen(rater)).toMatchObject({ status: 200, body: { success: true } })
	expect(await newReplies(rater)).toBe(0)
	await reply(driver, first, 'rain')
	expect(await given(rater)).toEqual([
		['thanks', false],
		['rain', false],
	])
	await reply(driver, first, 'coffee')
	expect(await given(rater)).toEqual([
		['thanks', false],
		['coffee', true],
	])
	expect(await newReplies(rater)).toBe(1)
	await takeBack(driver, first)
	expect(await newReplies(rater)).toBe(0)
	expect([await newReplies(driver), await newReplies(other)]).toEqual([0, 0])
})

test('nobody else learns of it that a rater has an answer, or has seen it [T17] [T18]', async () => {
	const { app, rater, driver, other, reply, markSeen } = await family()
	const rating = await app.rate(rater, driver.id)
	await app.rate(app.browser(), driver.id)
	await reply(driver, rating, 'rain')
	const seenBy = async (who: TestBrowser) => {
		const list = `/api/ratings/driver/${driver.id}`
		const answers = [list, '/api/ratings/received', '/api/user', `/api/users/${rater.id}`]
		return JSON.stringify(await Promise.all(answers.map(async (path) => (await who.get(path)).body)))
	}
	const [toDriver, toOther] = [await seenBy(driver), await seenBy(other)]
	for (const seen of [toDriver, toOther]) expect(seen).not.toMatch(/isReplyNew|"newReplies":[1-9]/)
	const listener = await listenAs(app, driver)

	await markSeen(rater)

	expect([await seenBy(driver), await seenBy(other)]).toEqual([toDriver, toOther])
	expect(await listener.heard()).toEqual([])
})

test('it goes when the rater says something else, and with the rating; the driver is told of neither [T17] [spec 13.10]', async () => {
	const { app, rater, driver, reply, newReplies, given, ofDriver } = await family()
	const rating = await app.rate(rater, driver.id)
	await reply(driver, rating, 'rain')
	const told = (await driver.get('/api/user')).body
	const [hears, heardByDriver] = [await listenAs(app, rater), await listenAs(app, driver)]

	await rater.put(`/api/ratings/${rating.id}`, SAID)
	expect(await given(rater)).toEqual([['rain', true]])
	expect(await hears.heard()).toContain('home')
	await rater.put(`/api/ratings/${rating.id}`, OTHER)

	expect([await given(rater), await ofDriver(), await newReplies(rater)]).toEqual([[[null, false]], [null], 0])
	expect(await hears.heard()).toEqual(['home', 'replies'])
	expect([(await driver.get('/api/user')).body, await heardByDriver.heard()]).toEqual([told, []])

	await reply(driver, rating, 'fair')
	expect(await newReplies(rater)).toBe(1)
	await heardByDriver.heard()
	await rater.delete(`/api/ratings/${rating.id}`)
	expect([await newReplies(rater), await reply(driver, rating)]).toMatchObject([0, NOT_FOUND])
})

test('a guest reads the answers, to whom none is new; they come along, and go back, with the rating [spec 13.10]', async () => {
	const { app, driver, other, reply, newReplies, given, ofDriver } = await family()
	const guest = app.browser()
	const rating = await app.rate(guest, driver.id)
	await reply(driver, rating, 'thanks')
	expect(await given(guest)).toEqual([['thanks', false]])

	await app.signIn(other, guest)
	expect([await given(guest), await newReplies(guest)]).toEqual([[['thanks', false]], 0])
	await reply(driver, rating, 'again')
	expect([await given(guest), await newReplies(guest)]).toEqual([[['again', true]], 1])

	await guest.post(`/api/ratings/${rating.id}/not-mine`)
	expect(await newReplies(guest)).toBe(0)
	await guest.post('/api/logout')
	expect(await given(guest)).toEqual([['again', false]])
	expect(await ofDriver()).toEqual(['again'])
})

test('what a member answered goes when they leave soon after a claim: the ghost has not said it, also of ratings that came later', async () => {
	const { app, rater, driver, reply, newReplies, ofDriver } = await family()
	const ghost = await app.ghost(rater)
	const before = await app.rate(rater, ghost.id)
	await driver.post('/api/ghost-drivers/claim', { token: ghost.ghostClaimToken })
	const after = await app.rate(rater, driver.id)
	for (const rating of [before, after]) await reply(driver, rating, 'traffic')
	const hears = await listenAs(app, rater)

	await driver.delete(`/api/users/${driver.id}`, { password: driver.password, ratings: 'go' })

	expect([await ofDriver(ghost), await newReplies(rater)]).toEqual([[null, null], 0])
	expect(await hears.heard()).toContain('replies')
})

test('a rater who leaves leaves the answers to what stays, new to nobody, and takes the others along', async () => {
	const { app, rater, driver, other, reply, ofDriver } = await family()
	const [stays, goes] = [await app.rate(rater, driver.id), await app.rate(other, driver.id)]
	for (const rating of [stays, goes]) await reply(driver, rating, 'fair')

	await rater.delete(`/api/users/${rater.id}`, { password: rater.password, ratings: 'stay' })
	await other.delete(`/api/users/${other.id}`, { password: other.password, ratings: 'go' })

	expect(await ofDriver()).toEqual(['fair'])
	const answered = app.db.orm.select().from(ratings).where(isNotNull(ratings.reply)).all()
	expect(answered).toMatchObject([{ wireId: stays.id, isReplyNew: false }])
	expect((await reply(driver, stays, 'thanks')).status).toBe(200)
	expect(app.rows(ratings)).toMatchObject([{ reply: 'thanks', isReplyNew: false }])
})
