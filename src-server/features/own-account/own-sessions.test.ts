import { afterEach, expect, setSystemTime, test } from 'bun:test'
import { browserName } from '#server/features/accounts/sessions/browser-names.ts'
import { familyOf } from '#server/testing/test-app.ts'

const DAY_MS = 86_400_000
const FIREFOX = { 'User-Agent': 'Mozilla/5.0 (Android 14; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0' }

afterEach(() => setSystemTime())

async function mumInThreePlaces() {
	const { app, mum } = await familyOf('mum')
	const login = { username: 'mum', password: mum.password }
	const [phone, tablet] = [app.browser(), app.browser()]
	setSystemTime(Date.now() + 1000)
	await phone.post('/api/login', login, FIREFOX)
	setSystemTime(Date.now() + 1000)
	await tablet.post('/api/login', login)
	return { app, mum, phone, tablet, sessions: `/api/users/${mum.id}/sessions` }
}

test('a member sees where they are signed in, this browser first, and no token', async () => {
	const { app, phone, tablet, sessions } = await mumInThreePlaces()
	await app.member('dad')

	const { status, body } = await phone.get(sessions)

	expect(status).toBe(200)
	expect(body).toEqual([
		{ isCurrent: true, browser: 'Firefox on Android', signedInAt: expect.any(String) },
		{ isCurrent: false, browser: null, signedInAt: expect.any(String) },
		{ isCurrent: false, browser: null, signedInAt: expect.any(String) },
	])
	const [, second, third] = body as { signedInAt: string }[]
	expect(Date.parse(second?.signedInAt ?? '')).toBeGreaterThan(Date.parse(third?.signedInAt ?? ''))
	const ofTablet = (await tablet.get(sessions)).body as { browser: string | null }[]
	expect(ofTablet.map(({ browser }) => browser)).toEqual([null, 'Firefox on Android', null])
})

test('sessions that have run out are not shown', async () => {
	const { mum, phone, sessions } = await mumInThreePlaces()
	setSystemTime(Date.now() + 31 * DAY_MS)
	await phone.post('/api/login', { username: 'mum', password: mum.password }, FIREFOX)

	expect((await phone.get(sessions)).body).toHaveLength(1)
	expect((await phone.delete(sessions)).body).toEqual({ ended: 0 })
})

test('log out everywhere else ends the others and nobody else’s', async () => {
	const { app, mum, phone, tablet, sessions } = await mumInThreePlaces()
	const dad = await app.member('dad')

	expect(await phone.delete(sessions)).toMatchObject({ status: 200, body: { ended: 2 } })

	const statuses = []
	for (const browser of [phone, mum, tablet, dad]) statuses.push((await browser.get('/api/user')).status)
	expect(statuses).toEqual([200, 401, 401, 200])
	expect((await phone.delete(sessions)).body).toEqual({ ended: 0 })
})

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0'

test.each([
	['Firefox on Android', 'Mozilla/5.0 (Android 14; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0'],
	[
		'Safari on iOS',
		'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
	],
	['Microsoft Edge on Windows', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/142.0.0.0`],
	['Chrome on macOS', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${CHROME} Safari/537.36`],
	['Desktop app on Linux', `Mozilla/5.0 (X11; Linux x86_64) ${CHROME} backseat/0.1.0 Electron/45.3.4 Safari/537.36`],
	[null, 'curl/8.5.0'],
	[null, '<script>alert(1)</script>/1.0'],
	[null, 'x'.repeat(300)],
	[null, ''],
	[null, null],
])('%s', (name, userAgent) => {
	expect(browserName(userAgent)).toBe(name)
})
