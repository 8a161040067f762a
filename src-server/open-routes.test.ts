import { expect, test } from 'bun:test'
import * as v from 'valibot'
import { everyCall } from '#contract/every-call.ts'
import { logIn } from '#contract/sign-in.ts'
import { SECRET, withSecret } from '#server/testing/desktop-process.ts'
import { exampleBody } from '#server/testing/example-body.ts'
import { TEST_ORIGIN, type TestBrowser, testApp } from '#server/testing/test-app.ts'
import { desktopGate } from './http/desktop-gate.ts'

/*
 * Everything that strangers may call. A new route that answers without a session fails this test until someone lists it
 * here with the reason.
 */
const OPEN = [
	'GET /api/drivers/:id/pictures', // shows the card as strangers see it
	'GET /api/drivers/:id/stats', // the card is for everyone who has its link
	'GET /api/ghost-drivers/claim/:token', // the holder of the link has no account yet
	'GET /api/glovebox', // the guest's own trips and sent pages, by their cookie
	'GET /api/health',
	'GET /api/home', // only the demo driver
	'GET /api/instance',
	'GET /api/invites/:token', // the holder of the link has no account yet
	'GET /api/password-resets/:token', // the holder of the link cannot sign in
	'GET /api/ratings', // the guest's own ratings, by their cookie
	'GET /api/ratings/:id', // the guest's own rating; 404 for others
	'GET /api/ratings/driver/:id', // without raters and times of day
	'GET /api/ratings/driver/:id/average',
	'GET /api/ratings/judging', // the guest's own verdicts, by their cookie
	'GET /api/ready',
	'GET /api/sent/:id', // the link is the permission; shows what the chat's page shows
	'GET /api/trips/:token', // the link is the permission; passengers are never disclosed
	'GET /api/trips/:token/pictures', // shows the receipt as strangers see it
	'GET /api/users', // only the demo driver
	'GET /api/users/:id', // public fields
	'POST /api/email-checks/:token', // the link's token is the permission
	'POST /api/events',
	'POST /api/forgot-password', // the response is the same for every name
	'POST /api/ghost-drivers/claim',
	'POST /api/home/notices/:kind/put-away', // without session and cookie it has no effect
	'POST /api/login',
	'POST /api/logout', // clears the cookie with or without a session
	'POST /api/oidc/finish', // the provider's signature is the proof
	'POST /api/oidc/sign-up', // the provider's answer in this browser is the proof
	'POST /api/oidc/start',
	'POST /api/passkeys/log-in', // the passkey's signature is the proof
	'POST /api/passkeys/options', // names no member
	'POST /api/passkeys/sign-up',
	'POST /api/passkeys/sign-up/options',
	'POST /api/news/stop', // mail programs send it; its token is the permission
	'POST /api/password-resets', // the link's token is the permission
	'POST /api/proxy/log-in', // the trusted proxy's header is the proof
	'POST /api/ratings', // guests may rate
	'POST /api/ratings/:id/picture', // for its rater: a guest by cookie, 404 for all others
	'POST /api/ratings/cancel', // the key of the unanswered rating is the permission
	'POST /api/register',
	'POST /api/trips/:token/seat', // guests may join
	'POST /api/users',
]

/** A plausible request for each route, so that no route can refuse its input before it checks the session. */
async function plausible() {
	const app = testApp()
	const mum = await app.member('mum')
	const ghost = await app.ghost(mum)
	const rating = await app.rate(mum, ghost.id)
	const inPath: Record<string, string> = { ':userId': String(mum.id), ':kind': 'trip', ':token': ghost.ghostClaimToken }
	const addressOf = (path: string) =>
		path.replace('/ratings/:id', `/ratings/${rating.id}`).replace(/:\w+/g, (name) => inPath[name] ?? String(ghost.id))
	const { username, password } = mum
	const calls = everyCall.map(({ call }) => {
		const body = call === logIn ? { username, password } : exampleBody(call, { id: 1, password })
		return { method: call.method, path: `/api${call.path}`, name: `${call.method} /api${call.path}`, body }
	})
	return { app, mum, addressOf, calls }
}

const confirmFirst = { status: 403, body: { code: 'confirm_first' } }
const notYours = {
	status: 403,
	body: { code: 'not_yours', message: 'You can only do this for your own account' },
}

/** Sends a request as the browser does; only writes have a body. */
const call = (browser: TestBrowser, method: string, address: string, body: unknown) => {
	if (method === 'GET') return browser.get(address)
	if (method === 'POST') return browser.post(address, body)
	if (method === 'PUT') return browser.put(address, body)
	if (method === 'PATCH') return browser.patch(address, body)
	if (method === 'DELETE') return browser.delete(address, body)
	throw new Error(`This test does not know how a person would send ${method} ${address}`)
}

test('strangers reach exactly the routes that are listed here [T18]', async () => {
	const { app, addressOf, calls } = await plausible()
	const open: string[] = []

	// Elysia compiles a route at its first request, so a schema that it cannot read fails here.
	for (const { method, path, name, body } of calls) {
		const answer = await call(app.browser(), method, addressOf(path), body)

		if (answer.status !== 401) open.push(name)
		expect([name, answer.status === 400 || answer.status >= 500 ? answer.body : 'fine']).toEqual([name, 'fine'])
	}

	expect(open.sort()).toEqual(OPEN.toSorted())
})

test('the list here and the contract agree on who may call what', () => {
	const open = everyCall
		.filter(({ call }) => call.who === 'anyone' || call.who === 'visitor-or-member')
		.map(({ call }) => `${call.method} /api${call.path}`)

	expect(open.sort()).toEqual(OPEN.toSorted())
})

test('the example of each body fits its schema', () => {
	for (const { name, call } of everyCall)
		if (call.body) expect([name, v.safeParse(call.body, exampleBody(call)).issues]).toEqual([name, undefined])
})

test('every call of the contract is answered once, and nothing else is', () => {
	const answered = testApp().routes.map(({ method, path }) => `${method} ${path}`)

	expect(answered.sort()).toEqual(everyCall.map(({ call }) => `${call.method} /api${call.path}`).sort())
})

test('under the desktop app strangers on this computer reach none of them, and no page either [T29]', async () => {
	const { app, addressOf, calls } = await plausible()
	const reached: string[] = []
	const gate = desktopGate({ secret: SECRET, basePath: '' }, async (request, { address }) => {
		reached.push(request.url)
		return app.ask(request, address ?? undefined)
	})
	const pages = ['/', '/home', '/claim/x', '/assets/x.js', '/favicon.svg', '/nope', '/api/nope', '//api/health']
	const asked = [
		...calls.map(({ method, path, body }) => ({ method, address: addressOf(path), body })),
		...pages.map((address) => ({ method: 'GET', address, body: undefined })),
	]

	const forgeries: Record<string, string>[] = [
		{},
		{ Cookie: 'backseat_desktop=guess' },
		{ 'X-Forwarded-For': '192.168.1.9' },
	]

	for (const { method, address, body } of asked)
		for (const forged of forgeries) {
			const headers = { ...forged, 'Content-Type': 'application/json' }
			const request = new Request(TEST_ORIGIN + address, { method, headers, body: body && JSON.stringify(body) })
			const answer = await gate(request, { address: '127.0.0.1' })
			expect([method, address, answer.status, await answer.json()]).toEqual([
				method,
				address,
				403,
				expect.objectContaining({ code: 'desktop_only' }),
			])
		}
	expect(reached).toEqual([])
	await gate(new Request(`${TEST_ORIGIN}/api/health`, { headers: withSecret }), { address: '127.0.0.1' })
	expect(reached).toEqual([`${TEST_ORIGIN}/api/health`])
})

test('what is not open is refused before it looks at anything: nonsense gets the same 401', async () => {
	const { app, addressOf, calls } = await plausible()
	const closed = calls.filter(({ name }) => !OPEN.includes(name))
	expect(closed.length).toBeGreaterThanOrEqual(14)

	for (const { method, path } of closed)
		for (const address of [addressOf(path), path.replace(/:\w+/g, 'nonsense')]) {
			const { status } = await call(app.browser(), method, address, { nonsense: [] })
			expect([method, address, status]).toEqual([method, address, 401])
		}
})

test('what is the host’s is refused to members, and every act to hosts who have not just typed their password, before anything is looked at [T37]', async () => {
	const { app, mum, addressOf, calls } = await plausible()
	const unconfirmed = await app.signIn(await app.host())
	const hosts = calls.filter(({ path }) => path.startsWith('/api/host'))
	const before = app.db.generation()

	for (const { method, path, name, body: right } of hosts) {
		const isAct = name !== 'POST /api/host/confirm' && (method !== 'GET' || path.endsWith('/file'))
		for (const address of [addressOf(path), path.replace(/:\w+/g, '999'), path.replace(/:\w+/g, 'nonsense')])
			for (const body of [right, { nonsense: true }]) {
				expect([name, await call(mum, method, address, body)]).toMatchObject([
					name,
					{ status: 403, body: { code: 'not_host', message: 'Only hosts sit behind the wheel here.' } },
				])
				if (isAct) expect([name, await call(unconfirmed, method, address, body)]).toMatchObject([name, confirmFirst])
			}
		if (!isAct && method === 'GET') expect([name, (await unconfirmed.get(path)).status]).toEqual([name, 200])
	}
	expect(app.db.generation()).toEqual(before)
})

test('nobody reads or changes the account of another, and nobody learns whether there is another [T3]', async () => {
	const { app, mum, addressOf, calls } = await plausible()
	const dad = await app.member('dad')
	const own = calls.filter(({ path, name }) => path.startsWith('/api/users/:id') && name !== 'GET /api/users/:id')
	expect(own).toHaveLength(29)
	const before = app.db.generation()

	for (const { method, path, body } of own)
		for (const id of [mum.id, addressOf(':id'), 1, 2, 999]) {
			const address = path.replace(':id', String(id))
			const answer = await call(dad, method, address, body)
			expect([method, address, answer]).toMatchObject([method, address, notYours])
		}
	expect(app.db.generation()).toEqual(before)
})
