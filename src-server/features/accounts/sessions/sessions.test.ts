import { afterEach, expect, setSystemTime, test } from 'bun:test'
import { sessions, users } from '#db/schema.ts'
import { familyOf, type TestBrowser, testApp } from '#server/testing/test-app.ts'

const DAY_MS = 86_400_000
const START = Date.UTC(2026, 0, 5)

afterEach(() => {
	setSystemTime()
})

const onDay = (day: number) => setSystemTime(new Date(START + day * DAY_MS))
const isSignedIn = async (browser: TestBrowser) => (await browser.get('/api/user')).status === 200

test('a login gives a new token and ends the session that the browser had', async () => {
	const { app, mum } = await familyOf('mum')
	const before = app.browser()
	before.cookies.set('backseat_session', mum.cookies.get('backseat_session') ?? '')

	await mum.post('/api/login', { username: 'mum', password: mum.password })

	expect(mum.cookies.get('backseat_session')).not.toBe(before.cookies.get('backseat_session'))
	expect(await isSignedIn(mum)).toBe(true)
	expect(await isSignedIn(before)).toBe(false)
})

test('a token that an attacker planted in the browser beforehand is not the one that gets signed in [T9]', async () => {
	const app = testApp()
	const planted = 'A'.repeat(43)
	const browser = app.browser()
	browser.cookies.set('backseat_session', planted)

	const mum = await app.member('mum', browser)
	const attacker = app.browser()
	attacker.cookies.set('backseat_session', planted)

	expect(mum.cookies.get('backseat_session')).not.toBe(planted)
	expect(await isSignedIn(attacker)).toBe(false)
})

test('logging out ends the session of this browser on the server, and may be repeated [T9] [spec 7.10]', async () => {
	const { app, mum } = await familyOf('mum')
	const laptop = await app.signIn(mum)
	const thief = app.browser()
	thief.cookies.set('backseat_session', mum.cookies.get('backseat_session') ?? '')

	const answer = await mum.post('/api/logout')
	const again = await mum.post('/api/logout', { anything: true })

	expect(answer).toMatchObject({ status: 204, body: undefined })
	expect(answer.cookies).toEqual(['backseat_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax'])
	expect(again.status).toBe(204)
	expect([await isSignedIn(thief), await isSignedIn(laptop)]).toEqual([false, true])
})

test('a reader of the data file finds no token to sign in with [T10]', async () => {
	const { app, mum } = await familyOf('mum')
	const token = mum.cookies.get('backseat_session') ?? ''

	const rows = app.rows(sessions)

	expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
	expect(rows).toHaveLength(1)
	expect(rows[0]?.tokenHash).toMatch(/^[0-9a-f]{64}$/)
	expect(JSON.stringify(rows)).not.toContain(token)
	const thief = app.browser()
	thief.cookies.set('backseat_session', rows[0]?.tokenHash ?? '')
	expect(await isSignedIn(thief)).toBe(false)
})

test('a session nobody uses ends after 30 days, and its cookie is taken back', async () => {
	const app = testApp()
	onDay(0)
	const [patient, late] = [await app.member('patient'), await app.member('late')]

	onDay(29.99)
	expect(await isSignedIn(patient)).toBe(true)
	onDay(30.01)
	const answer = await late.get('/api/home')

	expect(answer).toMatchObject({ status: 200, body: { hasAccount: false } })
	expect(answer.cookies).toEqual(['backseat_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax'])
})

test('using a session keeps it alive, and writes only when less than 15 days are left', async () => {
	const app = testApp()
	onDay(0)
	const mum = await app.member('mum')
	const endsOnDay = () => ((app.db.orm.select().from(sessions).get()?.expiresAt.getTime() ?? 0) - START) / DAY_MS

	onDay(14.9)
	const early = await mum.get('/api/user')
	expect([early.cookies, endsOnDay()]).toEqual([[], 30])
	onDay(20)
	const renewed = await mum.get('/api/user')

	expect(renewed.cookies).toHaveLength(1)
	expect(renewed.cookies[0]).toContain('Max-Age=2592000;')
	expect(endsOnDay()).toBe(50)
	onDay(45)
	expect(await isSignedIn(mum)).toBe(true)
})

test('no session lives longer than 90 days, however busy', async () => {
	const app = testApp()
	onDay(0)
	const mum = await app.member('mum')

	for (let day = 5; day < 90; day += 5) {
		onDay(day)
		expect(await isSignedIn(mum)).toBe(true)
	}
	onDay(89.9)
	expect(await isSignedIn(mum)).toBe(true)
	onDay(90.1)

	expect(await isSignedIn(mum)).toBe(false)
})

test('a member has at most 20 sessions: the oldest makes room, other people are not touched', async () => {
	const app = testApp()
	onDay(0)
	const dad = await app.member('dad')
	const mum = await app.member('mum')
	const browsers = [mum as TestBrowser]
	for (let i = 1; i <= 20; i++) {
		onDay(i / 100)
		browsers.push(await app.signIn(mum))
	}

	const signedIn = await Promise.all(browsers.map(isSignedIn))

	expect(signedIn).toEqual([false, ...Array(20).fill(true)])
	expect(await isSignedIn(dad)).toBe(true)
})

test.each(['', 'x', 'A'.repeat(42), 'A'.repeat(43), 'A'.repeat(44), `${'A'.repeat(40)}%00`, 'A'.repeat(5000)])(
	'the forged session cookie %p signs nobody in and breaks nothing',
	async (value) => {
		const app = testApp()
		await app.member('mum')

		const answer = await app.browser().get('/api/user', { Cookie: `a=b; backseat_session=${value}; ;=;c` })

		expect(answer).toMatchObject({ status: 401, body: { message: 'Not logged in' } })
		expect(app.logged).toEqual([])
	},
)

test('a session whose user is gone is a visitor’s, and its cookie is taken back', async () => {
	const { app, mum } = await familyOf('mum')
	app.db.write(() => app.db.orm.run(`DELETE FROM users WHERE id = ${mum.id}`))

	const answer = await mum.get('/api/home')

	expect(app.rows(users)).toHaveLength(2)
	expect(answer).toMatchObject({ status: 200, body: { hasAccount: false, drivers: [{ username: 'demo' }] } })
	expect(answer.cookies[0]).toContain('Max-Age=0')
})

test('an answer that was under way while this browser got a new session does not take the new cookie away', async () => {
	const { app, mum } = await familyOf('mum')
	const late = app.browser()
	late.cookies.set('backseat_session', mum.cookies.get('backseat_session') ?? '')
	await mum.put(`/api/users/${mum.id}/password`, { currentPassword: mum.password, newPassword: 'brand-new-wheels' })

	const answers = [
		await late.get('/api/user'),
		await late.get('/api/home'),
		await late.get(`/api/users/${mum.id}`),
		await late.post('/api/events', { deviceId: 'device_1', events: [] }),
	]

	expect(answers.map(({ cookies }) => cookies)).toEqual([[], [], [], []])
	expect((await late.get('/settings')).cookies).toEqual([])
	expect((await mum.get('/api/user')).status).toBe(200)
})
