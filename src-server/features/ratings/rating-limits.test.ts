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

test('a claimed ghost’s old address does not start a new count', async () => {
	const { app, owner, driver } = await street(1)
	const mum = await app.member('aunt')
	const { body } = await owner.get(`/api/users/${driver(0)}`)
	await mum.post('/api/ghost-drivers/claim', { token: (body as { ghostClaimToken: string }).ghostClaimToken })
	for (let i = 0; i < 10; i++) expect(await statusOf(owner, driver(0))).toBe(201)

	expect(await statusOf(owner, mum.id)).toBe(429)
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
