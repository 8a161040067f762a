import { expect, test } from 'bun:test'
import { ALL_BAD } from '#contract/impressions.ts'
import type { OwnRating } from '#contract/ratings.ts'
import { aRating, idIn, type TestAnswer, type TestBrowser, testApp } from '#server/testing/test-app.ts'

const COOKIE = 'backseat_guest'
const SAID = { ...ALL_BAD, starRating: 1 }
const stars = async (browser: TestBrowser) =>
	((await browser.get('/api/ratings')).body as OwnRating[]).map(({ starRating }) => starRating)

type Sent = { cookie?: string | undefined; key?: string; browserKey?: string; stars?: number; address?: string }

function rides() {
	const app = testApp()
	/** What a browser sends; its cookie is set by the test, as answers do not always arrive. */
	const rate = ({ cookie, key, browserKey, stars: starRating = 5, address }: Sent = {}) =>
		app
			.browser({ ...(address !== undefined && { address }) })
			.post('/api/ratings', aRating({ driverId: 2, starRating }), {
				...(cookie !== undefined && { Cookie: `${COOKIE}=${cookie}` }),
				...(key !== undefined && { 'Idempotency-Key': key }),
				...(browserKey !== undefined && { 'Browser-Key': browserKey }),
			})
	const withCookie = (cookie: string) => {
		const browser = app.browser()
		browser.cookies.set(COOKIE, cookie)
		return browser
	}
	return { app, rate, withCookie, starsAt: (cookie: string) => stars(withCookie(cookie)) }
}

const cookieOf = ({ cookies }: TestAnswer) => /^backseat_guest=([\w-]{43});/.exec(cookies[0] ?? '')?.[1] ?? ''
const browserKey = 'b'.repeat(32)

test('each rating of a guest sets a new cookie, and all they said moves to it', async () => {
	const { rate, starsAt } = rides()
	const first = cookieOf(await rate({ stars: 1 }))

	const second = cookieOf(await rate({ cookie: first, stars: 2 }))

	expect(second).not.toBe(first)
	expect(await starsAt(second)).toEqual([2, 1])
	expect(await starsAt(first)).toEqual([])
})

test('a planted cookie that no rating belongs to is not the one that a guest gets [T16]', async () => {
	const { rate, withCookie, starsAt } = rides()
	const planted = 'p'.repeat(43)

	const answer = await rate({ cookie: planted })

	const planter = withCookie(planted)
	expect(cookieOf(answer)).not.toBe(planted)
	expect(await starsAt(planted)).toEqual([])
	expect((await planter.put(`/api/ratings/${idIn(answer.body)}`, SAID)).status).toBe(404)
	expect(await starsAt(cookieOf(answer))).toEqual([5])
})

test('a planted cookie of the planter’s own ratings opens nothing of what a guest says with it, whatever they repeat [T16]', async () => {
	const { app, rate, withCookie, starsAt } = rides()
	const theirs = await rate({ stars: 1, key: 'key-of-the-planter' })
	const planted = cookieOf(theirs)

	const answer = await rate({ cookie: planted, stars: 4, key: 'key-of-the-guest' })

	const id = idIn(answer.body)
	const planter = withCookie(planted)
	expect(await stars(planter)).toEqual([])
	expect((await planter.get(`/api/ratings/${id}`)).status).toBe(404)
	expect((await planter.put(`/api/ratings/${id}`, SAID)).status).toBe(404)
	expect((await planter.delete(`/api/ratings/${id}`)).status).toBe(404)
	await app.member('planter', planter)
	await planter.post('/api/login', { username: 'planter', password: 'planter-secret', ratingId: id })
	expect(await stars(planter)).toEqual([])
	const repeat = await rate({ cookie: planted, stars: 1, key: 'key-of-the-planter' })
	expect(repeat).toMatchObject({ status: 200, body: { id: idIn(theirs.body) } })
	expect(await starsAt(cookieOf(repeat))).toEqual([1])
	expect(await starsAt(cookieOf(answer))).toEqual([4])
})

test('nor does the planter’s key get at a guest who repeats a lost rating with the planted cookie [T16]', async () => {
	const { rate, starsAt } = rides()
	await rate({ stars: 3, key: 'key-of-the-guest' })
	const planted = cookieOf(await rate({ stars: 1, key: 'key-of-the-planter' }))

	const guests = cookieOf(await rate({ cookie: planted, stars: 3, key: 'key-of-the-guest' }))
	const planters = cookieOf(await rate({ stars: 1, key: 'key-of-the-planter' }))

	expect(await starsAt(planters)).toEqual([1])
	expect(await starsAt(guests)).toEqual([3])
})

test('when the answer is lost, the repeat by its key brings along all that the guest had said [B3]', async () => {
	const { rate, starsAt } = rides()
	const first = cookieOf(await rate({ stars: 1 }))
	await rate({ cookie: first, stars: 2, key: 'the-lost-one' })
	await rate({ cookie: first, stars: 2, key: 'the-lost-one' })

	const found = cookieOf(await rate({ cookie: first, stars: 2, key: 'the-lost-one' }))

	expect(await starsAt(found)).toEqual([2, 1])
})

test('a rating between a lost one and its repeat stays with the guest, too', async () => {
	const { rate, starsAt } = rides()
	const first = cookieOf(await rate({ stars: 1 }))
	await rate({ cookie: first, stars: 2, key: 'the-lost-one' })
	const between = cookieOf(await rate({ cookie: first, stars: 3 }))

	const found = cookieOf(await rate({ cookie: between, stars: 2, key: 'the-lost-one' }))

	expect(await starsAt(found)).toEqual([3, 2, 1])
})

test('a repeat that is lost again is repeated again, and brings the same', async () => {
	const { rate, starsAt } = rides()
	const first = cookieOf(await rate({ stars: 1 }))
	const both = [
		{ browserKey, cookie: first, stars: 2, key: 'first-lost-one' },
		{ browserKey, cookie: first, stars: 3, key: 'second-lost-one' },
	]
	await Promise.all(both.map(rate))
	const [one = {}, two = {}] = both.map(({ stars, key }) => ({ stars, key }))

	const found = cookieOf(await rate({ ...one, cookie: first }))
	await rate({ ...two, cookie: found })
	const foundAgain = cookieOf(await rate({ ...two, cookie: found }))

	expect(await starsAt(foundAgain)).toEqual([3, 2, 1])
})

test('two ratings at once with one cookie end under one cookie, whichever answer comes last [B3]', async () => {
	const { rate, starsAt } = rides()
	const first = cookieOf(await rate({ stars: 1 }))

	const answers = await Promise.all([rate({ cookie: first, stars: 2 }), rate({ cookie: first, stars: 3 })])

	for (const answer of answers) expect((await starsAt(cookieOf(answer))).toSorted()).toEqual([1, 2, 3])
})

test('two at once from different addresses are not believed to be one browser [T16]', async () => {
	const { rate, starsAt } = rides()
	const planted = cookieOf(await rate({ stars: 1 }))

	const [guests, planters] = await Promise.all([
		rate({ cookie: planted, stars: 2 }),
		rate({ cookie: planted, stars: 3, address: '198.51.100.9' }),
	])

	expect(await starsAt(cookieOf(guests))).toEqual([2, 1])
	expect(await starsAt(cookieOf(planters))).toEqual([3])
})

test.each(['without a cookie, as a first-time guest', 'with the same old cookie'])(
	'what one browser sends within seconds %s ends under one cookie, by its key [B3]',
	async (what) => {
		const { rate, starsAt } = rides()
		const cookie = what.startsWith('with ') ? cookieOf(await rate({ stars: 5 })) : undefined

		// The first answer has left the server and not arrived when the second rating is sent.
		const first = cookieOf(await rate({ browserKey, cookie, stars: 1 }))
		const second = cookieOf(await rate({ browserKey, cookie, stars: 2 }))

		expect(first).toBe(second)
		expect(await starsAt(first)).toEqual(cookie === undefined ? [2, 1] : [2, 1, 5])
		const stranger = cookieOf(await rate({ browserKey: 's'.repeat(32), cookie, stars: 3 }))
		expect(await starsAt(stranger)).toEqual([3])
	},
)

test('a rating that is refused leaves the cookie as it was', async () => {
	const { app, rate, starsAt } = rides()
	const first = cookieOf(await rate({ key: 'a-used-key' }))

	const refused = await rate({ cookie: first, key: 'a-used-key', stars: 1 })
	const unknown = await app.browser().post('/api/ratings', aRating({ driverId: 999 }), { Cookie: `${COOKIE}=${first}` })

	expect([refused.status, unknown.status]).toEqual([409, 404])
	expect([refused.cookies, unknown.cookies]).toEqual([[], []])
	expect(await starsAt(first)).toEqual([5])
})
