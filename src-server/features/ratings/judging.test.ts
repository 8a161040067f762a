import { expect, test } from 'bun:test'
import type { Judging } from '#contract/judging.ts'
import { familyOf, type TestBrowser } from '#server/testing/test-app.ts'

const NOTHING = { averageStar: null, favouriteStar: null, kinderBy: null, kind: null }

async function family() {
	const { app, rater, driver, other } = await familyOf('rater', 'driver', 'other')
	const othersRate = async (driverId: number, ...stars: number[]) => {
		for (const starRating of stars) await app.rate(app.browser(), driverId, { starRating })
	}
	const judging = async (who: TestBrowser) => (await who.get('/api/ratings/judging')).body as Judging
	return { app, rater, driver, other, othersRate, judging }
}

test('from three verdicts on a rater reads how many, their mean, what they give most and what kind of judge that makes them [spec 13.7]', async () => {
	const { app, rater, driver, other, judging } = await family()
	await app.rate(rater, driver.id, { starRating: 5 })
	await app.rate(rater, other.id, { starRating: 4 })
	expect(await judging(rater)).toEqual({ verdicts: 2, ...NOTHING })

	await app.rate(rater, driver.id, { starRating: 4 })

	expect(await judging(rater)).toEqual({
		verdicts: 3,
		averageStar: 13 / 3,
		favouriteStar: 4,
		kinderBy: null,
		kind: 'steady',
	})
})

test('they are compared with the others who rated the same drivers, each driver by itself [spec 13.7]', async () => {
	const { app, rater, driver, other, othersRate, judging } = await family()
	await othersRate(driver.id, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5)
	await othersRate(other.id, 1, 2, 1)
	await othersRate(2, 5, 5)

	for (const starRating of [5, 4]) await app.rate(rater, driver.id, { starRating })
	for (const starRating of [2, 2, 2]) await app.rate(rater, other.id, { starRating })
	await app.rate(rater, 2, { starRating: 1 })

	// One star less for the driver, two more thirds each for the other: 1 in five verdicts.
	expect(await judging(rater)).toMatchObject({ verdicts: 6, kinderBy: 0.2, kind: 'steady' })
})

test.each([
	['kinder', 4, 0.5],
	['harsher', 3, -0.5],
])(
	'exactly half a star away is %s, also where the means of the others are thirds',
	async (kind, starRating, kinderBy) => {
		const { app, rater, driver, other, othersRate, judging } = await family()
		await othersRate(driver.id, 3, 3, 4)
		await othersRate(other.id, 4, 4, 3, 4, 4, 3)

		for (const { id } of [driver, driver, other, other]) await app.rate(rater, id, { starRating })

		expect(await judging(rater)).toMatchObject({ kinderBy, kind })
	},
)

test('placeholders do not count, what was taken back counts no longer, and what is changed counts anew', async () => {
	const { app, rater, driver, other, judging } = await family()
	await app.rate(rater, other.id, { isPlaceholder: true })
	const [first] = [await app.rate(rater, driver.id, { starRating: 1 }), await app.rate(rater, driver.id)]
	await app.rate(rater, driver.id)
	expect(await judging(rater)).toMatchObject({ verdicts: 3, averageStar: 3 })

	await rater.put(`/api/ratings/${first?.id}`, { ...first, starRating: 4 })
	expect(await judging(rater)).toMatchObject({ verdicts: 3, averageStar: 4 })
	await rater.delete(`/api/ratings/${first?.id}`)
	expect(await judging(rater)).toEqual({ verdicts: 2, ...NOTHING })
})

test('a guest has the same by their cookie, and takes it along; to strangers and others nothing of it is shown [T18] [spec 13.7]', async () => {
	const { app, rater, driver, other, judging } = await family()
	const guest = app.browser()
	for (const id of [driver.id, other.id, 2]) await app.rate(guest, id, { starRating: 5 })
	const judged = { verdicts: 3, averageStar: 5, favouriteStar: 5, kinderBy: null, kind: 'generous' as const }
	const otherGuest = app.browser()
	await app.rate(otherGuest, 2, { starRating: 1 })

	expect(await judging(guest)).toEqual(judged)
	expect(await judging(otherGuest)).toEqual({ verdicts: 1, ...NOTHING })
	for (const who of [rater, driver, await app.host(), app.browser()])
		expect(await judging(who)).toEqual({ verdicts: 0, ...NOTHING })

	const alone = app.browser()
	alone.cookies.set('backseat_guest', guest.cookies.get('backseat_guest') ?? '')
	await guest.post('/api/users', { username: 'newbie', password: 'backseat' })
	expect(await judging(guest)).toEqual(judged)
	expect(await judging(alone)).toEqual({ verdicts: 0, ...NOTHING })
})
