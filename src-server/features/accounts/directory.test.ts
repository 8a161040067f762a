import { expect, test } from 'bun:test'
import { familyOf, type TestBrowser } from '#server/testing/test-app.ts'

const names = async (browser: TestBrowser, query = '') => {
	const { body } = await browser.get(`/api/users${query}`)
	return (body as { username: string }[]).map(({ username }) => username)
}

const demo = { id: 2, username: 'demo', display_name: 'Demo Driver', avatarId: 1, isGhost: false, claimedById: null }

test('a visitor finds only the demo driver in the directory, and searches in vain [T18]', async () => {
	const { app, mum } = await familyOf('mum')
	await app.ghost(mum)

	const answer = await app.browser().get('/api/users')

	expect(answer).toMatchObject({ status: 200, body: [demo] })
	expect((answer.body as unknown[]).length).toBe(1)
	expect(await names(app.browser(), '?search=mum')).toEqual([])
	expect((await app.browser().get('/api/users/2')).body).toMatchObject(demo)
})

test('a member finds all members and the ghosts they created or rated, with six fields each [spec 7.6]', async () => {
	const { app, mum, dad, kid } = await familyOf('mum', 'dad', 'kid')
	const bob = await app.ghost(dad, 'Uncle Bob')
	const rated = await app.ghost(kid, 'Auntie')
	await app.ghost(kid, 'Somebody else')
	await app.rate(dad, rated.id)

	expect((await names(dad)).sort()).toEqual(['dad', bob.username, rated.username, 'kid', 'mum'].sort())
	expect((await names(mum)).sort()).toEqual(['dad', 'kid', 'mum'])
	for (const user of (await dad.get('/api/users')).body as object[])
		expect(Object.keys(user).sort()).toEqual(
			['id', 'username', 'display_name', 'isGhost', 'claimedById', 'avatarId'].sort(),
		)
})

test('members come before ghosts, however many ghosts there are [spec 15.3]', async () => {
	const { app, mum, dad } = await familyOf('mum', 'dad')
	for (let n = 1; n <= 60; n++) await app.ghost(mum, `Ghost ${n}`)

	expect(await names(mum, '?limit=2')).toEqual(['dad', 'mum'])
	const all = await names(mum, '?limit=50')
	expect(all.slice(0, 2)).toEqual(['dad', 'mum'])
	expect(all).toHaveLength(50)
	expect(await names(dad, '?limit=50')).toEqual(['dad', 'mum'])
})

test('the directory is as long as asked for, newest first, and never longer than 500', async () => {
	const { app, mum } = await familyOf('mum')
	for (let i = 0; i < 520; i++) {
		const row = `(${1000 + i}, 'person-${i}', 1, ${4e12 + i})`
		app.db.orm.run(`INSERT INTO users (id, username, avatar_id, created_at) VALUES ${row}`)
	}

	expect(await names(mum, '?limit=2')).toEqual(['person-519', 'person-518'])
	expect(await names(mum)).toHaveLength(100)
	expect(await names(mum, '?limit=501')).toHaveLength(500)
	expect(await names(mum, '?limit=-1')).toHaveLength(100)
})

test('a search finds members by a part of either name in any case, an exact name first, and never a ghost [spec 5.7]', async () => {
	const { app, mumrik: mum } = await familyOf('mumrik')
	await app.member('Mum')
	const dad = await app.member('dad')
	await app.ghost(mum, 'Mummy')
	await app.ghost(dad, 'Mum’s mum')

	expect(await names(dad, '?search=mUM')).toEqual(['Mum', 'mumrik'])
	expect(await names(dad, '?search=mUM&limit=1')).toEqual(['Mum'])
	expect(await names(dad, '?search=demo')).toEqual([])
	expect(await names(dad, '?search=guest')).toEqual([])
})

test.each(['m', '%20m%20', '', '%25%25', '__', "'%20OR%201=1"])(
	'the search for "%s" finds nobody [T22]',
	async (search) => {
		const { mum } = await familyOf('mum')

		expect(await names(mum, `?search=${search}`)).toEqual([])
	},
)

test('a stranger sees six fields of a member, the member sees their own account [spec 7.3]', async () => {
	const { app, mum, dad } = await familyOf('mum', 'dad')
	const six = { id: mum.id, username: 'mum', display_name: null, isGhost: false, claimedById: null }

	const toVisitor = await app.browser().get(`/api/users/${mum.id}`)
	const toDad = await dad.get(`/api/users/${mum.id}`)
	const toMum = await mum.get(`/api/users/${mum.id}`)

	expect(toVisitor.body).toEqual({ ...six, avatarId: expect.any(Number) })
	expect(toDad.body).toEqual(toVisitor.body)
	expect(toMum.body).toEqual({
		...six,
		avatarId: expect.any(Number),
		email: null,
		lastRatingNotificationAt: null,
		lastSeenRatingId: null,
		lastRatingReceivedAt: null,
		isLatestRatingsSeen: true,
	})
})

test.each([
	'1',
	'0',
	'-2',
	'2.0',
	'2e0',
	'0x2',
	'01',
	'mum',
	'%00',
	'9007199254740993',
	'99999999999999999',
	'%E0%A4%A',
])('there is no user %s', async (id) => {
	const { app, mum } = await familyOf('mum')

	for (const browser of [mum, app.browser()])
		expect(await browser.get(`/api/users/${id}`)).toMatchObject({
			status: 404,
			body: { code: 'not_found', message: 'User not found' },
		})
})

test('the claim link’s token is for a ghost’s circle: creator, raters and guests who rated, while it is unclaimed [T13] [spec 7.3]', async () => {
	const { app, creator, rater, other: stranger } = await familyOf('creator', 'rater', 'other')
	const [guest, visitor] = [app.browser(), app.browser()]
	const { id, ghostClaimToken } = await app.ghost(creator)
	await app.rate(rater, id)
	await app.rate(guest, id)
	const tokenFor = async (who: TestBrowser) => {
		const { body } = await who.get(`/api/users/${id}`)
		return Object.entries(body as object).find(([key]) => key === 'ghostClaimToken')
	}

	for (const insider of [creator, rater, guest])
		expect(await tokenFor(insider)).toEqual(['ghostClaimToken', ghostClaimToken])
	for (const outsider of [stranger, visitor]) expect(await tokenFor(outsider)).toBeUndefined()
	const claimer = await app.claim({ ghostClaimToken }, 'bob')

	for (const who of [creator, rater, guest, stranger]) expect(await tokenFor(who)).toBeUndefined()
	expect((await creator.get(`/api/users/${id}`)).body).toMatchObject({ isGhost: true, claimedById: claimer.id })
})
