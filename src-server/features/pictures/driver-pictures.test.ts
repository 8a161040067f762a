import { expect, test } from 'bun:test'
import { ALL_GOOD } from '#contract/impressions.ts'
import type { DriverPictures } from '#contract/pictures.ts'
import type { PublicUser } from '#contract/public-user.ts'
import type { OwnRating } from '#contract/ratings.ts'
import type { DriverStats } from '#contract/stats.ts'
import { freshDatabase } from '#db/testing/fresh-database.ts'
import { forEachShare } from '#server/operations/pictures/picture-content.ts'
import { contentIn } from '#server/operations/pictures/testing/content-in.ts'
import { familyOf, type TestBrowser, testApp } from '#server/testing/test-app.ts'

const picturesOf = async (who: TestBrowser, id: number | string) =>
	(await who.get(`/api/drivers/${id}/pictures`)) as { status: number; body: DriverPictures }

test('a driver’s pictures show their card to strangers, too, and change with it [spec 7.22]', async () => {
	const app = testApp()
	const [rater, driver, visitor] = [await app.member('rater'), await app.member('driver'), app.browser()]
	const unrated = (await picturesOf(visitor, driver.id)).body
	const avatarId = ((await visitor.get(`/api/users/${driver.id}`)).body as PublicUser).avatarId
	const known = { name: 'driver', avatarId, link: `http://localhost:7433/infographic/${driver.id}` }
	expect(contentIn(unrated.preview)).toEqual([2, 'preview', { kind: 'unrated', ...known, driverKind: 'parked' }])
	await app.rate(rater, driver.id, { starRating: 5 })
	await app.rate(rater, driver.id, { starRating: 5, rideQuality: 'bumpy' })
	await app.rate(rater, driver.id, { starRating: 4 })

	const { preview, story } = (await picturesOf(visitor, driver.id)).body

	const card = { averageStar: '4.7', totalRides: 3, ...forEachShare(() => 100), smooth: 67, driverKind: 'seat_belt' }
	expect(contentIn(preview)).toEqual([2, 'preview', { kind: 'card', ...known, ...card }])
	expect(contentIn(story)).toEqual([2, 'story', { kind: 'card', ...known, ...card }])
	expect((await picturesOf(rater, driver.id)).body).toEqual({ preview, story })
	expect((await picturesOf(driver, driver.id)).body).toEqual({ preview, story })
	await driver.patch(`/api/users/${driver.id}`, { display_name: 'Fast & “Furious” <3' })
	expect(contentIn((await picturesOf(visitor, driver.id)).body.story)[2].name).toBe('Fast & “Furious” <3')
})

test('a driver who becomes another kind has other pictures, even if nothing else on the card changes [spec 13.14]', async () => {
	const { app, rater, driver } = await familyOf('rater', 'driver')
	const visitor = app.browser()
	const rides: OwnRating[] = []
	for (const starRating of [1, 1, 1, 1, 1, 5, 5, 5, 5, 5])
		rides.push(await app.rate(rater, driver.id, { starRating, vibeQuality: 'off' }))
	const said = async () => contentIn((await picturesOf(visitor, driver.id)).body.story)[2]
	const before = await said()
	expect(before.driverKind).toBe('comeback')

	// Swaps the stars of two early rides with those of two late ones.
	for (const [nth, starRating] of [
		[0, 5],
		[1, 5],
		[8, 1],
		[9, 1],
	] as const)
		await rater.put(`/api/ratings/${rides[nth]?.id}`, { ...ALL_GOOD, vibeQuality: 'off', starRating })

	expect(await said()).toEqual({ ...before, driverKind: 'plot_twist' })
})

test('what strangers must not see: an address says nothing but what their own calls say [T18]', async () => {
	const { app, mum } = await familyOf('mum')
	const ghost = await app.ghost(mum)
	await app.rate(mum, ghost.id, { starRating: 2 })
	const visitor = app.browser()

	const [, , said] = contentIn((await picturesOf(visitor, ghost.id)).body.preview)

	const user = (await visitor.get(`/api/users/${ghost.id}`)).body as PublicUser
	const stats = (await visitor.get(`/api/drivers/${ghost.id}/stats`)).body as DriverStats
	const known = [...Object.values(user), ...Object.values(stats)].map(String)
	const { name, avatarId, totalRides, link, ...figures } = said
	expect(link).toBe(`http://localhost:7433/infographic/${ghost.id}`)
	expect(figures).toEqual({
		kind: 'card',
		averageStar: stats.averageStar.toFixed(1),
		...forEachShare(() => 100),
		driverKind: stats.kind,
	})
	for (const value of [name, avatarId, totalRides]) expect(known).toContain(String(value))
	const { preview, story } = (await picturesOf(mum, ghost.id)).body
	for (const address of [preview, story])
		for (const secret of [ghost.ghostClaimToken, String(mum.id), ghost.username])
			expect(JSON.stringify(contentIn(address))).not.toContain(secret)
})

test('both addresses of a claimed ghost have the claimer’s pictures', async () => {
	const { app, rater, mum } = await familyOf('rater', 'mum')
	const ghost = await app.ghost(rater)
	await app.rate(rater, ghost.id)
	await mum.post('/api/ghost-drivers/claim', { token: ghost.ghostClaimToken })

	const atGhost = (await picturesOf(app.browser(), ghost.id)).body

	expect(contentIn(atGhost.story)[2]).toMatchObject({ name: 'mum', totalRides: 1 })
	expect(atGhost).toEqual((await picturesOf(app.browser(), mum.id)).body)
})

test('nobody’s id has no pictures: unknown, the guest’s, nonsense', async () => {
	const visitor = testApp().browser()

	for (const id of [999_999, 1, 'nonsense', '%00'])
		expect(await picturesOf(visitor, id)).toMatchObject({
			status: 404,
			body: { code: 'not_found', message: 'Driver not found' },
		})
	expect((await picturesOf(visitor, 2)).status).toBe(200)
})

test('each instance signs with a key of its own, which it keeps, and under its own base path', async () => {
	const db = freshDatabase()
	const storyIn = async (settings: { basePath?: string; db?: typeof db }) => {
		const { basePath = '', db } = settings
		const answer = await testApp({ basePath }, { db }).browser().get(`${basePath}/api/drivers/2/pictures`)
		return (answer.body as DriverPictures).story
	}

	const story = await storyIn({ db })
	expect(await storyIn({ db })).toBe(story)
	const below = await storyIn({ db, basePath: '/rides' })
	expect(below).toStartWith('/rides/previews/')
	expect(contentIn(below)[2].link).toBe('http://localhost:7433/rides/infographic/2')
	expect(await storyIn({})).not.toBe(story)
	expect(contentIn(await storyIn({}))).toEqual(contentIn(story))
})

test('a picture leads back to where it was asked for, and never to an address that a Host header made up [T12] [spec 12.8]', async () => {
	const linkAt = async (origin: string, settings: Parameters<typeof testApp>[0] = {}) => {
		const visitor = testApp({ host: '0.0.0.0', ...settings }).browser({ origin })
		return contentIn((await picturesOf(visitor, 2)).body.story)[2].link
	}
	const publicUrl = new URL('https://rides.example')

	expect(await linkAt('http://192.168.1.20:7433')).toBe('http://192.168.1.20:7433/infographic/2')
	expect(await linkAt('http://203.0.113.66:7433')).toBeUndefined()
	for (const origin of ['http://203.0.113.66:7433', 'http://192.168.1.20:7433'])
		expect(await linkAt(origin, { publicUrl })).toBe('https://rides.example/infographic/2')
})
