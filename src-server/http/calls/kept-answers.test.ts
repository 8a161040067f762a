import { expect, test } from 'bun:test'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { ALL_BAD } from '#contract/impressions.ts'
import { openDatabase } from '#db/database.ts'
import { runs } from '#db/testing/property-runs.ts'
import { type TestBrowser, testApp } from '#server/testing/test-app.ts'
import { keptAnswers } from './kept-answers.ts'

const addressesOf = (id: number) => [
	`/api/drivers/${id}/stats`,
	`/api/ratings/driver/${id}/average`,
	`/api/ratings/driver/${id}`,
	`/api/ratings/driver/${id}?limit=2`,
]
const readAll = async (who: TestBrowser, ids: number[]) =>
	Promise.all(ids.flatMap(addressesOf).map(async (address) => (await who.get(address)).body))
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

function twoServers() {
	const path = join(mkdtempSync(join(tmpdir(), 'backseat-kept-')), 'backseat.db')
	return [testApp({}, { db: openDatabase(path) }), testApp({}, { db: openDatabase(path) })] as const
}

const aStep = fc.record({
	isOther: fc.boolean(),
	kind: fc.constantFrom('rate' as const, 'rate' as const, 'change' as const, 'take back' as const, 'claim' as const),
	driver: fc.nat(2),
	starRating: fc.integer({ min: 1, max: 5 }),
})

test('what is answered from memory is what the data say, whichever program wrote them', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(aStep, { minLength: 4, maxLength: 12 }), async (steps) => {
			const [one, other] = twoServers()
			const [mum, rater] = [await one.member('mum'), await one.member('rater')]
			const ghost = await one.ghost(rater)
			const ids = [2, mum.id, ghost.id]
			const given: number[] = []

			for (const { isOther, kind, driver, starRating } of steps) {
				const at = isOther ? other : one
				const browser = at.browser()
				for (const [name, value] of rater.cookies) browser.cookies.set(name, value)
				const address = `/api/ratings/${given.at(-1) ?? 1}`
				const said = { ...ALL_BAD, safetyFeeling: 'safe', starRating }
				if (kind === 'rate') given.push((await at.rate(browser, ids[driver] ?? 2, { starRating })).id)
				if (kind === 'change') await browser.put(address, said)
				if (kind === 'take back') await browser.delete(address)
				if (kind === 'claim') await mum.post('/api/ghost-drivers/claim', { token: ghost.ghostClaimToken })
				await nextTurn()

				const expected = await readAll(testApp({}, { db: one.db }).browser(), ids)
				for (const each of [one, other, one, other]) expect(await readAll(each.browser(), ids)).toEqual(expected)
			}
		}),
		{ numRuns: runs(12) },
	)
}, 60_000)

test('an answer is made once, until something is written', async () => {
	const app = testApp()
	const visitor = app.browser()
	let looked = 0
	const { statsOf } = app.context.queries.stats
	app.context.queries.stats.statsOf = (id) => {
		looked++
		return statsOf(id)
	}
	const stats = () => visitor.get('/api/drivers/2/stats')

	const [first, second] = [await stats(), await stats()]
	await app.rate(app.browser(), 2)
	const third = await stats()

	expect(looked).toBe(2)
	expect(second.body).toEqual(first.body)
	expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))
	expect(second.headers.get('cache-control')).toBe('no-store')
	expect(third.body).toMatchObject({ totalRides: 1 })
	expect(app.lines.filter((line) => line.includes('GET /api/drivers/:id/stats 200'))).toHaveLength(3)
})

test('made-up addresses and long answers do not pile up', () => {
	const kept = keptAnswers({ generation: () => 1 })
	const request = (nth: number) => new Request(`http://localhost/api/drivers/2/stats?${nth}`)
	for (let nth = 0; nth < 500; nth++) kept.keeperFor(request(nth), '/api/drivers/:id/stats')('{}')
	kept.keeperFor(request(1000), '/')('x'.repeat(40_000))

	expect(kept.size()).toBe(100)
})
