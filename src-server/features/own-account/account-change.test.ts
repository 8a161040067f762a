import { expect, spyOn, test } from 'bun:test'
import { passwordResets, users } from '#db/schema.ts'
import { createProofs } from '#server/features/accounts/proofs.ts'
import { TERMINAL } from '#server/features/journal/journal.ts'
import { openReset } from '#server/features/password-resets/open-reset.ts'
import { longWritesHere } from '#server/long-writes/long-writes.ts'
import { HERE } from '#server/testing/limited-calls.ts'
import { type TestBrowser, testApp } from '#server/testing/test-app.ts'
import { ownAccountService } from './own-account.service.ts'

const FIRST = 'mum@home.example'
const SECOND = 'mum@new.example'

async function setUp(rateLimitScale = 0) {
	const app = testApp({ rateLimitScale })
	const mum = await app.member('mum', app.browser({ address: HERE }))
	const { password } = mum
	const change = (wish: unknown, on: TestBrowser = mum, id: unknown = mum.id) => on.patch(`/api/users/${id}`, wish)
	if (rateLimitScale === 0) await change({ email: FIRST, password })
	const me = async () => {
		const { isHost: _, newReplies: __, ...own } = (await mum.get('/api/user')).body as Record<string, unknown>
		return own
	}
	return { app, mum, password, change, me }
}

const wrong = {
	status: 403,
	body: { code: 'wrong_password', field: 'password', message: 'That is not your current password' },
}

test('a member takes another face and another display name, and keeps everything else [spec 7.5]', async () => {
	const { app, mum, change, me } = await setUp()
	const before = await me()

	const answer = await change({ avatarId: 3, display_name: ' Mama 🐻 ' })

	expect(answer).toMatchObject({ status: 200, cookies: [] })
	expect(answer.body).toEqual({ ...before, avatarId: 3, display_name: 'Mama 🐻' })
	expect((await app.browser().get(`/api/users/${mum.id}`)).body).toMatchObject({ avatarId: 3, display_name: 'Mama 🐻' })
	expect((await change({ avatarId: 5 })).body).toEqual({ ...before, avatarId: 5, display_name: 'Mama 🐻' })
})

test('a blank display name becomes null', async () => {
	const { change } = await setUp()

	for (const none of [null, '', '  ']) {
		await change({ display_name: 'Mama' })
		expect(await change({ display_name: none })).toMatchObject({ status: 200, body: { display_name: null } })
	}
})

test('a member takes another e-mail address, or none, with their password [spec 7.5]', async () => {
	const { password, change, me } = await setUp()

	expect(await change({ email: ` ${SECOND} `, password })).toMatchObject({ status: 200, body: { email: SECOND } })
	expect(await me()).toMatchObject({ email: SECOND })
	for (const none of [null, '', '  ']) {
		await change({ email: FIRST, password })
		expect(await change({ email: none, password })).toMatchObject({ status: 200, body: { email: null } })
	}
})

test('what is not sent stays: no address goes with a face, and no name with an address', async () => {
	const { password, change, me } = await setUp()
	await change({ display_name: 'Mama', avatarId: 4 })
	const before = await me()

	expect((await change({ avatarId: 4, password: 'never looked at' })).body).toEqual(before)
	expect((await change({ email: FIRST, password })).body).toEqual(before)
	expect((await change({})).body).toEqual(before)
	expect(before).toMatchObject({ email: FIRST, display_name: 'Mama', avatarId: 4 })
})

test('an address is neither set nor removed without the right password, and nothing else is then [T9]', async () => {
	const { change, me, password } = await setUp()
	const before = await me()

	for (const guess of [undefined, '', 'a guess', `${password} `])
		for (const email of [SECOND, null, ''])
			expect(await change({ email, password: guess, avatarId: 2, display_name: 'Thief' })).toMatchObject(wrong)

	expect(await me()).toEqual(before)
})

test('a text that cannot be a password is wrong without being hashed', async () => {
	const { change } = await setUp()
	const verify = spyOn(Bun.password, 'verify')

	// Composing long runs of accents takes seconds.
	for (const guess of [undefined, '', 'x'.repeat(129), `e${'\u0301\u0316'.repeat(2000)}`])
		expect(await change({ email: SECOND, password: guess })).toMatchObject(wrong)

	expect(verify).not.toHaveBeenCalled()
	verify.mockRestore()
})

test('a link for a new password that went to the address before is worthless with another one [T9]', async () => {
	const { app, mum, password, change } = await setUp()
	const token = openReset(app.context, mum.id, TERMINAL)
	await change({ avatarId: 2 })
	await change({ email: SECOND, password: 'a guess' })
	expect((await app.browser().get(`/api/password-resets/${token}`)).status).toBe(200)

	await change({ email: SECOND, password })

	expect(app.rows(passwordResets)).toEqual([])
	expect((await app.browser().get(`/api/password-resets/${token}`)).status).toBe(404)
})

const MISTAKES = {
	avatarId: [0, 6, 2.5, '3', null],
	display_name: ['M', 'M'.repeat(51), 'Ma\u202Ema', 'Ma\u0000ma', ['Mama'], 7],
	email: ['mum', 'mum@', `${FIRST}, thief@home.example`, `${'m'.repeat(250)}@home.example`, [FIRST], 7],
	password: [12345678, null],
}

test.each(Object.entries(MISTAKES))(
	'a mistake in %s is named, and nothing is changed [spec 7.5]',
	async (field, values) => {
		const { password, change, me } = await setUp()
		const before = await me()

		for (const value of values) {
			const answer = await change({ avatarId: 2, display_name: 'Mama', password, [field]: value })
			expect([value, answer]).toMatchObject([value, { status: 400, body: { code: 'invalid', field } }])
		}
		expect(await me()).toEqual(before)
	},
)

test('no column changes that nobody offered [T4]', async () => {
	const { app, mum, change } = await setUp()
	const rowOf = () => app.rows(users).find(({ id }) => id === mum.id)
	const before = rowOf()

	const more = {
		username: 'boss',
		isGhost: true,
		claimedById: 2,
		createdById: 2,
		passwordHash: 'x',
		isLatestRatingsSeen: false,
	}
	const { status } = await change({ ...more, id: 2, displayName: 'Boss', ghostClaimToken: 'a-token-of-my-own' })

	expect([status, rowOf()]).toEqual([200, before])
})

test('a password that is changed while it is looked at is not the right one any more', async () => {
	const { app, mum, me } = await setUp()
	const { passwords, queries } = app.context
	const matches = async () => {
		queries.users.setPasswordHash(mum.id, 'the hash of another')
		return true
	}
	const context = { ...app.context, passwords: { ...passwords, matches } }
	const none = async () => () => {}
	const prove = createProofs(context, { passkey: none, oidc: none })
	const { change } = ownAccountService(context, {
		purge: async () => {},
		longWrites: longWritesHere(app.context),
		prove,
	})

	const from = { session: null, address: HERE, requestOrigin: { host: null, isHttps: false } }

	const changed = change(mum.id, { email: SECOND, password: mum.password }, from)

	expect(await changed.catch((error: Error) => error.message)).toBe('That is not your current password')
	expect(await me()).toMatchObject({ email: FIRST })
})

test('a member’s language is kept with their account, known to nobody else, and comes along with their data [T17]', async () => {
	const { app, mum, change, me } = await setUp()
	const dad = await app.member('dad')
	const host = await app.host()
	const before = await me()

	expect((await change({ language: 'pt-BR' })).body).toEqual(before)

	expect(await me()).toEqual({ ...before, language: 'pt-BR' })
	expect((await mum.get(`/api/users/${mum.id}/data`)).body).toMatchObject({ account: { language: 'pt-BR' } })
	const addresses = [`/api/users/${mum.id}`, '/api/users?search=mum', '/api/users', '/api/host/people']
	for (const stranger of [dad, host, app.browser()])
		for (const address of addresses) expect(JSON.stringify((await stranger.get(address)).body)).not.toContain('pt-BR')
	await change({ language: null })
	expect(await me()).toEqual(before)
})

test('a language that Backseat does not know is refused', async () => {
	const { change, me } = await setUp()
	const before = await me()

	for (const language of ['tlh', 'PT-br', '', 5, ['de']])
		expect(await change({ language })).toMatchObject({ status: 400, body: { code: 'invalid', field: 'language' } })
	expect(await me()).toEqual(before)
})
