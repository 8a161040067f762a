import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { Home } from '#contract/home.ts'
import { familyOf, type TestBrowser, testApp } from '#server/testing/test-app.ts'
import { homeService } from './home.service.ts'

const home = async (browser: TestBrowser) => (await browser.get('/api/home')).body as Home
const ids = async (browser: TestBrowser) => (await home(browser)).drivers.map(({ id }) => id)

test('a visitor sees the demo driver with their average, and that they have no account', async () => {
	const app = testApp()
	const visitor = app.browser()
	expect(await home(visitor)).toMatchObject({ hasAccount: false, drivers: [{ averageStar: 0, totalRides: 0 }] })

	await app.rate(visitor, 2, { starRating: 5 })
	await app.rate(app.browser(), 2, { starRating: 2 })

	expect(await home(visitor)).toEqual({
		hasAccount: false,
		notice: null,
		given: 1,
		drivers: [
			{
				id: 2,
				username: 'demo',
				display_name: 'Demo Driver',
				avatarId: 1,
				isGhost: false,
				claimedById: null,
				averageStar: 3.5,
				totalRides: 2,
			},
		],
	})
})

test('a new member has an account and no drivers yet', async () => {
	const mum = await testApp().member('mum')
	const me = { id: mum.id, averageStar: 0, totalRides: 0, unseen: 0 }
	expect(await home(mum)).toEqual({ hasAccount: true, me, notice: null, others: [], drivers: [] })
})

test('a member sees twelve members who are neither on their list nor hidden, by name; a visitor sees none', async () => {
	const { app, mum, dad, kid } = await familyOf('mum', 'dad', 'kid')
	for (let one = 0; one < 13; one += 1) await app.member(`other-${String.fromCharCode(97 + one)}`)
	await app.rate(mum, dad.id)
	const bob = await app.ghost(mum, 'Uncle Bob')
	await app.claim(bob, 'bob')
	await mum.post('/api/hidden-drivers', { userId: mum.id, driverId: kid.id })

	const others = ((await home(mum)).others ?? []).map(({ username }) => username)

	expect(others).toEqual([...'abcdefghijkl'].map((letter) => `other-${letter}`))
	expect((await home(app.browser())).others).toBeUndefined()
})

test("a row has the driver's newest answer until the rater has seen it, and nobody else's home has it [spec 15.10]", async () => {
	const { app, mum, dad, kid } = await familyOf('mum', 'dad', 'kid')
	const answersOf = async (who: TestBrowser) => (await home(who)).drivers.map(({ answer }) => answer)
	for (const sticker of ['rain', 'music']) {
		const { id } = await app.rate(mum, dad.id)
		await dad.put(`/api/ratings/${id}/reply`, { sticker })
	}
	await app.rate(kid, dad.id)

	expect(await answersOf(mum)).toEqual(['music'])
	expect(await answersOf(kid)).toEqual([undefined])
	await mum.post(`/api/users/${mum.id}/mark-replies-seen`)
	expect(await answersOf(mum)).toEqual([undefined])
})

test('a member sees whom they rated, the last one first, then others by name, and never-rated ghosts last [spec 12.20]', async () => {
	const { app, myself: me, mum, dad, olaf } = await familyOf('myself', 'mum', 'dad', 'olaf')
	const bob = await app.ghost(me, 'Uncle Bob')
	await app.rate(me, mum.id)
	await app.rate(me, dad.id)
	// The member added this driver without a verdict; neither the placeholder nor its time counts.
	await app.rate(me, olaf.id, { isPlaceholder: true })
	const oma = await app.ghost(me, 'Öma')
	await app.rate(app.browser(), oma.id)
	const amy = await app.ghost(me, 'auntie Amy')
	expect(await ids(me)).toEqual([dad.id, mum.id, olaf.id, oma.id, amy.id, bob.id])

	await app.rate(me, bob.id, { starRating: 2 })
	await app.rate(me, mum.id)

	expect(await ids(me)).toEqual([mum.id, bob.id, dad.id, olaf.id, oma.id, amy.id])
	expect((await home(me)).drivers[1]).toEqual({
		id: bob.id,
		username: bob.username,
		display_name: 'Uncle Bob',
		avatarId: expect.any(Number),
		isGhost: true,
		claimedById: null,
		averageStar: 2,
		totalRides: 1,
	})
})

test('a member does not see whom others rated, others’ ghosts, their own record or who rated them [T18]', async () => {
	const { app, myself: me, mum } = await familyOf('myself', 'mum')
	const hers = await app.ghost(mum)
	await app.rate(mum, me.id)
	await app.rate(mum, hers.id)
	await app.rate(app.browser(), 2)

	expect(await ids(me)).toEqual([])
})

test('a member finds themself on top, with what they have not seen on their profile [spec 12.2]', async () => {
	const { app, myself: me, mum } = await familyOf('myself', 'mum')
	for (const starRating of [3, 4]) await app.rate(mum, me.id, { starRating })
	const mine = async () => (await home(me)).me
	const seen = (more?: object) => me.post(`/api/users/${me.id}/mark-ratings-seen`, more)
	expect(await mine()).toEqual({ id: me.id, averageStar: 3.5, totalRides: 2, unseen: 2 })

	await seen()
	expect(await mine()).toMatchObject({ unseen: 2 })
	expect((await me.get('/api/user')).body).toMatchObject({ isLatestRatingsSeen: true, unseen: 2 })
	await app.rate(mum, me.id)
	expect(await mine()).toMatchObject({ unseen: 3 })
	await seen({ isOnProfile: true })

	expect(await mine()).toMatchObject({ totalRides: 3, unseen: 0 })
	expect((await me.get('/api/user')).body).not.toHaveProperty('unseen')
})

test('a guest sees whom this browser rated, the last one first, besides the demo driver; nobody else does [T18] [spec 12.3]', async () => {
	const { app, mum, dad } = await familyOf('mum', 'dad')
	const bob = await app.ghost(mum, 'Uncle Bob')
	const guest = app.browser()
	for (const driverId of [mum.id, bob.id, 2, dad.id, mum.id]) await app.rate(guest, driverId, { starRating: 2 })

	const { hasAccount, me, drivers, rated, given } = await home(guest)
	expect({ hasAccount, me, given }).toEqual({ hasAccount: false, me: undefined, given: 5 })
	expect(drivers.map(({ id }) => id)).toEqual([2])
	expect(rated?.map(({ id, averageStar, totalRides }) => [id, averageStar, totalRides])).toEqual([
		[mum.id, 2, 2],
		[dad.id, 2, 1],
		[bob.id, 2, 1],
	])
	for (const other of [app.browser(), mum])
		for (const part of ['rated', 'given']) expect(await home(other)).not.toHaveProperty(part)
})

test('hidden drivers are left out, and come back when rated again', async () => {
	const { app, myself: me, mum } = await familyOf('myself', 'mum')
	const bob = await app.ghost(me)
	await app.rate(me, mum.id)
	for (const driverId of [mum.id, bob.id]) await me.post('/api/hidden-drivers', { userId: me.id, driverId })
	expect(await ids(me)).toEqual([])

	await app.rate(me, mum.id)

	expect(await ids(me)).toEqual([mum.id])
	expect((await me.get(`/api/hidden-drivers/${me.id}`)).body).toEqual([bob.id])
})

test('a member who had hidden a ghost does not find its claimer on the list', async () => {
	const { app, myself: me } = await familyOf('myself')
	const bob = await app.ghost(me)
	await me.post('/api/hidden-drivers', { userId: me.id, driverId: bob.id })

	const { id: claimerId } = await app.claim(bob, 'bob')

	expect(await ids(me)).toEqual([])
	expect((await me.get(`/api/hidden-drivers/${me.id}`)).body).toEqual([claimerId])
	await me.delete('/api/hidden-drivers', { userId: me.id, driverId: bob.id })
	expect(await ids(me)).toEqual([claimerId])
})

test('a member who has rated very many drivers reads the same list, with a page that asks for it by itself [T7]', async () => {
	const { app, myself: me, mum } = await familyOf('myself', 'mum')
	const { orm } = app.db
	const ghost = await app.ghost(me, 'Auntie')
	const claimed = await app.ghost(me, 'Mama')
	await mum.post('/api/ghost-drivers/claim', { token: claimed.ghostClaimToken })
	const up = sql`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1100)`
	orm.run(
		sql`${up} INSERT INTO users (id, username, display_name, avatar_id, created_at) SELECT 1000 + i, 'm' || i, 'Name </script> ' || i, 1, 1 FROM n`,
	)
	// Some ratings share a moment, and some drivers have several.
	orm.run(sql`${up} INSERT INTO ratings (driver_id, rater_id, ride_quality, safety_feeling, vibe_quality, star_rating, created_at)
		SELECT 1001 + i * 7919 % 800, ${me.id}, 'smooth', 'safe', 'good', 1 + i % 5, i / 3 FROM n`)
	orm.run(
		sql`INSERT INTO hidden_drivers (user_id, driver_id, hidden_at) VALUES (${me.id}, 1005, 1), (${me.id}, 1700, 1)`,
	)
	expect(app.context.queries.home.isLongFor(me.id)).toBe(true)

	const { headers, body } = await me.get('/api/home')

	const list = homeService(app.context, { noticeFor: () => null }).homeOf({ userId: me.id, guestKey: null })
	expect(list.drivers.length).toBe(800)
	expect(list.drivers.slice(-2).map(({ id }) => id)).toEqual([mum.id, ghost.id])
	expect(body).toEqual(list)
	expect([headers.get('content-type'), headers.get('cache-control')]).toEqual(['application/json', 'no-store'])
	v.assert(Home, body)
	const page = (await me.get('/home')).body as string
	expect([page.includes('"/api/user"'), page.includes('"/api/home"')]).toEqual([true, false])
	expect((await mum.get('/home')).body).toContain('/api/home')
})
