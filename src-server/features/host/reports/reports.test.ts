import { afterEach, expect, setSystemTime, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { OwnUser } from '#contract/accounts.ts'
import type { JournalLine } from '#contract/host/journal.ts'
import type { ReportedRating } from '#contract/host/reports.ts'
import { ALL_GOOD } from '#contract/impressions.ts'
import { ratingReports, ratings } from '#db/schema.ts'
import { listenAs } from '#server/testing/live-listener.ts'
import { aRating, familyOf, idIn, type TestBrowser, type TestMember } from '#server/testing/test-app.ts'

afterEach(() => setSystemTime())

const DAY_MS = 86_400_000
const NOON = Date.UTC(2026, 10, 20, 12)
type Page = { reports: ReportedRating[]; next: string | null }

async function family() {
	setSystemTime(NOON)
	const { app, rater, driver } = await familyOf('rater', 'driver')
	const host = await app.host()
	const list = async (query = '', who: TestBrowser = host) => (await who.get(`/api/host/reports${query}`)).body as Page
	const report = async (rating: unknown, who: TestMember = driver, reason = 'mistake') => {
		const { status } = await who.post(`/api/ratings/${idIn(rating)}/report`, { reason })
		expect(status).toBe(201)
		const open = (await list()).reports.filter(({ driver, status }) => driver.id === who.id && status === 'reported')
		const [newest] = open.filter(({ id }) => !known.has(id))
		if (!newest) throw new Error('It is not in the list')
		known.add(newest.id)
		return newest.id
	}
	const known = new Set<number>()
	const decide = (id: number, decision: 'remove' | 'keep', who: TestBrowser = host) =>
		who.post(`/api/host/reports/${id}/${decision}`)
	const journal = async () => ((await host.get('/api/host/journal')).body as { lines: JournalLine[] }).lines
	return { app, rater, driver, host, list, report, decide, journal }
}

test('a host reads driver, stars, words, day and reason, and never who or when [T38]', async () => {
	const { app, rater, driver, host, list, report } = await family()
	const guest = app.browser()
	await report(await app.rate(rater, driver.id, { starRating: 1, rideQuality: 'bumpy' }))
	await report(await app.rate(guest, driver.id, { starRating: 2 }), driver, 'not_my_ride')

	// Offered until 0.1.0.
	app.db.write(() =>
		app.db.orm.update(ratingReports).set({ reason: 'harassment' }).where(eq(ratingReports.reason, 'mistake')).run(),
	)

	const page = await list()

	const seen = { driver: { id: driver.id, username: 'driver', display_name: null, avatarId: expect.any(Number) } }
	const common = {
		id: expect.any(Number),
		...seen,
		day: '2026-11-20',
		reportedOn: '2026-11-20',
		status: 'reported',
		isForAnotherHost: false,
	}
	const words = ALL_GOOD
	expect(page.reports.toSorted((a, b) => (a.reason < b.reason ? -1 : 1))).toEqual([
		{ ...common, reason: 'harassment', rating: { ...words, rideQuality: 'bumpy', starRating: 1 } },
		{ ...common, reason: 'not_my_ride', rating: { ...words, starRating: 2 } },
	] as ReportedRating[])
	for (const { id } of page.reports) await host.post(`/api/host/reports/${id}/keep`)
	const everything = JSON.stringify([await list(), (await host.get('/api/host/journal')).body])
	const rows = app.rows(ratings)
	for (const { wireId, guestKey } of rows)
		for (const secret of [String(wireId), guestKey ?? 'a guest key']) expect(everything).not.toContain(secret)
	expect(everything).not.toContain(String(rater.id))
	expect(everything).not.toContain('rater')
	// The only time finer than a day is the minute of the host's act.
	expect(JSON.stringify(await list())).not.toMatch(/\d\d:\d\d/)
})

test('removing takes the rating out of card, average, lists and notice; the driver is told, the rater finds it gone', async () => {
	const { app, rater, driver, list, report, decide, journal } = await family()
	await app.rate(app.browser(), driver.id, { starRating: 5 })
	await driver.post(`/api/users/${driver.id}/mark-ratings-seen`)
	const id = await report(await app.rate(rater, driver.id, { starRating: 1 }))
	const [hears, raterHears] = [await listenAs(app, driver), await listenAs(app, rater)]

	const answer = await decide(id, 'remove')

	expect(answer).toMatchObject({ status: 200, body: { id, status: 'removed', rating: null } })
	expect((await list()).reports).toEqual([answer.body as ReportedRating])
	const visitor = app.browser()
	expect((await visitor.get(`/api/drivers/${driver.id}/stats`)).body).toMatchObject({ totalRides: 1, averageStar: 5 })
	expect((await visitor.get(`/api/ratings/driver/${driver.id}/average`)).body).toEqual({ average: 5 })
	expect((await rater.get('/api/ratings')).body).toEqual([])
	expect((await driver.get('/api/user')).body as OwnUser).toMatchObject({ isLatestRatingsSeen: true })
	expect((await driver.get('/api/ratings/received')).body).toMatchObject([{ report: null }, { report: 'removed' }])
	expect(await journal()).toMatchObject([
		{ act: 'rating_removed', by: 'host', actor: 'hostess', subject: 'driver', other: null, detail: null },
	])
	expect([await hears.heard(), await raterHears.heard()]).toEqual([['notice'], ['home']])
})

test('a late repeat of the request does not bring back what a host removed, a guest’s neither', async () => {
	const { app, rater, driver, report, decide } = await family()
	for (const [who, key] of [
		[rater, 'the-same-key-1'],
		[app.browser(), 'the-same-key-2'],
	] as const) {
		const rate = () => who.post('/api/ratings', aRating({ driverId: driver.id }), { 'Idempotency-Key': key })
		await decide(await report((await rate()).body), 'remove')

		expect(await rate()).toMatchObject({ status: 410, body: { code: 'taken_back' } })
	}
	expect(app.rows(ratings)).toEqual([])
})

test('kept is final: the rating counts, and neither its driver nor a host can begin anew', async () => {
	const { app, rater, driver, report, decide, journal } = await family()
	const rating = await app.rate(rater, driver.id)
	const id = await report(rating)

	expect(await decide(id, 'keep')).toMatchObject({ status: 200, body: { status: 'kept', rating: { starRating: 4 } } })

	for (const decision of ['keep', 'remove'] as const)
		expect(await decide(id, decision)).toMatchObject({ status: 409, body: { code: 'not_open' } })
	const again = await driver.post(`/api/ratings/${rating.id}/report`, { reason: 'other' })
	expect(again).toMatchObject({ status: 409, body: { code: 'already_reported' } })
	expect((await journal()).map(({ act }) => act)).toEqual(['rating_kept'])
	expect(app.rows(ratings)).toHaveLength(1)
})

test('of several who decide at the same time one does', async () => {
	const { app, rater, driver, report, decide, journal } = await family()
	const id = await report(await app.rate(rater, driver.id))

	const answers = await Promise.all([decide(id, 'remove'), decide(id, 'keep'), decide(id, 'remove')])

	expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
	expect(await journal()).toHaveLength(1)
})

test.each([
	[
		'changed it',
		(rater: TestBrowser, id: number) => rater.put(`/api/ratings/${id}`, aRating({ driverId: 2, starRating: 1 })),
	],
	['took it back', (rater: TestBrowser, id: number) => rater.delete(`/api/ratings/${id}`)],
])('where its rater %s meanwhile nothing is decided, and the host is not told which', async (_, mend) => {
	const { app, rater, driver, list, report, decide, journal } = await family()
	const rating = await app.rate(rater, driver.id)
	const id = await report(rating)

	await mend(rater, rating.id)

	for (const decision of ['remove', 'keep'] as const)
		expect(await decide(id, decision)).toMatchObject({
			status: 409,
			body: { message: 'This rating is gone, or says something else now. There is nothing left to decide.' },
		})
	expect((await list()).reports).toMatchObject([{ id, status: 'withdrawn', rating: null }])
	expect(await journal()).toEqual([])
})

test('the answer to a host is the same for every rater: a stranger, a member, or the host', async () => {
	const { app, rater, driver, host, report, decide } = await family()
	const answers = []
	for (const who of [app.browser(), rater, host]) {
		const id = await report(await app.rate(who, driver.id))
		const { status, body } = await decide(id, 'remove')
		answers.push(JSON.stringify([status, { ...(body as ReportedRating), id: 0 }]))
	}

	expect(new Set(answers).size).toBe(1)
})

test('what a host reports of their own driving another host decides [T37]', async () => {
	const { app, rater, host, list, report, decide, journal } = await family()
	const other = await app.host('other.host')
	const id = await report(await app.rate(rater, host.id, { starRating: 1 }), host)

	for (const decision of ['remove', 'keep'] as const)
		expect(await decide(id, decision)).toMatchObject({ status: 409, body: { code: 'own_driving' } })
	expect((await list()).reports).toMatchObject([{ id, status: 'reported', isForAnotherHost: true }])
	expect((await list('', other)).reports).toMatchObject([{ id, status: 'reported', isForAnotherHost: false }])
	expect(await journal()).toEqual([])

	expect(await decide(id, 'remove', other)).toMatchObject({ status: 200, body: { status: 'removed' } })
	expect((await list()).reports).toMatchObject([{ id, status: 'removed', isForAnotherHost: false }])
	expect(await journal()).toMatchObject([
		{ act: 'rating_removed', actor: 'other.host', subject: 'hostess', detail: null },
	])
})

test.each([
	['remove', 'rating_removed'],
	['keep', 'rating_kept'],
] as const)(
	'where there is no other host they %s it themself, and the journal says that it was their own [T37]',
	async (decision, act) => {
		const { app, rater, host, list, report, decide, journal } = await family()
		const id = await report(await app.rate(rater, host.id, { starRating: 1 }), host)
		expect((await list()).reports).toMatchObject([{ isForAnotherHost: false }])

		expect((await decide(id, decision)).status).toBe(200)

		expect(await journal()).toMatchObject([{ act, actor: 'hostess', subject: 'hostess', detail: 'own' }])
	},
)

test('those that wait come first, by day and within it in no order that tells, page by page [T38]', async () => {
	const { app, list, decide } = await family()
	const drivers = await Promise.all(['ada', 'ben', 'cem', 'dot', 'eve'].map((name) => app.member(name)))
	for (let day = 0; day < 5; day++) {
		setSystemTime(NOON + day * DAY_MS)
		for (const driver of drivers)
			for (let nth = 0; nth < 5; nth++) {
				const { id } = await app.rate(app.browser(), driver.id)
				await driver.post(`/api/ratings/${id}/report`, { reason: 'other' })
			}
		// The next day starts when the first of these reports is just older than 24 hours.
		setSystemTime(NOON + day * DAY_MS + 1)
	}
	const host = await app.host('host-of-today')
	const first = await list('', host)
	for (const { id } of first.reports.filter((_, nth) => nth % 2)) await decide(id, 'keep', host)

	const pages = [await list('', host)]
	for (let next = pages[0]?.next; next; next = pages.at(-1)?.next) pages.push(await list(`?before=${next}`, host))

	expect(pages.map(({ reports }) => reports.length)).toEqual([50, 50, 25])
	const all = pages.flatMap(({ reports }) => reports)
	const order = ({ status, reportedOn, id }: ReportedRating) =>
		`${status === 'reported' ? 1 : 0} ${reportedOn} ${String(id).padStart(16, '0')}`
	expect(all.map(order)).toEqual(all.map(order).toSorted().toReversed())
	expect(new Set(all.map(({ id }) => id)).size).toBe(125)
	for (const nonsense of ['x', '1', '2-20000-5', '1-20000-', '1-20000-5-6', ''])
		expect(await host.get(`/api/host/reports?before=${nonsense}`)).toMatchObject({
			status: 400,
			body: { code: 'unknown_before' },
		})
})

test('a report is a number that is known, and nothing that is sent along counts', async () => {
	const { app, rater, driver, host, report, list } = await family()
	const id = await report(await app.rate(rater, driver.id))

	expect((await host.post('/api/host/reports/123456/remove')).status).toBe(404)
	expect((await host.post('/api/host/reports/nonsense/keep')).status).toBe(400)
	await host.post(`/api/host/reports/${id}/keep`, { status: 'removed', by: 'terminal', driverId: rater.id })

	expect((await list()).reports).toMatchObject([{ status: 'kept', driver: { id: driver.id } }])
})
