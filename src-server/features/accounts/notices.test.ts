import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { OwnUser } from '#contract/accounts.ts'
import { ALL_BAD } from '#contract/impressions.ts'
import { DEMO_DRIVER_ID, GUEST_ID } from '#contract/known-ids.ts'
import { ratings } from '#db/schema.ts'
import { familyOf, type TestBrowser } from '#server/testing/test-app.ts'

const me = async (member: TestBrowser) => (await member.get('/api/user')).body as OwnUser

test('a driver is told of a new rating until they have seen it [spec 7.9]', async () => {
	const { app, driver, rater } = await familyOf('driver', 'rater')

	const rating = await app.rate(rater, driver.id)
	const told = await me(driver)
	const answer = await driver.post(`/api/users/${driver.id}/mark-ratings-seen`)

	expect(told.isLatestRatingsSeen).toBe(false)
	const day = `${rating.createdAt.slice(0, 10)}T00:00:00.000Z`
	expect(told).toMatchObject({ lastRatingReceivedAt: day, lastRatingNotificationAt: day })
	expect(answer).toMatchObject({ status: 200, body: { success: true } })
	expect(await me(driver)).toEqual({ ...told, isLatestRatingsSeen: true, lastSeenRatingId: rating.id })
})

test('when the rating that was seen last goes, or goes elsewhere, the one before it is it', async () => {
	const { app, driver, friend } = await familyOf('driver', 'friend')
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

async function family() {
	const { app, rater, driver } = await familyOf('rater', 'driver')
	const notice = async () => {
		const { isLatestRatingsSeen, lastRatingReceivedAt, lastRatingNotificationAt, lastSeenRatingId } = await me(driver)
		expect(lastRatingNotificationAt).toBe(lastRatingReceivedAt)
		return { isSeen: isLatestRatingsSeen, receivedAt: lastRatingReceivedAt, lastSeen: lastSeenRatingId }
	}
	const look = () => driver.post(`/api/users/${driver.id}/mark-ratings-seen`)
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

test('a change raises no notice [spec 10.20]', async () => {
	const { app, rater, driver, notice, look } = await family()
	const rating = await app.rate(rater, driver.id)
	await look()
	const before = await notice()

	await rater.put(`/api/ratings/${rating.id}`, { ...ALL_BAD, starRating: 1 })

	expect(await notice()).toEqual(before)
})
