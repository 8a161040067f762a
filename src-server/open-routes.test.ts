import { expect, test } from 'bun:test'
import { everyCall } from '#contract/every-call.ts'
import { SECRET, withSecret } from '#server/testing/desktop-process.ts'
import { aRating, TEST_ORIGIN, type TestBrowser, testApp } from '#server/testing/test-app.ts'
import { desktopGate } from './http/desktop-gate.ts'

/*
 * Everything that strangers may call. A new route that answers without a session fails this test until someone lists it
 * here with the reason.
 */
const OPEN = [
	'GET /api/drivers/:id/pictures', // shows the card as strangers see it
	'GET /api/drivers/:id/stats', // the card is for everyone who has its link
	'GET /api/ghost-drivers/claim/:token', // the holder of the link has no account yet
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
	'GET /api/trips/:token', // the link is the permission; passengers are never disclosed
	'GET /api/trips/:token/pictures', // shows the receipt as strangers see it
	'GET /api/users', // only the demo driver
	'GET /api/users/:id', // public fields
	'POST /api/email-checks/:token', // the link's token is the permission
	'POST /api/events',
	'POST /api/forgot-password', // the response is the same for every name
	'POST /api/ghost-drivers/claim',
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

const A_PASSKEY_ANSWER = {
	id: 'AA',
	rawId: 'AA',
	type: 'public-key',
	response: { clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA' },
}
const A_NEW_PASSKEY = { ...A_PASSKEY_ANSWER, response: { clientDataJSON: 'AA', attestationObject: 'AA' } }

/** A plausible request for each route, so that no route can refuse its input before it checks the session. */
async function plausible() {
	const app = testApp()
	const mum = await app.member('mum')
	const ghost = await app.ghost(mum)
	const rating = await app.rate(mum, ghost.id)
	const inPath: Record<string, string> = {
		':userId': String(mum.id),
		':token': ghost.ghostClaimToken,
	}
	const addressOf = (path: string) =>
		path.replace('/ratings/:id', `/ratings/${rating.id}`).replace(/:\w+/g, (name) => inPath[name] ?? String(ghost.id))
	const bodies: Record<string, object> = {
		'POST /api/login': { username: 'mum', password: mum.password },
		'POST /api/users': { username: 'stranger', password: 'backseat' },
		'POST /api/register': { username: 'stranger-2', password: 'backseat' },
		'PUT /api/users/:id': { username: 'stranger-3' },
		'POST /api/hidden-drivers': { userId: mum.id, driverId: 2 },
		'DELETE /api/hidden-drivers': { userId: mum.id, driverId: 2 },
		'POST /api/ghost-drivers': { username: 'Bob', creatorId: mum.id },
		'PUT /api/ghost-drivers/:id': { username: 'Bobby', avatarId: 2 },
		'POST /api/ghost-drivers/claim': { token: ghost.ghostClaimToken, username: 'claimer', password: 'backseat' },
		'POST /api/ratings': aRating({ driverId: 2 }),
		'POST /api/ratings/:id/picture': { pool: 'DEFAULT', place: 0 },
		'POST /api/ratings/cancel': { requestKey: 'a-key-nobody-used' },
		'POST /api/events': { deviceId: 'device_1', events: [] },
		'POST /api/forgot-password': { username: 'mum' },
		'POST /api/password-resets': { token: 'A'.repeat(32), password: 'backseat' },
		'POST /api/passkeys/options': { purpose: 'log_in' },
		'POST /api/passkeys/log-in': { response: A_PASSKEY_ANSWER },
		'POST /api/passkeys/sign-up/options': { username: 'stranger-5' },
		'POST /api/passkeys/sign-up': { username: 'stranger-5', response: A_NEW_PASSKEY },
		'POST /api/users/:id/passkeys': { response: A_NEW_PASSKEY, proof: { password: mum.password } },
		'PATCH /api/users/:id/passkeys/:credentialId': { label: 'Phone' },
		'DELETE /api/users/:id/passkeys/:credentialId': { proof: { password: mum.password } },
		'POST /api/oidc/start': { next: '/home' },
		'POST /api/oidc/finish': { query: '?code=a&state=b' },
		'POST /api/oidc/sign-up': { username: 'stranger-6', avatarId: 1 },
		'POST /api/proxy/log-in': { name: 'mum' },
		'DELETE /api/users/:id/identities/:issuer': { proof: { password: mum.password } },
		'PUT /api/users/:id/password': { currentPassword: mum.password, newPassword: 'backseat' },
		'PATCH /api/users/:id': { avatarId: 3, display_name: 'Mama', email: 'mum@home.example', password: mum.password },
		'PUT /api/users/:id/news': { rhythm: 'evenings', minute: 1110, timeZone: 'Europe/Berlin', mail: false },
		'POST /api/users/:id/push': {
			endpoint: 'https://fcm.googleapis.com/fcm/send/1',
			keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) },
		},
		'DELETE /api/users/:id/push': { id: 1 },
		'POST /api/news/stop': { token: 'A'.repeat(32) },
		'POST /api/ratings/:id/report': { reason: 'other' },
		'PUT /api/ratings/:id/reply': { sticker: 'fair' },
		'POST /api/host/confirm': { password: mum.password },
		'PUT /api/host/ghosts/:id': { name: 'Bobby' },
		'POST /api/host/invitations': { note: 'the choir', uses: 1, days: 7 },
		'PUT /api/host/people/:id': { username: 'stranger-4' },
		'DELETE /api/host/people/:id': { ratings: 'go' },
		'POST /api/trips': { name: 'To the sea', driverIds: [ghost.id] },
		'PUT /api/trips/:token/verdicts/:driverId': { ...aRating({ driverId: 2 }) },
		'PUT /api/ratings/:id': { ...aRating({ driverId: 2 }) },
		'DELETE /api/users/:id': { password: mum.password, ratings: 'go' },
	}
	return { app, mum, addressOf, bodies }
}

const WITHOUT_BODY = new Set([
	'POST /api/host/alerts/test',
	'POST /api/host/backups',
	'POST /api/host/backups/:name/verify',
	'DELETE /api/host/backups/:name',
	'POST /api/logout',
	'POST /api/oidc/link',
	'POST /api/users/:id/passkeys/options',
	'POST /api/users/:id/mark-ratings-seen',
	'POST /api/users/:id/news/test',
	'POST /api/users/:id/email/check',
	'POST /api/email-checks/:token',
	'POST /api/users/:id/mark-replies-seen',
	'POST /api/ratings/:id/not-mine',
	'POST /api/ghost-drivers/:id/reveal/seen',
	'POST /api/ghost-drivers/:id/rotate-token',
	'DELETE /api/ghost-drivers/:id',
	'DELETE /api/users/:id/sessions',
	'DELETE /api/ratings/:id',
	'POST /api/trips/:token/seat',
	'DELETE /api/trips/:token/seat',
	'POST /api/trips/:token/arrive',
	'POST /api/trips/:token/open',
	'DELETE /api/trips/:token',
	'DELETE /api/ratings/:id/reply',
	'POST /api/host/ghosts/:id/link',
	'POST /api/host/ghosts/:id/undo-claim',
	'DELETE /api/host/ghosts/:id',
	'POST /api/host/invitations/:id/revoke',
	'POST /api/host/lights/:key/accept',
	'POST /api/host/people/:id/reset-link',
	'POST /api/host/people/:id/host',
	'DELETE /api/host/people/:id/host',
	'DELETE /api/host/people/:id/sessions',
	'POST /api/host/reports/:id/remove',
	'POST /api/host/reports/:id/keep',
])

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
	const { app, addressOf, bodies } = await plausible()
	const open: string[] = []

	for (const { method, path } of app.routes) {
		const name = `${method} ${path}`
		if (method !== 'GET' && !WITHOUT_BODY.has(name) && !bodies[name]) throw new Error(`Say what people send to ${name}`)

		const { status, body } = await call(app.browser(), method, addressOf(path), bodies[name])

		if (status !== 401) open.push(name)
		expect([name, status === 400 || status >= 500 ? body : 'fine']).toEqual([name, 'fine'])
	}

	expect(open.sort()).toEqual(OPEN.toSorted())
})

test('the list here and the contract agree on who may call what', () => {
	const open = everyCall
		.filter(({ call }) => call.who === 'anyone' || call.who === 'visitor-or-member')
		.map(({ call }) => `${call.method} /api${call.path}`)

	expect(open.sort()).toEqual(OPEN.toSorted())
})

test('every call of the contract is answered once, and nothing else is', () => {
	const answered = testApp().routes.map(({ method, path }) => `${method} ${path}`)

	expect(answered.sort()).toEqual(everyCall.map(({ call }) => `${call.method} /api${call.path}`).sort())
})

test('under the desktop app strangers on this computer reach none of them, and no page either [T29]', async () => {
	const { app, addressOf, bodies } = await plausible()
	const reached: string[] = []
	const gate = desktopGate({ secret: SECRET, basePath: '' }, async (request, { address }) => {
		reached.push(request.url)
		return app.ask(request, address ?? undefined)
	})
	const pages = ['/', '/home', '/claim/x', '/assets/x.js', '/favicon.svg', '/nope', '/api/nope', '//api/health']
	const calls = [
		...app.routes.map(({ method, path }) => ({ method, address: addressOf(path), body: bodies[`${method} ${path}`] })),
		...pages.map((address) => ({ method: 'GET', address, body: undefined })),
	]

	const forgeries: Record<string, string>[] = [
		{},
		{ Cookie: 'backseat_desktop=guess' },
		{ 'X-Forwarded-For': '192.168.1.9' },
	]

	for (const { method, address, body } of calls)
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
	const { app, addressOf } = await plausible()
	const closed = app.routes.filter(({ method, path }) => !OPEN.includes(`${method} ${path}`))
	expect(closed.length).toBeGreaterThanOrEqual(14)

	for (const { method, path } of closed)
		for (const address of [addressOf(path), path.replace(/:\w+/g, 'nonsense')]) {
			const { status } = await call(app.browser(), method, address, { nonsense: [] })
			expect([method, address, status]).toEqual([method, address, 401])
		}
})

test('what is the host’s is refused to members, and every act to hosts who have not just typed their password, before anything is looked at [T37]', async () => {
	const { app, mum, addressOf, bodies } = await plausible()
	const unconfirmed = await app.signIn(await app.host())
	const hosts = app.routes.filter(({ path }) => path.startsWith('/api/host'))
	const before = app.db.generation()

	for (const { method, path } of hosts) {
		const name = `${method} ${path}`
		const isAct = name !== 'POST /api/host/confirm' && (method !== 'GET' || path.endsWith('/file'))
		for (const address of [addressOf(path), path.replace(/:\w+/g, '999'), path.replace(/:\w+/g, 'nonsense')])
			for (const body of [bodies[name], { nonsense: true }]) {
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
	const { app, mum, addressOf, bodies } = await plausible()
	const dad = await app.member('dad')
	const own = app.routes.filter(
		({ method, path }) => path.startsWith('/api/users/:id') && `${method} ${path}` !== 'GET /api/users/:id',
	)
	expect(own).toHaveLength(22)
	const before = app.db.generation()

	for (const { method, path } of own)
		for (const id of [mum.id, addressOf(':id'), 1, 2, 999]) {
			const address = path.replace(':id', String(id))
			const answer = await call(dad, method, address, bodies[`${method} ${path}`])
			expect([method, address, answer]).toMatchObject([method, address, notYours])
		}
	expect(app.db.generation()).toEqual(before)
})
