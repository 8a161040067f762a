import { expect, spyOn, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { VisibleUser } from '#contract/accounts.ts'
import type { HostGhosts, NewClaimLink } from '#contract/host/ghosts.ts'
import { ratings, users } from '#db/schema.ts'
import { keptAndRecounted } from '#server/testing/stats-recount.ts'
import { type TestBrowser, testApp } from '#server/testing/test-app.ts'

/** A host, and Uncle Bob, whom mum made and three people rated. */
async function setUp() {
	const app = testApp()
	const [host, mum, dad] = [await app.host(), await app.member('mum'), await app.member('dad')]
	const guest = app.browser()
	const ghost = await app.ghost(mum, 'Uncle Bob')
	for (const rater of [mum, dad, guest]) await app.rate(rater, ghost.id, { starRating: 2 })
	const address = `/api/host/ghosts/${ghost.id}`
	const list = async (query = '') => (await host.get(`/api/host/ghosts${query}`)).body as HostGhosts
	const claim = (token: string, username: string) =>
		app.browser().post('/api/ghost-drivers/claim', { token, username, password: 'backseat' })
	const look = async (token: string) => (await app.browser().get(`/api/ghost-drivers/claim/${token}`)).status
	const tokenSeenBy = async (who: TestBrowser) =>
		((await who.get(`/api/users/${ghost.id}`)).body as VisibleUser).ghostClaimToken
	const acts = async () =>
		((await host.get('/api/host/journal')).body as { lines: Record<string, unknown>[] }).lines.map(
			({ act, actor, subject, other }) => ({ act, actor, subject, other }),
		)
	return { app, host, mum, dad, guest, ghost, address, list, claim, look, tokenSeenBy, acts }
}

const toDo = (address: string) => [
	(who: TestBrowser) => who.put(address, { name: 'Bobby' }),
	(who: TestBrowser) => who.post(`${address}/link`),
	(who: TestBrowser) => who.post(`${address}/undo-claim`),
	(who: TestBrowser) => who.delete(address),
]

test('the list says what waits for whom, waiting ones first, and neither links nor raters', async () => {
	const { app, host, mum, ghost, list, claim } = await setUp()
	const amy = await app.ghost(host, 'Aunt Amy')
	await mum.patch(`/api/users/${mum.id}`, { display_name: 'Mama' })
	await claim(amy.ghostClaimToken, 'amy')

	const { ghosts, next } = await list()

	expect(next).toBeNull()
	const avatarId = expect.any(Number)
	expect(ghosts).toEqual([
		{ id: ghost.id, name: 'Uncle Bob', avatarId, createdBy: 'Mama', claimedBy: null, ratingsWaiting: 3 },
		{ id: amy.id, name: 'Aunt Amy', avatarId, createdBy: 'hostess', claimedBy: 'amy', ratingsWaiting: 0 },
	])
	expect(await list('?search=%20UNCLE%20')).toMatchObject({ ghosts: [{ id: ghost.id }] })
	await host.put(`/api/host/ghosts/${ghost.id}`, { name: 'Onkel Çağrı' })
	expect(await list('?search=CAGRI')).toMatchObject({ ghosts: [{ id: ghost.id }] })
	expect(await list('?search=ghost-')).toEqual({ ghosts: [], next: null })
})

test('page after page everybody comes once, in the order of names, whatever happens meanwhile', async () => {
	const { app, host, mum, ghost, list, claim } = await setUp()
	const names = Array.from({ length: 119 }, (_, i) => `${'zyxw'[i % 4]}-${String(i % 7)}`)
	const { insertUser } = app.context.queries.users
	for (const [i, displayName] of names.entries())
		insertUser({
			id: 1000 + i,
			username: `ghost-${i}`,
			displayName: i % 2 ? displayName : displayName.toUpperCase(),
			avatarId: 1,
			isGhost: true,
			ghostClaimToken: `token-of-ghost-${i}`,
			createdById: mum.id,
			createdAt: new Date(),
		})
	await claim(ghost.ghostClaimToken, 'bob')
	const seen: HostGhosts['ghosts'] = []
	let page = await list()
	for (; page.next !== null; page = await list(`?after=${encodeURIComponent(page.next)}`)) {
		seen.push(...page.ghosts)
		// The last ghost of the page is deleted, and the list continues after its cursor.
		expect(await host.delete(`/api/host/ghosts/${page.ghosts.at(-1)?.id}`)).toMatchObject({ status: 200 })
	}
	seen.push(...page.ghosts)

	expect(seen).toHaveLength(120)
	expect(seen.map(({ name }) => name.toLowerCase())).toEqual([...names.toSorted(), 'uncle bob'])
	expect(new Set(seen.map(({ id }) => id)).size).toBe(120)
	for (const nonsense of ['?after=', '?after=2.x', '?after=0.0.', `?after=${'9'.repeat(400)}`])
		expect((await list(nonsense)).ghosts).toHaveLength(50)
})

test('a host renames a ghost that waits: the made-up username follows, link and ratings stay', async () => {
	const { host, dad, ghost, address, look, acts } = await setUp()

	expect(await host.put(address, { name: ' Onkel Bob 🚕 ' })).toMatchObject({
		status: 200,
		body: { id: ghost.id, name: 'Onkel Bob 🚕', createdBy: 'mum', ratingsWaiting: 3 },
	})

	expect((await dad.get(`/api/users/${ghost.id}`)).body).toMatchObject({
		username: expect.stringMatching(/^ghost-onkel-bob-[a-z2-9]{6}$/),
		display_name: 'Onkel Bob 🚕',
	})
	expect(await look(ghost.ghostClaimToken)).toBe(200)
	await host.put(address, { name: 'Onkel Bob 🚕' })
	expect(await acts()).toEqual([
		{ act: 'ghost_renamed', actor: 'hostess', subject: 'Uncle Bob', other: 'Onkel Bob 🚕' },
	])
	for (const name of ['x', '‮bob', 'y'.repeat(51), ''])
		expect(await host.put(address, { name })).toMatchObject({ status: 400, body: { field: 'name' } })
})

test('a new link is answered once, to hand over; the old one is dead, and only the ghost’s creator is shown it too', async () => {
	const { host, mum, dad, guest, ghost, address, look, tokenSeenBy, acts } = await setUp()

	const { status, body } = await host.post(`${address}/link`)

	const { token } = body as NewClaimLink
	expect(status).toBe(200)
	expect(body).toEqual({ token: expect.stringMatching(/^[A-Za-z0-9_-]{32}$/) })
	expect([await look(ghost.ghostClaimToken), await look(token)]).toEqual([404, 200])
	expect(await tokenSeenBy(mum)).toBe(token)
	for (const who of [dad, guest, host]) expect(await tokenSeenBy(who)).toBeUndefined()
	expect(JSON.stringify((await host.get('/api/host/ghosts')).body)).not.toContain(token)
	expect(JSON.stringify((await host.get('/api/host/journal')).body)).not.toContain(token)
	expect(await acts()).toEqual([{ act: 'ghost_link_made', actor: 'hostess', subject: 'Uncle Bob', other: null }])
})

test('a ghost whose creator has left gets its link from a host, who can also hand it over', async () => {
	const { host, mum, ghost, address, list, claim, look } = await setUp()
	await mum.delete(`/api/users/${mum.id}`, { password: mum.password, ratings: 'stay' })
	expect(await list()).toMatchObject({ ghosts: [{ id: ghost.id, createdBy: null, ratingsWaiting: 3 }] })

	const { token } = (await host.post(`${address}/link`)).body as NewClaimLink

	expect(await look(token)).toBe(200)
	expect((await claim(token, 'bob')).status).toBe(201)
})

test('undoing a claim gives the ghost its ratings back; no answer to a host has the new link, its creator sees it', async () => {
	const { app, host, mum, dad, ghost, address, list, claim, look, tokenSeenBy, acts } = await setUp()
	const thief = ((await claim(ghost.ghostClaimToken, 'thief')).body as { user: { id: number } }).user
	await app.rate(dad, thief.id)

	const answer = await host.post(`${address}/undo-claim`)

	expect(answer).toMatchObject({ status: 200, body: { ratingsMoved: 3, knownBy: 'marked' } })
	const token = (await tokenSeenBy(mum)) ?? 'none'
	expect(await look(token)).toBe(200)
	const read = [
		answer.body,
		...(await Promise.all(
			['host/ghosts', 'host/journal', `users/${ghost.id}`, 'users'].map(
				async (path) => (await host.get(`/api/${path}`)).body,
			),
		)),
	]
	for (const told of read) expect(JSON.stringify(told)).not.toMatch(new RegExp(`${token}|[Tt]oken"`))
	expect(await list()).toMatchObject({ ghosts: [{ id: ghost.id, claimedBy: null, ratingsWaiting: 3 }] })
	expect(await acts()).toEqual([{ act: 'claim_undone', actor: 'hostess', subject: 'Uncle Bob', other: 'thief' }])
	const { kept, recounted } = keptAndRecounted(app.db)
	expect(kept).toEqual(recounted)
	expect(await host.post(`${address}/undo-claim`)).toMatchObject({ status: 409, body: { code: 'not_claimed' } })
	expect(await acts()).toHaveLength(1)
})

test('a ghost is deleted with all that was said of it by members and guests, and its name leaves the journal too', async () => {
	const { app, host, mum, dad, ghost, address, list, look, acts } = await setUp()
	await app.rate(dad, mum.id)
	await host.put(address, { name: 'Bobby' })

	expect(await host.delete(address)).toMatchObject({ status: 200, body: { ratingsDeleted: 3 } })

	expect(await list()).toEqual({ ghosts: [], next: null })
	expect(await look(ghost.ghostClaimToken)).toBe(404)
	expect(app.rows(ratings)).toHaveLength(1)
	expect((await mum.get('/api/home')).body).toMatchObject({ drivers: [] })
	expect(await acts()).toEqual([
		{ act: 'ghost_deleted', actor: 'hostess', subject: null, other: null },
		{ act: 'ghost_renamed', actor: 'hostess', subject: null, other: null },
	])
	const { kept, recounted } = keptAndRecounted(app.db)
	expect(kept).toEqual(recounted)
	expect(await host.delete(address)).toMatchObject({ status: 404 })
})

test('of a claimed ghost only the claim can be undone, and members and built-in rows are no ghosts', async () => {
	const { host, mum, ghost, address, claim, acts } = await setUp()
	await claim(ghost.ghostClaimToken, 'bob')
	const [rename, link, , remove] = toDo(address)

	for (const act of [rename, link, remove])
		expect(await act?.(host)).toMatchObject({ status: 409, body: { code: 'already_claimed' } })
	for (const id of [mum.id, host.id, 1, 2, 999])
		for (const act of toDo(`/api/host/ghosts/${id}`)) expect(await act(host)).toMatchObject({ status: 404 })
	for (const act of toDo('/api/host/ghosts/nonsense')) expect(await act(host)).toMatchObject({ status: 400 })
	expect(await acts()).toEqual([])
})

test.each([
	['makes a new link', (host: TestBrowser, address: string) => host.post(`${address}/link`)],
	['deletes the ghost', (host: TestBrowser, address: string) => host.delete(address)],
])('while a thief claims with the old link a host %s: the claim is refused and makes no account', async (_, act) => {
	const app = testApp()
	const [host, mum] = [await app.host(), await app.member('mum')]
	const ghost = await app.ghost(mum)
	const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>()
	spyOn(app.context.passwords, 'hash').mockImplementationOnce(() => mayGoOn.then(() => 'a hash'))

	const claiming = app
		.browser()
		.post('/api/ghost-drivers/claim', { token: ghost.ghostClaimToken, username: 'thief', password: 'backseat' })
	expect((await act(host, `/api/host/ghosts/${ghost.id}`)).status).toBe(200)
	goOn()

	expect(await claiming).toMatchObject({ status: 404 })
	expect(app.db.orm.select().from(users).where(eq(users.username, 'thief')).all()).toEqual([])
})
