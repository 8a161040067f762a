import { expect, test } from 'bun:test'
import { ratings, users } from '#db/schema.ts'
import { idIn, testApp } from '#server/testing/test-app.ts'

test('of ten people who claim one ghost at once exactly one gets it, and every rating counts once [T14] [spec 7.16]', async () => {
	const app = testApp()
	const creator = await app.member('creator')
	const ghost = await app.ghost(creator)
	for (const starRating of [1, 4, 5]) await app.rate(creator, ghost.id, { starRating })
	await app.rate(app.browser(), ghost.id, { starRating: 2 })

	const answers = await Promise.all(
		Array.from({ length: 10 }, (_, i) =>
			app.browser().post('/api/ghost-drivers/claim', {
				token: ghost.ghostClaimToken,
				username: `claimer-${i}`,
				password: 'backseat',
			}),
		),
	)

	const won = answers.filter(({ status }) => status === 201)
	expect(won).toHaveLength(1)
	expect(won[0]?.body).toMatchObject({ transferredRatings: 4 })
	expect(answers.filter(({ status }) => status === 404)).toHaveLength(9)
	const winner = idIn((won.map(({ body }) => body)[0] as { user: unknown }).user)
	expect(
		app.db.orm
			.select()
			.from(ratings)
			.all()
			.map(({ driverId }) => driverId),
	).toEqual(Array(4).fill(winner))
	expect((await creator.get(`/api/drivers/${winner}/stats`)).body).toMatchObject({ totalRides: 4, averageStar: 3 })
	// The losers have no half-made account: the two built-in rows, the creator, the ghost and the winner.
	expect(app.db.orm.select().from(users).all()).toHaveLength(5)
})

test('of ten members who claim one ghost at once exactly one gets it [T14]', async () => {
	const app = testApp()
	const creator = await app.member('creator')
	const ghost = await app.ghost(creator)
	await app.rate(creator, ghost.id)
	const members = await Promise.all(Array.from({ length: 10 }, (_, i) => app.member(`member-${i}`)))

	const answers = await Promise.all(
		members.map((member) => member.post('/api/ghost-drivers/claim', { token: ghost.ghostClaimToken })),
	)

	expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(404)])
	const totals = await Promise.all(
		members.map(async ({ id }) => {
			const { body } = await creator.get(`/api/drivers/${id}/stats`)
			return (body as { totalRides: number }).totalRides
		}),
	)
	expect(totals.toSorted()).toEqual([...Array(9).fill(0), 1])
})

test('of ten people who claim ten ghosts under one name, one gets a ghost and nine links stay good', async () => {
	const app = testApp()
	const creator = await app.member('creator')
	const ghosts = await Promise.all(Array.from({ length: 10 }, (_, i) => app.ghost(creator, `Ghost ${i}`)))

	const answers = await Promise.all(
		ghosts.map(({ ghostClaimToken: token }) =>
			app.browser().post('/api/ghost-drivers/claim', { token, username: 'bob', password: 'backseat' }),
		),
	)

	expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)])
	const links = await Promise.all(
		ghosts.map(({ ghostClaimToken }) => app.browser().get(`/api/ghost-drivers/claim/${ghostClaimToken}`)),
	)
	expect(links.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 404])
})

test('a rating given while a claim is under way reaches the claimer', async () => {
	const app = testApp()
	const creator = await app.member('creator')
	const ghost = await app.ghost(creator)
	const claim = { token: ghost.ghostClaimToken, username: 'bob', password: 'backseat' }

	const [claimed] = await Promise.all([
		app.browser().post('/api/ghost-drivers/claim', claim),
		...Array.from({ length: 8 }, () => app.rate(creator, ghost.id)),
	])

	const claimer = idIn((claimed.body as { user: unknown }).user)
	expect((await creator.get(`/api/drivers/${claimer}/stats`)).body).toMatchObject({ totalRides: 8 })
	expect(
		app.db.orm
			.select()
			.from(ratings)
			.all()
			.every(({ driverId }) => driverId === claimer),
	).toBe(true)
})
