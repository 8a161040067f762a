import { expect, spyOn, test } from 'bun:test'
import type { AccessToken, NewAccessToken } from '#contract/access-tokens.ts'
import { everyCall } from '#contract/every-call.ts'
import { accessTokens, journal, kindsSeen, noticesPutAway, sessions, users } from '#db/schema.ts'
import { TERMINAL } from '#server/features/journal/journal.ts'
import { openReset } from '#server/features/password-resets/open-reset.ts'
import { createMetrics } from '#server/operations/metrics/metrics.ts'
import { exampleBody } from '#server/testing/example-body.ts'
import { TEST_ORIGIN, type TestBrowser, type TestMember, testApp } from '#server/testing/test-app.ts'

type App = ReturnType<typeof testApp>

async function makeToken(member: TestMember, name = 'Kitchen display'): Promise<NewAccessToken> {
	const { password, id } = member
	const { status, body } = await member.post(`/api/users/${id}/tokens`, { name, proof: { password } })
	if (status !== 201) throw new Error(`No token: ${JSON.stringify(body)}`)
	return body as NewAccessToken
}

const bearing = (token: string) => ({ Authorization: `Bearer ${token}` })

async function familyWithToken(...given: Parameters<typeof testApp>) {
	const app = testApp(...given)
	const [mum, dad] = [await app.member('mum'), await app.member('dad')]
	await app.rate(dad, mum.id)
	await app.rate(mum, dad.id)
	const { token } = await makeToken(mum)
	const read = (path: string, headers = {}) => app.browser().get(path, { ...bearing(token), ...headers })
	return { app, mum, dad, token, read }
}

const readOnly = { status: 403, body: { code: 'read_only_token' } }
const ended = { status: 401, body: { code: 'unknown_token' } }

test('a token reads its owner’s home list and own card as they do, is told no cookie, and may be kept by no cache', async () => {
	const { mum, read } = await familyWithToken()

	for (const path of ['/api/home', `/api/drivers/${mum.id}/stats`, '/api/home?from=the-kitchen']) {
		const { status, body, cookies, headers } = await read(path)
		expect([status, body]).toEqual([200, (await mum.get(path)).body])
		expect([cookies, headers.get('cache-control')]).toEqual([[], 'no-store'])
	}
	expect((await read('/api/home')).body).toMatchObject({ me: { id: mum.id, totalRides: 1 } })
})

/** Every spelling and kind of address but the two. */
function otherRequests(me: number, other: number): { method: string; path: string; body?: unknown }[] {
	const calls = everyCall.flatMap(({ call }) =>
		[me, other, 2].map((id) => ({
			method: call.method as string,
			path: `/api${call.path.replace(/:\w+/g, String(id))}`,
			body: exampleBody(call, { id: me }),
		})),
	)
	const own = ['/api/home', `/api/drivers/${me}/stats`]
	const spelt = own.flatMap((path) => [
		`${path}/`,
		`/${path}`,
		path.replace('/api/', '/api//'),
		path.toUpperCase(),
		`${path};x`,
	])
	const pages = [
		'/',
		'/home',
		'/settings',
		`/infographic/${me}`,
		'/offline.html',
		'/favicon.svg',
		'/assets/x.js',
		'/r/x',
	]
	const others = ['/previews/x.png', '/api/docs', '/api/docs/json', '/api/nope', '/metrics', '/nope', '/%61pi/home']
	return [
		...calls.filter(({ method, path }) => method !== 'GET' || !own.includes(path)),
		...[...spelt, ...pages, ...others].map((path) => ({ method: 'GET', path })),
		...own.flatMap((path) => ['HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].map((method) => ({ method, path }))),
	]
}

/** Notes the name of each query that runs from now on. */
function watchQueries({ context }: App): { ran: string[]; restore: () => void } {
	const ran: string[] = []
	const spies = Object.entries(context.queries).flatMap(([group, queries]) =>
		Object.keys(queries).map((name) => {
			const all = queries as Record<string, (...given: unknown[]) => unknown>
			const query = all[name] as (...given: unknown[]) => unknown
			return spyOn(all, name).mockImplementation((...given) => {
				ran.push(`${group}.${name}`)
				return query(...given)
			})
		}),
	)
	return { ran, restore: () => spies.forEach((spy) => void spy.mockRestore()) }
}

test('with a token every other call, page and file is refused before a query of any feature, public ones too [T72]', async () => {
	const { app, mum, dad, token, read } = await familyWithToken({ apiDocs: true })
	const requests = otherRequests(mum.id, dad.id)
	await read('/api/home')
	const { ran, restore } = watchQueries(app)

	for (const { method, path, body } of requests) {
		const headers = { Host: 'localhost:7433', 'Content-Type': 'application/json', ...bearing(token) }
		const isWrite = method !== 'GET' && method !== 'HEAD'
		const request = new Request(TEST_ORIGIN + path, {
			method,
			headers,
			...(isWrite && { body: JSON.stringify(body ?? {}) }),
		})
		const answer = await app.ask(request)
		expect([method, path, answer.status]).toEqual([method, path, 403])
		expect(await answer.json()).toMatchObject(readOnly.body)
		expect([answer.headers.getSetCookie(), request.bodyUsed]).toEqual([[], false])
	}
	restore()
	expect(requests.length).toBeGreaterThan(300)
	expect(new Set(ran)).toEqual(new Set(['accessTokens.tokenByHash']))
})

test('reading by a token leaves nothing of its owner seen, renewed or noted, but the day on the token [T72]', async () => {
	const { app, mum, read } = await familyWithToken()
	const traces = () => [users, sessions, noticesPutAway, kindsSeen].map((table) => app.rows(table))
	app.wait(40 * 86_400)
	const before = traces()

	await read('/api/home')
	await read(`/api/drivers/${mum.id}/stats`)
	await read(`/api/drivers/${mum.id}/stats`)

	expect(traces()).toEqual(before)
	const today = app.context.clock.now().toISOString().slice(0, 10)
	expect(app.rows(accessTokens)).toMatchObject([{ lastUsedOn: new Date(`${today}T00:00:00.000Z`) }])
	const { generation } = app.db
	const since = generation()
	await read('/api/home')
	expect(generation()).toBe(since)
})

test('the token decides, whoever the cookie or a trusted proxy names beside it', async () => {
	const { mum, dad, token, read } = await familyWithToken({
		trustedProxies: ['203.0.113.7'],
		proxyUserHeader: 'Remote-User',
	})
	const beside = [...dad.cookies].map(([name, value]) => `${name}=${value}`).join('; ')

	expect((await read('/api/home', { Cookie: beside })).body).toMatchObject({ me: { id: mum.id } })
	expect((await read('/api/home', { 'Remote-User': 'dad' })).body).toMatchObject({ me: { id: mum.id } })
	expect(await read('/api/user', { Cookie: beside })).toMatchObject(readOnly)
	expect(await dad.post('/api/logout', undefined, bearing(token))).toMatchObject({ ...readOnly, cookies: [] })
	expect((await dad.get('/api/user')).status).toBe(200)
})

test('nothing but the header of that scheme and start is a token; other credentials there are as if absent [T72]', async () => {
	const { app, dad, token } = await familyWithToken()
	const asVisitor = async (path: string, headers: Record<string, string> = {}) => {
		const { status, body } = await app.browser().get(path, headers)
		expect([path, headers, status, body]).toMatchObject([path, headers, 200, { hasAccount: false }])
	}

	for (const name of ['token', 'access_token', 'authorization']) await asVisitor(`/api/home?${name}=${token}`)
	for (const Cookie of [`backseat_session=${token}`, `backseat_session=${token.slice(-43)}`, `backseat_guest=${token}`])
		await asVisitor('/api/home', { Cookie })
	for (const name of ['X-Api-Key', 'X-Access-Token', 'Proxy-Authorization'])
		await asVisitor('/api/home', { [name]: `Bearer ${token}` })
	for (const Authorization of [
		`Basic ${btoa(`mum:${token}`)}`,
		`Basic ${token}`,
		token,
		'Bearer',
		'Bearer another',
		`Token ${token}`,
	]) {
		await asVisitor('/api/home', { Authorization })
		expect((await dad.get('/api/user', { Authorization })).status).toBe(200)
	}
	expect((await app.browser().get('/api/home', { Authorization: `bearer  ${token}` })).body).toMatchObject({
		hasAccount: true,
	})
})

test('what is malformed, unknown or ended gets the same answer everywhere [T72]', async () => {
	const { app, mum, token } = await familyWithToken()
	const gone = await makeToken(mum, 'Gone')
	await mum.delete(`/api/users/${mum.id}/tokens/${gone.id}`)
	const malformed = ['backseat_', token.slice(0, -1), `${token}x`, `${token} x`, token.toUpperCase()]
	const unknown = [...malformed, `backseat_${'A'.repeat(43)}`, gone.token]
	const seen = new Set<string>()

	for (const Authorization of unknown.map((text) => `Bearer ${text}`))
		for (const path of ['/api/home', '/api/users/2', '/home', '/favicon.svg']) {
			const { status, body, cookies } = await app.browser().get(path, { Authorization })
			const { requestId: __, ...rest } = body as { requestId: string }
			seen.add(JSON.stringify([status, rest, cookies]))
		}

	expect([...seen]).toEqual([
		'[401,{"message":"This token is unknown or has ended.","code":"unknown_token","reason":"unknown_token"},[]]',
	])
})

type Ending = (all: { app: App; mum: TestMember; id: number }) => Promise<unknown>
const ENDINGS: Record<string, Ending> = {
	'its owner ends it': ({ mum, id }) => mum.delete(`/api/users/${mum.id}/tokens/${id}`),
	'its owner changes the password': ({ mum }) =>
		mum.put(`/api/users/${mum.id}/password`, { currentPassword: mum.password, newPassword: 'another-secret' }),
	'a reset link is used': ({ app, mum }) =>
		app
			.browser()
			.post('/api/password-resets', { token: openReset(app.context, mum.id, TERMINAL), password: 'another-secret' }),
	'its owner leaves': ({ mum }) => mum.delete(`/api/users/${mum.id}`, { password: mum.password, ratings: 'stay' }),
	'a host signs its owner out everywhere': async ({ app, mum }) =>
		(await app.host()).delete(`/api/host/people/${mum.id}/sessions`, {}),
	'a host removes its owner': async ({ app, mum }) =>
		(await app.host()).delete(`/api/host/people/${mum.id}`, { ratings: 'stay' }),
}

test.each(Object.entries(ENDINGS))(
	'a token ends when %s, and that of another member does not [T72]',
	async (_, end) => {
		const { app, mum, dad, read } = await familyWithToken()
		const ofDad = await makeToken(dad)
		const row = app.rows(accessTokens).find(({ userId }) => userId === mum.id)

		await end({ app, mum, id: row?.id ?? 0 })

		expect(await read('/api/home')).toMatchObject(ended)
		expect(app.rows(accessTokens)).toMatchObject([{ userId: dad.id }])
		expect((await app.browser().get('/api/home', bearing(ofDad.token))).status).toBe(200)
	},
)

test('a token outlives the log-out of its owner’s browsers and a new name', async () => {
	const { mum, read } = await familyWithToken()

	await mum.delete(`/api/users/${mum.id}/sessions`)
	await mum.put(`/api/users/${mum.id}`, { username: 'mother' })
	await mum.post('/api/logout')

	expect((await read('/api/home')).body).toMatchObject({ me: { id: mum.id } })
})

test('a member sees names and days of their tokens; the token itself is in the answer to its making only, and in no row [T72]', async () => {
	const { app, mum, dad, token, read } = await familyWithToken()
	await read('/api/home')
	const today = new Date().toISOString().slice(0, 10)

	const { body } = await mum.get(`/api/users/${mum.id}/tokens`)

	const [shown] = body as AccessToken[]
	expect(body).toEqual([
		{ id: expect.any(Number), name: 'Kitchen display', createdAt: expect.any(String), lastUsedOn: today },
	])
	expect(token).toMatch(/^backseat_[\w-]{43}$/)
	expect(JSON.stringify(app.rows(accessTokens))).not.toContain(token.slice('backseat_'.length))
	const { readOnlyTokens } = (await mum.get(`/api/users/${mum.id}/data`)).body as { readOnlyTokens: unknown }
	expect(readOnlyTokens).toEqual([{ name: 'Kitchen display', createdOn: today, lastUsedOn: today }])
	expect((await dad.get(`/api/users/${dad.id}/tokens`)).body).toEqual([])
	expect(await dad.delete(`/api/users/${dad.id}/tokens/${shown?.id}`)).toMatchObject({ status: 404 })
	expect(await dad.delete(`/api/users/${dad.id}/tokens/nonsense`)).toMatchObject({ status: 404 })
	expect((await read('/api/home')).status).toBe(200)
})

test('a token takes a proof and a name, and a member has five at most', async () => {
	const app = testApp()
	const mum = await app.member('mum')
	const make = (body: unknown) => mum.post(`/api/users/${mum.id}/tokens`, body)
	const proof = { password: mum.password }

	expect(await make({ name: 'Display' })).toMatchObject({ status: 400 })
	expect(await make({ name: 'Display', proof: { password: 'wrong' } })).toMatchObject({
		status: 403,
		body: { code: 'wrong_password', field: 'password' },
	})
	for (const name of ['', ' \u200b', 'x'.repeat(41), 'a\u202eb', 7])
		expect([name, (await make({ name, proof })).status]).toEqual([name, 400])
	for (let made = 0; made < 5; made++) expect((await make({ name: ` Display ${made} `, proof })).status).toBe(201)
	expect(await make({ name: 'One more', proof })).toMatchObject({ status: 409, body: { code: 'too_many' } })
	expect(
		app
			.rows(accessTokens)
			.map(({ name }) => name)
			.toSorted(),
	).toEqual([0, 1, 2, 3, 4].map((made) => `Display ${made}`))
})

test('a member who is signed out while the password is checked gets no token', async () => {
	const app = testApp()
	const mum = await app.member('mum')
	const { passwords, queries } = app.context
	spyOn(passwords, 'matches').mockImplementation(async () => {
		queries.sessions.deleteSessionsAndTokensOf(mum.id)
		return true
	})

	const { status } = await mum.post(`/api/users/${mum.id}/tokens`, { name: 'Display', proof: { password: 'any' } })

	expect([status, app.rows(accessTokens)]).toEqual([401, []])
})

test('a token reads 30 times a minute, refusals included, and no other token pays for it [T72]', async () => {
	const { app, dad, read } = await familyWithToken({ rateLimitScale: 1 })
	const ofDad = await makeToken(dad)
	for (let times = 0; times < 15; times++)
		expect([(await read('/api/home')).status, (await read('/api/user')).status]).toEqual([200, 403])

	const refused = await read('/api/home')

	expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2'])
	expect((await app.browser().get('/api/home', bearing(ofDad.token))).status).toBe(200)
	app.wait(2)
	expect((await read('/api/home')).status).toBe(200)
})

test('an address that sends wrong tokens is told to wait, and a right one from there still reads [T72]', async () => {
	const { app, read } = await familyWithToken({ rateLimitScale: 1 })
	const guess = (on: TestBrowser) => on.get('/api/home', bearing(`backseat_${'A'.repeat(43)}`))
	for (let times = 0; times < 20; times++) expect((await guess(app.browser())).status).toBe(401)

	expect(await guess(app.browser())).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
	expect((await guess(app.browser({ address: '203.0.113.8' }))).status).toBe(401)
	expect((await read('/api/home')).status).toBe(200)
	app.wait(15)
	expect((await guess(app.browser())).status).toBe(401)
})

test('a host sees how many tokens a member has, and no more; the journal has their end as a sign-out [T72]', async () => {
	const { app, mum } = await familyWithToken()
	await makeToken(mum, 'Secret shed')
	const host = await app.host()
	const list = async () => (await host.get('/api/host/people')).body as { people: { username: string }[] }

	const { people } = await list()

	expect(people.map(({ username, ...rest }) => [username, rest])).toMatchObject([
		['dad', { readOnlyTokens: 0 }],
		['hostess', { readOnlyTokens: 0 }],
		['mum', { readOnlyTokens: 2 }],
	])
	expect(JSON.stringify(people)).not.toMatch(/shed|kitchen/i)
	await host.delete(`/api/host/people/${mum.id}/sessions`, {})
	expect((await list()).people[2]).toMatchObject({ readOnlyTokens: 0 })
	expect(app.rows(journal)).toMatchObject([{ act: 'signed_out_everywhere', subjectName: 'mum' }])
})

test('under a base path a token reads below it, and is refused at a foreign host name like everybody', async () => {
	const app = testApp({ basePath: '/rides' })
	const browser = app.browser()
	const { body } = await browser.post('/rides/api/users', { username: 'mum', password: 'mum-secret' })
	const { id } = body as { id: number }
	const made = await browser.post(`/rides/api/users/${id}/tokens`, {
		name: 'Display',
		proof: { password: 'mum-secret' },
	})
	const headers = bearing((made.body as NewAccessToken).token)

	expect((await app.browser().get('/rides/api/home', headers)).status).toBe(200)
	expect((await app.browser().get(`/rides/api/drivers/${id}/stats`, headers)).status).toBe(200)
	expect((await app.browser().get('/rides/api/user', headers)).status).toBe(403)
	expect((await app.browser({ origin: 'http://evil.example' }).get('/rides/api/home', headers)).status).toBe(421)
})

test('a token of the operator for metrics may start like ours', async () => {
	const metricsToken = 'backseat_metrics_of_this_house'
	const { app, read } = await familyWithToken({ metricsToken }, { createMetrics })

	expect((await app.browser().get('/metrics', bearing(metricsToken))).status).toBe(200)
	expect((await app.browser().get('/metrics', bearing(`${metricsToken}x`))).status).toBe(401)
	expect(await read('/metrics')).toMatchObject(readOnly)
})
