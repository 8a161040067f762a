import { expect, test } from 'bun:test'
import type { OwnUser } from '#contract/accounts.ts'
import { type TestBrowser, testApp } from '#server/testing/test-app.ts'

const me = async (member: TestBrowser) => (await member.get('/api/user')).body as OwnUser

test('a driver is told of a new rating until they have seen it', async () => {
	const app = testApp()
	const [driver, rater] = [await app.member('driver'), await app.member('rater')]
	const before = Date.now()

	const rating = await app.rate(rater, driver.id)
	const told = await me(driver)
	const answer = await driver.post(`/api/users/${driver.id}/mark-ratings-seen`)

	expect(told.isLatestRatingsSeen).toBe(false)
	expect(told.lastRatingReceivedAt).toBe(rating.createdAt)
	expect(told.lastRatingNotificationAt).toBe(rating.createdAt)
	expect(Date.parse(rating.createdAt)).toBeGreaterThanOrEqual(before)
	expect(answer).toMatchObject({ status: 200, body: { success: true } })
	expect(await me(driver)).toEqual({ ...told, isLatestRatingsSeen: true, lastSeenRatingId: rating.id })
})

test('a guest’s rating is told like any other, and the next one anew', async () => {
	const app = testApp()
	const driver = await app.member('driver')
	await app.rate(app.browser(), driver.id)
	await driver.post(`/api/users/${driver.id}/mark-ratings-seen`)

	const next = await app.rate(app.browser(), driver.id)

	expect(await me(driver)).toMatchObject({ isLatestRatingsSeen: false, lastRatingReceivedAt: next.createdAt })
})

test('whoever has no ratings can mark them seen too', async () => {
	const app = testApp()
	const driver = await app.member('driver')

	expect((await driver.post(`/api/users/${driver.id}/mark-ratings-seen`)).status).toBe(200)
	expect(await me(driver)).toMatchObject({ isLatestRatingsSeen: true, lastSeenRatingId: null })
})

test('nobody marks somebody else’s ratings as seen', async () => {
	const app = testApp()
	const [driver, rater] = [await app.member('driver'), await app.member('rater')]
	await app.rate(rater, driver.id)

	const byRater = await rater.post(`/api/users/${driver.id}/mark-ratings-seen`)
	const byVisitor = await app.browser().post(`/api/users/${driver.id}/mark-ratings-seen`)
	const ofNobody = await rater.post('/api/users/123456/mark-ratings-seen')

	expect(byRater).toMatchObject({ status: 403, body: { message: 'You can only do this for your own account' } })
	expect(byVisitor).toMatchObject({ status: 401, body: { message: 'You must be logged in' } })
	expect(ofNobody.status).toBe(403)
	expect(await me(driver)).toMatchObject({ isLatestRatingsSeen: false })
})

test('rating somebody raises no notice for the rater', async () => {
	const app = testApp()
	const [driver, rater] = [await app.member('driver'), await app.member('rater')]
	await app.rate(rater, driver.id)

	expect(await me(rater)).toMatchObject({ isLatestRatingsSeen: true, lastRatingReceivedAt: null })
})
