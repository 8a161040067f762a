import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { users } from '#db/schema.ts'
import { familyOf, idIn, type TestGhost, testApp } from '#server/testing/test-app.ts'
import { ghostUsername, waitingGhost } from './unclaimed-ghosts.ts'

test('a member adds a driver who is not here yet, and gets the token of the claim link [spec 7.14]', async () => {
	const { app, myself: me } = await familyOf('myself')

	const answer = await me.post('/api/ghost-drivers', {
		username: '  Uncle Bob ',
		email: 'bob@example.org',
		avatarId: 4,
		creatorId: me.id,
	})

	expect(answer.status).toBe(201)
	expect(answer.body).toEqual({
		id: expect.any(Number),
		username: expect.stringMatching(/^ghost-uncle-bob-[a-z0-9]{6}$/),
		display_name: 'Uncle Bob',
		avatarId: 4,
		isGhost: true,
		claimedById: null,
		ghostClaimToken: expect.stringMatching(/^[A-Za-z0-9_-]{32}$/),
	})
	expect(app.db.orm.select().from(users).where(eq(users.isGhost, true)).get()).toMatchObject({
		email: 'bob@example.org',
		createdById: me.id,
		passwordHash: null,
	})
})

test('a ghost is what the server makes of it, not what the browser says [T4]', async () => {
	const { myself: me } = await familyOf('myself')

	const { body } = await me.post('/api/ghost-drivers', {
		username: 'Bob',
		id: 7,
		display_name: 'Boss',
		isGhost: false,
		ghostClaimToken: 'claim-token-of-my-own',
		claimedById: me.id,
		passwordHash: 'x',
	})

	expect(body).toMatchObject({ display_name: 'Bob', isGhost: true, claimedById: null })
	expect((body as TestGhost).ghostClaimToken).not.toBe('claim-token-of-my-own')
	expect(idIn(body)).not.toBe(7)
})

test('ghosts have ids nobody can guess: random, and safe in JavaScript [T13]', async () => {
	const { app, myself: me } = await familyOf('myself')
	const ids: number[] = []
	for (let i = 0; i < 50; i++) ids.push((await app.ghost(me)).id)

	expect(new Set(ids).size).toBe(50)
	expect(ids.every((id) => id > 2 && id < 2 ** 50)).toBe(true)
	// Random ids practically never all lie below a thousandth of the range, nor next to each other.
	expect(Math.max(...ids)).toBeGreaterThan(2 ** 50 / 1000)
	expect(ids.toSorted((a, b) => a - b)).not.toEqual(ids)
})

test('a ghost named like a member is in nobody’s way and gives nobody away [T28]', async () => {
	const { app, myself: me, bob } = await familyOf('myself', 'bob')

	const ghosts = [await app.ghost(me, 'bob'), await app.ghost(me, 'bob'), await app.ghost(me, 'admin')]

	expect(new Set(ghosts.map(({ username }) => username)).size).toBe(3)
	expect(ghosts.every(({ username }) => username.startsWith('ghost-'))).toBe(true)
	expect((await app.browser().post('/api/login', { username: 'bob', password: bob.password })).status).toBe(200)
})

test('two people may give the same email, for it is never a key', async () => {
	const { myself: me } = await familyOf('myself')
	const add = () => me.post('/api/ghost-drivers', { username: 'Bob', email: 'bob@example.org' })

	expect([(await add()).status, (await add()).status]).toEqual([201, 201])
})

test.each<[string, unknown, string]>([
	['one letter', 'B', 'Name must be at least 2 characters'],
	['one letter and spaces', '  B   ', 'Name must be at least 2 characters'],
	['only spaces', '      ', 'Name must be at least 2 characters'],
	['51 letters', 'B'.repeat(51), 'Name cannot exceed 50 characters'],
	['a line break', 'Bo\nb', 'There is a hidden character in it (U+000A). Please type it by hand'],
	['half a surrogate pair', 'Bob\uDC00', 'There is a hidden character in it (U+DC00). Please type it by hand'],
	['a number', 42, 'Required'],
	['nothing', undefined, 'Required'],
])('a ghost’s name cannot be %s [spec 5.5] [spec 5.16]', async (_what, username, message) => {
	const { myself: me } = await familyOf('myself')

	expect(await me.post('/api/ghost-drivers', { username })).toMatchObject({
		status: 400,
		body: { code: 'invalid', field: 'username', message },
	})
	expect((await me.get('/api/ghost-drivers')).body).toEqual([])
})

test.each(['Jo', '🚗'.repeat(50), '<b>Bob</b>'])('a ghost may be called %s [spec 5.5]', async (username) => {
	const app = testApp()

	const ghost = await app.ghost(await app.member('myself'), username)

	expect(ghost.display_name).toBe(username)
	expect(ghost.username).toMatch(/^ghost-[a-z0-9-]+-[a-z0-9]{6}$/)
})

test.each(['bob', 'bob@', '@example.org', 'a@b@c', 5])('the email %p is refused [spec 5.5]', async (email) => {
	const me = await testApp().member('myself')

	expect(await me.post('/api/ghost-drivers', { username: 'Bob', email })).toMatchObject({
		status: 400,
		body: { field: 'email', message: 'Please enter a valid email' },
	})
})

test('a visitor adds nobody, and a member nobody in another’s name', async () => {
	const { app, myself: me, mum } = await familyOf('myself', 'mum')

	expect(await app.browser().post('/api/ghost-drivers', { username: 'Bob', creatorId: me.id })).toMatchObject({
		status: 401,
		body: { message: 'You must be logged in to add a driver' },
	})
	expect(await me.post('/api/ghost-drivers', { username: 'Bob', creatorId: mum.id })).toMatchObject({
		status: 403,
		body: { code: 'not_yours' },
	})
})

test('a member lists their own ghosts, newest first, without tokens; nobody lists another’s [spec 7.13]', async () => {
	const { app, myself: me, mum } = await familyOf('myself', 'mum')
	await app.ghost(mum, 'Hers')
	await app.ghost(me, 'First')
	await Bun.sleep(2)
	await app.ghost(me, 'Second')

	const mine = await me.get('/api/ghost-drivers')

	expect((mine.body as TestGhost[]).map(({ display_name }) => display_name)).toEqual(['Second', 'First'])
	expect(JSON.stringify(mine.body)).not.toContain('oken')
	expect((await me.get(`/api/ghost-drivers?creatorId=${me.id}`)).body).toEqual(mine.body)
	expect((await me.get(`/api/ghost-drivers?creatorId=${mum.id}`)).status).toBe(403)
	for (const nonsense of ['abc', '', '1.5', '-1'])
		expect((await me.get(`/api/ghost-drivers?creatorId=${nonsense}`)).status).toBe(400)
	expect((await app.browser().get(`/api/ghost-drivers?creatorId=${me.id}`)).status).toBe(401)
})

test('twenty ghosts an hour, and two hundred waiting to be claimed', async () => {
	const app = testApp({ rateLimitScale: 1 })
	const me = await app.member('myself')
	const add = () => me.post('/api/ghost-drivers', { username: 'Bob' })

	for (let hour = 0; hour < 10; hour++) {
		for (let i = 0; i < 20; i++) expect((await add()).status).toBe(201)
		expect(await add()).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
		app.wait(3600)
	}

	expect(await add()).toMatchObject({ status: 429, body: { code: 'too_many_ghosts' } })
})

test('a generated username is short, plain, and never empty', () => {
	expect(ghostUsername('Ünçlé  Bøb!!')).toMatch(/^ghost-uncle-b-b-[a-z2-9]{6}$/)
	expect(ghostUsername('祖母')).toMatch(/^ghost-driver-[a-z2-9]{6}$/)
	expect(ghostUsername('x'.repeat(50)).length).toBeLessThanOrEqual(50)
})

async function setUp() {
	const { app, creator } = await familyOf('creator')
	const ghost = await app.ghost(creator)
	const look = async (token: string) => (await app.browser().get(`/api/ghost-drivers/claim/${token}`)).status
	const address = `/api/ghost-drivers/${ghost.id}/rotate-token`
	return { app, creator, ghost, look, address }
}

test('the creator of a ghost gets a new claim link when the old one went to the wrong chat [spec 10.2]', async () => {
	const { creator, ghost, look, address } = await setUp()

	const { status, body } = await creator.post(address)

	const { ghostClaimToken } = body as TestGhost
	expect(status).toBe(200)
	expect(body).toEqual({ ...ghost, ghostClaimToken: expect.stringMatching(/^[A-Za-z0-9_-]{32}$/) })
	expect(ghostClaimToken).not.toBe(ghost.ghostClaimToken)
	expect([await look(ghost.ghostClaimToken), await look(ghostClaimToken)]).toEqual([404, 200])
})

test('nobody else does, not even who has rated the ghost, and nobody learns what there is', async () => {
	const { app, ghost, look, address } = await setUp()
	const friend = await app.member('friend')
	await app.rate(friend, ghost.id)

	for (const path of [address, ...[1, 2, 999, friend.id].map((id) => `/api/ghost-drivers/${id}/rotate-token`)])
		expect(await friend.post(path)).toMatchObject({ status: 403, body: { code: 'not_yours' } })
	expect((await app.browser().post(address)).status).toBe(401)
	expect((await friend.post('/api/ghost-drivers/nonsense/rotate-token')).status).toBe(400)
	expect(await look(ghost.ghostClaimToken)).toBe(200)
})

test('a ghost that has been claimed has no link any more', async () => {
	const { app, creator, ghost, address } = await setUp()
	await app.claim(ghost, 'bob')

	expect(await creator.post(address)).toMatchObject({ status: 409, body: { code: 'already_claimed' } })
	expect(() => waitingGhost(app.context, creator.id)).toThrow('Driver not found')
	expect(app.rows(users).some(({ ghostClaimToken }) => ghostClaimToken)).toBe(false)
})
