import { afterEach, expect, setSystemTime, test } from 'bun:test'
import { ALL_GOOD, forEachOf, IMPRESSION_KEYS } from '#contract/impressions.ts'
import type { ReceivedRating } from '#contract/received-ratings.ts'
import { ratingReports } from '#db/schema.ts'
import { familyOf } from '#server/testing/test-app.ts'

afterEach(() => setSystemTime())

const DAY_MS = 86_400_000
const NOON = Date.UTC(2026, 10, 20, 12)
const said = { ...ALL_GOOD, starRating: 4 }
const nothing = { ...forEachOf(IMPRESSION_KEYS, () => null), starRating: null, report: 'removed' }

async function family() {
	setSystemTime(NOON)
	const { app, rater, driver } = await familyOf('rater', 'driver')
	const host = await app.host()
	const received = async (query = '') => (await driver.get(`/api/ratings/received${query}`)).body as ReceivedRating[]
	const report = ({ id }: { id: number }) => driver.post(`/api/ratings/${id}/report`, { reason: 'other' })
	const decide = async (rating: { id: number }, decision: 'remove' | 'keep') => {
		await report(rating)
		const place = app.context.queries.ratings.ratingById(rating.id)?.id
		const open = app.rows(ratingReports).find(({ ratingId }) => ratingId === place)
		await app.signIn(host, host)
		await host.confirm()
		await host.post(`/api/host/reports/${open?.id}/${decision}`)
		return open?.id
	}
	return { app, rater, driver, host, received, report, decide }
}

test('a driver reads what became of what they reported; what its rater changed is as if it never was', async () => {
	const { app, rater, received, report, decide, driver } = await family()
	const rate = () => app.rate(app.browser(), driver.id)
	const [plain, waits, keeps, goes, changes] = [
		await rate(),
		await rate(),
		await rate(),
		await rate(),
		await app.rate(rater, driver.id),
	]
	await decide(keeps, 'keep')
	const line = await decide(goes, 'remove')
	await report(waits)
	await report(changes)
	await rater.put(`/api/ratings/${changes.id}`, { ...said, starRating: 1 })

	const day = { createdAt: '2026-11-20', reply: null }
	expect(await received()).toEqual([
		{ id: changes.id, ...said, starRating: 1, ...day, report: null },
		{ id: keeps.id, ...said, ...day, report: 'kept' },
		{ id: waits.id, ...said, ...day, report: 'reported' },
		{ id: plain.id, ...said, ...day, report: null },
		{ id: line ?? 0, ...nothing, ...day },
	] as ReceivedRating[])
	expect(line).not.toBe(goes.id)
})

test('strangers and guests read nothing of it, and everybody reads their own', async () => {
	const { app, driver, rater, report } = await family()
	const guest = app.browser()
	await report(await app.rate(guest, driver.id))

	for (const who of [guest, app.browser()])
		expect(await who.get('/api/ratings/received')).toMatchObject({ status: 401 })
	expect((await rater.get('/api/ratings/received')).body).toEqual([])
})

test('the list for everybody stays the same to the byte, for every reader, until a rating is removed', async () => {
	const { app, driver, rater, host, report, decide } = await family()
	const [one, two] = [await app.rate(rater, driver.id), await app.rate(app.browser(), driver.id, { starRating: 1 })]
	const text = async () => {
		const list = `/api/ratings/driver/${driver.id}`
		const answers = await Promise.all([driver, rater, host, app.browser()].map((who) => who.get(list)))
		expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
		return JSON.stringify(answers[0]?.body)
	}
	const before = await text()

	await report(one)
	expect(await text()).toBe(before)
	await decide(two, 'remove')

	const { createdAt, ...rest } = { ...said, createdAt: '2026-11-20' }
	expect(await text()).toBe(JSON.stringify([{ id: one.id, ...rest, createdAt, reply: null }]))
})

test('a removed one is a line on the day of its rating for 30 days from the decision, and then gone', async () => {
	const { app, driver, received, decide } = await family()
	const old = await app.rate(app.browser(), driver.id)
	setSystemTime(NOON + 40 * DAY_MS)
	await app.signIn(driver, driver)
	await app.rate(app.browser(), driver.id)
	await decide(old, 'remove')
	const days = async () => (await received()).map(({ createdAt, report }) => [createdAt, report])

	expect(await days()).toEqual([
		['2026-12-30', null],
		['2026-11-20', 'removed'],
	])
	setSystemTime(NOON + 70 * DAY_MS)
	await app.signIn(driver, driver)
	expect(await days()).toHaveLength(2)
	setSystemTime(NOON + 70 * DAY_MS + 1)
	expect(await days()).toEqual([['2026-12-30', null]])
})

test('page by page each rating and each removed one comes once, in the same order as at once', async () => {
	const { app, driver, received, decide } = await family()
	for (let day = 0; day < 12; day++) {
		setSystemTime(NOON + day * DAY_MS)
		for (let nth = 0; nth < 2; nth++) {
			const rating = await app.rate(app.browser(), driver.id)
			if ((day + nth) % 3 === 0) await decide(rating, 'remove')
		}
	}
	await app.signIn(driver, driver)
	const all = await received()
	expect(all.map(({ createdAt }) => createdAt)).toEqual(
		all
			.map(({ createdAt }) => createdAt)
			.toSorted()
			.toReversed(),
	)
	expect(all.filter(({ report }) => report === 'removed')).toHaveLength(8)

	for (const limit of [1, 2, 3, 5, 16, 17]) {
		const found: ReceivedRating[] = []
		for (let before = ''; ; ) {
			const page = await received(`?limit=${limit}${before}`)
			found.push(...page)
			const ratings = page.filter(({ report }) => report !== 'removed')
			if (ratings.length < limit) break
			before = `&before=${ratings.at(-1)?.id}`
		}
		expect({ limit, found }).toEqual({ limit, found: all })
	}
})

test('where a page cannot begin it is said: at a removed one, at a rating of another, at nonsense', async () => {
	const { app, driver, rater, decide } = await family()
	const line = await decide(await app.rate(rater, driver.id), 'remove')
	const others = await app.rate(driver, rater.id)

	for (const before of [line, others.id, 'x', 123456])
		expect(await driver.get(`/api/ratings/received?before=${before}`)).toMatchObject({
			status: 400,
			body: { code: 'unknown_before' },
		})
})
