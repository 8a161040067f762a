import { expect, test } from 'bun:test'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AWARD_KEYS, type Receipt } from '#contract/receipts.ts'
import { OPENS_IN_MS } from '#contract/trips.ts'
import { openDatabase } from '#db/database.ts'
import { openDue } from '#server/features/ratings/sealed/evening-post.ts'
import { openDueTrips } from '#server/features/trips/due-trips.ts'
import { lookQuickly } from '#server/operations/doctor/quick-look.ts'
import { dataFileIn } from '#server/process/data/data-file.ts'
import { defaultConfig } from '#server/settings/config.ts'
import { everyAnswer } from '#server/testing/every-answer.ts'
import {
	aRating,
	idIn,
	type TestBrowser,
	type TestGhost,
	type TestHost,
	type TestMember,
	testApp,
} from '#server/testing/test-app.ts'

/*
 * Before a sealed verdict is opened, only its rater can read, count or compare it: all answers to its driver, a host, a
 * stranger or another member are identical, byte for byte, with and without sealed verdicts.
 */

const NOON = Date.UTC(2026, 0, 14, 12)
const DAY_MS = 86_400_000

/** Pages of lists. */
const parts = (driverId: number, before: number) =>
	['ratings', `ratings/driver/${driverId}`, 'ratings/received'].flatMap((list) =>
		['limit=1', `before=${before}`, `limit=1&before=${before}`].map((part) => `/api/${list}?${part}`),
	)

/** Receipts of months and years, including those of the sealed verdicts. */
const RECEIPTS = [
	...['2025-12', '2026-01'].flatMap((month) => [
		`receipts/${month}`,
		...AWARD_KEYS.map((key) => `receipts/${month}/awards/${key}/pictures`),
	]),
	...['2025', '2026'].flatMap((year) => [`wrapped?year=${year}`, `wrapped/pictures?year=${year}`]),
].map((path) => `/api/${path}`)

async function instanceWithFile() {
	const dataDir = mkdtempSync(join(tmpdir(), 'backseat-sealed-'))
	const db = openDatabase(dataFileIn(dataDir))
	const config = { ...defaultConfig, dataDir }
	const lookAtFolder = (now: Date, newestRow: Date | null) => {
		const { findings, ...look } = lookQuickly(config, { now, newestRow, isWell: true })
		// Other programs on this machine change the free disk space.
		return { ...look, findings: findings.map((one) => ({ ...one, says: one.says.replace(/^\d+ [MG]B free/, 'free') })) }
	}
	const app = testApp({ dataDir }, { db, lookAtFolder })
	let now = NOON - 3 * DAY_MS
	app.context.clock.now = () => new Date(now)
	return {
		...app,
		atNoon: () => {
			now = NOON
		},
		pass: (ms: number) => {
			now += ms
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
	// The sealed verdicts come from members and guests who exist already and have rated before.
	const dropped = await app.rate(mum, driver.id, { delivery: 'evening' })
	await mum.delete(`/api/ratings/${dropped.id}`)
	// The driver's newest rating was deleted, but its day stays on their profile.
	await app.rate(uncle, driver.id)
	await uncle.delete(`/api/users/${uncle.id}`, { password: uncle.password, ratings: 'go' })
	for (const viewer of [driver, mum, aunt])
		for (const path of ['user', `drivers/${viewer.id}/stats`]) await viewer.get(`/api/${path}`)
	const ids = [driver.id, mum.id, aunt.id, ghost.id, dropped.id, 'x']
	const viewers = { driver, host, aunt, stranger: app.browser() }
	const readAll = async (more: readonly number[]) => {
		const read: Record<string, unknown> = {}
		for (const [who, viewer] of Object.entries(viewers))
			read[who] = await everyAnswer(viewer, [...ids, ...more], [...parts(driver.id, seen.id), ...RECEIPTS])
		return read
	}
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

	// The address of a sealed verdict answers like that of a rating that never existed.
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

const MONTH = '2026-01'

test('on a road trip, too, for drivers with and without an account, and for others in the car [T40] [T42] [spec 14.5] [spec 14.28]', async () => {
	const app = await instanceWithFile()
	app.atNoon()
	const [mum, dad, aunt, uncle] = [
		await app.member('mum'),
		await app.member('dad'),
		await app.member('aunt'),
		await app.member('uncle'),
	]
	const [host, ghost, guest] = [await app.host(), await app.ghost(mum), app.browser()]
	for (const driverId of [dad.id, ghost.id]) await app.rate(mum, driverId)
	const seen = await app.rate(aunt, dad.id)
	const { body } = await mum.post('/api/trips', { name: 'To the sea', driverIds: [dad.id, ghost.id] })
	const { token } = body as { token: string }
	for (const who of [aunt, uncle, guest, dad]) await who.post(`/api/trips/${token}/seat`)
	await mum.post(`/api/trips/${token}/arrive`)
	const say = async (who: TestBrowser, driverId: number, starRating: number) => {
		const { driverId: _, ...said } = aRating({ driverId, starRating })
		return idIn((await who.put(`/api/trips/${token}/verdicts/${driverId}`, said)).body)
	}
	// The verdicts below come from people who had given one before and withdrawn it.
	for (const who of [mum, aunt, guest])
		for (const driverId of [dad.id, ghost.id]) await who.delete(`/api/ratings/${await say(who, driverId, 1)}`)
	for (const viewer of [mum, dad, aunt, uncle])
		for (const path of ['user', `drivers/${viewer.id}/stats`]) await viewer.get(`/api/${path}`)
	const ids = [mum.id, dad.id, aunt.id, ghost.id, token, MONTH, 'x']
	const viewers = { dad, host, uncle, stranger: app.browser() }
	const readAll = async (more: readonly number[]) => {
		const read: Record<string, unknown> = {}
		for (const [who, viewer] of Object.entries(viewers))
			read[who] = await everyAnswer(viewer, [...ids, ...more], parts(dad.id, seen.id))
		return read
	}
	const unborn = Array.from({ length: 6 }, (_, nth) => 900_719_925_474_091 + nth)
	const before = await readAll(unborn)

	const sealed: number[] = []
	for (const who of [mum, aunt, guest])
		for (const driverId of [dad.id, ghost.id]) sealed.push(await say(who, driverId, 5))
	await say(guest, ghost.id, 1)
	const after = await readAll(sealed)

	const asUnborn = JSON.parse(
		sealed.reduce((text, id, nth) => text.replaceAll(String(id), String(unborn[nth])), JSON.stringify(after)),
	)
	expect(asUnborn).toEqual(before)

	await mum.post(`/api/trips/${token}/open`)
	app.pass(OPENS_IN_MS)
	await openDueTrips(app.context)
	expect(await readAll(sealed)).not.toEqual(after)
	expect((await dad.get(`/api/drivers/${ghost.id}/stats`)).body).toMatchObject({ totalRides: 4 })
	expect(app.logged).toEqual([])
})

type Instance = { app: ReturnType<typeof testApp> } & Record<'driver' | 'mum', TestMember> & {
		host: TestHost
		ghost: TestGhost
	}

test.each<[what: string, act: (instance: Instance) => Promise<{ status: number; body: unknown }[]>]>([
	[
		'a deleted account',
		async ({ host, driver }) => [
			await host.delete(`/api/host/people/${driver.id}`, { ratings: 'stay', name: 'driver' }),
		],
	],
	[
		'a deleted account that had made a ghost',
		async ({ mum }) => [await mum.delete(`/api/users/${mum.id}`, { password: mum.password, ratings: 'stay' })],
	],
	[
		'a claim, and its undoing,',
		async ({ app, host, driver, ghost }) => {
			await app.rate(app.browser(), ghost.id)
			return [
				await driver.post('/api/ghost-drivers/claim', { token: ghost.ghostClaimToken }),
				await driver.get(`/api/ghost-drivers/${ghost.id}/reveal`),
				await host.post(`/api/host/ghosts/${ghost.id}/undo-claim`),
			]
		},
	],
	[
		'a claim of a ghost without ratings, and its undoing,',
		async ({ host, driver, ghost }) => [
			await driver.post('/api/ghost-drivers/claim', { token: ghost.ghostClaimToken }),
			await driver.get(`/api/ghost-drivers/${ghost.id}/reveal`),
			await host.post(`/api/host/ghosts/${ghost.id}/undo-claim`),
		],
	],
	['a deleted ghost', async ({ mum, ghost }) => [await mum.delete(`/api/ghost-drivers/${ghost.id}`)]],
	[
		'a ghost that a host deletes',
		async ({ host, ghost }) => [await host.delete(`/api/host/ghosts/${ghost.id}`, { name: 'Uncle Bob' })],
	],
])(
	'what %s says of ratings is the same whether sealed verdicts wait or not [T40] [T42] [spec 14.28]',
	async (_what, act) => {
		const answers = async (isSealed: boolean) => {
			const app = testApp()
			app.context.clock.now = () => new Date(NOON)
			const [host, driver, mum] = [await app.host(), await app.member('driver'), await app.member('mum')]
			const ghost = await app.ghost(mum)
			await app.rate(mum, driver.id)
			const { body } = await mum.post('/api/trips', { name: 'To the sea', driverIds: [driver.id, ghost.id] })
			const { token } = body as { token: string }
			await mum.post(`/api/trips/${token}/arrive`)
			for (const rater of isSealed ? [mum, app.browser()] : []) {
				await app.rate(rater, driver.id, { delivery: 'evening' })
				await rater.post(`/api/trips/${token}/seat`)
				for (const { id } of [driver, ghost]) {
					const { driverId: _, ...said } = aRating({ driverId: id })
					if (rater !== mum || id === ghost.id) await rater.put(`/api/trips/${token}/verdicts/${id}`, said)
				}
			}
			const said = (await act({ app, host, driver, mum, ghost })).map(({ status, body }) => ({ status, body }))
			expect(said[0]?.status).toBeOneOf([200, 204])
			return JSON.parse(
				JSON.stringify(said).replace(
					/("(?:id|claimedById|avatarId)":)\d+|"requestId":"[^"]*"/g,
					(_, name) => `${name ?? '"requestId":'}0`,
				),
			)
		}

		expect(await answers(true)).toEqual(await answers(false))
	},
)
