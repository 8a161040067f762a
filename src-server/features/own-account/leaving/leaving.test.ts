import { expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { friendships, hiddenDrivers, passwordResets, ratings, sessions, users } from '#db/schema.ts'
import { aRating, familyOf, type TestBrowser } from '#server/testing/test-app.ts'
import { leave } from './leave.ts'

/** Mum with every kind of data that an account can have, and dad, who stays. */
async function setUp() {
	const { app, mum, dad } = await familyOf('mum', 'dad')
	const [lonely, shared, taken, former] = [
		await app.ghost(mum, 'Lonely'),
		await app.ghost(mum, 'Shared'),
		await app.ghost(mum, 'Taken'),
		await app.ghost(dad, 'Once mum'),
	]
	await app.rate(mum, lonely.id)
	await app.rate(mum, shared.id, { starRating: 1 })
	await app.rate(dad, shared.id, { starRating: 5 })
	await app.rate(mum, taken.id, { starRating: 3 })
	const { id: taker } = await app.claim(taken, 'taker')
	await app.rate(dad, former.id, { starRating: 2 })
	await mum.post('/api/ghost-drivers/claim', { token: former.ghostClaimToken })
	// The claim is too old for its ratings to return to the ghost, which leaving-after-a-claim.test.ts covers.
	const claimedAt = new Date(Date.now() - 8 * 86_400_000)
	app.db.orm.update(users).set({ claimedAt }).where(eq(users.id, former.id)).run()
	await app.rate(dad, mum.id, { starRating: 1 })
	await app.rate(app.browser(), mum.id)
	await mum.post('/api/ratings', aRating({ driverId: dad.id, starRating: 2 }), { 'Idempotency-Key': 'mums-own-key' })
	await mum.post('/api/ratings', aRating({ driverId: 2, isPlaceholder: true }))
	await mum.post('/api/hidden-drivers', { userId: mum.id, driverId: 2 })
	await dad.post('/api/hidden-drivers', { userId: dad.id, driverId: mum.id })
	app.db.orm.insert(friendships).values({ userId: dad.id, friendId: mum.id, createdAt: new Date() }).run()
	const aLink = { userId: mum.id, tokenHash: 'hash', createdAt: new Date(), expiresAt: new Date() }
	app.db.orm.insert(passwordResets).values(aLink).run()
	const deleteAccount = (special: object = {}, on: TestBrowser = mum, id: unknown = mum.id) =>
		on.delete(`/api/users/${id}`, { password: mum.password, ratings: 'stay', ...special })
	const names = () =>
		app
			.rows(users)
			.map((user) => user.displayName ?? user.username)
			.toSorted()
	const given = () => app.rows(ratings).map(({ driverId, raterId, starRating }) => ({ driverId, raterId, starRating }))
	return { app, mum, dad, shared, taken, taker, deleteAccount, names, given }
}

test('a member who leaves may let the ratings they gave stay without a name', async () => {
	const { app, mum, dad, shared, taker, deleteAccount, names, given } = await setUp()

	expect(await deleteAccount()).toMatchObject({ status: 200, body: { success: true } })

	expect(names()).toEqual(['Demo Driver', 'Shared', 'Taken', 'dad', 'guest', 'taker'])
	expect(given()).toEqual([
		{ driverId: shared.id, raterId: 1, starRating: 1 },
		{ driverId: shared.id, raterId: dad.id, starRating: 5 },
		{ driverId: taker, raterId: 1, starRating: 3 },
		{ driverId: dad.id, raterId: 1, starRating: 2 },
	])
	// No key remains that a browser could take for its own or that could collide with a guest's.
	const nobodys = app.db.orm.select().from(ratings).where(eq(ratings.raterId, 1)).all()
	expect(nobodys.every(({ guestKey, requestKey }) => guestKey === null && requestKey === null)).toBe(true)
	expect((await mum.get('/api/ratings')).body).toEqual([])
})

test('or may have them deleted', async () => {
	const { dad, shared, deleteAccount, names, given } = await setUp()

	expect(await deleteAccount({ ratings: 'go' })).toMatchObject({ status: 200 })

	expect(given()).toEqual([{ driverId: shared.id, raterId: dad.id, starRating: 5 }])
	expect(names()).toEqual(['Demo Driver', 'Shared', 'Taken', 'dad', 'guest', 'taker'])
})

test('nothing of them is left behind', async () => {
	const { app, mum, dad, deleteAccount } = await setUp()
	await deleteAccount()

	const { orm } = app.db
	const everything = [users, ratings, sessions, hiddenDrivers, friendships, passwordResets]
	expect(JSON.stringify(everything.map((table) => orm.select().from(table).all()))).not.toContain(String(mum.id))
	expect(orm.all(sql`PRAGMA foreign_key_check`)).toEqual([])
	expect(orm.select().from(hiddenDrivers).all()).toEqual([])
	expect((await dad.get('/api/home')).status).toBe(200)
	expect((await dad.get(`/api/users/${mum.id}`)).status).toBe(404)
	expect(app.logged).toEqual([])
})

test('this browser is signed out, all others too, and the name is free again', async () => {
	const { app, mum, deleteAccount } = await setUp()
	const elsewhere = await app.signIn(mum)

	const { cookies } = await deleteAccount()

	expect(cookies).toEqual([expect.stringMatching(/^backseat_session=;.*Max-Age=0/)])
	expect((await mum.get('/api/user')).status).toBe(401)
	expect((await elsewhere.get('/api/user')).status).toBe(401)
	expect((await app.browser().post('/api/login', { username: 'mum', password: mum.password })).status).toBe(401)
	expect((await app.member('mum')).id).not.toBe(mum.id)
})

test('the ghosts that others have rated can still be claimed', async () => {
	const { app, shared, deleteAccount } = await setUp()
	await deleteAccount()

	const claimer = await app.claim(shared, 'claimer')
	expect((await claimer.get(`/api/drivers/${claimer.id}/stats`)).body).toMatchObject({ totalRides: 2 })
})

test('a wrong password, or no choice, and everything stays as it was', async () => {
	const { app, deleteAccount } = await setUp()
	const before = JSON.stringify([app.rows(users), app.rows(ratings)])

	expect(await deleteAccount({ password: 'a guess' })).toMatchObject({
		status: 403,
		body: { code: 'wrong_password', field: 'password', message: 'That is not your current password' },
	})
	expect(await deleteAccount({ password: '' })).toMatchObject({ status: 400, body: { field: 'password' } })
	expect(await deleteAccount({ ratings: 'both' })).toMatchObject({
		status: 400,
		body: { field: 'ratings', message: 'Please choose what happens to your ratings' },
	})
	expect(await deleteAccount({ ratings: undefined })).toMatchObject({ status: 400 })
	expect(JSON.stringify([app.rows(users), app.rows(ratings)])).toBe(before)
})

test('an operator deletes a member without their password, but no ghost and nobody who was built in', async () => {
	const { app, mum, shared, names } = await setUp()
	const before = names()

	for (const id of [shared.id, 1, 2, 999]) expect(() => leave(app.context, id, 'go')).toThrow('User not found')
	expect(names()).toEqual(before)
	expect(leave(app.context, mum.id, 'stay')).toEqual({ ratingsGiven: 3, ratingsReceived: 3, givenBack: [] })
})

test('leaving is all or nothing', async () => {
	const { app, mum, names, given } = await setUp()
	const before = [names(), given()]
	app.db.orm.run(
		sql`create trigger no_leaving before delete on users when old.username = 'mum' begin select raise(abort, 'no'); end`,
	)

	expect(() => leave(app.context, mum.id, 'go')).toThrow()

	expect([names(), given()]).toEqual(before)
})
