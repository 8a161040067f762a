import { expect, test } from 'bun:test'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { everyCall } from '#contract/every-call.ts'
import { AWARD_KEYS, type Receipt } from '#contract/receipts.ts'
import { openDatabase } from '#db/database.ts'
import { openDue } from '#server/features/ratings/sealed/evening-post.ts'
import { lookQuickly } from '#server/operations/doctor/quick-look.ts'
import { dataFileIn } from '#server/process/data/data-file.ts'
import { defaultConfig } from '#server/settings/config.ts'
import { type TestBrowser, type TestHost, type TestMember, testApp } from '#server/testing/test-app.ts'

/*
 * Before it is opened nobody but its rater reads, counts or compares a sealed verdict: whatever its driver, a host, a stranger
 * or another member asks for is the same to the byte with sealed verdicts and without.
 */

const NOON = Date.UTC(2026, 0, 14, 12)
const DAY_MS = 86_400_000

/** Every GET of the API but the stream, at every address that these ids make of it. */
const addresses = (ids: readonly (number | string)[]) =>
	everyCall
		.map(({ call }) => call)
		.filter(({ method, path }) => method === 'GET' && path !== '/live')
		.flatMap(({ path }) => (path.includes('/:') ? ids.map((id) => path.replace(/:\w+/, String(id))) : [path]))
		.map((path) => `/api${path}`)

/** Lists of which a part is asked for. */
const parts = (driverId: number, before: number) =>
	['ratings', `ratings/driver/${driverId}`, 'ratings/received'].flatMap((list) =>
		['limit=1', `before=${before}`, `limit=1&before=${before}`].map((part) => `/api/${list}?${part}`),
	)

/** What months and years have come to, that of the sealed verdicts too. */
const RECEIPTS = [
	...['2025-12', '2026-01'].flatMap((month) => [
		`receipts/${month}`,
		...AWARD_KEYS.map((key) => `receipts/${month}/awards/${key}/pictures`),
	]),
	...['2025', '2026'].flatMap((year) => [`wrapped?year=${year}`, `wrapped/pictures?year=${year}`]),
].map((path) => `/api/${path}`)

/** Pages whose answers are embedded, and what link previews say. */
const pages = (ids: readonly (number | string)[]) => [
	'/',
	'/home',
	'/verdicts',
	...ids.flatMap((id) => ['profile', 'rating', 'infographic', 'poster', 'share-ghost'].map((page) => `/${page}/${id}`)),
]

/** Other at each request, whoever asks for what. */
const OF_THE_REQUEST = ['date', 'x-request-id', 'content-security-policy']

async function everything(viewer: TestBrowser, ids: readonly (number | string)[], more: readonly string[]) {
	const answers: Record<string, unknown> = {}
	for (const address of [...addresses(ids), ...pages(ids), ...more]) {
		const { status, headers, body } = await viewer.get(address)
		const kept = [...headers].filter(([name]) => !OF_THE_REQUEST.includes(name))
		const text = JSON.stringify(body ?? null).replace(/nonce=\\"[^"]*\\"|"requestId":"[^"]*"/g, '')
		answers[address] = { status, headers: kept, text }
	}
	return answers
}

async function instanceWithFile() {
	const dataDir = mkdtempSync(join(tmpdir(), 'backseat-sealed-'))
	const db = openDatabase(dataFileIn(dataDir))
	const config = { ...defaultConfig, dataDir }
	const lookAtFolder = (now: Date, newestRow: Date | null) => ({
		...lookQuickly(config, { now, newestRow, isWell: true }),
		// How much room the disk has is no matter of ours.
		findings: [],
	})
	const app = testApp({ dataDir }, { db, lookAtFolder })
	let now = NOON - 3 * DAY_MS
	app.context.clock.now = () => new Date(now)
	return {
		...app,
		atNoon: () => {
			now = NOON
		},
	}
}

test('a driver, a host, another member and a stranger read the same to the byte, whether sealed verdicts wait or not [T40] [spec 13.16]', async () => {
	const app = await instanceWithFile()
	const [driver, mum, aunt] = [await app.member('driver'), await app.member('mum'), await app.member('aunt')]
	const guest = app.browser()
	await app.rate(mum, driver.id, { starRating: 4 })
	await app.rate(guest, driver.id, { starRating: 2 })
	const seen = await app.rate(aunt, driver.id, { starRating: 3 })
	app.atNoon()
	const [host, uncle] = [await app.host(), await app.member('uncle')]
	const ghost = await app.ghost(aunt)
	await app.rate(guest, ghost.id, { starRating: 2 })
	// What follows is of members and guests who were here and rated before.
	const dropped = await app.rate(mum, driver.id, { delivery: 'evening' })
	await mum.delete(`/api/ratings/${dropped.id}`)
	// The newest that the driver got is gone, and its day is still on their page.
	await app.rate(uncle, driver.id)
	await uncle.delete(`/api/users/${uncle.id}`, { password: uncle.password, ratings: 'go' })
	for (const viewer of [driver, mum, aunt]) await viewer.get('/api/user')
	const ids = [driver.id, mum.id, aunt.id, ghost.id, dropped.id, 'x']
	const viewers = { driver, host, aunt, stranger: app.browser() }
	const readAll = async (more: readonly number[]) => {
		const read: Record<string, unknown> = {}
		for (const [who, viewer] of Object.entries(viewers))
			read[who] = await everything(viewer, [...ids, ...more], [...parts(driver.id, seen.id), ...RECEIPTS])
		return read
	}
	// There is something to read on them.
	expect((await aunt.get('/api/receipts/2026-01')).body as Receipt).toMatchObject({ rides: 4, people: 2 })
	const unborn = [900_719_925_474_091, 900_719_925_474_092, 900_719_925_474_093]
	const before = await readAll(unborn)

	const sealed = [
		await app.rate(mum, driver.id, { delivery: 'evening', starRating: 1 }),
		await app.rate(guest, driver.id, { delivery: 'evening', starRating: 5 }),
		await app.rate(app.browser(), driver.id, { delivery: 'evening' }),
	]
	const said = { rideQuality: 'bumpy', safetyFeeling: 'safe', vibeQuality: 'good', starRating: 3 }
	await mum.put(`/api/ratings/${sealed[0]?.id}`, said)
	const regretted = await app.rate(mum, driver.id, { delivery: 'evening' })
	await mum.delete(`/api/ratings/${regretted.id}`)
	const after = await readAll(sealed.map(({ id }) => id))

	// At a sealed one's own address there is as little as at that of a rating which was never given.
	const asUnborn = JSON.parse(
		sealed.reduce((text, { id }, nth) => text.replaceAll(String(id), String(unborn[nth])), JSON.stringify(after)),
	)
	expect(asUnborn).toEqual(before)
	expect(await host.post(`/api/host/confirm`, { password: host.password })).toMatchObject({ status: 200 })

	await openDue(app.context, new Date(NOON))
	expect(await readAll(sealed.map(({ id }) => id))).not.toEqual(after)
	expect((await driver.get(`/api/drivers/${driver.id}/stats`)).body).toMatchObject({ totalRides: 6 })
	expect(app.logged).toEqual([])
})

type Instance = { app: ReturnType<typeof testApp>; host: TestHost; driver: TestMember; mum: TestMember }

test.each<[what: string, act: (instance: Instance) => Promise<{ status: number; body: unknown }[]>]>([
	[
		'a deleted account',
		async ({ host, driver }) => [
			await host.delete(`/api/host/people/${driver.id}`, { ratings: 'stay', name: 'driver' }),
		],
	],
	[
		'a claim, and its undoing,',
		async ({ app, host, driver, mum }) => {
			const ghost = await app.ghost(mum)
			for (const rater of [mum, app.browser()]) await app.rate(rater, ghost.id)
			return [
				await driver.post('/api/ghost-drivers/claim', { token: ghost.ghostClaimToken }),
				await host.post(`/api/host/ghosts/${ghost.id}/undo-claim`),
			]
		},
	],
])('what %s says of ratings is the same whether sealed verdicts wait or not [T40]', async (_what, act) => {
	const answers = async (isSealed: boolean) => {
		const app = testApp()
		app.context.clock.now = () => new Date(NOON)
		const instance = { app, host: await app.host(), driver: await app.member('driver'), mum: await app.member('mum') }
		const { driver, mum } = instance
		await app.rate(mum, driver.id)
		if (isSealed) for (const rater of [mum, app.browser()]) await app.rate(rater, driver.id, { delivery: 'evening' })
		const said = (await act(instance)).map(({ status, body }) => ({ status, body }))
		return JSON.parse(JSON.stringify(said).replace(/("(?:id|claimedById|avatarId)":)\d+/g, '$10'))
	}

	expect(await answers(true)).toEqual(await answers(false))
})
