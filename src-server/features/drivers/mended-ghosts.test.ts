import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import type { VisibleUser } from '#contract/accounts.ts'
import { users } from '#db/schema.ts'
import { keptAndRecounted } from '#server/testing/stats-recount.ts'
import { familyOf, type TestBrowser } from '#server/testing/test-app.ts'

/** A ghost, its creator and a friend; neither has rated it yet. */
async function setUp() {
	const { app, creator, friend } = await familyOf('creator', 'friend')
	const ghost = await app.ghost(creator, 'Unkle Bob')
	const address = `/api/ghost-drivers/${ghost.id}`
	const seenBy = async (who: TestBrowser) => (await who.get(`/api/users/${ghost.id}`)).body as VisibleUser
	const claimLink = async () => (await app.browser().get(`/api/ghost-drivers/claim/${ghost.ghostClaimToken}`)).status
	return { app, creator, friend, ghost, address, seenBy, claimLink }
}

const notYours = { status: 403, body: { code: 'not_yours' } }

test('its creator gives a ghost another name and face; its id, its link and its ratings stay [spec 10.1]', async () => {
	const { app, creator, friend, ghost, address, seenBy, claimLink } = await setUp()
	await app.rate(friend, ghost.id)

	const answer = await creator.put(address, { username: ' Uncle Bob 🚕 ', avatarId: 3 })

	expect(answer.status).toBe(200)
	expect(answer.body).toEqual({
		id: ghost.id,
		username: expect.stringMatching(/^ghost-uncle-bob-[a-z2-9]{6}$/),
		display_name: 'Uncle Bob 🚕',
		avatarId: 3,
		isGhost: true,
		claimedById: null,
		ghostClaimToken: ghost.ghostClaimToken,
	})
	expect(await seenBy(friend)).toMatchObject(answer.body as VisibleUser)
	expect(await claimLink()).toBe(200)
	expect((await friend.get(`/api/drivers/${ghost.id}/stats`)).body).toMatchObject({ totalRides: 1 })
	const said = [
		await seenBy(app.browser()),
		(await friend.get('/api/home')).body,
		(await friend.get('/api/users')).body,
	]
	expect(JSON.stringify(said)).toContain('Uncle Bob')
	expect(JSON.stringify(said).toLowerCase()).not.toContain('unkle')
})

test('what is not sent stays as it is', async () => {
	const { creator, ghost, address } = await setUp()

	expect((await creator.put(address, { avatarId: 5 })).body).toEqual({ ...ghost, avatarId: 5 })
	expect((await creator.put(address, {})).body).toEqual({ ...ghost, avatarId: 5 })
	expect((await creator.put(address, { username: ghost.display_name })).body).toEqual({ ...ghost, avatarId: 5 })
	expect((await creator.put(address, { username: 'Bob' })).body).toMatchObject({ display_name: 'Bob', avatarId: 5 })
})

test('a name or face that no ghost can have is refused, and nothing is changed', async () => {
	const { creator, ghost, address, seenBy } = await setUp()
	const mistakes = {
		username: ['B', '  B ', 'B'.repeat(51), 'Bob\u202Egpj', null, 7],
		avatarId: [0, 6, 2.5, '3', null],
	}

	for (const [field, values] of Object.entries(mistakes))
		for (const value of values) {
			const answer = await creator.put(address, { username: 'Bob', avatarId: 2, [field]: value })
			expect([value, answer]).toMatchObject([value, { status: 400, body: { code: 'invalid', field } }])
		}
	expect(await seenBy(creator)).toMatchObject(ghost)
})

test('no column of a ghost changes that nobody offered [T4]', async () => {
	const { app, creator, ghost, address } = await setUp()
	const row = () => app.db.orm.select().from(users).where(sql`id = ${ghost.id}`).get()
	const before = row()

	const more = {
		id: 7,
		display_name: 'Boss',
		isGhost: false,
		claimedById: creator.id,
		createdById: 2,
		email: 'a@b.example',
	}
	const { status } = await creator.put(address, { ...more, ghostClaimToken: 'a-token-of-my-own', passwordHash: 'x' })

	expect([status, row()]).toEqual([200, before])
})

test('a ghost that nobody else has rated is deleted, with what its creator said and every trace of it [spec 10.1]', async () => {
	const { app, creator, friend, ghost, address, claimLink } = await setUp()
	const other = await app.ghost(creator, 'Auntie')
	for (const driver of [ghost.id, ghost.id, other.id, friend.id]) await app.rate(creator, driver, { starRating: 2 })
	await friend.post('/api/hidden-drivers', { userId: friend.id, driverId: ghost.id })

	expect(await creator.delete(address)).toMatchObject({ status: 204, body: undefined })

	expect(await creator.delete(address)).toMatchObject({ status: 404, body: { message: 'Driver not found' } })
	for (const path of [`/api/users/${ghost.id}`, `/api/drivers/${ghost.id}/stats`, `/api/ratings/driver/${ghost.id}`])
		expect([path, (await creator.get(path)).status]).toEqual([path, 404])
	expect(await claimLink()).toBe(404)
	expect((await friend.get(`/api/hidden-drivers/${friend.id}`)).body).toEqual([])
	const said = ['/api/home', '/api/users', '/api/ghost-drivers', '/api/ratings', `/api/users/${creator.id}/data`]
	const traces = JSON.stringify(await Promise.all(said.map(async (path) => (await creator.get(path)).body)))
	expect(traces).toContain('Auntie')
	expect(traces).not.toContain('Unkle')
	expect(traces).not.toContain(String(ghost.id))
	const { kept, recounted } = keptAndRecounted(app.db)
	expect(kept).toEqual(recounted)
	expect(app.db.orm.all(sql`PRAGMA foreign_key_check`)).toEqual([])
})

test('a placeholder of somebody else does not keep a ghost, and goes with it', async () => {
	const { app, creator, friend, ghost, address } = await setUp()
	await app.rate(friend, ghost.id, { isPlaceholder: true })

	expect((await creator.delete(address)).status).toBe(204)

	expect((await friend.get('/api/ratings')).body).toEqual([])
})

test.each(['a member', 'a guest', 'a member who has left'])(
	'a ghost that %s has rated stays, whole, and its creator is told why [T13] [spec 10.1]',
	async (who) => {
		const { app, creator, friend, ghost, address, claimLink } = await setUp()
		await app.rate(creator, ghost.id)
		await app.rate(who === 'a guest' ? app.browser() : friend, ghost.id)
		if (who === 'a member who has left')
			await friend.delete(`/api/users/${friend.id}`, { password: friend.password, ratings: 'stay' })

		expect(await creator.delete(address)).toMatchObject({
			status: 409,
			body: { code: 'others_rated', message: 'Others have rated Unkle Bob too.' },
		})

		expect(await claimLink()).toBe(200)
		expect((await creator.get(`/api/drivers/${ghost.id}/stats`)).body).toMatchObject({ totalRides: 2 })
	},
)

test('only the creator of an unclaimed ghost is told whether others have rated it [T18]', async () => {
	const { app, creator, friend, ghost, seenBy } = await setUp()
	await app.rate(creator, ghost.id)
	expect((await seenBy(creator)).isRatedByOthers).toBe(false)
	const guest = app.browser()
	await app.rate(guest, ghost.id)
	expect((await seenBy(creator)).isRatedByOthers).toBe(true)
	await app.rate(friend, ghost.id)

	for (const who of [friend, guest, app.browser()])
		expect(Object.keys(await seenBy(who))).not.toContain('isRatedByOthers')
	for (const list of ['/api/users', '/api/home', '/api/ghost-drivers'])
		expect(JSON.stringify((await creator.get(list)).body)).not.toContain('RatedByOthers')
	await friend.post('/api/ghost-drivers/claim', { token: ghost.ghostClaimToken })
	expect(Object.keys(await seenBy(creator))).not.toContain('isRatedByOthers')
})

test('nobody else mends or deletes a ghost, not even who has rated it; what is no ghost is not found [T3]', async () => {
	const { app, creator, friend, ghost, seenBy } = await setUp()
	await app.rate(friend, ghost.id)

	const notFound = { status: 404, body: { code: 'not_found', message: 'Driver not found' } }
	for (const id of [ghost.id, 1, 2, 999, friend.id, creator.id]) {
		const refusal = id === ghost.id ? notYours : notFound
		expect(await friend.put(`/api/ghost-drivers/${id}`, { username: 'Loser' })).toMatchObject(refusal)
		expect(await friend.delete(`/api/ghost-drivers/${id}`)).toMatchObject(refusal)
		expect((await app.browser().put(`/api/ghost-drivers/${id}`, { username: 'Loser' })).status).toBe(401)
		expect((await app.browser().delete(`/api/ghost-drivers/${id}`)).status).toBe(401)
	}
	expect((await friend.put('/api/ghost-drivers/nonsense', { username: 'Loser' })).status).toBe(400)
	expect((await friend.delete('/api/ghost-drivers/nonsense')).status).toBe(400)
	expect(await seenBy(creator)).toMatchObject(ghost)
})

test('a ghost that has been claimed is its claimer’s: its creator neither renames nor deletes it [T13]', async () => {
	const { app, creator, ghost, address } = await setUp()
	await app.claim(ghost, 'bob')
	const before = app.rows(users)

	const claimed = { status: 409, body: { code: 'already_claimed' } }
	expect(await creator.put(address, { username: 'Loser' })).toMatchObject(claimed)
	expect(await creator.delete(address)).toMatchObject(claimed)
	expect(app.rows(users)).toEqual(before)
})
