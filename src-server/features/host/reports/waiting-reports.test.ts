import { expect, test } from 'bun:test'
import type { SignedInUser } from '#contract/accounts.ts'
import { desktopGate } from '#server/http/desktop-gate.ts'
import { SECRET, withSecret } from '#server/testing/desktop-process.ts'
import { listenAs } from '#server/testing/live-listener.ts'
import { aRating, familyOf, type TestBrowser, type TestMember } from '#server/testing/test-app.ts'

const me = async (who: TestBrowser) => (await who.get('/api/user')).body as SignedInUser

/** Dad is a host too. The driver has reported the rater's one star. */
async function family() {
	const { app, rater, driver, stranger } = await familyOf('rater', 'driver', 'stranger')
	const [host, dad] = [await app.host('hostess'), await app.host('dad')]
	const rating = await app.rate(rater, driver.id, { starRating: 1 })
	const report = (id = rating.id, who: TestMember = driver) =>
		who.post(`/api/ratings/${id}/report`, { reason: 'mistake' })
	await report()
	const reportId = async () => {
		const { body } = await host.get('/api/host/reports')
		return (body as { reports: { id: number }[] }).reports[0]?.id
	}
	return { app, rater, driver, stranger, host, dad, rating, report, reportId }
}
type Family = Awaited<ReturnType<typeof family>>

test('hosts read how many reports wait, and nobody else that there is such a number [T18] [spec 12.14]', async () => {
	const { app, driver, rater, host, dad, report } = await family()
	await report((await app.rate(app.browser(), driver.id)).id)

	expect((await me(host)).reportsWaiting).toBe(2)
	expect((await me(dad)).reportsWaiting).toBe(2)
	for (const member of [driver, rater]) expect(Object.keys(await me(member))).not.toContain('reportsWaiting')
	expect((await app.browser().get('/api/user')).status).toBe(401)
	expect((await host.get(`/api/users/${dad.id}`)).body).not.toHaveProperty('reportsWaiting')
	const { body } = await app.browser().post('/api/login', { username: dad.username, password: dad.password })
	expect(body).not.toHaveProperty('reportsWaiting')
})

test('what another host has to decide is not counted, unless there is no other', async () => {
	const { app, host, dad, rater, report } = await family()
	await report((await app.rate(rater, dad.id)).id, dad)

	expect([(await me(host)).reportsWaiting, (await me(dad)).reportsWaiting]).toEqual([2, 1])
	await host.delete(`/api/host/people/${host.id}/host`)

	expect((await me(dad)).reportsWaiting).toBe(2)
})

const ENDINGS: [what: string, act: (family: Family) => Promise<unknown>][] = [
	['is kept', async ({ host, reportId }) => host.post(`/api/host/reports/${await reportId()}/keep`)],
	['is removed', async ({ host, reportId }) => host.post(`/api/host/reports/${await reportId()}/remove`)],
	['is changed by its rater', ({ rater, driver, rating }) => change(rater, rating.id, driver, 2)],
	['is taken back', ({ rater, rating }) => rater.delete(`/api/ratings/${rating.id}`)],
	[
		'goes with its rater’s account',
		({ rater }) => rater.delete(`/api/users/${rater.id}`, { password: rater.password, ratings: 'go' }),
	],
	[
		'goes with its driver’s account',
		({ driver }) => driver.delete(`/api/users/${driver.id}`, { password: driver.password, ratings: 'stay' }),
	],
]
const change = (rater: TestBrowser, id: number, { id: driverId }: { id: number }, starRating: number) =>
	rater.put(`/api/ratings/${id}`, aRating({ driverId, starRating }))

test.each(ENDINGS)(
	'when the rating that was reported %s all hosts hear of it, and only they [T18] [spec 12.14]',
	async (_, act) => {
		const people = await family()
		const { app, host, dad, stranger, driver, rater } = people
		const hosts = [await listenAs(app, host), await listenAs(app, dad)]
		const others = [await listenAs(app, stranger), await listenAs(app, driver), await listenAs(app, rater)]

		await act(people)

		for (const stream of hosts) expect(await stream.heard()).toEqual(['host'])
		for (const stream of others) expect(await stream.heard()).not.toContain('host')
		expect((await me(host)).reportsWaiting).toBe(0)
	},
)

test('all hosts hear of a new report, and not of one that is refused', async () => {
	const { app, host, dad, stranger, driver, report } = await family()
	const hosts = [await listenAs(app, host), await listenAs(app, dad)]
	const others = [await listenAs(app, stranger), await listenAs(app, driver)]
	const second = await app.rate(app.browser(), driver.id)

	await report(second.id)
	for (const stream of hosts) expect(await stream.heard()).toEqual(['host'])
	for (const stream of others) expect(await stream.heard()).not.toContain('host')
	expect((await report(second.id)).status).toBe(409)
	expect((await report(second.id, stranger)).status).toBe(404)

	for (const stream of hosts) expect(await stream.heard()).toEqual([])
})

test('a claim that is undone ends the reports of its driver, which hosts hear', async () => {
	const { app, host, stranger, report } = await family()
	const ghost = await app.ghost(host, 'Uncle Bob')
	const rating = await app.rate(app.browser(), ghost.id)
	await stranger.post('/api/ghost-drivers/claim', { token: ghost.ghostClaimToken })
	await report(rating.id, stranger)
	const stream = await listenAs(app, host)

	await host.post(`/api/host/ghosts/${ghost.id}/undo-claim`)

	expect(await stream.heard()).toContain('host')
})

test('what ends no report tells hosts nothing: other ratings, and one that is sent again as it was', async () => {
	const { app, host, rater, driver, rating } = await family()
	const other = await app.rate(app.browser(), driver.id)
	const mine = await app.rate(rater, host.id)
	const stream = await listenAs(app, host)

	await change(rater, mine.id, host, 2)
	await rater.delete(`/api/ratings/${mine.id}`)
	await change(rater, rating.id, driver, 1)
	await host.get(`/api/ratings/${other.id}`)

	expect(await stream.heard()).not.toContain('host')
	expect((await me(host)).reportsWaiting).toBe(1)
})

test('in the desktop app’s own window a member hears it as host, and on their phone does not [T36]', async () => {
	const { app, driver, stranger, report } = await family()
	const gate = desktopGate({ secret: SECRET, basePath: '' }, app.askAs)
	const cookie = [...stranger.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
	const from = (address: string, Cookie: string) => ({
		cookies: new Map([['unused', '']]),
		app: {
			...app,
			ask: (request: Request) =>
				gate(new Request(request.url, { headers: { Host: 'localhost:7433', Cookie } }), { address }),
		},
	})
	const [inWindow, phone] = [from('127.0.0.1', `${withSecret.Cookie}; ${cookie}`), from('192.168.1.44', cookie)]
	const [windowHears, phoneHears] = [await listenAs(inWindow.app, inWindow), await listenAs(phone.app, phone)]

	await report((await app.rate(app.browser(), driver.id)).id)

	expect(await windowHears.heard()).toEqual(['host'])
	expect(await phoneHears.heard()).toEqual([])
	const user = await inWindow.app.ask(new Request('http://localhost:7433/api/user'))
	expect(await user.json()).toMatchObject({ isHost: true, reportsWaiting: 2 })
})
