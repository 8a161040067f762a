import { expect, test } from 'bun:test'
import { users } from '#db/schema.ts'
import { idIn, testApp } from '#server/testing/test-app.ts'
import { createPasswords } from './passwords.ts'
import { newAccount } from './testing/new-account.ts'

const userCount = (app: ReturnType<typeof testApp>) => app.rows(users).length
const mum = { username: 'mum', password: 'backseat', email: null, avatarId: 3 }

test('a person signs up with a name and a password, and is signed in [spec 7.7]', async () => {
	const app = testApp()
	const browser = app.browser()

	const answer = await browser.post('/api/users', mum)

	expect(answer.status).toBe(201)
	expect(answer.body).toEqual({ ...newAccount('mum'), avatarId: 3 })
	expect(await browser.get('/api/user')).toMatchObject({ status: 200, body: { username: 'mum' } })
})

test('a browser that remembers a lost account registers it again, the same way as signing up [spec 7.8]', async () => {
	const browser = testApp().browser()

	const answer = await browser.post('/api/register', mum)

	expect(answer).toMatchObject({ status: 201, body: { username: 'mum', avatarId: 3 } })
	expect(await browser.get('/api/user')).toMatchObject({ status: 200, body: { username: 'mum' } })
})

test('nobody can give themself an id, a ghost, a claim or a rating by asking for it [T4] [spec 5.11]', async () => {
	const app = testApp({}, { passwords: createPasswords() })
	const forged = {
		id: 7,
		display_name: 'Boss',
		isGhost: true,
		ghostClaimToken: 'claim-token-of-my-own',
		claimedById: 2,
		createdById: 2,
		creatorId: 2,
		passwordHash: 'x',
		lastSeenRatingId: 9,
		lastRatingReceivedAt: '2026-01-01T00:00:00.000Z',
		isLatestRatingsSeen: false,
	}

	const { body } = await app.browser().post('/api/users', { ...mum, ...forged })

	const row = app.rows(users).find(({ id }) => id === idIn(body))
	expect(row).toMatchObject({
		displayName: null,
		isGhost: false,
		ghostClaimToken: null,
		claimedById: null,
		createdById: null,
		lastSeenRatingId: null,
		lastRatingReceivedAt: null,
		isLatestRatingsSeen: true,
	})
	expect(row?.id).not.toBe(7)
	expect(row?.passwordHash).toStartWith('$argon2id$v=19$m=19456,t=2,p=1$')
})

const hidden = (code: string) => `There is a hidden character in it (U+${code}). Please type it by hand`
const tooOdd = 'Username can only contain letters, numbers, periods, underscores, and hyphens'
test.each<[string, Record<string, unknown>, string, string]>([
	['a name of two letters', { username: 'mu' }, 'username', 'Username must be at least 3 characters'],
	['a name of 21 letters', { username: 'm'.repeat(21) }, 'username', 'Username must be at most 20 characters'],
	['a name with a space', { username: 'my mum' }, 'username', tooOdd],
	['a name that only looks Latin', { username: 'аdmin' }, 'username', tooOdd],
	['a name with a zero-width space', { username: 'mu\u200Bm' }, 'username', hidden('200B')],
	['a name with half a surrogate pair', { username: 'mum\uD800' }, 'username', hidden('D800')],
	['a name that is a query', { username: { $gt: '' } }, 'username', 'Required'],
	['a name in a list', { username: ['mum'] }, 'username', 'Required'],
	['no name', { username: undefined }, 'username', 'Required'],
	['a password of five', { password: '12345' }, 'password', 'Password must be at least 6 characters'],
	['a password of 129', { password: 'p'.repeat(129) }, 'password', 'Password must be at most 128 characters'],
	['a number as password', { password: 1234567 }, 'password', 'Required'],
	['an email without @', { email: 'mum' }, 'email', 'Please enter a valid email'],
	['an email of 255', { email: `${'m'.repeat(243)}@example.org` }, 'email', 'Please enter a valid email'],
	['avatar 6', { avatarId: 6 }, 'avatarId', 'Invalid input'],
	['avatar 0', { avatarId: 0 }, 'avatarId', 'Invalid input'],
	['avatar "3"', { avatarId: '3' }, 'avatarId', 'Invalid input'],
	['avatar 2.5', { avatarId: 2.5 }, 'avatarId', 'Invalid input'],
])('nobody signs up with %s [spec 5.3] [spec 5.11]', async (_what, special, field, message) => {
	const app = testApp()

	const answer = await app.browser().post('/api/users', { ...mum, ...special })

	expect(answer).toMatchObject({ status: 400, cookies: [], body: { code: 'invalid', field, message } })
	expect(userCount(app)).toBe(2)
})

test('names of 3 and of 20 characters fit, and a password of 6 and of 128 [spec 5.3]', async () => {
	const app = testApp()

	const short = await app.browser().post('/api/users', { username: 'm.m', password: '123456' })
	const long = await app.browser().post('/api/users', { username: 'M_-.'.repeat(5), password: 'p'.repeat(128) })

	expect([short.status, long.status]).toEqual([201, 201])
})

test('an email is kept when it is one, and an empty one counts as none [spec 5.11]', async () => {
	const app = testApp()

	const withMail = await app.browser().post('/api/users', { ...mum, email: 'mum@example.org' })
	const without = await app.browser().post('/api/users', { ...mum, username: 'dad', email: '' })

	expect(withMail.body).toMatchObject({ email: 'mum@example.org' })
	expect(without.body).toMatchObject({ email: null })
})

test('a person who chooses no face gets one of the five [spec 9.5]', async () => {
	const app = testApp()
	const { body } = await app.browser().post('/api/users', { ...mum, avatarId: undefined })

	expect([1, 2, 3, 4, 5]).toContain((body as { avatarId: number }).avatarId)
})

test.each(['mum', 'MUM', 'Mum', 'demo', 'Guest', 'ADMIN', 'backseat', 'root'])(
	'the name %s is taken for everybody else [T27]',
	async (username) => {
		const app = testApp()
		await app.member('mum')

		const answer = await app.browser().post('/api/users', { ...mum, username })

		expect(answer).toMatchObject({
			status: 409,
			cookies: [],
			body: { code: 'taken', field: 'username', message: 'Username already exists' },
		})
	},
)

test('of twenty people who want one name at once, exactly one gets it [spec 9.31]', async () => {
	const app = testApp()

	const answers = await Promise.all(
		Array.from({ length: 20 }, (_, person) =>
			app.browser().post('/api/users', { ...mum, username: person % 2 ? 'mum' : 'MuM' }),
		),
	)

	expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)])
	expect(answers.filter(({ cookies }) => cookies.length > 0)).toHaveLength(1)
	expect(userCount(app)).toBe(3)
})

test.each(['invite', 'closed'] as const)('with signup %s nobody signs up', async (signup) => {
	const browser = testApp({ signup }).browser()

	for (const path of ['/api/users', '/api/register'])
		expect(await browser.post(path, mum)).toMatchObject({ status: 403, cookies: [], body: { code: 'signup_closed' } })
})
