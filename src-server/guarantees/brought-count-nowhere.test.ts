import { expect, spyOn, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { AWARD_KEYS } from '#contract/receipts.ts'
import { everyAnswer } from '#server/testing/every-answer.ts'
import { anOwnDataFile, aVerdictInFile } from '#server/testing/own-data-file.ts'
import { type TestBrowser, testApp } from '#server/testing/test-app.ts'

/*
 * Anyone can write a file of verdicts by hand. An import must therefore leave every response byte-identical, except where only
 * its owner sees it.
 */

const NOW = Date.UTC(2026, 1, 10, 12)
const MONTHS = ['2025-12', '2026-01', '2026-02']
const VERDICTS = 60

const RECEIPTS = [
	...MONTHS.flatMap((month) => [
		`receipts/${month}`,
		...AWARD_KEYS.map((key) => `receipts/${month}/awards/${key}/pictures`),
	]),
	...['2025', '2026'].flatMap((year) => [`wrapped?year=${year}`, `wrapped/pictures?year=${year}`]),
].map((path) => `/api/${path}`)

/** Responses that show brought verdicts to their owner; the glovebox and own data are compared without them. */
const ownPlaces = (me: number) => [`/api/users/${me}/imports`, '/api/glovebox', `/api/users/${me}/data`]

test('brought verdicts change no figure, list, receipt, award, notice, news or event of anybody, their owner included [T73]', async () => {
	let now = NOW - 25 * 86_400_000
	const app = testApp({}, { now: () => new Date(now) })
	const [mum, dad, kid] = [await app.member('mum'), await app.member('dad'), await app.member('kid')]
	const [host, guest] = [await app.host(), app.browser()]
	const ghost = await app.ghost(mum, 'Uncle Bob')
	for (const rater of [mum, kid, guest]) for (const id of [dad.id, ghost.id]) await app.rate(rater, id)
	for (let nth = 0; nth < 4; nth++) await app.rate(dad, mum.id, { starRating: 2 })
	now = NOW
	await app.rate(mum, dad.id, { delivery: 'evening' })
	await app.rate(dad, mum.id)
	await mum.post('/api/trips', { name: 'To the sea', driverIds: [ghost.id] })
	await mum.put(`/api/users/${mum.id}/news`, { rhythm: 'evenings', minute: 1080, timeZone: 'UTC', mail: false })
	const viewers: Record<string, TestBrowser> = { mum, dad, kid, host, guest, stranger: app.browser() }
	for (const { id, get } of [mum, dad, kid, host])
		for (const path of ['user', 'home', `drivers/${id}/stats`]) await get(`/api/${path}`)
	const ids = [mum.id, dad.id, kid.id, ghost.id, 'x']
	const readAll = async () => {
		const read: Record<string, Record<string, unknown>> = {}
		for (const [who, viewer] of Object.entries(viewers)) read[who] = await everyAnswer(viewer, ids, RECEIPTS)
		for (const place of ownPlaces(mum.id)) delete read.mum?.[place]
		return read
	}
	const own = async () => {
		const [{ body: data }, { body: glovebox }] = [
			await mum.get(`/api/users/${mum.id}/data`),
			await mum.get('/api/glovebox'),
		]
		return { ...(data as object), broughtVerdicts: null, glovebox: { ...(glovebox as object), brought: null } }
	}
	const tables = app.db.orm
		.all<{ name: string }>(sql`SELECT name FROM sqlite_master WHERE type = 'table'`)
		.map(({ name }) => name)
		.filter((name) => !['verdict_imports', 'brought_verdicts', 'sqlite_sequence'].includes(name))
	const content = () => tables.map((name) => [name, app.db.orm.all(sql`SELECT * FROM ${sql.identifier(name)}`)])
	const before = { answers: await readAll(), own: await own(), content: content() }
	const [notify, notifyHosts] = [spyOn(app.context.live, 'notify'), spyOn(app.context.live, 'notifyHosts')]

	// About the drivers whom the member knows, in months that were and will be printed.
	const said = Array.from({ length: VERDICTS }, (_, nth) =>
		aVerdictInFile(nth, {
			driver: ['dad', 'Uncle Bob', 'kid'][nth % 3],
			driverId: [dad.id, ghost.id, kid.id][nth % 3],
			driverUsername: ['dad', null, 'kid'][nth % 3],
			starRating: 1,
			createdAt: `${MONTHS[nth % 3]}-0${1 + (nth % 9)}T08:00:00.000Z`,
		}),
	)
	const { body } = await mum.post(`/api/users/${mum.id}/imports`, anOwnDataFile({ ratingsGiven: said }))

	expect(body).toMatchObject({ verdicts: VERDICTS, drivers: 3 })
	expect(await readAll()).toEqual(before.answers)
	expect(await own()).toEqual(before.own)
	expect(content()).toEqual(before.content)
	expect([notify.mock.calls, notifyHosts.mock.calls]).toEqual([[], []])
	expect(app.logged).toEqual([])
	expect((await mum.get('/api/ratings?placeholders=without&limit=500')).body).toHaveLength(3 + VERDICTS)
})
