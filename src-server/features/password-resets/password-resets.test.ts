import { afterEach, expect, setSystemTime, test } from 'bun:test'
import { passwordResets, sessions } from '#db/schema.ts'
import { TERMINAL } from '#server/features/journal/journal.ts'
import { familyOf, type TestBrowser } from '#server/testing/test-app.ts'
import { openReset } from './open-reset.ts'

const HOUR_MS = 3_600_000
const useless = {
	status: 404,
	cookies: [],
	body: { code: 'not_found', message: 'This reset link is invalid, has been used, or has expired.' },
}

afterEach(() => setSystemTime())

async function forgetfulHouse() {
	const { app, mum } = await familyOf('mum')
	const token = openReset(app.context, mum.id, TERMINAL)
	const look = (link: string) => app.browser().get(`/api/password-resets/${link}`)
	const reset = (link: unknown, password: unknown = 'new-secret', on: TestBrowser = app.browser()) =>
		on.post('/api/password-resets', { token: link, password })
	const logIn = (password: string) => app.browser().post('/api/login', { username: 'mum', password })
	return { app, mum, token, look, reset, logIn }
}

test('a link sets a new password, and its reader is signed in', async () => {
	const { app, mum, token, look, reset, logIn } = await forgetfulHouse()
	const browser = app.browser()

	expect((await look(token)).body).toEqual({
		username: 'mum',
		avatarId: expect.any(Number),
		removes: { passkeys: false, connected: [] },
	})
	expect(await reset(token, 'new-secret', browser)).toMatchObject({
		status: 200,
		body: { id: mum.id, username: 'mum' },
	})

	expect(await browser.get('/api/user')).toMatchObject({ status: 200, body: { id: mum.id } })
	expect((await logIn('new-secret')).status).toBe(200)
	expect((await logIn(mum.password)).status).toBe(401)
})

test('a person who was signed in, with the old password or a stolen cookie, is out [T9]', async () => {
	const { app, mum, token, reset } = await forgetfulHouse()
	const thief = await app.signIn(mum)
	const dad = await app.member('dad')

	await reset(token)

	expect((await mum.get('/api/user')).status).toBe(401)
	expect((await thief.get('/api/user')).status).toBe(401)
	expect((await dad.get('/api/user')).status).toBe(200)
})

test('of ten who use one link at once exactly one sets the password [T14]', async () => {
	const { app, mum, token, reset, logIn } = await forgetfulHouse()

	const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => reset(token, `secret-${i}`)))

	const won = answers.findIndex(({ status }) => status === 200)
	expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(404)])
	expect((await logIn(`secret-${won}`)).status).toBe(200)
	const left = app.rows(sessions)
	expect(left.filter(({ userId }) => userId === mum.id)).toHaveLength(2)
})

test('looking uses nothing up, and a password that is too short neither', async () => {
	const { token, look, reset } = await forgetfulHouse()
	for (let i = 0; i < 5; i++) expect((await look(token)).status).toBe(200)

	expect(await reset(token, 'short')).toMatchObject({ status: 400, body: { field: 'password' } })
	expect((await reset(token)).status).toBe(200)
})

test('a link ends after an hour', async () => {
	const { token, look, reset } = await forgetfulHouse()
	setSystemTime(Date.now() + HOUR_MS - 60_000)
	expect((await look(token)).status).toBe(200)
	setSystemTime(Date.now() + 60_000)

	expect(await look(token)).toMatchObject(useless)
	expect(await reset(token)).toMatchObject(useless)
})

test('nonsense is answered like a link that never was', async () => {
	const { look, reset } = await forgetfulHouse()

	for (const link of ['A'.repeat(32), 'short', 'A'.repeat(65), 'a.b.c.d.e.f.g', '%00'])
		expect([link, await look(link)]).toMatchObject([link, useless])
	for (const link of ['', 'A'.repeat(32), "' or 1=1 --"]) expect(await reset(link)).toMatchObject(useless)
	for (const link of [undefined, 7, ['x'], { $gt: '' }]) expect((await reset(link)).status).toBe(400)
})

test('the data file holds nothing that opens an account [T10]', async () => {
	const { app, token } = await forgetfulHouse()

	expect(JSON.stringify(app.rows(passwordResets))).not.toContain(token)
})

test('ghosts, the demo driver, the guest and nobody can have no link [T35]', async () => {
	const { app, mum } = await forgetfulHouse()
	const ghost = await app.ghost(mum)

	for (const id of [ghost.id, 1, 2, 999]) expect(() => openReset(app.context, id, TERMINAL)).toThrow('User not found')
	expect(app.rows(passwordResets)).toHaveLength(1)
})

test('a login under way with the old password does not survive the reset', async () => {
	const { app, mum, token, reset } = await forgetfulHouse()
	const thief = app.browser()

	const [, login] = await Promise.all([
		reset(token),
		...Array.from({ length: 4 }, () => thief.post('/api/login', { username: 'mum', password: mum.password })),
	])

	// Whichever request comes first, no session that the old password opened survives.
	expect([200, 401]).toContain(login?.status ?? 0)
	expect((await thief.get('/api/user')).status).toBe(401)
})
