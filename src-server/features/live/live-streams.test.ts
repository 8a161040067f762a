import { expect, setSystemTime, spyOn, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { TERMINAL } from '#server/features/journal/journal.ts'
import { leave } from '#server/features/own-account/leaving/leave.ts'
import { openReset } from '#server/features/password-resets/open-reset.ts'
import { type LiveListener, listenAs } from '#server/testing/live-listener.ts'
import { familyOf, TEST_ORIGIN, type TestMember, testApp } from '#server/testing/test-app.ts'

const DAY_MS = 86_400_000
/** In seconds. */
const UNTIL_HEARTBEAT = 7

const statusOf = async (app: ReturnType<typeof testApp>, member: TestMember) => {
	const { response } = await listenAs(app, member)
	return response.status
}

test('a stream of events begins at once, is kept by nobody, and is one line in the log', async () => {
	const { app, mum } = await familyOf('mum')
	app.lines.length = 0

	const { response, text } = await listenAs(app, mum)

	expect(response.status).toBe(200)
	expect(Object.fromEntries(response.headers)).toMatchObject({
		'content-type': 'text/event-stream',
		'cache-control': 'no-store',
		'x-accel-buffering': 'no',
		vary: 'Cookie',
	})
	expect(text()).toBe('retry: 2000\n: open\n\n')
	expect(app.lines).toEqual([expect.stringMatching(/GET \/api\/live 200 /)])
})

test('only reading opens one', async () => {
	const { app, mum } = await familyOf('mum')

	expect((await mum.post('/api/live', {})).status).toBe(404)
	const head = await app.ask(
		new Request(`${TEST_ORIGIN}/api/live`, {
			method: 'HEAD',
			headers: { Host: 'localhost:7433', Cookie: `backseat_session=${mum.cookies.get('backseat_session')}` },
		}),
	)

	expect(head.body).toBeNull()
	expect(app.context.live.count()).toBe(0)
})

test('something comes every seven seconds, for as long as it is open [spec 11.2]', async () => {
	const app = testApp()
	const mum = await listenAs(app, await app.member('mum'))

	for (let beats = 1; beats <= 3; beats++) {
		app.wait(UNTIL_HEARTBEAT)
		await mum.hasEnded()
		expect(mum.text()).toBe(`retry: 2000\n: open\n\n${':\n\n'.repeat(beats)}`)
	}
	await mum.leave()
	app.wait(UNTIL_HEARTBEAT)

	expect(app.context.live.count()).toBe(0)
})

test('a member may have five, in all their browsers together; who closes one may open another [T7] [spec 11.2]', async () => {
	const { app, mum } = await familyOf('mum')
	const laptop = { ...mum, ...(await app.signIn(mum)) }
	const dad = await app.member('dad')
	const open = [await listenAs(app, mum), await listenAs(app, mum), await listenAs(app, mum)]
	open.push(await listenAs(app, laptop), await listenAs(app, laptop))

	const refused = await mum.get('/api/live')

	expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
	expect(refused.headers.get('retry-after')).toBe('30')
	expect(await statusOf(app, laptop)).toBe(429)
	expect(await statusOf(app, dad)).toBe(200)
	await open[0]?.leave()
	expect(await statusOf(app, laptop)).toBe(200)
})

test('a thousand may be open on a server; the next one is asked to come back [T7]', async () => {
	const { app, mum } = await familyOf('mum')
	const { live } = app.context
	for (let i = 0; i < 1000; i++) live.open({ userId: 10_000 + i, tokenHash: 'x' })

	expect(await mum.get('/api/live')).toMatchObject({ status: 503, body: { code: 'busy' } })
	expect(live.count()).toBe(1000)
})

test('who does not read along is disconnected, and costs nobody else anything [T7]', async () => {
	const { app, mum } = await familyOf('mum')
	const Cookie = `backseat_session=${mum.cookies.get('backseat_session')}`
	await app.ask(new Request(`${TEST_ORIGIN}/api/live`, { headers: { Host: 'localhost:7433', Cookie } }))
	const reading = await listenAs(app, mum)
	expect(app.context.live.count()).toBe(2)

	for (let beats = 0; beats < 20; beats++) {
		app.wait(UNTIL_HEARTBEAT)
		await Bun.sleep(0)
	}

	expect(app.context.live.count()).toBe(1)
	expect(await reading.hasEnded()).toBe(false)
})

/** Acts that end a member's sessions: a description, the act, and the names of the streams that end. */
const ENDS: [what: string, act: (mum: TestMember, app: ReturnType<typeof testApp>) => unknown, ends: string[]][] = [
	['logging out', (mum) => mum.post('/api/logout'), ['phone']],
	['logging in again', ({ post, ...mum }) => post('/api/login', mum), ['phone']],
	['signing out everywhere else', (mum) => mum.delete(`/api/users/${mum.id}/sessions`), ['other']],
	[
		'changing the password',
		(mum) =>
			mum.put(`/api/users/${mum.id}/password`, { currentPassword: mum.password, newPassword: 'brand-new-wheels' }),
		['phone', 'other'],
	],
	[
		'deleting the account',
		(mum) => mum.delete(`/api/users/${mum.id}`, { password: mum.password, ratings: 'go' }),
		['phone', 'other'],
	],
	['deleting the account by an operator', (mum, app) => leave(app.context, mum.id, 'stay'), ['phone', 'other']],
	[
		'a new password by link',
		(mum, app) => {
			const token = openReset(app.context, mum.id, TERMINAL)
			return app.browser().post('/api/password-resets', { token, password: 'brand-new-wheels' })
		},
		['phone', 'other'],
	],
]

test.each(ENDS)(
	'%s ends the streams of the sessions that it ends, at once [T9] [spec 11.2]',
	async (_what, act, ends) => {
		const { app, mum } = await familyOf('mum')
		const streams: Record<string, LiveListener> = {
			phone: await listenAs(app, mum),
			other: await listenAs(app, await app.signIn(mum)),
			neighbour: await listenAs(app, await app.member('dad')),
		}

		await act(mum, app)

		const ended: string[] = []
		for (const [name, stream] of Object.entries(streams)) if (await stream.hasEnded()) ended.push(name)
		expect(ended).toEqual(ends)
	},
)

test('the session that makes room for the twenty-first takes its stream along', async () => {
	const app = testApp()
	setSystemTime(new Date(Date.UTC(2026, 0, 5)))
	const mum = await app.member('mum')
	const oldest = await listenAs(app, mum)
	setSystemTime(new Date(Date.UTC(2026, 0, 6)))
	for (let i = 0; i < 19; i++) await app.signIn(mum)
	expect(await oldest.hasEnded()).toBe(false)

	await app.signIn(mum)
	setSystemTime()

	expect(await oldest.hasEnded()).toBe(true)
})

test('a session that expires, or that another program ends, is told nothing more and ends with the next heartbeat [T9]', async () => {
	const { app, mum, dad } = await familyOf('mum', 'dad')
	const streams = [await listenAs(app, mum), await listenAs(app, dad)]
	app.db.write(() => app.db.orm.run(sql`DELETE FROM sessions WHERE user_id = ${mum.id}`))
	app.wait(UNTIL_HEARTBEAT)
	expect(await Promise.all(streams.map((stream) => stream.hasEnded()))).toEqual([true, false])

	setSystemTime(new Date(Date.now() + 31 * DAY_MS))
	app.context.live.notify(dad.id, 'home')
	const heard = await streams[1]?.heard()
	setSystemTime()

	expect(heard).toEqual([])
	expect(await streams[1]?.hasEnded()).toBe(true)
})

test('a write is not undone by streams whose sessions cannot be read any more; they end', async () => {
	const { app, mum } = await familyOf('mum')
	const stream = await listenAs(app, mum)
	spyOn(app.context.queries.sessions, 'sessionByHash').mockImplementation(() => {
		throw new Error('unreadable')
	})

	app.context.queries.sessions.deleteSession('of nobody')

	expect(await stream.hasEnded()).toBe(true)
	expect(app.lines.join('')).toContain('The session of a stream could not be looked up: Error: unreadable')
})

test('a server that stops ends all streams, and opens no more', async () => {
	const { app, mum } = await familyOf('mum')
	const stream = await listenAs(app, mum)

	app.context.live.endAll()

	expect(await stream.hasEnded()).toBe(true)
	expect((await mum.get('/api/live')).status).toBe(503)
})
