import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { everyCall } from '#contract/every-call.ts'
import { journal, users } from '#db/schema.ts'
import { openResetOrNone } from '#server/features/password-resets/open-reset.ts'
import { listenAs } from '#server/testing/live-listener.ts'
import { type TestBrowser, type TestHost, type TestMember, testApp } from '#server/testing/test-app.ts'

type App = ReturnType<typeof testApp>

const rowOf = (app: App, id: number) => app.db.orm.select().from(users).where(eq(users.id, id)).get()
const journalOf = (app: App) =>
	app.rows(journal).map(({ act, actorName, subjectName, otherName }) => [act, actorName, subjectName, otherName])

/** Every act on a member, as the page sends it. `more` adds to the body. */
const ACTS = {
	'POST /reset-link': (host: TestMember, id: number | string, more = {}) =>
		host.post(`/api/host/people/${id}/reset-link`, more),
	'PUT ': (host: TestMember, id: number | string, more = {}) =>
		host.put(`/api/host/people/${id}`, { username: 'papa', ...more }),
	'POST /host': (host: TestMember, id: number | string, more = {}) => host.post(`/api/host/people/${id}/host`, more),
	'DELETE /host': (host: TestMember, id: number | string, more = {}) =>
		host.delete(`/api/host/people/${id}/host`, more),
	'DELETE /sessions': (host: TestMember, id: number | string, more = {}) =>
		host.delete(`/api/host/people/${id}/sessions`, more),
	'DELETE ': (host: TestMember, id: number | string, more = {}) =>
		host.delete(`/api/host/people/${id}`, { ratings: 'stay', ...more }),
}
const acts = Object.entries(ACTS)

async function appWithPeople() {
	const app = testApp()
	const host = await app.host('hostess')
	const dad = await app.member('dad')
	return { app, host, dad }
}

test('every act on a member is tried here', () => {
	const described = everyCall
		.filter(({ call }) => call.path.startsWith('/host/people/'))
		.map(({ call }) => `${call.method} ${call.path.slice('/host/people/:id'.length)}`)

	expect(described.toSorted()).toEqual(Object.keys(ACTS).toSorted())
})

test.each(acts)('%s finds neither ghosts nor the built-in two', async (_, act) => {
	const { app, host, dad } = await appWithPeople()
	const ghost = await app.ghost(dad)

	for (const id of [ghost.id, 1, 2, 999]) expect([id, (await act(host, id)).status]).toEqual([id, 404])
	expect((await act(host, 'nonsense')).status).toBe(400)
	expect(journalOf(app)).toEqual([])
	expect((await act(host, dad.id)).status).toBe(200)
})

test.each(acts)('%s takes nothing from the body that does not belong there [T36]', async (name, act) => {
	const { app, host, dad } = await appWithPeople()
	const hostBefore = rowOf(app, host.id)
	const before = rowOf(app, dad.id)
	const more = { isHost: true, is_host: true, id: host.id, userId: host.id, passwordHash: 'mine', email: 'a@b.example' }

	const { body } = await act(host, dad.id, more)

	const is: Partial<typeof before> = {}
	if (name === 'PUT ') Object.assign(is, { username: 'papa', displayName: 'papa', foldedDisplayName: 'papa' })
	if (name === 'POST /host') Object.assign(is, { isHost: true })
	expect(rowOf(app, dad.id)).toEqual(name === 'DELETE ' ? undefined : before && { ...before, ...is })
	expect(rowOf(app, host.id)).toEqual(hostBefore)
	expect(JSON.stringify(body)).not.toMatch(/mine|a@b\.example|hash/i)
})

test('who forgot the password gets a link that works once, and stays signed in where they are until they use it', async () => {
	const { app, host, dad } = await appWithPeople()

	const first = await ACTS['POST /reset-link'](host, dad.id)
	const second = await ACTS['POST /reset-link'](host, dad.id)
	const tokenIn = ({ body }: { body: unknown }) => (body as { token: string }).token
	const reset = (token: string, browser = app.browser()) =>
		browser.post('/api/password-resets', { token, password: 'brand-new-wheels' })

	expect(Object.keys(second.body as object)).toEqual(['token'])
	expect((await dad.get('/api/user')).status).toBe(200)
	expect((await reset(tokenIn(first))).status).toBe(404)
	expect((await reset(tokenIn(second))).status).toBe(200)
	expect((await reset(tokenIn(second))).status).toBe(404)
	expect((await dad.get('/api/user')).status).toBe(401)
	expect(JSON.stringify((await host.get('/api/host/journal')).body)).not.toContain(tokenIn(second))
	expect(journalOf(app)).toEqual([
		['reset_link_made', 'hostess', 'dad', null],
		['reset_link_made', 'hostess', 'dad', null],
		['reset_link_used', 'hostess', 'dad', null],
	])
})

test('a member whose password was set by a host’s link reads who made it and when, in every browser; nobody else does [T38]', async () => {
	const { app, host, dad } = await appWithPeople()
	const link = async () => ((await ACTS['POST /reset-link'](host, dad.id)).body as { token: string }).token
	const told = async (browser: TestBrowser) =>
		((await browser.get('/api/user')).body as { usedResetLinks?: object[] }).usedResetLinks
	expect(await told(dad)).toBeUndefined()

	const asDad = app.browser()
	await asDad.post('/api/password-resets', { token: await link(), password: 'known-to-the-host' })
	expect(await told(asDad)).toHaveLength(1)
	await app.browser().post('/api/password-resets', { token: await link(), password: 'dads-new-secret' })
	const later = app.browser()
	await later.post('/api/login', { username: 'dad', password: 'dads-new-secret' })

	const minute = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:00\.000Z$/)
	const used = { at: minute, by: 'host', madeBy: 'hostess' }
	expect(await told(later)).toEqual([used, used])
	expect(await told(host)).toBeUndefined()
	for (const browser of [host, app.browser()])
		expect(JSON.stringify((await browser.get(`/api/users/${dad.id}`)).body)).not.toContain('usedResetLinks')
})

test('a link that they asked for by mail, in the place of a host’s, is nobody’s act; a host who left is nameless [T38]', async () => {
	const { app, host, dad } = await appWithPeople()
	const other = await app.host('other.host')
	const use = (token: string) => app.browser().post('/api/password-resets', { token, password: 'brand-new-wheels' })
	const link = async () => ((await ACTS['POST /reset-link'](other, dad.id)).body as { token: string }).token

	await link()
	expect((await use(openResetOrNone(app.context, dad.id))).status).toBe(200)
	expect(journalOf(app).map(([act]) => act)).toEqual(['reset_link_made'])

	const token = await link()
	expect((await ACTS['DELETE '](host, other.id)).status).toBe(200)
	expect((await use(token)).status).toBe(200)
	expect(journalOf(app).at(-1)).toEqual(['reset_link_used', null, 'dad', null])
})

test('a host renames a member by the rules of their own renaming; who is signed in stays so', async () => {
	const { app, host, dad } = await appWithPeople()
	const rename = (username: unknown) => host.put(`/api/host/people/${dad.id}`, { username })

	expect(await rename('papa')).toMatchObject({ status: 200, body: { username: 'papa', display_name: 'papa' } })
	expect((await dad.get('/api/user')).body).toMatchObject({ username: 'papa' })
	for (const name of ['HOSTESS', 'admin'])
		expect(await rename(name)).toMatchObject({
			status: 409,
			body: { code: 'taken', message: 'Username already exists', field: 'username' },
		})
	expect(await rename('p')).toMatchObject({
		status: 400,
		body: { message: 'Username must be at least 3 characters', field: 'username' },
	})
	expect((await rename('papa')).status).toBe(200)
	expect(journalOf(app)).toEqual([['account_renamed', 'hostess', 'dad', 'papa']])
})

test('a member who is signed out everywhere is asked to log in, and what they follow live ends', async () => {
	const { app, host, dad } = await appWithPeople()
	const elsewhere = await app.signIn(dad)
	const stream = await listenAs(app, dad)
	const others = await listenAs(app, host)

	const answer = await host.delete(`/api/host/people/${dad.id}/sessions`)

	expect(answer).toMatchObject({ status: 200, body: { ended: 2 } })
	for (const browser of [dad, elsewhere]) expect((await browser.get('/api/user')).status).toBe(401)
	expect([await stream.hasEnded(), await others.hasEnded()]).toEqual([true, false])
	expect(journalOf(app)).toEqual([['signed_out_everywhere', 'hostess', 'dad', null]])
})

test('a member who is removed goes as if they had left, their name in the journal too; the host hears what went', async () => {
	const { app, host, dad } = await appWithPeople()
	const bob = await app.ghost(host, 'Uncle Bob')
	await app.rate(host, bob.id)
	await app.rate(app.browser(), bob.id)
	await host.put(`/api/host/people/${dad.id}`, { username: 'papa' })
	const claim = await dad.post('/api/ghost-drivers/claim', { token: bob.ghostClaimToken })
	expect(claim.status).toBe(200)
	await app.rate(host, dad.id)
	await app.rate(dad, host.id)

	const { status, body } = await ACTS['DELETE '](host, dad.id)

	expect(status).toBe(200)
	expect(body).toEqual({ ratings: 0, givenBack: [{ id: bob.id, name: 'Uncle Bob', ratings: expect.any(Number) }] })
	expect(rowOf(app, dad.id)).toBeUndefined()
	expect((await dad.get('/api/user')).status).toBe(401)
	// A host who sees which ratings vanish would learn whose they were.
	expect((await app.browser().get(`/api/drivers/${host.id}/stats`)).body).toMatchObject({ totalRides: 1 })
	const { lines } = (await host.get('/api/host/journal')).body as { lines: object[] }
	expect(lines).toMatchObject([
		{ act: 'account_removed', by: 'host', actor: 'hostess', subject: null },
		{ act: 'account_renamed', by: 'host', actor: 'hostess', subject: null, other: null },
	])
})

test('a host takes nobody’s ratings along, whatever is asked for [T38]', async () => {
	const { app, host, dad } = await appWithPeople()
	await app.rate(dad, host.id)

	for (const body of [{ ratings: 'go' }, {}, { ratings: ['stay'] }, { ratings: 'stay ' }])
		expect([body, (await host.delete(`/api/host/people/${dad.id}`, body)).status]).toEqual([body, 400])

	expect(rowOf(app, dad.id)).toBeDefined()
	expect(journalOf(app)).toEqual([])
})

test('their own account is nothing a host removes or signs out by a slip of the finger', async () => {
	const { app, host } = await appWithPeople()
	await app.host('other.host')

	for (const act of [ACTS['DELETE '], ACTS['DELETE /sessions']])
		expect(await act(host, host.id)).toMatchObject({ status: 409, body: { code: 'own_account' } })
	expect((await host.get('/api/user')).status).toBe(200)
	expect(journalOf(app)).toEqual([])
})

test('who was made host is host at once, and plain again at once; saying it twice says it once', async () => {
	const { app, host, dad } = await appWithPeople()
	const looks = async (member: TestMember | TestHost) => (await member.get('/api/host/people')).status

	expect(await ACTS['POST /host'](host, dad.id)).toMatchObject({ body: { username: 'dad', isHost: true } })
	expect((await ACTS['POST /host'](host, dad.id)).status).toBe(200)
	expect(await looks(dad)).toBe(200)
	// The session existed before the member became host, so the password is required there too.
	expect(await ACTS['DELETE /host'](dad, host.id)).toMatchObject({ status: 403, body: { code: 'confirm_first' } })
	expect(await ACTS['DELETE /host'](host, dad.id)).toMatchObject({ body: { username: 'dad', isHost: false } })
	expect((await ACTS['DELETE /host'](host, dad.id)).status).toBe(200)
	expect(await looks(dad)).toBe(403)
	expect(journalOf(app)).toEqual([
		['host_made', 'hostess', 'dad', null],
		['host_unmade', 'hostess', 'dad', null],
	])
})

test('rights are the row’s: a new name keeps them, and neither a claim nor the name of a former host gives them [T36]', async () => {
	const { app, host, dad } = await appWithPeople()
	const bob = await app.ghost(host, 'Uncle Bob')
	const newcomer = app.browser()
	const isHost = async (browser: typeof newcomer) =>
		((await browser.get('/api/user')).body as { isHost: boolean }).isHost

	await host.put(`/api/users/${host.id}`, { username: 'new.hostess' })
	await newcomer.post('/api/ghost-drivers/claim', {
		token: bob.ghostClaimToken,
		username: 'hostess',
		password: 'backseat',
		isHost: true,
	})
	await newcomer.post('/api/login', { username: 'hostess', password: 'backseat' })
	await dad.put(`/api/users/${dad.id}`, { username: 'driver', isHost: true })

	expect([await isHost(host), await isHost(newcomer), await isHost(dad)]).toEqual([true, false, false])
	expect(rowOf(app, bob.id)?.isHost).toBe(false)
})
