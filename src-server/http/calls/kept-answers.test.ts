import { expect, test } from 'bun:test'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { ALL_BAD } from '#contract/impressions.ts'
import { openDatabase } from '#db/database.ts'
import { runs } from '#db/testing/property-runs.ts'
import { familyOf, type TestBrowser, testApp } from '#server/testing/test-app.ts'
import { keptAnswers } from './kept-answers.ts'

const keptAddresses: Record<string, (id: number) => string[]> = {
	'/drivers/:id/stats': (id) => [`/api/drivers/${id}/stats`],
	'/ratings/driver/:id/average': (id) => [`/api/ratings/driver/${id}/average`],
	'/ratings/driver/:id': (id) => [`/api/ratings/driver/${id}`, `/api/ratings/driver/${id}?limit=2`],
	'/users/:id': (id) => [`/api/users/${id}`],
}
const addressesOf = (id: number) => Object.values(keptAddresses).flatMap((of) => of(id))
const readAll = async (who: TestBrowser, addresses: string[]) =>
	Promise.all(addresses.map(async (address) => (await who.get(address)).body))
const HOUR_MS = 3_600_000
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

type App = ReturnType<typeof testApp>

/** The same browser, at another server of the same data. */
function atServer(app: App, who: TestBrowser): TestBrowser {
	const browser = app.browser()
	for (const [name, value] of who.cookies) browser.cookies.set(name, value)
	return browser
}

function twoServers(now: () => Date) {
	const path = join(mkdtempSync(join(tmpdir(), 'backseat-kept-')), 'backseat.db')
	return [testApp({}, { now, db: openDatabase(path) }), testApp({}, { now, db: openDatabase(path) })] as const
}

const aStep = fc.record({
	isOther: fc.boolean(),
	kind: fc.constantFrom(
		...(['rate', 'rate', 'rate as guest', 'change', 'take back', 'claim', 'rename', 'log out', 'wait'] as const),
	),
	driver: fc.nat(2),
	starRating: fc.integer({ min: 1, max: 5 }),
})

test('what is answered from memory is what the data say, whoever asks, and whichever program wrote them', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(aStep, { minLength: 4, maxLength: 12 }), async (steps) => {
			let moment = Date.UTC(2026, 10, 21, 9)
			const now = () => new Date(moment)
			const [one, other] = twoServers(now)
			const [mum, rater, guest] = [await one.member('mum'), await one.member('rater'), one.browser()]
			const viewers = [one.browser(), guest, rater, mum]
			const ghost = await one.ghost(rater)
			const ids = [2, mum.id, ghost.id]
			const given: number[] = []

			for (const { isOther, kind, driver, starRating } of steps) {
				const app = isOther ? other : one
				const browser = atServer(app, rater)
				const address = `/api/ratings/${given.at(-1) ?? 1}`
				const said = { ...ALL_BAD, safetyFeeling: 'safe', starRating }
				if (kind === 'rate') {
					const { status, body } = await browser.post('/api/ratings', { ...said, driverId: ids[driver] ?? 2 })
					if (status === 201) given.push((body as { id: number }).id)
				}
				if (kind === 'rate as guest') await one.rate(guest, ids[driver] ?? 2, { starRating })
				if (kind === 'change') await browser.put(address, said)
				if (kind === 'take back') await browser.delete(address)
				if (kind === 'claim') await mum.post('/api/ghost-drivers/claim', { token: ghost.ghostClaimToken })
				if (kind === 'rename') await atServer(app, mum).patch(`/api/users/${mum.id}`, { username: `mum${starRating}` })
				// The cookie is sent all the same.
				if (kind === 'log out') await atServer(app, rater).post('/api/logout')
				if (kind === 'wait') moment += starRating * HOUR_MS
				await nextTurn()

				const fresh = testApp({}, { now, db: one.db })
				const addresses = ids.flatMap(addressesOf)
				for (const [nth, viewer] of viewers.entries()) {
					// Addresses that are not cached yet.
					const own = addresses.map((address) => `${address}${address.includes('?') ? '&' : '?'}${nth}`)
					const expected = await readAll(atServer(fresh, viewer), own)
					for (const each of [one, other]) expect(await readAll(atServer(each, viewer), addresses)).toEqual(expected)
				}
			}
		}),
		{ numRuns: runs(12) },
	)
}, 60_000)

/** The answer, and whether it was made without asking the data for more than the session. */
async function ask(app: App, who: TestBrowser, address: string) {
	let asked = 0
	const { sessions, ...others } = app.context.queries
	const undo = Object.values(others).flatMap((queries: Record<string, unknown>) =>
		Object.entries(queries).map(([name, query]) => {
			queries[name] = (...values: unknown[]) => {
				asked++
				return (query as (...values: unknown[]) => unknown)(...values)
			}
			return () => {
				queries[name] = query
			}
		}),
	)
	const { status, body } = await who.get(address)
	for (const each of undo) each()
	expect(status).toBe(200)
	return { body, isFromMemory: asked === 0 }
}

test.each(['open', 'closed'] as const)(
	'an answer in memory hangs on no clock and no setting, of each call that has any there (sign-up: %s)',
	async (signup) => {
		const evening = Date.UTC(2026, 10, 21, 18, 30)
		let moment = evening
		const now = () => new Date(moment)
		const first = testApp({}, { now })
		const [mum, dad, guest] = [await first.member('mum'), await first.member('dad'), first.browser()]
		const ghost = await first.ghost(mum)
		await first.rate(dad, mum.id)
		moment += 60_000
		await first.rate(guest, mum.id)
		await first.rate(guest, ghost.id)
		const started = moment
		const at = { now, db: first.db }
		const app = testApp({ signup, timeZone: 'UTC' }, at)
		const others = [
			testApp({ signup, timeZone: 'UTC' }, at),
			testApp({ signup: signup === 'open' ? 'closed' : 'open', timeZone: 'Asia/Tokyo' }, at),
		]

		expect(app.keptPaths.toSorted()).toEqual(Object.keys(keptAddresses).toSorted())
		for (const hours of [0, 7]) {
			const kept: { path: string; address: string; who: TestBrowser; body: unknown }[] = []
			moment = started + hours * HOUR_MS
			for (const [path, addresses] of Object.entries(keptAddresses))
				for (const address of [2, mum.id, dad.id, ghost.id].flatMap(addresses))
					for (const viewer of [first.browser(), guest, mum, dad]) {
						const who = atServer(app, viewer)
						await who.get(address)
						const { body, isFromMemory } = await ask(app, who, address)
						if (isFromMemory) kept.push({ path, address, who, body })
					}
			expect(new Set(kept.map(({ path }) => path))).toEqual(new Set(Object.keys(keptAddresses)))
			for (const later of [0, 5, 7, 240]) {
				moment = started + (hours + later) * HOUR_MS
				app.db.write(() => {})
				for (const other of others)
					for (const { address, who, body } of kept)
						expect((await atServer(other, who).get(address)).body).toEqual(body)
			}
		}
	},
)

test('an answer in memory is its viewer’s own: no other member reads it, no guest, and nobody whose session has ended [T33]', async () => {
	const { app, mum, dad } = await familyOf('mum', 'dad')
	const [guest, visitor] = [app.browser(), app.browser()]
	const [phone, tablet] = [await app.signIn(mum), await app.signIn(mum)]
	await app.rate(guest, 2)
	const rater = app.browser()
	await app.rate(rater, mum.id)
	const profile = `/api/users/${mum.id}`
	const { body: own } = await mum.get(profile)
	const { body: toOthers } = await dad.get(profile)
	expect(Object.keys(own as object)).toContain('email')
	expect(Object.keys(toOthers as object)).not.toContain('email')
	const expectAll = async (browsers: TestBrowser[], body: unknown) => {
		for (const who of [...browsers, ...browsers]) await who.get(profile)
		for (const who of browsers) expect(await ask(app, who, profile)).toEqual({ body, isFromMemory: true })
	}

	await expectAll([mum, phone, tablet], own)
	await expectAll([dad, guest, visitor], toOthers)
	expect((await rater.get(profile)).body).toMatchObject({ recentRating: { starRating: 4 } })
	await expectAll([mum, phone, tablet], own)
	const copied = atServer(app, tablet)
	await tablet.post('/api/logout')
	await expectAll([mum, phone], own)
	await expectAll([copied, dad, guest, visitor], toOthers)
	const changed = { currentPassword: mum.password, newPassword: 'a-new-secret' }
	expect((await mum.put(`/api/users/${mum.id}/password`, changed)).status).toBe(200)
	await expectAll([mum], own)
	await expectAll([phone, copied], toOthers)
})

test('an answer is made once, until something is written', async () => {
	const app = testApp()
	const visitor = app.browser()
	const stats = () => ask(app, visitor, '/api/drivers/2/stats')
	const get = () => visitor.get('/api/drivers/2/stats')

	const [first, second] = [await stats(), await stats()]
	const [answer, again] = [await get(), await get()]
	await app.rate(app.browser(), 2)
	const third = await stats()

	expect([first, second, third].map(({ isFromMemory }) => isFromMemory)).toEqual([false, true, false])
	expect(second.body).toEqual(first.body)
	expect(answer.headers.get('x-request-id')).not.toBe(again.headers.get('x-request-id'))
	expect(again.headers.get('cache-control')).toBe('no-store')
	expect(third.body).toMatchObject({ totalRides: 1 })
	expect(app.lines.filter((line) => line.includes('GET /api/drivers/:id/stats 200'))).toHaveLength(5)
})

test('made-up addresses and long answers do not pile up', () => {
	const viewer = { userId: 7, guestKey: null }
	const kept = keptAnswers({ generation: () => 1 }, { viewerOf: () => viewer })
	const request = (nth: number) => new Request(`http://localhost/api/drivers/2/stats?${nth}`)
	for (let nth = 0; nth < 500; nth++)
		kept.keeperFor(request(nth), { route: '/', ...(nth % 2 === 0 && { viewer }) })('{}')
	kept.keeperFor(request(1000), { route: '/' })('x'.repeat(40_000))

	expect(kept.size()).toBe(100)
	expect(kept.answer(request(1000))).toBeNull()
})
