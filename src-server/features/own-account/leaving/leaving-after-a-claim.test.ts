import { afterEach, expect, setSystemTime, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import type { VisibleUser } from '#contract/accounts.ts'
import { ratings, sealedWaits, users } from '#db/schema.ts'
import { keptAndRecounted } from '#server/testing/stats-recount.ts'
import { aRating, familyOf, type TestMember } from '#server/testing/test-app.ts'

const DAY_MS = 86_400_000
const START = Date.UTC(2026, 5, 1, 12)
const daysLater = (days: number) => setSystemTime(new Date(START + days * DAY_MS))
afterEach(() => setSystemTime())

/** Uncle Bob: his niece made the ghost, three people rated it, and a thief has its link. */
async function family() {
	daysLater(0)
	const { app, creator, friend } = await familyOf('creator', 'friend')
	const guest = app.browser()
	const bob = await app.ghost(creator, 'Uncle Bob')
	await app.rate(creator, bob.id, { starRating: 2 })
	await app.rate(friend, bob.id, { starRating: 5 })
	await app.rate(guest, bob.id, { starRating: 1 })
	const claimAs = (username: string, ghostClaimToken = bob.ghostClaimToken) => app.claim({ ghostClaimToken }, username)
	const deleteAccount = (who: TestMember, choice = 'go') =>
		who.delete(`/api/users/${who.id}`, { password: who.password, ratings: choice })
	const rides = async (id: number) =>
		((await friend.get(`/api/drivers/${id}/stats`)).body as { totalRides: number }).totalRides
	const seenBy = async (who: { get: TestMember['get'] }, id = bob.id) =>
		(await who.get(`/api/users/${id}`)).body as VisibleUser
	const expectExact = () => {
		const { kept, recounted } = keptAndRecounted(app.db)
		expect(kept).toEqual(recounted)
		expect(app.db.orm.all(sql`PRAGMA foreign_key_check`)).toEqual([])
	}
	return { app, creator, friend, guest, bob, claimAs, deleteAccount, rides, seenBy, expectExact }
}

test('a thief who claims a ghost and leaves destroys nothing: it waits as before, with what was said since too [T13]', async () => {
	const { app, creator, friend, guest, bob, claimAs, deleteAccount, rides, seenBy, expectExact } = await family()
	const before = app.db.orm.select().from(users).where(eq(users.id, bob.id)).get()
	const thief = await claimAs('thief')
	daysLater(1)
	await app.rate(friend, thief.id, { starRating: 4 })
	await app.rate(app.browser(), bob.id, { starRating: 3 })
	await app.rate(thief, friend.id)
	await creator.post('/api/ratings', aRating({ driverId: thief.id, isPlaceholder: true }))

	expect((await deleteAccount(thief)).status).toBe(200)

	expect(await rides(bob.id)).toBe(5)
	expect(await rides(friend.id)).toBe(0)
	const ghost = app.db.orm.select().from(users).where(eq(users.id, bob.id)).get()
	const token = ghost?.ghostClaimToken
	expect(ghost).toEqual({ ...before, ghostClaimToken: expect.any(String), isTokenForCreatorOnly: true } as typeof ghost)
	expect(token).not.toBe(bob.ghostClaimToken)
	expect(await seenBy(creator)).toMatchObject({ display_name: 'Uncle Bob', claimedById: null, ghostClaimToken: token })
	for (const who of [friend, guest, thief, app.browser()])
		expect(await seenBy(who)).not.toHaveProperty('ghostClaimToken')
	expect(JSON.stringify(app.rows(users))).not.toContain('thief')
	expectExact()
	const bobHimself = await claimAs('bob', token ?? '')
	expect(await rides(bobHimself.id)).toBe(5)
})

test('what is sealed about a claimer goes with them, and never to the ghost that they give back [spec 13.19]', async () => {
	const { app, friend, bob, claimAs, deleteAccount, rides, expectExact } = await family()
	const thief = await claimAs('thief')
	daysLater(1)
	await app.rate(friend, thief.id, { starRating: 4 })
	for (const rater of [friend, app.browser()]) await app.rate(rater, thief.id, { delivery: 'evening' })

	await deleteAccount(thief)

	expect(await rides(bob.id)).toBe(4)
	expect(app.rows(ratings)).toHaveLength(4)
	expect(app.rows(sealedWaits)).toEqual([])
	expectExact()
})

test('of an older account the ghost gets its own ratings and those since the claim; the rest is deleted', async () => {
	const { app, creator, friend, bob, deleteAccount, rides, expectExact } = await family()
	const dad = await app.member('dad')
	await app.rate(friend, dad.id, { starRating: 5 })
	daysLater(20)
	await dad.post('/api/ghost-drivers/claim', { token: bob.ghostClaimToken })
	daysLater(21)
	await app.rate(creator, dad.id, { starRating: 1 })

	await deleteAccount(dad)

	expect(await rides(bob.id)).toBe(4)
	expect(app.rows(ratings)).toHaveLength(4)
	expectExact()
})

test('of two ghosts claimed within the week each gets back its own; what was said since belongs to neither', async () => {
	const { app, creator, friend, bob, deleteAccount, rides, expectExact } = await family()
	const amy = await app.ghost(creator, 'Aunt Amy')
	await app.rate(friend, amy.id)
	const dad = await app.member('dad')
	daysLater(1)
	for (const { ghostClaimToken: token } of [bob, amy]) await dad.post('/api/ghost-drivers/claim', { token })
	daysLater(2)
	await app.rate(friend, dad.id)

	await deleteAccount(dad)

	expect([await rides(bob.id), await rides(amy.id)]).toEqual([3, 1])
	expect(app.rows(ratings)).toHaveLength(4)
	expectExact()
})

test('of an account that a claim made, that ghost gets the ratings since, and a second ghost what it had', async () => {
	const { app, creator, friend, bob, claimAs, deleteAccount, rides, expectExact } = await family()
	const amy = await app.ghost(creator, 'Aunt Amy')
	await app.rate(friend, amy.id)
	const thief = await claimAs('thief')
	daysLater(1)
	await thief.post('/api/ghost-drivers/claim', { token: amy.ghostClaimToken })
	await app.rate(friend, thief.id)

	await deleteAccount(thief)

	expect([await rides(bob.id), await rides(amy.id)]).toEqual([4, 1])
	expectExact()
})

test('the claim that makes an account is one moment with it, though the clock goes on meanwhile', async () => {
	const { app, creator, bob, claimAs, rides, deleteAccount } = await family()
	let passed = 0
	app.context.clock.now = () => new Date(START + passed++)
	const thief = await claimAs('thief')
	const amy = await app.ghost(creator, 'Aunt Amy')
	await thief.post('/api/ghost-drivers/claim', { token: amy.ghostClaimToken })
	await app.rate(app.browser(), thief.id)

	await deleteAccount(thief)

	expect(await rides(bob.id)).toBe(4)
	expect(await rides(amy.id)).toBe(0)
})

test('a ghost claimed long ago goes, one claimed lately stays', async () => {
	const { app, creator, friend, bob, claimAs, deleteAccount, rides, expectExact } = await family()
	const claimer = await claimAs('bob.himself')
	const amy = await app.ghost(creator, 'Aunt Amy')
	await app.rate(friend, amy.id)
	daysLater(10)
	await claimer.post('/api/ghost-drivers/claim', { token: amy.ghostClaimToken })

	await deleteAccount(claimer)

	expect(await rides(amy.id)).toBe(1)
	expect((await friend.get(`/api/users/${bob.id}`)).status).toBe(404)
	expectExact()
})

test('a ghost whose creator has left shows its new link to nobody, and can be claimed with the one an operator makes', async () => {
	const { app, creator, friend, bob, claimAs, deleteAccount, rides, seenBy } = await family()
	const thief = await claimAs('thief')
	await deleteAccount(creator, 'stay')

	await deleteAccount(thief)

	expect(await rides(bob.id)).toBe(3)
	expect(await seenBy(friend)).toEqual(expect.not.objectContaining({ ghostClaimToken: expect.anything() }))
	expect(await seenBy(friend)).toMatchObject({ display_name: 'Uncle Bob', claimedById: null })
	const ghostClaimToken = 'as-the-operator-reissued-it'
	app.db.orm.update(users).set({ ghostClaimToken }).where(eq(users.id, bob.id)).run()
	expect(await rides((await claimAs('bob', ghostClaimToken)).id)).toBe(3)
})

test('a ghost that its own creator claimed can be claimed again if others rated it, and is deleted if not', async () => {
	const { app, creator, bob, deleteAccount, rides, expectExact } = await family()
	const lonely = await app.ghost(creator, 'Lonely')
	await app.rate(creator, lonely.id)
	for (const { ghostClaimToken: token } of [bob, lonely]) await creator.post('/api/ghost-drivers/claim', { token })

	await deleteAccount(creator)

	// The claim deleted the creator's own rating of Bob, because members cannot rate themselves.
	expect(await rides(bob.id)).toBe(2)
	expect(app.db.orm.select().from(users).where(eq(users.displayName, 'Lonely')).all()).toEqual([])
	expectExact()
})

test('a member who had hidden the thief does not see the ghost again', async () => {
	const { friend, bob, claimAs, deleteAccount } = await family()
	const thief = await claimAs('thief')
	await friend.post('/api/hidden-drivers', { userId: friend.id, driverId: thief.id })

	await deleteAccount(thief)

	expect((await friend.get(`/api/hidden-drivers/${friend.id}`)).body).toEqual([bob.id])
	expect((await friend.get('/api/home')).body).toMatchObject({ drivers: [] })
})
