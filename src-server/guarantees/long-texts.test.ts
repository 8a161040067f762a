import { expect, test } from 'bun:test'
import { type TestAnswer, testApp } from '#server/testing/test-app.ts'

async function family() {
	const app = testApp({ smtpUrl: 'smtp://127.0.0.1:9', smtpFrom: 'a@b.example' })
	const mum = await app.member('mum')
	return { stranger: app.browser(), mum, ghost: await app.ghost(mum) }
}
type Family = Awaited<ReturnType<typeof family>>
type LongText = { where: string; text: string; send(people: Family, text: string): Promise<TestAnswer>; says: string }

const password = 'backseat'
const TOO_LONG = 'Invalid input'
const NO_EMAIL = 'Please enter a valid email'
const NAME = 'x'.repeat(201)
/** Far above the limit in the message, which is lower than the one that is checked first. */
const ACCENTS = `a${'\u0300\u0316'.repeat(4000)}`

const refused: LongText[] = [
	{
		where: 'the name at the login',
		text: NAME,
		says: TOO_LONG,
		send: ({ stranger }, username) => stranger.post('/api/login', { username, password }),
	},
	{
		where: 'the name whose password was forgotten',
		text: NAME,
		says: TOO_LONG,
		send: ({ stranger }, username) => stranger.post('/api/forgot-password', { username }),
	},
	{
		where: 'a search',
		text: NAME,
		says: TOO_LONG,
		send: ({ mum }, search) => mum.get(`/api/users?search=${search}`),
	},
	{
		where: 'the name at sign-up',
		text: ACCENTS,
		says: 'Username must be at most 20 characters',
		send: ({ stranger }, username) => stranger.post('/api/users', { username, password }),
	},
	{
		where: 'the name of an account made again',
		text: ACCENTS,
		says: 'Username must be at most 20 characters',
		send: ({ stranger }, username) => stranger.post('/api/register', { username, password }),
	},
	{
		where: 'a new name',
		text: ACCENTS,
		says: 'Username must be at most 20 characters',
		send: ({ mum }, username) => mum.put(`/api/users/${mum.id}`, { username }),
	},
	{
		where: 'the name at a claim',
		text: ACCENTS,
		says: 'Username must be at most 50 characters',
		send: ({ stranger, ghost }, username) =>
			stranger.post('/api/ghost-drivers/claim', { token: ghost.ghostClaimToken, username, password }),
	},
	{
		where: 'a ghost’s name, though most of it be spaces',
		text: `${' '.repeat(198)}Bob`,
		says: 'Name cannot exceed 50 characters',
		send: ({ mum }, username) => mum.post('/api/ghost-drivers', { username }),
	},
	{
		where: 'the address at sign-up, though most of it be spaces',
		text: `${' '.repeat(310)}a@b.example`,
		says: NO_EMAIL,
		send: ({ stranger }, email) => stranger.post('/api/users', { username: 'dad', password, email }),
	},
	{
		where: 'a ghost’s address',
		text: `${' '.repeat(310)}a@b.example`,
		says: NO_EMAIL,
		send: ({ mum }, email) => mum.post('/api/ghost-drivers', { username: 'Bob', email }),
	},
	{
		where: 'a display name',
		text: ACCENTS,
		says: 'Name cannot exceed 50 characters',
		send: ({ mum }, display_name) => mum.patch(`/api/users/${mum.id}`, { display_name }),
	},
	{
		where: 'a new address',
		text: `${' '.repeat(310)}a@b.example`,
		says: NO_EMAIL,
		send: ({ mum }, email) => mum.patch(`/api/users/${mum.id}`, { email, password: mum.password }),
	},
	{
		where: 'the password at sign-up',
		text: 'x'.repeat(129),
		says: 'Password must be at most 128 characters',
		send: ({ stranger }, text) => stranger.post('/api/users', { username: 'dad', password: text }),
	},
	{
		where: 'the password at a claim',
		text: 'x'.repeat(129),
		says: 'Password must be at most 128 characters',
		send: ({ stranger, ghost }, text) =>
			stranger.post('/api/ghost-drivers/claim', { token: ghost.ghostClaimToken, username: 'dad', password: text }),
	},
	{
		where: 'the password of a reset',
		text: 'x'.repeat(129),
		says: 'Password must be at most 128 characters',
		send: ({ stranger }, text) => stranger.post('/api/password-resets', { token: 'x'.repeat(32), password: text }),
	},
	{
		where: 'a new password',
		text: 'x'.repeat(129),
		says: 'Password must be at most 128 characters',
		send: ({ mum }, newPassword) =>
			mum.put(`/api/users/${mum.id}/password`, { currentPassword: mum.password, newPassword }),
	},
]

for (const { where, text, send, says } of refused)
	test(`${where} is refused when it is too long, with the words of its own limit [T7]`, async () => {
		const people = await family()

		expect(await send(people, text)).toMatchObject({ status: 400, body: { code: 'invalid', message: says } })
		// One less is looked at, whatever is then said of it.
		if (text !== ACCENTS) expect((await send(people, text.slice(1))).body).not.toMatchObject({ message: says })
	})

test('an address too long to be one is dropped at a claim, and costs nobody the claim', async () => {
	const { stranger, ghost } = await family()
	const claim = { token: ghost.ghostClaimToken, username: 'dad', password }

	const answer = await stranger.post('/api/ghost-drivers/claim', { ...claim, email: `${' '.repeat(310)}a@b.example` })

	expect(answer.status).toBe(201)
	await stranger.post('/api/login', claim)
	expect((await stranger.get('/api/user')).body).toMatchObject({ email: null })
})

test('where the current password is asked for, one too long to be it is a wrong one [T7]', async () => {
	const { mum } = await family()

	const change = await mum.put(`/api/users/${mum.id}/password`, { currentPassword: ACCENTS, newPassword: 'backseat' })
	const deletion = await mum.delete(`/api/users/${mum.id}`, { password: ACCENTS, ratings: 'go' })

	for (const answer of [change, deletion])
		expect(answer).toMatchObject({ status: 403, body: { code: 'wrong_password' } })
})
