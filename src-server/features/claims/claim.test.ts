import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { ratings, sessions, users } from '#db/schema.ts'
import { familyOf, idIn, type TestBrowser } from '#server/testing/test-app.ts'

const usedUp = {
	status: 404,
	cookies: [],
	body: { code: 'not_found', message: 'This claim link is invalid or has already been used.' },
}

async function ghostStory() {
	const { app, creator } = await familyOf('creator')
	const ghost = await app.ghost(creator, 'Uncle Bob')
	const link = `/api/ghost-drivers/claim/${ghost.ghostClaimToken}`
	const claim = (special: Record<string, unknown> = {}, on: TestBrowser = app.browser()) =>
		on.post('/api/ghost-drivers/claim', {
			token: ghost.ghostClaimToken,
			username: 'bob',
			password: 'backseat',
			...special,
		})
	return { app, creator, ghost, link, claim }
}

test('a link shows who was rated and how many ratings wait, without email, id or token [spec 7.15]', async () => {
	const { app, creator, ghost } = await ghostStory()
	const secretive = await creator.post('/api/ghost-drivers', { username: 'Amy', email: 'amy@example.org', avatarId: 5 })
	const { ghostClaimToken, username, id } = secretive.body as typeof ghost
	await app.rate(creator, id)
	await app.rate(app.browser(), id)

	const answer = await app.browser().get(`/api/ghost-drivers/claim/${ghostClaimToken}`)

	expect(answer).toMatchObject({ status: 200, cookies: [] })
	expect(answer.body).toEqual({
		ghostDriver: { display_name: 'Amy', username, email: null, avatarId: 5, isGhost: true },
		ratingsCount: 2,
		proposedUsername: 'amy',
	})
})

test('looking at a link changes nothing, however often a chat app does it', async () => {
	const { app, link, claim } = await ghostStory()
	const before = JSON.stringify(app.rows(users))

	for (let i = 0; i < 5; i++) expect((await app.browser().get(link)).status).toBe(200)

	expect(JSON.stringify(app.rows(users))).toBe(before)
	expect((await claim()).status).toBe(201)
})

test('a newcomer claims a ghost: an account, all ratings, a notice; and the link is used up [spec 7.16]', async () => {
	const { app, creator, ghost, link, claim } = await ghostStory()
	const guest = app.browser()
	const mine = await app.rate(creator, ghost.id, { starRating: 2 })
	const theirs = await app.rate(guest, ghost.id, { starRating: 5 })

	const answer = await claim({ email: 'bob@example.org' })

	const id = idIn((answer.body as { user: unknown }).user)
	expect(answer).toMatchObject({ status: 201, cookies: [] })
	expect(answer.body).toEqual({
		user: { id, username: 'bob', display_name: null, avatarId: expect.any(Number), isGhost: false, claimedById: null },
		transferredRatings: 2,
		cameAlong: 0,
	})
	expect(id).not.toBe(ghost.id)
	const bob = await app.signIn({ username: 'bob', password: 'backseat' })
	expect(await bob.get('/api/user')).toMatchObject({
		status: 200,
		body: { id, email: 'bob@example.org', isLatestRatingsSeen: false, lastRatingReceivedAt: expect.any(String) },
	})
	expect((await bob.get(`/api/ratings/driver/${id}`)).body).toMatchObject([{ id: theirs.id }, { id: mine.id }])
	expect((await bob.get(`/api/drivers/${ghost.id}/stats`)).body).toMatchObject({ totalRides: 2, averageStar: 3.5 })
	expect(await app.browser().get(link)).toMatchObject(usedUp)
	expect(await claim({ username: 'bobby' })).toMatchObject(usedUp)
})

test('the claimed ghost keeps its record and says who claimed it', async () => {
	const { app, ghost, claim } = await ghostStory()

	const { body } = await claim()

	expect((await app.browser().get(`/api/users/${ghost.id}`)).body).toEqual({
		id: ghost.id,
		username: ghost.username,
		display_name: 'Uncle Bob',
		avatarId: expect.any(Number),
		isGhost: true,
		claimedById: idIn((body as { user: unknown }).user),
	})
	const row = app.db.orm.select().from(users).where(eq(users.id, ghost.id)).get()
	expect(row?.ghostClaimToken).toBeNull()
})

test('a link proposes a username that is free, made of what the ghost is called [spec 12.10]', async () => {
	const { app, creator } = await ghostStory()
	const proposedFor = async (name: string) => {
		const { ghostClaimToken } = await app.ghost(creator, name)
		const { body } = await app.browser().get(`/api/ghost-drivers/claim/${ghostClaimToken}`)
		return (body as { proposedUsername: string | null }).proposedUsername
	}

	expect(await proposedFor('Elke Müller')).toBe('elke.mueller')
	await app.member('Elke.Mueller')
	await app.member('elke.mueller2')
	expect(await proposedFor('Elke Müller')).toBe('elke.mueller3')
	expect(await proposedFor('Admin')).toBe('admin2')
	expect(await proposedFor('Бабушка')).toBeNull()
})

test('a newcomer chooses a face, or keeps the one they were given [spec 12.11]', async () => {
	const { app, creator } = await ghostStory()
	const claimed = async (username: string, avatarId?: unknown) => {
		const { body } = await creator.post('/api/ghost-drivers', { username: 'Amy', avatarId: 5 })
		const { ghostClaimToken: token } = body as { ghostClaimToken: string }
		const form = { token, username, password: 'backseat', avatarId }
		return (await app.browser().post('/api/ghost-drivers/claim', form)) as { status: number; body: object }
	}

	expect(await claimed('amy')).toMatchObject({ status: 201, body: { user: { avatarId: 5 } } })
	expect(await claimed('amy2', 3)).toMatchObject({ status: 201, body: { user: { avatarId: 3 } } })
	for (const nonsense of [0, 6, 2.5, '3', null]) expect((await claimed('amy3', nonsense)).status).toBe(400)
})

test('claiming a ghost nobody rated raises no notice', async () => {
	const { app, claim } = await ghostStory()
	expect((await claim()).body).toMatchObject({ transferredRatings: 0 })

	expect((await app.browser().post('/api/login', { username: 'bob', password: 'backseat' })).body).toMatchObject({
		isLatestRatingsSeen: true,
		lastRatingReceivedAt: null,
	})
})

test('unknown, malformed and used links answer all alike [T13] [spec 5.12]', async () => {
	const { app, claim } = await ghostStory()
	const tokens = ['A'.repeat(32), 'short', 'A'.repeat(65), 'not%20a%20token!', "'%20OR%201=1--", '%00'.repeat(10)]

	for (const token of tokens) {
		expect(await app.browser().get(`/api/ghost-drivers/claim/${token}`)).toMatchObject(usedUp)
		expect(await claim({ token: decodeURIComponent(token) })).toMatchObject(usedUp)
	}
	for (const token of [undefined, null, 12_345_678_901, { $ne: '' }, ['A'.repeat(32)]])
		expect(await claim({ token })).toMatchObject({ status: 400, body: { field: 'token' } })
	expect((await claim()).status).toBe(201)
})

test.each<[string, Record<string, unknown>, string, string]>([
	['a name of two', { username: 'bo' }, 'username', 'Username must be at least 3 characters'],
	['a name of 51', { username: 'b'.repeat(51) }, 'username', 'Username must be at most 50 characters'],
	[
		'a name with a space',
		{ username: 'uncle bob' },
		'username',
		'Username can only contain letters, numbers, dots, dashes, and underscores',
	],
	['no name', { username: undefined }, 'username', 'Required'],
	['a password of seven', { password: '1234567' }, 'password', 'Password must be at least 8 characters'],
	['a password of 129', { password: 'p'.repeat(129) }, 'password', 'Password must be at most 128 characters'],
	['no password', { password: undefined }, 'password', 'Required'],
	['neither', { username: undefined, password: undefined }, 'username', 'Required'],
])(
	'a claim with %s is a mistake that does not use the link up [spec 5.9] [spec 5.16]',
	async (_what, special, field, message) => {
		const { app, link, claim } = await ghostStory()

		expect(await claim(special)).toMatchObject({ status: 400, body: { code: 'invalid', field, message } })
		expect((await app.browser().get(link)).status).toBe(200)
	},
)

test.each(['creator', 'CREATOR', 'demo', 'admin'])('the taken name %s does not use the link up', async (username) => {
	const { app, creator, ghost, link, claim } = await ghostStory()
	await app.rate(creator, ghost.id)

	const refused = await claim({ username })

	expect(refused).toMatchObject({ status: 409, body: { field: 'username', message: 'Username already exists' } })
	expect(await app.browser().get(link)).toMatchObject({ status: 200, body: { ratingsCount: 1 } })
	expect(app.db.orm.select().from(ratings).get()?.driverId).toBe(ghost.id)
	expect(await claim({ username: 'b'.repeat(50) })).toMatchObject({ status: 201, body: { transferredRatings: 1 } })
})

test.each(['nonsense', 'bob@', '', null, 5, [['a@example.org']]])(
	'the email %p is dropped without a word: a typo must not cost anybody their claim',
	async (email) => {
		const { app, claim } = await ghostStory()

		expect((await claim({ email })).status).toBe(201)
		const row = app.db.orm.select().from(users).where(eq(users.username, 'bob')).get()
		expect(row?.email).toBeNull()
	},
)

test('a claim makes no session, and takes over none of what is sent beside the form', async () => {
	const { app, claim } = await ghostStory()
	const before = app.rows(sessions).length

	const answer = await claim({ id: 7, isGhost: true, claimedById: 2, display_name: 'Boss', ghostClaimToken: 'x' })

	expect(answer.body).toMatchObject({ user: { isGhost: false, claimedById: null, display_name: null } })
	expect(app.rows(sessions)).toHaveLength(before)
})

test('of ten people who claim one ghost at once exactly one gets it, and every rating counts once [T14] [spec 7.16]', async () => {
	const { app, creator } = await familyOf('creator')
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
	expect(app.rows(ratings).map(({ driverId }) => driverId)).toEqual(Array(4).fill(winner))
	expect((await creator.get(`/api/drivers/${winner}/stats`)).body).toMatchObject({ totalRides: 4, averageStar: 3 })
	// The losers left no account: there are only the two built-in rows, the creator, the ghost and the winner.
	expect(app.rows(users)).toHaveLength(5)
})

test('of ten people who claim ten ghosts under one name, one gets a ghost and nine links stay good', async () => {
	const { app, creator } = await familyOf('creator')
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
	const { app, creator } = await familyOf('creator')
	const ghost = await app.ghost(creator)
	const claim = { token: ghost.ghostClaimToken, username: 'bob', password: 'backseat' }

	const [claimed] = await Promise.all([
		app.browser().post('/api/ghost-drivers/claim', claim),
		...Array.from({ length: 8 }, () => app.rate(creator, ghost.id)),
	])

	const claimer = idIn((claimed.body as { user: unknown }).user)
	expect((await creator.get(`/api/drivers/${claimer}/stats`)).body).toMatchObject({ totalRides: 8 })
	expect(app.rows(ratings).every(({ driverId }) => driverId === claimer)).toBe(true)
})
