import { expect, spyOn, test } from 'bun:test'
import fc from 'fast-check'
import { kindOf, type StarCounts } from '#contract/driver-kinds.ts'
import { COUNT_KEYS, forEachOf } from '#contract/impressions.ts'
import type { DriverRating } from '#contract/ratings.ts'
import { aVerdict, recountImpressions } from '#db/testing/a-verdict.ts'
import { familyOf, type TestBrowser, testApp } from '#server/testing/test-app.ts'
import { bestAndWorst } from './stats.service.ts'

const read = async (who: TestBrowser, id: number) => ({
	stats: (await who.get(`/api/drivers/${id}/stats`)).body,
	average: (await who.get(`/api/ratings/driver/${id}/average`)).body,
})

test('a driver nobody has rated has zeros and no category', async () => {
	const app = testApp()

	expect(await read(app.browser(), (await app.member('mum')).id)).toEqual({
		stats: {
			totalRides: 0,
			averageStar: 0,
			...recountImpressions([]),
			bestCategory: 'none',
			worstCategory: 'none',
			kind: 'parked',
			stars: [0, 0, 0, 0, 0],
		},
		average: { average: 0 },
	})
})

test('the average is the exact mean, for the screen to round [spec 7.21]', async () => {
	const { app, rater, driver } = await familyOf('rater', 'driver')
	for (const starRating of [5, 5, 4]) await app.rate(rater, driver.id, { starRating })

	expect(await read(app.browser(), driver.id)).toMatchObject({
		stats: { totalRides: 3, averageStar: 14 / 3, bestCategory: 'smooth', worstCategory: 'smooth' },
		average: { average: 14 / 3 },
	})
})

test.each([
	[{ smoothRides: 3, safeRides: 2, goodVibes: 1 }, 'smooth', 'vibes'],
	[{ smoothRides: 1, safeRides: 2, goodVibes: 3 }, 'vibes', 'smooth'],
	[{ smoothRides: 2, safeRides: 2, goodVibes: 2 }, 'smooth', 'smooth'],
	[{ smoothRides: 0, safeRides: 2, goodVibes: 2 }, 'safe', 'smooth'],
	[{ smoothRides: 2, safeRides: 0, goodVibes: 0 }, 'smooth', 'safe'],
	[{ smoothRides: 0, safeRides: 0, goodVibes: 1 }, 'vibes', 'smooth'],
	[{ smoothRides: 0, safeRides: 0, goodVibes: 0 }, 'none', 'none'],
] as const)('of %o the best is %s and the worst is %s, the first of equals', (counts, bestCategory, worstCategory) => {
	const [, neither = 0] = Object.values(counts).sort()
	const others = forEachOf(COUNT_KEYS, () => neither)
	expect(bestAndWorst({ ...others, ...counts })).toEqual({ bestCategory, worstCategory })
})

const aWay = fc.record({
	by: fc.nat(3),
	of: fc.nat(2),
	said: aVerdict(),
	isPlaceholder: fc.boolean(),
})

const starSumOf = (list: DriverRating[]) => list.reduce((sum, { starRating }) => sum + starRating, 0)

/** Recounts the statistics that are normally maintained step by step. Expects the newest rating first. */
function recount(list: DriverRating[]) {
	const impressions = recountImpressions(list)
	const stars = [1, 2, 3, 4, 5].map((stars) => list.filter(({ starRating }) => starRating === stars).length)
	return {
		totalRides: list.length,
		averageStar: list.length ? starSumOf(list) / list.length : 0,
		...impressions,
		...bestAndWorst(impressions),
		kind: kindOf({ stars: stars as StarCounts, ...impressions, newestFive: starSumOf(list.slice(0, 5)) }),
		stars,
	}
}

test('whatever people say, claim and take over, statistics and average equal a slow recount', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(aWay, { maxLength: 25 }), fc.nat(25), async (rides, claimAfter) => {
			const app = testApp()
			const raters = [await app.member('mum'), await app.member('dad'), app.browser(), app.browser()]
			const mum = raters[0] as TestBrowser
			const ghost = await app.ghost(mum)
			const drivers = [ghost.id, 2, (await app.member('kid')).id]

			for (const [i, { by, of, isPlaceholder, said }] of rides.entries()) {
				const rater = raters[by] as TestBrowser
				await app.rate(rater, drivers[of] ?? 2, { ...said, isPlaceholder: isPlaceholder && by < 2 })
				if (i === claimAfter) {
					const kid = app.browser()
					await kid.post('/api/login', { username: 'kid', password: 'kid-secret' })
					await kid.post('/api/ghost-drivers/claim', { token: ghost.ghostClaimToken })
				}
			}

			for (const id of drivers) {
				const list = (await mum.get(`/api/ratings/driver/${id}?limit=500`)).body as DriverRating[]
				const expected = recount(list)
				expect(await read(mum, id)).toEqual({
					stats: expected,
					average: { average: expected.averageStar },
				})
			}
		}),
		{ numRuns: 12 },
	)
}, 60_000)

test('a driver whose newest five rides go better is a comeback, until one of them is taken back [spec 13.1]', async () => {
	const { app, rater, driver } = await familyOf('rater', 'driver')
	const kind = async () => (await read(app.browser(), driver.id)).stats
	for (const starRating of [2, 2, 2, 2, 2]) await app.rate(rater, driver.id, { starRating })
	const guest = app.browser()
	for (const starRating of [5, 5, 5, 5]) await app.rate(guest, driver.id, { starRating })
	expect(await kind()).not.toMatchObject({ kind: 'comeback' })

	const tenth = await app.rate(rater, driver.id, { starRating: 5 })

	expect(await kind()).toMatchObject({ kind: 'comeback', stars: [0, 5, 0, 0, 5] })
	await rater.delete(`/api/ratings/${tenth.id}`)
	expect(await kind()).not.toMatchObject({ kind: 'comeback' })
})

test('what a member only put on their list makes nobody’s kind [spec 13.1] [spec 12.17]', async () => {
	const { app, rater, driver } = await familyOf('rater', 'driver')

	await app.rate(rater, driver.id, { isPlaceholder: true })

	expect((await read(app.browser(), driver.id)).stats).toMatchObject({ kind: 'parked', stars: [0, 0, 0, 0, 0] })
})

test('the newest ratings are looked at only from ten rides on', async () => {
	const { app, rater, driver } = await familyOf('rater', 'driver')
	const looked = spyOn(app.context.queries.stats, 'newestFiveStarsOf')
	for (let ride = 0; ride < 9; ride++) await app.rate(rater, driver.id, { starRating: 3 })
	await read(app.browser(), driver.id)
	expect(looked).not.toHaveBeenCalled()

	await app.rate(rater, driver.id, { starRating: 3 })
	await read(app.browser(), driver.id)

	expect(looked.mock.calls).toEqual([[driver.id]])
})

test('both addresses of a claimed ghost have the claimer’s statistics', async () => {
	const { app, rater, mum } = await familyOf('rater', 'mum')
	const ghost = await app.ghost(rater)
	await app.rate(rater, ghost.id, { starRating: 1 })
	await mum.post('/api/ghost-drivers/claim', { token: ghost.ghostClaimToken })
	await app.rate(rater, ghost.id, { starRating: 4 })

	const atGhost = await read(app.browser(), ghost.id)

	expect(atGhost).toEqual(await read(app.browser(), mum.id))
	expect(atGhost.average).toEqual({ average: 2.5 })
})
