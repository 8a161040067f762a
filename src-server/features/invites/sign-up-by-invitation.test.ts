import { afterEach, expect, setSystemTime, test } from 'bun:test'
import { invites, users } from '#db/schema.ts'
import { invitationsOf } from '#server/testing/invitations-of.ts'
import { type TestBrowser, testApp } from '#server/testing/test-app.ts'

const MINUTE_MS = 60_000
const refused = { status: 404, cookies: [], body: { message: 'This invitation is invalid, used up or expired.' } }
const turnedAway = { status: 403, cookies: [], body: { code: 'signup_closed' } }

afterEach(() => setSystemTime())

function setUp(signup: 'open' | 'invite' | 'closed' = 'invite') {
	const app = testApp({ signup })
	const { invite, revoke } = invitationsOf(app.context)
	const signUp = (username: string, invite?: unknown, on: TestBrowser = app.browser()) =>
		on.post('/api/users', { username, password: 'backseat', invite })
	const look = (token: string, on: TestBrowser = app.browser()) => on.get(`/api/invites/${token}`)
	const uses = () => app.rows(invites).map((row) => row.uses)
	const names = () => app.rows(users).flatMap(({ username, passwordHash }) => (passwordHash ? [username] : []))
	return { app, invite, revoke, signUp, look, uses, names }
}

test('where sign-up takes an invitation, a person who has one gets an account and is signed in', async () => {
	const { app, invite, signUp, look, uses } = setUp()
	const { token } = invite()
	const browser = app.browser()

	expect(await look(token, browser)).toMatchObject({ status: 200, cookies: [], body: { isSetup: false } })
	expect(await signUp('mum', token, browser)).toMatchObject({ status: 201, body: { username: 'mum' } })
	expect(await browser.get('/api/user')).toMatchObject({ status: 200 })
	expect(uses()).toEqual([1])
})

test('a browser that registers again needs an invitation like everybody else', async () => {
	const { app, invite, names } = setUp()
	const mum = { username: 'mum', password: 'backseat' }

	expect(await app.browser().post('/api/register', mum)).toMatchObject(turnedAway)
	expect(await app.browser().post('/api/register', { ...mum, invite: invite().token })).toMatchObject({ status: 201 })
	expect(names()).toEqual(['mum'])
})

test.each([
	['none', undefined],
	['an empty one', ''],
	['a made-up one', 'A'.repeat(32)],
	['a malformed one', '../../etc/passwd'],
	['a number', 7],
	['a list', ['x']],
	['one that is too long', 'A'.repeat(65)],
])('with %s as invitation nobody gets in', async (_, token) => {
	const { invite, signUp, names } = setUp()
	invite()

	expect(await signUp('mum', token)).toMatchObject(turnedAway)
	expect(names()).toEqual([])
})

test('without an invitation nobody learns which names are taken', async () => {
	const { invite, signUp } = setUp()
	await signUp('mum', invite().token)

	const answers = [await signUp('mum'), await signUp('nobody-yet')]

	for (const answer of answers) expect(answer).toMatchObject(turnedAway)
})

test('looking at an invitation uses nothing up, however often a chat app does it', async () => {
	const { invite, look, uses, signUp } = setUp()
	const { token } = invite({ maxUses: 1 })

	for (let i = 0; i < 5; i++) expect((await look(token)).status).toBe(200)

	expect(uses()).toEqual([0])
	expect((await signUp('mum', token)).status).toBe(201)
})

test('an invitation for two lets two in, and is then answered like one that never was', async () => {
	const { invite, signUp, look, uses } = setUp()
	const { token } = invite({ maxUses: 2 })

	expect([(await signUp('mum', token)).status, (await signUp('dad', token)).status]).toEqual([201, 201])
	expect(await signUp('kid', token)).toMatchObject(turnedAway)
	expect(await look(token)).toMatchObject(refused)
	expect(uses()).toEqual([2])
})

test('of ten people who come with the last use of an invitation exactly one gets in [T14]', async () => {
	const { invite, signUp, names, uses } = setUp()
	const { token } = invite({ maxUses: 1 })

	const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => signUp(`person-${i}`, token)))

	expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(403)])
	expect(names()).toHaveLength(1)
	expect(uses()).toEqual([1])
})

test('a name that is taken uses no invitation up', async () => {
	const { app, invite, signUp, uses } = setUp()
	const { token } = invite({ maxUses: 2 })
	await signUp('mum', token)

	// Covers both refusals: the name is taken beforehand, and two sign-ups compete for one name.
	expect(await signUp('Mum', token)).toMatchObject({ status: 409 })
	expect(uses()).toEqual([1])
	const more = invite({ maxUses: 5 }).token
	const answers = await Promise.all([signUp('dad', more), signUp('dad', more), signUp('dad', more)])
	expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
	expect(uses()).toEqual([1, 1])
	expect(app.logged).toEqual([])
})

test('an invitation expires on time', async () => {
	const { invite, signUp, look } = setUp()
	const { token } = invite({ lifetimeMs: 10 * MINUTE_MS })

	setSystemTime(Date.now() + 9 * MINUTE_MS)
	expect((await look(token)).status).toBe(200)
	setSystemTime(Date.now() + 2 * MINUTE_MS)
	expect(await look(token)).toMatchObject(refused)
	expect(await signUp('mum', token)).toMatchObject(turnedAway)
})

test('with sign-up closed no invitation works', async () => {
	const { invite, signUp, look } = setUp('closed')
	const { token } = invite()

	expect(await look(token)).toMatchObject(refused)
	expect(await signUp('mum', token)).toMatchObject(turnedAway)
})

test('with open sign-up an invitation is counted when it is good, and does not matter when it is not', async () => {
	const { invite, signUp, uses, names } = setUp('open')
	const { token } = invite({ maxUses: 1 })

	for (const [name, brought] of [
		['mum', token],
		['dad', token],
		['kid', 'nonsense'],
		['cat', undefined],
	] as const)
		expect((await signUp(name, brought)).status).toBe(201)
	expect(uses()).toEqual([1])
	expect(names()).toHaveLength(4)
})

test('every reason why an invitation does not work is answered alike', async () => {
	const { invite, revoke, look, signUp } = setUp()
	const [revoked, used, late] = [invite(), invite({ maxUses: 1 }), invite({ lifetimeMs: MINUTE_MS })]
	revoke(revoked.id)
	await signUp('mum', used.token)
	setSystemTime(Date.now() + MINUTE_MS)

	const answers = []
	for (const token of [revoked.token, used.token, late.token, 'A'.repeat(32), 'short', 'A'.repeat(65), '%00', 'a.b'])
		answers.push(await look(token))

	const bodies = answers.map(({ status, body }) => ({ status, ...(body as object), requestId: '' }))
	for (const body of bodies) expect(body).toEqual(bodies[0] as (typeof bodies)[0])
	expect(bodies[0]).toMatchObject({ status: 404, code: 'not_found' })
})
