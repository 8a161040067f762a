import { expect, test } from 'bun:test'
import type { OwnUser } from '#contract/accounts.ts'
import { ALL_BAD } from '#contract/impressions.ts'
import { type TestBrowser, type TestMember, testApp } from '#server/testing/test-app.ts'

async function family() {
	const app = testApp()
	const [rater, driver] = [await app.member('rater'), await app.member('driver')]
	const notice = async (who: TestBrowser = driver) => {
		const { isLatestRatingsSeen, lastRatingReceivedAt, lastRatingNotificationAt, lastSeenRatingId } = (
			await who.get('/api/user')
		).body as OwnUser
		expect(lastRatingNotificationAt).toBe(lastRatingReceivedAt)
		return { isSeen: isLatestRatingsSeen, receivedAt: lastRatingReceivedAt, lastSeen: lastSeenRatingId }
	}
	const look = (who: TestMember = driver) => who.post(`/api/users/${who.id}/mark-ratings-seen`)
	const takeBack = (who: TestBrowser, { id }: { id: number }) => who.delete(`/api/ratings/${id}`)
	return { app, rater, driver, guest: app.browser(), notice, look, takeBack }
}
const NOTHING = { isSeen: true, receivedAt: null, lastSeen: null }

test('a rating taken back before its driver saw it leaves no notice [T17] [spec 10.20]', async () => {
	const { app, rater, driver, notice, takeBack } = await family()
	const rating = await app.rate(rater, driver.id)
	expect(await notice()).toMatchObject({ isSeen: false })

	await takeBack(rater, rating)

	expect(await notice()).toEqual(NOTHING)
})

test('the notice stays for whatever else is new', async () => {
	const { app, rater, driver, guest, notice, takeBack } = await family()
	const [first, second] = [await app.rate(rater, driver.id), await app.rate(guest, driver.id)]

	await takeBack(guest, second)
	expect(await notice()).toMatchObject({ isSeen: false })
	await takeBack(rater, first)

	expect(await notice()).toEqual(NOTHING)
})

test('what was seen before stays seen, and is what was received last', async () => {
	const { app, rater, driver, guest, notice, look, takeBack } = await family()
	const seen = await app.rate(rater, driver.id)
	await look()
	const before = await notice()
	expect(before).toMatchObject({ isSeen: true, lastSeen: seen.id })

	await takeBack(guest, await app.rate(guest, driver.id))
	expect(await notice()).toEqual(before)
	await takeBack(rater, seen)

	expect(await notice()).toEqual(NOTHING)
})

test('one that was seen and is taken back leaves the notice of a later one alone', async () => {
	const { app, rater, driver, guest, notice, look, takeBack } = await family()
	const seen = await app.rate(rater, driver.id)
	await look()
	await app.rate(guest, driver.id)

	await takeBack(rater, seen)

	expect(await notice()).toMatchObject({ isSeen: false, lastSeen: null })
})

test('a change raises no notice [spec 10.20]', async () => {
	const { app, rater, driver, notice, look } = await family()
	const rating = await app.rate(rater, driver.id)
	await look()
	const before = await notice()

	await rater.put(`/api/ratings/${rating.id}`, {
		...ALL_BAD,
		starRating: 1,
	})

	expect(await notice()).toEqual(before)
})

test('what comes with a claim is new, however old it is, until the last of it is taken back', async () => {
	const { app, rater, driver, guest, notice, look, takeBack } = await family()
	const ghost = await app.ghost(rater)
	const [older, newer] = [await app.rate(rater, ghost.id), await app.rate(guest, ghost.id)]
	await app.rate(app.browser(), driver.id)
	await look()
	await driver.post('/api/ghost-drivers/claim', { token: ghost.ghostClaimToken })

	await takeBack(guest, newer)
	expect(await notice()).toMatchObject({ isSeen: false })
	await takeBack(rater, older)

	expect(await notice()).toMatchObject({ isSeen: true, receivedAt: expect.any(String) })
})

test('somebody who leaves and takes along what they said takes along the notice of it, too', async () => {
	const { app, rater, driver, notice } = await family()
	await app.rate(rater, driver.id)

	await rater.delete(`/api/users/${rater.id}`, { password: rater.password, ratings: 'go' })

	expect(await notice()).toMatchObject({ isSeen: true })
})
