import { expect, test } from 'bun:test'
import { passwordResets } from '#db/schema.ts'
import { TERMINAL } from '#server/features/journal/journal.ts'
import { openReset } from '#server/features/password-resets/open-reset.ts'
import { type TestBrowser, testApp } from '#server/testing/test-app.ts'

const HERE = '198.51.100.1'

async function setUp(rateLimitScale = 0) {
	const app = testApp({ rateLimitScale })
	const mum = await app.member('mum', app.browser({ address: HERE }))
	const change = (special: object = {}, on: TestBrowser = mum, id: unknown = mum.id) =>
		on.put(`/api/users/${id}/password`, { currentPassword: mum.password, newPassword: 'new-secret', ...special })
	const logIn = (password: string, address?: string) =>
		app.browser({ address }).post('/api/login', { username: 'mum', password })
	return { app, mum, change, logIn }
}

const wrong = {
	status: 403,
	body: { code: 'wrong_password', field: 'currentPassword', message: 'That is not your current password' },
}

test('a member who knows their password sets another', async () => {
	const { mum, change, logIn } = await setUp()

	expect(await change()).toMatchObject({ status: 200, body: { success: true } })

	expect((await logIn('new-secret')).status).toBe(200)
	expect((await logIn(mum.password)).status).toBe(401)
})

test('this browser stays signed in, under a new token; all others are out [T9]', async () => {
	const { app, mum, change } = await setUp()
	const thief = await app.signIn(mum)
	const before = mum.cookies.get('backseat_session') ?? ''
	const dad = await app.member('dad')

	await change()

	const oldCookie = { Cookie: `backseat_session=${before}` }
	expect((await mum.get('/api/user')).status).toBe(200)
	expect(mum.cookies.get('backseat_session')).not.toBe(before)
	expect((await app.browser().get('/api/user', oldCookie)).status).toBe(401)
	expect((await thief.get('/api/user')).status).toBe(401)
	expect((await dad.get('/api/user')).status).toBe(200)
})

test('an open link for a new password is worthless afterwards', async () => {
	const { app, mum, change } = await setUp()
	const token = openReset(app.context, mum.id, TERMINAL)
	expect((await app.browser().get(`/api/password-resets/${token}`)).status).toBe(200)

	await change()

	expect(app.rows(passwordResets)).toEqual([])
	expect((await app.browser().get(`/api/password-resets/${token}`)).status).toBe(404)
})

test('a wrong current password changes nothing and ends nothing', async () => {
	const { mum, change, logIn } = await setUp()

	expect(await change({ currentPassword: 'a guess' })).toMatchObject(wrong)

	expect((await mum.get('/api/user')).status).toBe(200)
	expect((await logIn(mum.password)).status).toBe(200)
})

test.each([
	['no current password', { currentPassword: '' }, 'currentPassword'],
	['none at all', { currentPassword: undefined }, 'currentPassword'],
	['a new one of five characters', { newPassword: 'short' }, 'newPassword'],
	['a new one of 129', { newPassword: 'x'.repeat(129) }, 'newPassword'],
	['a number', { newPassword: 12345678 }, 'newPassword'],
])('%s is a mistake in the form', async (_, special, field) => {
	const { change } = await setUp()

	expect(await change(special)).toMatchObject({ status: 400, body: { field } })
})

test('guesses count together with those at the login: five, then a pause, also for the right one [T6]', async () => {
	const { app, mum, change, logIn } = await setUp(1)
	for (let i = 0; i < 3; i++) expect((await logIn('a guess', HERE)).status).toBe(401)
	for (let i = 0; i < 2; i++) expect((await change({ currentPassword: 'a guess' })).status).toBe(403)

	expect(await change()).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
	expect((await logIn(mum.password, HERE)).status).toBe(429)
	expect((await logIn(mum.password, '198.51.100.2')).status).toBe(200)
	app.wait(30)
	expect((await change()).status).toBe(200)
})

test('a thief of a session cannot use up the tries of its owner', async () => {
	const { app, mum, change } = await setUp(1)
	const thief = app.browser({ address: '198.51.100.66' })
	thief.cookies.set('backseat_session', mum.cookies.get('backseat_session') ?? '')
	for (let i = 0; i < 11; i++) {
		await change({ currentPassword: 'a guess' }, thief)
		app.wait(i < 4 ? 0 : 1)
	}
	for (let i = 0; i < 10; i++) await thief.delete(`/api/users/${mum.id}`, { password: 'a guess', ratings: 'go' })
	for (let i = 0; i < 130; i++) await thief.delete(`/api/users/${mum.id}/sessions`)

	expect((await mum.delete(`/api/users/${mum.id}/sessions`)).status).toBe(200)
	expect((await change()).status).toBe(200)
	expect((await thief.get('/api/user')).status).toBe(401)
})

test('of ten changes at once one is made, and its browser is the only one signed in', async () => {
	const { app, mum, change, logIn } = await setUp()
	const browsers = await Promise.all(Array.from({ length: 10 }, () => app.signIn(mum)))

	const answers = await Promise.all(browsers.map((browser, i) => change({ newPassword: `secret-${i}` }, browser)))

	const won = answers.findIndex(({ status }) => status === 200)
	expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(403)])
	expect((await logIn(`secret-${won}`)).status).toBe(200)
	const signedIn = await Promise.all(browsers.map((browser) => browser.get('/api/user')))
	expect(signedIn.flatMap(({ status }, i) => (status === 200 ? [i] : []))).toEqual([won])
})
