import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { OwnUser } from '#contract/accounts.ts'
import { DEMO_DRIVER_ID, GUEST_ID } from '#contract/ids.ts'
import { ratings } from '#db/schema.ts'
import { type TestBrowser, testApp } from '#server/testing/test-app.ts'

const me = async (member: TestBrowser) => (await member.get('/api/user')).body as OwnUser

test('a driver is told of a new rating until they have seen it [spec 7.9]', async () => {
	const app = testApp()
	const [driver, rater] = [await app.member('driver'), await app.member('rater')]

	const rating = await app.rate(rater, driver.id)
	const told = await me(driver)
	const answer = await driver.post(`/api/users/${driver.id}/mark-ratings-seen`)

	expect(told.isLatestRatingsSeen).toBe(false)
	const day = `${rating.createdAt.slice(0, 10)}T00:00:00.000Z`
	expect(told).toMatchObject({ lastRatingReceivedAt: day, lastRatingNotificationAt: day })
	expect(answer).toMatchObject({ status: 200, body: { success: true } })
	expect(await me(driver)).toEqual({ ...told, isLatestRatingsSeen: true, lastSeenRatingId: rating.id })
})

test('a guest’s rating raises a notice like any other, and so does the next one', async () => {
	const app = testApp()
	const driver = await app.member('driver')
	await app.rate(app.browser(), driver.id)
	await driver.post(`/api/users/${driver.id}/mark-ratings-seen`)

	await app.rate(app.browser(), driver.id)

	expect(await me(driver)).toMatchObject({ isLatestRatingsSeen: false })
})

test('when the rating that was seen last goes, or goes elsewhere, the one before it is it', async () => {
	const app = testApp()
	const [driver, friend] = [await app.member('driver'), await app.member('friend')]
	const first = await app.rate(friend, driver.id)
	await app.rate(app.browser(), driver.id)
	await app.rate(app.browser(), driver.id)
	const last = await app.rate(friend, driver.id)
	const seen = async () => (await me(driver)).lastSeenRatingId
	await driver.post(`/api/users/${driver.id}/mark-ratings-seen`)
	expect(await seen()).toBe(last.id)

	app.db.orm.delete(ratings).where(eq(ratings.wireId, last.id)).run()
	app.db.orm.delete(ratings).where(eq(ratings.raterId, GUEST_ID)).run()
	expect(await seen()).toBe(first.id)

	app.db.orm.update(ratings).set({ driverId: DEMO_DRIVER_ID }).where(eq(ratings.driverId, driver.id)).run()
	expect(await seen()).toBeNull()
})

test('whoever has no ratings can mark them seen too', async () => {
	const app = testApp()
	const driver = await app.member('driver')

	expect((await driver.post(`/api/users/${driver.id}/mark-ratings-seen`)).status).toBe(200)
	expect(await me(driver)).toMatchObject({ isLatestRatingsSeen: true, lastSeenRatingId: null })
})

test('rating somebody raises no notice for the rater', async () => {
	const app = testApp()
	const [driver, rater] = [await app.member('driver'), await app.member('rater')]
	await app.rate(rater, driver.id)

	expect(await me(rater)).toMatchObject({ isLatestRatingsSeen: true, lastRatingReceivedAt: null })
})
