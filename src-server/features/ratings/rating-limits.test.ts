import { expect, test } from 'bun:test'
import { aRating, type TestBrowser, testApp } from '#server/testing/test-app.ts'

const statusOf = async (rater: TestBrowser, driverId: number) =>
	(await rater.post('/api/ratings', aRating({ driverId }))).status

/** Drivers whom nobody has rated yet, and somebody who rates them in turn. */
async function street(drivers: number) {
	const app = testApp({ rateLimitScale: 1 })
	const owner = await app.member('mum')
	const ids: number[] = []
	for (let i = 0; i < drivers; i++) ids.push((await app.ghost(owner, `Driver ${i}`)).id)
	return { app, owner, ids, driver: (i: number) => ids[i % ids.length] ?? 0 }
}

test('a member rates one driver at most ten times an hour [T2]', async () => {
	const { app, owner, driver } = await street(2)
	for (let i = 0; i < 10; i++) expect(await statusOf(owner, driver(0))).toBe(201)

	const refused = await owner.post('/api/ratings', aRating({ driverId: driver(0) }))

	expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
	expect(refused.headers.get('retry-after')).toBe('360')
	expect(await statusOf(owner, driver(1))).toBe(201)
	app.wait(360)
	expect(await statusOf(owner, driver(0))).toBe(201)
})

test('a claimed ghost’s old address does not start a new count', async () => {
	const { app, owner, driver } = await street(1)
	const mum = await app.member('aunt')
	const { body } = await owner.get(`/api/users/${driver(0)}`)
	await mum.post('/api/ghost-drivers/claim', { token: (body as { ghostClaimToken: string }).ghostClaimToken })
	for (let i = 0; i < 10; i++) expect(await statusOf(owner, driver(0))).toBe(201)

	expect(await statusOf(owner, mum.id)).toBe(429)
})

test('a member rates at most 30 times a minute and 300 times an hour', async () => {
	const { app, owner, driver } = await street(4)
	for (let i = 0; i < 30; i++) expect(await statusOf(owner, driver(i))).toBe(201)
	expect(await statusOf(owner, driver(30))).toBe(429)

	for (let i = 0; i < 268; i++) app.limits.memberRatingsHourly.check(owner.id)
	app.wait(2)
	expect(await statusOf(owner, driver(31))).toBe(201)
	app.wait(2)
	expect(await statusOf(owner, driver(32))).toBe(201)

	app.wait(2)
	expect(await statusOf(owner, driver(33))).toBe(429)
})

test('guests of one address rate five times a minute and twenty times an hour, cookie or not', async () => {
	const { app, driver } = await street(1)
	const rateOnce = () => statusOf(app.browser({ address: '198.51.100.1' }), driver(0))
	for (let i = 0; i < 5; i++) expect(await rateOnce()).toBe(201)

	expect(await rateOnce()).toBe(429)
	expect(await statusOf(app.browser({ address: '198.51.100.2' }), driver(0))).toBe(201)
	for (let batch = 0; batch < 3; batch++) {
		app.wait(60)
		for (let i = 0; i < 5; i++) expect(await rateOnce()).toBe(201)
	}
	app.wait(60)

	// Twenty an hour come back one every three minutes: after four minutes one is there.
	expect(await rateOnce()).toBe(201)
	expect(await rateOnce()).toBe(429)
})

test('a guest who changes addresses is still the same guest [T16]', async () => {
	const { app, driver } = await street(1)
	/** Each rating brings a new cookie. */
	let cookie: string | undefined
	const rateFrom = async (address: string) => {
		const browser = app.browser({ address })
		if (cookie !== undefined) browser.cookies.set('backseat_guest', cookie)
		const status = await statusOf(browser, driver(0))
		cookie = browser.cookies.get('backseat_guest')
		return status
	}
	for (let i = 0; i < 5; i++) expect(await rateFrom(`198.51.100.${10 + i}`)).toBe(201)

	expect(await rateFrom('198.51.100.20')).toBe(429)
})

test('all guests together rate one driver at most 30 times an hour; members and other drivers go on [T2]', async () => {
	const { app, owner, driver } = await street(2)
	const stranger = (i: number) => app.browser({ address: `198.51.100.${i}` })
	for (let i = 0; i < 30; i++) expect(await statusOf(stranger(i), driver(0))).toBe(201)

	expect(await statusOf(stranger(31), driver(0))).toBe(429)
	expect(await statusOf(stranger(32), driver(1))).toBe(201)
	expect(await statusOf(owner, driver(0))).toBe(201)
})

test('an IPv6 guest has a whole /64 and still counts as one', async () => {
	const { app, driver } = await street(1)
	const from = (address: string) => statusOf(app.browser({ address }), driver(0))
	for (let i = 0; i < 5; i++) expect(await from(`2001:db8:1:2::${i + 1}`)).toBe(201)

	expect(await from('2001:db8:1:2:ffff:ffff:ffff:ffff')).toBe(429)
	expect(await from('2001:db8:1:3::1')).toBe(201)
})

test('X-Forwarded-For from a stranger changes nothing, nor does another spelling of the address', async () => {
	const { app, driver } = await street(1)
	const spoof = (i: number, path: string) =>
		app.browser().post(path, aRating({ driverId: driver(0) }), {
			'X-Forwarded-For': `198.51.100.${i}`,
			'X-Real-IP': `198.51.100.${i}`,
			Forwarded: `for=198.51.100.${i}`,
			'X-HTTP-Method-Override': 'GET',
		})
	for (let i = 0; i < 5; i++) expect((await spoof(i, '/api/ratings')).status).toBe(201)

	for (const path of ['/api/ratings', '/api/ratings/', '/api/ratings?x=1', '/api/./ratings'])
		expect([path, (await spoof(9, path)).status]).toEqual([path, 429])
	for (const path of ['//api/ratings', '/api//ratings', '/API/ratings', '/api/%72atings'])
		expect([path, (await spoof(9, path)).status]).toEqual([path, 404])
})
