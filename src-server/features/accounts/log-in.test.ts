import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { users } from '#db/schema.ts'
import { familyOf, testApp } from '#server/testing/test-app.ts'
import { createPasswords } from './passwords.ts'
import { newAccount } from './testing/new-account.ts'

test('a member logs in, with their name in any case, and sees their own account [spec 7.2]', async () => {
	const { app, mum } = await familyOf('mum')
	const browser = app.browser()

	const answer = await browser.post('/api/login', { username: 'MUM', password: mum.password })

	expect(answer.status).toBe(200)
	expect(answer.body).toEqual({ ...newAccount('mum'), id: mum.id })
	expect(await browser.get('/api/user')).toMatchObject({ status: 200, body: { id: mum.id } })
})

test('nobody learns from a failed login whether the account exists [T8]', async () => {
	const { app, mum } = await familyOf('mum')
	const ghost = await app.ghost(mum)

	const answers = await Promise.all(
		['mum', 'nobody', ghost.username, 'demo', 'guest', 'x'.repeat(200)].map((username) =>
			app.browser().post('/api/login', { username, password: 'wrong-guess' }),
		),
	)

	for (const { status, body, cookies, headers } of answers) {
		expect({ status, cookies, retry: headers.get('retry-after') }).toEqual({ status: 401, cookies: [], retry: null })
		expect(body).toEqual({
			message: 'Invalid username or password',
			code: 'wrong_credentials',
			reason: 'wrong_credentials',
			requestId: expect.any(String),
		})
	}
})

test('an unknown name takes as long as a wrong password, for a password is checked all the same [T8]', async () => {
	const app = testApp({}, { passwords: createPasswords() })
	await app.member('mum')
	const tries: Record<string, [username: string, password: string]> = {
		known: ['mum', 'wrong-guess'],
		unknown: ['nobody', 'wrong-guess'],
		demo: ['demo', 'wrong-guess'],
		long: ['mum', 'x'.repeat(129)],
	}
	const fastest: Record<string, number> = {}
	// An early return would take a fiftieth of the time.
	const isQuick = (ms = 0) => ms < (fastest.known ?? 0) / 3

	// A busy machine slows some tries, so each case is repeated until its fastest time is plausible.
	for (let round = 0; round < 5 || (round < 30 && Object.values(fastest).some(isQuick)); round++)
		for (const [name, [username, password]] of Object.entries(tries)) {
			const start = performance.now()
			await app.browser().post('/api/login', { username, password })
			fastest[name] = Math.min(fastest[name] ?? Number.POSITIVE_INFINITY, performance.now() - start)
		}

	for (const [name, ms] of Object.entries(fastest)) expect([name, isQuick(ms)]).toEqual([name, false])
})

test.each<[string, unknown, string, string]>([
	['a name of two letters', { username: 'mu', password: 'x' }, 'username', 'Username must be at least 3 characters'],
	['a name of 201 letters', { username: 'x'.repeat(201), password: 'x' }, 'username', 'Invalid input'],
	['no password', { username: 'mum' }, 'password', 'Password is required'],
	['an empty password', { username: 'mum', password: '' }, 'password', 'Password is required'],
	['a query as name', { username: { $gt: '' }, password: 'x' }, 'username', 'Required'],
	['a query as password', { username: 'mum', password: { $gt: '' } }, 'password', 'Password is required'],
	['true as password', { username: 'mum', password: true }, 'password', 'Password is required'],
])('%s is a mistake in the form, not a failed login', async (_what, body, field, message) => {
	const app = testApp()
	await app.member('mum')

	const answer = await app.browser().post('/api/login', body)

	expect(answer).toMatchObject({ status: 400, cookies: [], body: { code: 'invalid', field, message } })
})

test('a password with an accent works however the keyboard composes it', async () => {
	const app = testApp()
	const composed = 'caf\u00E9 \u00FCber'
	const decomposed = composed.normalize('NFD')
	expect(decomposed).not.toBe(composed)
	await app.browser().post('/api/users', { username: 'mum', password: decomposed })
	await app.browser().post('/api/users', { username: 'dad', password: composed })

	const mum = await app.browser().post('/api/login', { username: 'mum', password: composed })
	const dad = await app.browser().post('/api/login', { username: 'dad', password: decomposed })

	expect([mum.status, dad.status]).toEqual([200, 200])
})

test('a password longer than any is a wrong one like others: the same answer, and it counts [T7]', async () => {
	const app = testApp({ rateLimitScale: 1 })
	const mum = await app.member('mum')
	const logIn = (password: string) => app.browser().post('/api/login', { username: 'mum', password })

	const answers = [await logIn('wrong-guess'), await logIn('x'.repeat(129)), await logIn('\u0300\u0316'.repeat(4000))]

	for (const { status, body } of answers)
		expect({ status, body }).toMatchObject({ status: 401, body: { message: 'Invalid username or password' } })
	for (let i = 0; i < 2; i++) await logIn('x'.repeat(129))
	expect((await logIn(mum.password)).status).toBe(429)
})

test('a password must be right to the last character and its case', async () => {
	const { app, mum } = await familyOf('mum')

	for (const password of [`${mum.password} `, mum.password.slice(0, -1), mum.password.toUpperCase()])
		expect((await app.browser().post('/api/login', { username: 'mum', password })).status).toBe(401)
})

test('a hash of older settings is made anew when its owner logs in', async () => {
	const app = testApp({}, { passwords: createPasswords() })
	const mum = await app.member('mum')
	const hashOf = () => app.db.orm.select().from(users).where(eq(users.id, mum.id)).get()?.passwordHash
	const passwordHash = await Bun.password.hash(mum.password, { algorithm: 'argon2id', memoryCost: 1024, timeCost: 1 })
	app.db.write(() => app.db.orm.update(users).set({ passwordHash }).where(eq(users.id, mum.id)).run())

	await app.browser().post('/api/login', { username: 'mum', password: 'wrong-guess' })
	expect(hashOf()).toBe(passwordHash)
	const first = await app.browser().post('/api/login', { username: 'mum', password: mum.password })
	const second = await app.browser().post('/api/login', { username: 'mum', password: mum.password })

	expect([first.status, second.status]).toEqual([200, 200])
	expect(hashOf()).toStartWith('$argon2id$v=19$m=19456,t=2,p=1$')
})

test('a flood of logins is turned away with 503 after the 22nd, and everybody else is served meanwhile [T7] [B22]', async () => {
	const app = testApp({}, { passwords: createPasswords() })
	const mum = await app.member('mum')

	const since = performance.now()
	const logIn = async () => {
		const answer = await app.browser().post('/api/login', { username: 'nobody', password: 'wrong-guess' })
		return { ...answer, afterMs: performance.now() - since }
	}
	const flood = Array.from({ length: 40 }, logIn)
	let isOver = false
	const flooded = Promise.all(flood).finally(() => {
		isOver = true
	})
	const meanwhile = await mum.get('/api/user')
	const wasServedMeanwhile = !isOver
	const answers = await flooded

	expect(meanwhile.status).toBe(200)
	expect(wasServedMeanwhile).toBe(true)
	const busy = answers.filter(({ status }) => status === 503)
	expect(busy.length).toBeGreaterThanOrEqual(18)
	expect(answers.filter(({ status }) => status === 401).length).toBe(40 - busy.length)
	expect(busy[0]?.headers.get('retry-after')).toBe('1')
	expect(busy[0]?.body).toMatchObject({ code: 'busy' })
	// A client that is refused at once retries at once and slows everyone down.
	expect(Math.min(...busy.map(({ afterMs }) => afterMs))).toBeGreaterThan(200)
})
