import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { ratings, sealedWaits, users } from '#db/schema.ts'
import { keptAndRecounted } from '#server/testing/stats-recount.ts'
import { aRating, familyOf } from '#server/testing/test-app.ts'
import { unclaim } from './undo-claim.ts'

async function stolenGhost() {
	const { app, creator, friend } = await familyOf('creator', 'friend')
	const ghost = await app.ghost(creator, 'Uncle Bob')
	await app.rate(creator, ghost.id, { starRating: 2 })
	await app.rate(app.browser(), ghost.id, { starRating: 5 })
	const claim = async (ghostClaimToken: string, username: string) => (await app.claim({ ghostClaimToken }, username)).id
	const rides = async (id: number) =>
		((await creator.get(`/api/drivers/${id}/stats`)).body as { totalRides: number }).totalRides
	/**
	 * Ages all rows as if an earlier version, which marked no ratings, had written them: first ghosts, then rides, then
	 * people.
	 */
	const longAgo = (ghosts: { id: number }[]) => {
		const secondsAgo = (seconds: number) => ({ createdAt: new Date(Date.now() - seconds * 1000) })
		app.db.orm
			.update(ratings)
			.set({ claimedFromId: null, ...secondsAgo(20) })
			.run()
		app.db.orm.update(users).set(secondsAgo(10)).run()
		for (const { id } of ghosts) app.db.orm.update(users).set(secondsAgo(30)).where(eq(users.id, id)).run()
	}
	return { app, creator, friend, ghost, claim, rides, longAgo }
}

test('an undone claim gives the ghost its ratings back, and a new link', async () => {
	const { app, creator, friend, ghost, claim, rides } = await stolenGhost()
	const thief = await claim(ghost.ghostClaimToken, 'thief')
	await app.rate(friend, thief, { starRating: 4 })

	const { token, ...undone } = unclaim(app.context, ghost.id)

	expect(undone).toEqual({ ratingsMoved: 2, knownBy: 'marked' })
	expect([await rides(ghost.id), await rides(thief)]).toEqual([2, 1])
	const moved = app.db.orm.select().from(ratings).where(eq(ratings.driverId, ghost.id)).all()
	expect(moved.map(({ claimedFromId }) => claimedFromId)).toEqual([null, null])
	const { kept, recounted } = keptAndRecounted(app.db)
	expect(kept).toEqual(recounted)
	expect((await creator.get(`/api/users/${ghost.id}`)).body).toMatchObject({
		claimedById: null,
		ghostClaimToken: token,
	})
	expect((await app.browser().get(`/api/ghost-drivers/claim/${ghost.ghostClaimToken}`)).status).toBe(404)
	const bob = await claim(token, 'bob')
	expect([await rides(bob), await rides(thief)]).toEqual([2, 1])
	expect((await app.browser().post('/api/login', { username: 'thief', password: 'thief-secret' })).status).toBe(200)
})

test('what the claimer answered goes with the claim: the next claimer has not said it', async () => {
	const { app, creator, ghost, claim } = await stolenGhost()
	const thief = await app.claim(ghost, 'thief')
	const [rating] = (await creator.get('/api/ratings')).body as { id: number }[]
	const address = `/api/ratings/${rating?.id}/reply`
	await thief.put(address, { sticker: 'learning' })
	const newReplies = async () => ((await creator.get('/api/user')).body as { newReplies: number }).newReplies
	expect(await newReplies()).toBe(1)

	const { token } = unclaim(app.context, ghost.id)

	expect((await thief.put(address, { sticker: 'fair' })).status).toBe(404)
	expect(await newReplies()).toBe(0)
	const bob = await claim(token, 'bob')
	expect((await creator.get(`/api/ratings/driver/${bob}`)).body).toMatchObject([{ reply: null }, { reply: null }])
})

test('of several ghosts that one member claimed, each gets back its own', async () => {
	const { app, creator, friend, ghost, rides } = await stolenGhost()
	const other = await app.ghost(creator, 'Aunt Amy')
	await app.rate(creator, other.id)
	for (const { ghostClaimToken: token } of [ghost, other]) await friend.post('/api/ghost-drivers/claim', { token })
	await app.rate(creator, friend.id)

	expect(unclaim(app.context, ghost.id)).toMatchObject({ ratingsMoved: 2 })

	expect([await rides(ghost.id), await rides(friend.id)]).toEqual([2, 2])
	expect(unclaim(app.context, other.id)).toMatchObject({ ratingsMoved: 1 })
	expect(await rides(friend.id)).toBe(1)
})

test('what is sealed is about the member who has claimed: it stays with them, and waits on [spec 13.19]', async () => {
	const { app, friend, ghost, claim } = await stolenGhost()
	const thief = await claim(ghost.ghostClaimToken, 'thief')
	await app.rate(friend, thief, { delivery: 'evening' })

	expect(unclaim(app.context, ghost.id)).toMatchObject({ ratingsMoved: 2 })
	expect(app.rows(sealedWaits)).toMatchObject([{ driverId: thief }])
	expect((await friend.get('/api/ratings')).body).toMatchObject([{ driver: { id: thief }, sealed: true }])
})

test('a claim from before ratings were marked is undone by their age, and says so', async () => {
	const { app, friend, ghost, claim, rides, longAgo } = await stolenGhost()
	const thief = await claim(ghost.ghostClaimToken, 'thief')
	longAgo([ghost])
	await app.rate(friend, thief)

	expect(unclaim(app.context, ghost.id)).toMatchObject({ ratingsMoved: 2, knownBy: 'by age' })
	expect([await rides(ghost.id), await rides(thief)]).toEqual([2, 1])
})

test('what was said before there was the ghost was not said about it', async () => {
	const { app, ghost, claim, rides, longAgo } = await stolenGhost()
	const thief = await claim(ghost.ghostClaimToken, 'thief')
	longAgo([])

	expect(unclaim(app.context, ghost.id)).toMatchObject({ ratingsMoved: 0, knownBy: 'none' })
	expect([await rides(ghost.id), await rides(thief)]).toEqual([0, 2])
})

test('where nobody can tell whose the old ratings were, they stay', async () => {
	const { app, creator, friend, ghost, rides, longAgo } = await stolenGhost()
	const other = await app.ghost(creator, 'Aunt Amy')
	for (const { ghostClaimToken: token } of [ghost, other]) await friend.post('/api/ghost-drivers/claim', { token })
	longAgo([ghost, other])

	expect(unclaim(app.context, ghost.id)).toMatchObject({ ratingsMoved: 0, knownBy: 'none' })
	expect(await rides(friend.id)).toBe(2)
})

test('a real rating that took the place of a placeholder after the claim is about the claimer, and stays', async () => {
	const { app, friend, ghost, claim, rides } = await stolenGhost()
	await friend.post('/api/ratings', aRating({ driverId: ghost.id, isPlaceholder: true }))
	const thief = await claim(ghost.ghostClaimToken, 'thief')
	await app.rate(friend, thief, { starRating: 1 })

	expect(unclaim(app.context, ghost.id)).toMatchObject({ ratingsMoved: 2 })
	expect([await rides(ghost.id), await rides(thief)]).toEqual([2, 1])
})

test('a member who had hidden the two sees neither again', async () => {
	const { app, creator, ghost, claim } = await stolenGhost()
	await creator.post('/api/hidden-drivers', { userId: creator.id, driverId: ghost.id })
	const thief = await claim(ghost.ghostClaimToken, 'thief')

	unclaim(app.context, ghost.id)

	const { body } = await creator.get(`/api/hidden-drivers/${creator.id}`)
	expect((body as number[]).toSorted()).toEqual([thief, ghost.id].toSorted())
	expect((await creator.get('/api/home')).body).toMatchObject({ drivers: [] })
})

test('what nobody has claimed cannot be unclaimed', async () => {
	const { app, friend, ghost } = await stolenGhost()

	expect(() => unclaim(app.context, ghost.id)).toThrow('Nobody has claimed this driver.')
	for (const id of [friend.id, 1, 2, 999]) expect(() => unclaim(app.context, id)).toThrow('Driver not found')
})
