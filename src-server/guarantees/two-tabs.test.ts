import { afterEach, expect, setSystemTime, test } from 'bun:test'
import { sessions } from '#db/schema.ts'
import { setupToken } from '#server/features/invites/invites.service.ts'
import { TERMINAL } from '#server/features/journal/journal.ts'
import { openReset } from '#server/features/password-resets/open-reset.ts'
import { authenticator } from '#server/testing/authenticator.ts'
import { familyOf, idIn, type TestBrowser, testApp } from '#server/testing/test-app.ts'

/*
 * Concurrent requests of two tabs of one browser during a sign-in. The tabs share cookies, so `browser` stands for
 * both.
 */

afterEach(() => setSystemTime())

const whoIs = async (browser: TestBrowser) => ((await browser.get('/api/user')).body as { username?: string }).username
const logInOptions = async (browser: TestBrowser) =>
	(await browser.post('/api/passkeys/options', { purpose: 'log_in' })).body

async function withPasskey(app: ReturnType<typeof testApp>, username: string) {
	const [browser, phone] = [app.browser(), authenticator()]
	const { body: asked } = await browser.post('/api/passkeys/sign-up/options', { username })
	const made = await browser.post('/api/passkeys/sign-up', { username, response: await phone.make(asked) })
	return { ...browser, id: idIn(made.body), phone }
}

test('a passkey that was asked for before the other tab logged in opens its account, and ends the other session', async () => {
	const { app, mum } = await familyOf('mum')
	const { phone } = await withPasskey(app, 'dad')
	const browser = app.browser()
	const asked = await logInOptions(browser)
	await browser.post('/api/login', { username: 'mum', password: mum.password })
	const before = app.rows(sessions).length

	const answer = await browser.post('/api/passkeys/log-in', { response: await phone.use(asked) })

	expect(answer).toMatchObject({ status: 200, body: { username: 'dad' } })
	expect(await whoIs(browser)).toBe('dad')
	expect(app.rows(sessions)).toHaveLength(before)
})

test('challenges that two tabs asked for are answered in either order', async () => {
	const app = testApp()
	const { phone, ...mum } = await withPasskey(app, 'mum')
	const browser = app.browser()
	const [first, second] = [await logInOptions(browser), await logInOptions(browser)]

	for (const asked of [second, first])
		expect((await browser.post('/api/passkeys/log-in', { response: await phone.use(asked) })).status).toBe(200)

	const confirm = async () => (await mum.post('/api/passkeys/options', { purpose: 'confirm' })).body
	const [one, other] = [await confirm(), await confirm()]
	for (const asked of [other, one]) {
		const proof = { passkey: await phone.use(asked) }
		expect((await mum.patch(`/api/users/${mum.id}`, { email: null, proof })).status).toBe(200)
	}
})

test('of two sign-ups with one name the second is told that it is taken, and the first stays signed in', async () => {
	const app = testApp()
	const [browser, phone] = [app.browser(), authenticator()]
	const { body: asked } = await browser.post('/api/passkeys/sign-up/options', { username: 'mum' })
	const account = { username: 'mum', password: 'backseat' }

	const both = await Promise.all([browser.post('/api/users', account), browser.post('/api/users', account)])
	const third = await browser.post('/api/passkeys/sign-up', { username: 'mum', response: await phone.make(asked) })

	expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
	expect(third).toMatchObject({ status: 409, body: { code: 'taken', field: 'username' }, cookies: [] })
	expect(await whoIs(browser)).toBe('mum')
})

test('a reset link or a set-up link that another tab has used opens nothing, and that tab stays signed in', async () => {
	const app = testApp()
	const invite = setupToken(app.context) ?? ''
	const browser = app.browser()
	const first = await browser.post('/api/users', { username: 'mum', password: 'backseat', invite })
	expect(await browser.post('/api/users', { username: 'eve', password: 'backseat', invite })).toMatchObject({
		status: 403,
		body: { code: 'setup_link_dead' },
		cookies: [],
	})
	expect(await whoIs(browser)).toBe('mum')

	const token = openReset(app.context, idIn(first.body), TERMINAL)
	const reset = () => browser.post('/api/password-resets', { token, password: 'a-new-key' })
	expect((await reset()).status).toBe(200)
	expect(await reset()).toMatchObject({ status: 404, cookies: [] })
	expect(await whoIs(browser)).toBe('mum')
})

test('a claim counts once, and goes to nobody whom the other tab has signed in since', async () => {
	const { app, mum, dad } = await familyOf('mum', 'dad')
	const [bob, ann] = [await app.ghost(mum, 'Uncle Bob'), await app.ghost(mum, 'Aunt Ann')]
	const browser = await app.signIn(mum)
	const stale = await browser.post('/api/ghost-drivers/claim', { token: bob.ghostClaimToken, userId: dad.id })
	expect(stale).toMatchObject({ status: 403, body: { code: 'not_yours' } })
	expect((await dad.post('/api/ghost-drivers/claim', { token: bob.ghostClaimToken, userId: dad.id })).status).toBe(200)

	const newcomer = { token: ann.ghostClaimToken, username: 'ann', password: 'backseat' }
	const tab = app.browser()
	const claims = await Promise.all([1, 2].map(() => tab.post('/api/ghost-drivers/claim', newcomer)))
	expect(claims.map(({ status }) => status).toSorted()).toEqual([201, 404])
})

test('a road trip is started for nobody whom the other tab has signed in since', async () => {
	const { mum, dad } = await familyOf('mum', 'dad')

	const trip = { name: 'To the sea', driverIds: [mum.id], userId: dad.id }

	expect(await mum.post('/api/trips', trip)).toMatchObject({ status: 403, body: { code: 'not_yours' } })
})

test('a retried log-out ends the session that was meant, and neither a newer one nor its cookie', async () => {
	const start = Date.now()
	setSystemTime(start)
	const { app, mum } = await familyOf('mum')
	const loggedOut = mum.cookies.get('backseat_session') ?? ''
	setSystemTime(start + 60_000)
	const fresh = await app.signIn(mum)

	const retry = { 'Logged-Out-Ago': '10000' }
	expect(await fresh.post('/api/logout', undefined, retry)).toMatchObject({ status: 204, cookies: [] })
	expect(await whoIs(fresh)).toBe('mum')

	const late = app.browser()
	late.cookies.set('backseat_session', loggedOut)
	expect(await late.post('/api/logout', undefined, retry)).toMatchObject({ status: 204, cookies: [] })
	expect(await whoIs(late)).toBeUndefined()
	expect((await fresh.post('/api/logout')).status).toBe(204)
	expect(await whoIs(fresh)).toBeUndefined()
})

test('a log-out whose session the other tab has just exchanged does not take the new cookie', async () => {
	const { app, mum } = await familyOf('mum')
	const before = mum.cookies.get('backseat_session') ?? ''
	await mum.post('/api/login', { username: 'mum', password: mum.password })

	const late = await app.browser().post('/api/logout', undefined, { Cookie: `backseat_session=${before}` })

	expect(late).toMatchObject({ status: 204, cookies: [] })
	expect(await whoIs(mum)).toBe('mum')
})
