import { expect, test } from 'bun:test'
import { publicMember } from '#server/features/accounts/testing/new-account.ts'
import { familyOf } from '#server/testing/test-app.ts'

async function ghostStory() {
	const { app, creator, mum } = await familyOf('creator', 'mum')
	const ghost = await app.ghost(creator, 'Mum’s old car')
	const claim = (who = mum, special: Record<string, unknown> = {}) =>
		who.post('/api/ghost-drivers/claim', { token: ghost.ghostClaimToken, ...special })
	const stats = async (id: number) => (await app.browser().get(`/api/drivers/${id}/stats`)).body
	return { app, creator, mum, ghost, claim, stats }
}

test('a member claims a ghost into the account they have', async () => {
	const { app, creator, mum, ghost, claim, stats } = await ghostStory()
	await app.rate(creator, ghost.id, { starRating: 2 })
	await app.rate(creator, mum.id, { starRating: 5 })
	await mum.post(`/api/users/${mum.id}/mark-ratings-seen`)

	const answer = await claim()

	expect(answer).toMatchObject({ status: 200, cookies: [] })
	expect(answer.body).toEqual({
		user: { ...publicMember('mum'), id: mum.id },
		transferredRatings: 1,
		cameAlong: 0,
	})
	expect(await stats(mum.id)).toMatchObject({ totalRides: 2, averageStar: 3.5 })
	expect((await mum.get('/api/user')).body).toMatchObject({ isLatestRatingsSeen: false })
	expect((await claim()).status).toBe(409)
})

test('what the claimer had said about the ghost, which was themself, is dropped and not counted', async () => {
	const { app, creator, mum, ghost, claim, stats } = await ghostStory()
	await app.rate(mum, ghost.id, { starRating: 5 })
	await app.rate(mum, ghost.id, { starRating: 5 })
	await app.rate(creator, ghost.id, { starRating: 1 })

	expect((await claim()).body).toMatchObject({ transferredRatings: 1 })

	expect(await stats(mum.id)).toMatchObject({ totalRides: 1, averageStar: 1 })
	expect((await mum.get('/api/ratings')).body).toEqual([])
})

test('a claimer who alone had rated the ghost gets nothing and no notice', async () => {
	const { app, mum, ghost, claim } = await ghostStory()
	await app.rate(mum, ghost.id)

	expect((await claim()).body).toMatchObject({ transferredRatings: 0 })

	expect((await mum.get('/api/user')).body).toMatchObject({ isLatestRatingsSeen: true, lastRatingReceivedAt: null })
})

test('a placeholder for the member gives way to what the same rater had really said about the ghost', async () => {
	const { app, creator, mum, ghost, claim, stats } = await ghostStory()
	await app.rate(creator, mum.id, { starRating: 5, isPlaceholder: true })
	await app.rate(creator, ghost.id, { starRating: 1 })

	await claim()

	expect(await stats(mum.id)).toMatchObject({ totalRides: 1, averageStar: 1 })
})

test('two placeholders of one rater become one', async () => {
	const { app, creator, mum, ghost, claim, stats } = await ghostStory()
	await app.rate(creator, mum.id, { starRating: 5, isPlaceholder: true })
	await app.rate(creator, ghost.id, { starRating: 5, isPlaceholder: true })

	expect(await claim()).toMatchObject({ status: 200, body: { transferredRatings: 0 } })
	expect((await creator.get('/api/ratings')).body).toHaveLength(1)
	expect((await mum.get('/api/user')).body).toMatchObject({ isLatestRatingsSeen: true })
	await app.rate(creator, mum.id, { starRating: 2 })

	expect((await creator.get('/api/ratings')).body).toHaveLength(1)
	expect(await stats(mum.id)).toMatchObject({ totalRides: 1, averageStar: 2 })
})

test('a member who had hidden both the ghost and the member hides the member once', async () => {
	const { creator, mum, ghost, claim } = await ghostStory()
	for (const driverId of [mum.id, ghost.id]) await creator.post('/api/hidden-drivers', { userId: creator.id, driverId })

	await claim()

	expect((await creator.get(`/api/hidden-drivers/${creator.id}`)).body).toEqual([mum.id])
})

test('a claimer who had hidden the ghost does not end up hiding themself', async () => {
	const { mum, ghost, claim } = await ghostStory()
	await mum.post('/api/hidden-drivers', { userId: mum.id, driverId: ghost.id })

	await claim()

	expect((await mum.get(`/api/hidden-drivers/${mum.id}`)).body).toEqual([])
})

test('a member who fills in the form makes a second account; theirs stays as it was', async () => {
	const { app, creator, mum, ghost, claim, stats } = await ghostStory()
	await app.rate(creator, ghost.id)

	const answer = await claim(mum, { username: 'mum-at-work', password: 'backseat' })

	expect(answer).toMatchObject({ status: 201, body: { user: { username: 'mum-at-work' } } })
	expect(await stats(mum.id)).toMatchObject({ totalRides: 0 })
	expect((await mum.get('/api/user')).body).toMatchObject({ username: 'mum' })
})
