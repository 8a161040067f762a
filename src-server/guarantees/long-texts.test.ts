import { expect, test } from 'bun:test'
import { type TestAnswer, testApp } from '#server/testing/test-app.ts'

async function family() {
	const app = testApp({ smtpUrl: 'smtp://127.0.0.1:9', smtpFrom: 'a@b.example' })
	const mum = await app.member('mum')
	return { stranger: app.browser(), mum, ghost: await app.ghost(mum) }
}
type Family = Awaited<ReturnType<typeof family>>
type Place = [where: string, who: 'stranger' | 'mum', call: string, body: (text: string, people: Family) => object]

const password = 'backseat'
const NAME = 'x'.repeat(201)
/** Far above the limit in the message; a higher limit is checked first. */
const ACCENTS = `a${'\u0300\u0316'.repeat(4000)}`
const EMAIL = `${' '.repeat(310)}a@b.example`

const named = (username: string) => ({ username, password })
const withToken = ({ ghost }: Family) => ({ token: ghost.ghostClaimToken, username: 'dad', password })

/** Too long texts, their error messages, and the fields that take them. */
const PLACES: [text: string, says: string, places: Place[]][] = [
	[
		NAME,
		'Invalid input',
		[
			['the name at the login', 'stranger', 'post /api/login', named],
			['the name whose password was forgotten', 'stranger', 'post /api/forgot-password', (username) => ({ username })],
			['a search', 'mum', 'get /api/users?search=TEXT', () => ({})],
		],
	],
	[
		ACCENTS,
		'Username must be at most 20 characters',
		[
			['the name at sign-up', 'stranger', 'post /api/users', named],
			['the name of an account made again', 'stranger', 'post /api/register', named],
			['a new name', 'mum', 'put /api/users/ME', (username) => ({ username })],
		],
	],
	[
		ACCENTS,
		'Username must be at most 50 characters',
		[
			[
				'the name at a claim',
				'stranger',
				'post /api/ghost-drivers/claim',
				(username, people) => ({ ...withToken(people), username }),
			],
		],
	],
	[
		`${' '.repeat(198)}Bob`,
		'Name cannot exceed 50 characters',
		[['a ghost’s name, though most of it be spaces', 'mum', 'post /api/ghost-drivers', (username) => ({ username })]],
	],
	[
		ACCENTS,
		'Name cannot exceed 50 characters',
		[['a display name', 'mum', 'patch /api/users/ME', (display_name) => ({ display_name })]],
	],
	[
		EMAIL,
		'Please enter a valid email',
		[
			['the address at sign-up', 'stranger', 'post /api/users', (email) => ({ ...named('dad'), email })],
			['a ghost’s address', 'mum', 'post /api/ghost-drivers', (email) => ({ username: 'Bob', email })],
			['a new address', 'mum', 'patch /api/users/ME', (email, { mum }) => ({ email, password: mum.password })],
		],
	],
	[
		'x'.repeat(129),
		'Password must be at most 128 characters',
		[
			['the password at sign-up', 'stranger', 'post /api/users', (password) => ({ username: 'dad', password })],
			[
				'the password at a claim',
				'stranger',
				'post /api/ghost-drivers/claim',
				(password, people) => ({ ...withToken(people), password }),
			],
			[
				'the password of a reset',
				'stranger',
				'post /api/password-resets',
				(password) => ({ token: 'x'.repeat(32), password }),
			],
			[
				'a new password',
				'mum',
				'put /api/users/ME/password',
				(newPassword, { mum }) => ({ currentPassword: mum.password, newPassword }),
			],
		],
	],
]

for (const [text, says, places] of PLACES)
	for (const [where, who, call, body] of places)
		test(`${where} is refused when it is too long, with the words of its own limit [T7]`, async () => {
			const people = await family()
			const send = (text: string): Promise<TestAnswer> => {
				const [method = '', path = ''] = call.replace('ME', String(people.mum.id)).replace('TEXT', text).split(' ')
				const browser = people[who]
				return method === 'get' ? browser.get(path) : browser[method as 'post'](path, body(text, people))
			}

			expect(await send(text)).toMatchObject({ status: 400, body: { code: 'invalid', message: says } })
			// A text that is one character shorter passes this check, whatever a later check says.
			if (text !== ACCENTS) expect((await send(text.slice(1))).body).not.toMatchObject({ message: says })
		})

test('an address too long to be one is dropped at a claim, and costs nobody the claim', async () => {
	const { stranger, ghost } = await family()
	const claim = { token: ghost.ghostClaimToken, username: 'dad', password }

	const answer = await stranger.post('/api/ghost-drivers/claim', { ...claim, email: EMAIL })

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
