import { afterAll, afterEach, expect, setSystemTime, test } from 'bun:test'
import type { WaysIn } from '#contract/passkeys.ts'
import type { Config } from '#server/settings/config.ts'
import { invitationsOf } from '#server/testing/invitations-of.ts'
import { comeBack, goToProvider, openidProvider, queryFromProvider } from '#server/testing/openid-provider.ts'
import { aRating, idIn, TEST_ORIGIN, type TestBrowser, testApp } from '#server/testing/test-app.ts'

const provider = await openidProvider()
const MUM = { sub: 'mum-there', preferred_username: 'Müm', name: 'Mum Miller', email: 'mum@home.example' }
afterAll(provider.end)
afterEach(() => {
	setSystemTime()
	provider.isHere(MUM)
})
provider.isHere(MUM)

const appWith = (settings: Partial<Config> = {}) => testApp({ ...provider.settings, ...settings })

async function newMember(
	app: ReturnType<typeof testApp>,
	username: string,
	there: Parameters<typeof provider.isHere>[0],
) {
	provider.isHere(there)
	const browser = app.browser()
	await comeBack(browser)
	const { status, body } = await browser.post('/api/oidc/sign-up', { username, avatarId: 2 })
	if (status !== 201) throw new Error(`${username} could not sign up: ${JSON.stringify(body)}`)
	return { ...browser, id: idIn(body) }
}

const waysIn = async (on: TestBrowser & { id: number }) => (await on.get(`/api/users/${on.id}/passkeys`)).body as WaysIn

test('a newcomer from the provider chooses a name, keeps what they rated as a guest, and is known the next time', async () => {
	const app = appWith()
	const guest = app.browser()
	await guest.post('/api/ratings', aRating({ driverId: 2 }))

	const asked = await comeBack(guest, { next: '/verdicts' })
	expect(asked).toMatchObject({
		status: 200,
		body: { choose: { username: 'muem', display_name: 'Mum Miller' }, next: '/verdicts' },
	})
	expect((await guest.get('/api/user')).status).toBe(401)
	const made = await guest.post('/api/oidc/sign-up', { username: 'mum', avatarId: 3 })

	expect(made).toMatchObject({ status: 201, body: { username: 'mum', email: null, avatarId: 3, cameAlong: 1 } })
	expect((await guest.get('/api/user')).body).toMatchObject({ username: 'mum' })
	const elsewhere = app.browser()
	expect(await comeBack(elsewhere)).toMatchObject({ status: 200, body: { user: { username: 'mum' }, next: null } })
	expect((await elsewhere.get('/api/user')).status).toBe(200)
	const opened = app.db.orm.all<{ by: string }>('SELECT DISTINCT signed_in_by AS "by" FROM sessions')
	expect(opened).toEqual([{ by: 'oidc' }])
	expect((await waysIn({ ...guest, id: idIn(made.body) })).identities).toMatchObject([
		{ issuer: `${provider.issuer}/`, name: 'Müm', provider: 'The Millers' },
	])
	// The e-mail address that the provider knows is stored in no table.
	const kept = ['users', 'linked_identities'].map((table) => app.db.orm.all(`SELECT * FROM ${table}`))
	expect(JSON.stringify(kept)).not.toContain('mum@home.example')
})

test('a person at the provider with mum’s address and name is not mum [T56]', async () => {
	const app = appWith()
	const mum = await app.member('mum')
	await mum.patch(`/api/users/${mum.id}`, { email: 'mum@home.example', password: mum.password })
	provider.isHere({ sub: 'eve-there', preferred_username: 'mum', name: 'mum', email: 'mum@home.example' })
	const eve = app.browser()

	expect(await comeBack(eve)).toMatchObject({ status: 200, body: { choose: { username: 'mum2' } } })
	expect((await eve.get('/api/user')).status).toBe(401)
	expect(await eve.post('/api/oidc/sign-up', { username: 'mum' })).toMatchObject({
		status: 409,
		body: { code: 'taken' },
	})
	expect((await eve.post('/api/oidc/sign-up', { username: 'eve' })).status).toBe(201)
	expect((await eve.get('/api/user')).body).toMatchObject({ username: 'eve' })
})

test('an answer opened in a browser that began nothing signs nobody in, and one is answered once [T54]', async () => {
	const app = appWith()
	const [eve, mum] = [app.browser(), app.browser()]
	await newMember(app, 'eve', { sub: 'eve-there' })
	const query = await goToProvider(eve)

	expect(await mum.post('/api/oidc/finish', { query })).toMatchObject({ status: 403, body: { code: 'not_begun_here' } })
	// The refusal also holds for a browser with a log-in of its own, which stays valid.
	const own = await goToProvider(mum)
	expect((await mum.post('/api/oidc/finish', { query })).body).toMatchObject({ code: 'not_begun_here' })
	expect((await mum.get('/api/user')).status).toBe(401)
	expect((await mum.post('/api/oidc/finish', { query: own })).status).toBe(200)
	expect((await eve.post('/api/oidc/finish', { query })).status).toBe(200)
	expect((await eve.post('/api/oidc/finish', { query })).body).toMatchObject({ code: 'not_begun_here' })
	const late = await goToProvider(eve)
	setSystemTime(new Date(Date.now() + 5 * 60_000))
	expect((await eve.post('/api/oidc/finish', { query: late })).body).toMatchObject({ code: 'not_begun_here' })
})

test('a cookie that an attacker planted connects nothing: the tab has a secret of its own [T77]', async () => {
	const app = appWith()
	const mum = await app.member('mum')
	const [attacker, victim] = [app.browser(), app.browser()]
	provider.isHere({ sub: 'eve-there' })
	const secret = 's'.repeat(43)
	const asAttacker = { 'Tab-Secret': secret }
	const { body } = await attacker.post('/api/oidc/start', {}, asAttacker)
	const query = await queryFromProvider((body as { url: string }).url)
	// First with the tab secret of the attacker, then with that of the victim.
	await victim.post('/api/oidc/start', {})
	const [planted = ''] = attacker.cookies.values()
	for (const name of [...attacker.cookies.keys(), ...victim.cookies.keys()]) victim.cookies.set(name, planted)

	expect((await victim.post('/api/oidc/finish', { query })).body).toMatchObject({ code: 'not_begun_here' })
	expect((await attacker.post('/api/oidc/finish', { query }, asAttacker)).body).toMatchObject({ choose: {} })
	await app.signIn(mum, victim)
	expect((await victim.post('/api/oidc/link', { userId: mum.id })).body).toMatchObject({ code: 'not_begun_here' })
	expect((await victim.post('/api/oidc/sign-up', { username: 'trapped' })).body).toMatchObject({
		code: 'not_begun_here',
	})
	expect(app.db.orm.all('SELECT * FROM linked_identities')).toEqual([])
	expect((await app.browser().post('/api/oidc/start', {}, { 'Tab-Secret': 'short' })).status).toBe(400)
})

test('log-ins that one browser began in several tabs, and twice in one, end well in any order [B26]', async () => {
	const app = appWith()
	const first = app.browser()
	const second = { 'Tab-Secret': 'another-tab-of-the-same-browser-0' }
	const goAs = async (sub: string, headers: Record<string, string>) => {
		provider.isHere({ sub })
		const { body } = await first.post('/api/oidc/start', {}, headers)
		return { query: await queryFromProvider((body as { url: string }).url), headers }
	}
	const begun = [await goAs('one', {}), await goAs('two', second), await goAs('three', {}), await goAs('four', second)]

	for (const { query, headers } of begun.toReversed())
		expect((await first.post('/api/oidc/finish', { query }, headers)).body).toMatchObject({ choose: {} })
	// Each tab chooses a name for the log-in that it finished last.
	expect((await first.post('/api/oidc/sign-up', { username: 'in-first' })).status).toBe(201)
	expect((await first.post('/api/oidc/sign-up', { username: 'in-second' }, second)).status).toBe(201)
	const kept = app.db.orm.all('SELECT subject FROM linked_identities ORDER BY subject')
	expect(kept).toEqual([{ subject: 'one' }, { subject: 'two' }])
})

test('tabs that begin at the same moment, before any has a cookie, both come back [B26]', async () => {
	const app = appWith()
	const browser = app.browser()
	const tabs = ['a', 'b'].map((letter) => ({ 'Tab-Secret': letter.repeat(32) }))
	const started = await Promise.all(tabs.map((tab) => browser.post('/api/oidc/start', {}, tab)))

	for (const [nth, { body }] of started.entries()) {
		const query = await queryFromProvider((body as { url: string }).url)
		expect((await browser.post('/api/oidc/finish', { query }, tabs[nth])).status).toBe(200)
	}
})

test('the cookie of a begun log-in is not for scripts, and for ten minutes', async () => {
	const { cookies } = await appWith().browser().post('/api/oidc/start', {})

	expect(cookies).toHaveLength(1)
	expect(cookies[0]).toMatch(/^backseat_oidc_[0-9a-f]{16}=[\w-]{43};/)
	expect(cookies[0]).toContain('HttpOnly')
	expect(cookies[0]).toContain('SameSite=Lax')
	expect(cookies[0]).toContain('Max-Age=600')
})

test('at another address than the public one the log-in begins there', async () => {
	const app = appWith()
	const atHome = app.browser({ origin: 'http://192.168.1.20:7433' })

	const { body, cookies } = await atHome.post('/api/oidc/start', {})

	expect(body).toEqual({ url: 'http://localhost:7433/auth?sso=1' })
	expect(cookies).toEqual([])
})

test('who may make an account with the provider is what the operator says, and a link in the luggage counts', async () => {
	const tryAt = async (settings: Partial<Config>, start: object = {}) => comeBack(appWith(settings).browser(), start)
	const notInvited = { status: 403, body: { code: 'not_invited' } }

	expect(await tryAt({ signup: 'invite' })).toMatchObject(notInvited)
	expect(await tryAt({ signup: 'open', oidcSignup: 'never' })).toMatchObject(notInvited)
	expect(await tryAt({ signup: 'closed', oidcSignup: 'always' })).toMatchObject({ status: 200, body: { choose: {} } })

	const closed = appWith({ signup: 'closed', oidcSignup: 'always' })
	await newMember(closed, 'dad', { sub: 'dad-there' })
	const invited = appWith({ signup: 'invite' })
	const { token: invite } = invitationsOf(invited.context).invite({ maxUses: 1 })
	const kid = invited.browser()
	await comeBack(kid, { invite })
	expect((await kid.post('/api/oidc/sign-up', { username: 'kid' })).status).toBe(201)
	provider.isHere({ sub: 'another' })
	expect(await comeBack(invited.browser(), { invite })).toMatchObject(notInvited)
})

test('only the group that the operator named gets in, members too', async () => {
	const app = appWith({ oidcGroup: 'family' })
	const wrongGroup = { status: 403, body: { code: 'wrong_group' } }
	const mum = await newMember(app, 'mum', { ...MUM, groups: ['choir', 'family'] })
	expect((await mum.get('/api/user')).status).toBe(200)

	provider.isHere({ ...MUM, groups: ['choir'] })
	expect(await comeBack(app.browser())).toMatchObject(wrongGroup)
	provider.isHere({ sub: 'stranger', groups: ['not-the-family'] })
	expect(await comeBack(app.browser())).toMatchObject(wrongGroup)
	provider.isHere({ sub: 'stranger' })
	expect(await comeBack(app.browser())).toMatchObject(wrongGroup)
})

test('a claim link in the luggage gives the newcomer the ghost with the account', async () => {
	const { db, host } = appWith()
	const mum = await host()
	const app = testApp({ ...provider.settings, signup: 'invite' }, { db })
	const ghost = await app.ghost(mum)
	await app.rate(mum, ghost.id)
	const bob = app.browser()

	expect((await comeBack(bob, { claim: ghost.ghostClaimToken })).status).toBe(200)
	expect((await bob.post('/api/oidc/sign-up', { username: 'bob' })).status).toBe(201)

	expect((await bob.get('/api/user')).body).toMatchObject({ username: 'bob', toReveal: ghost.id })
	expect((await comeBack(app.browser(), { claim: ghost.ghostClaimToken })).body).toMatchObject({
		user: { username: 'bob' },
	})
	provider.isHere({ sub: 'too-late' })
	expect((await comeBack(app.browser(), { claim: ghost.ghostClaimToken })).status).toBe(404)
})

test('a newcomer who has an account connects the two by logging in, within five minutes and once', async () => {
	const app = appWith()
	const mum = await app.member('mum')
	const browser = app.browser()
	await comeBack(browser)
	expect((await browser.post('/api/oidc/link', { userId: mum.id })).status).toBe(401)
	await app.signIn(mum, browser)

	// The answer belongs to the member of another tab, so no account is connected.
	const dads = await app.member('dad')
	expect(await browser.post('/api/oidc/link', { userId: dads.id })).toMatchObject({ body: { code: 'not_yours' } })
	expect(await browser.post('/api/oidc/link', { userId: mum.id })).toMatchObject({
		status: 200,
		body: { success: true },
	})

	expect((await browser.post('/api/oidc/link', { userId: mum.id })).body).toMatchObject({ code: 'not_begun_here' })
	expect((await comeBack(app.browser())).body).toMatchObject({ user: { username: 'mum' } })
	const dad = await app.signIn(dads)
	setSystemTime(new Date(Date.now() + 6 * 60_000))
	provider.isHere({ sub: 'eve-there' })
	await comeBack(dad)
	expect(await dad.post('/api/oidc/link', { userId: dads.id })).toMatchObject({
		status: 403,
		body: { code: 'not_proven' },
	})
})

test('from the settings an account is connected with a proof, in the session that began it, and to one member only', async () => {
	const app = appWith()
	const mum = await app.member('mum')
	const dad = await app.member('dad')
	const link = { link: true, proof: { password: mum.password } }
	expect((await app.browser().post('/api/oidc/start', { link: true })).status).toBe(401)
	expect((await mum.post('/api/oidc/start', { link: true })).body).toMatchObject({ code: 'wrong_password' })
	expect((await mum.post('/api/oidc/start', { link: true, proof: { password: 'wrong' } })).status).toBe(403)

	expect(await comeBack(mum, link)).toMatchObject({ status: 200, body: { user: { username: 'mum' } } })
	expect((await comeBack(app.browser())).body).toMatchObject({ user: { username: 'mum' } })
	expect(await comeBack(dad, { link: true, proof: { password: dad.password } })).toMatchObject({
		status: 409,
		body: { code: 'taken' },
	})
	// The log-in was started in mum's session, but another member is signed in now.
	provider.isHere({ sub: 'eve-there' })
	const query = await goToProvider(mum, link)
	await app.signIn(dad, mum)
	expect((await mum.post('/api/oidc/finish', { query })).body).toMatchObject({ code: 'not_begun_here' })
	expect((await comeBack(app.browser())).body).toMatchObject({ choose: {} })
})

test('a host sees which provider opens an account, and a reset link disconnects what a thief connected [T78]', async () => {
	const app = appWith()
	const [host, mum] = [await app.host(), await app.member('mum')]
	provider.isHere({ sub: 'eve-there' })
	await comeBack(mum, { link: true, proof: { password: mum.password } })
	const { body: list } = await host.get('/api/host/people?search=mum')
	expect(list).toMatchObject({ people: [{ username: 'mum', connected: ['The Millers'] }] })
	const { body } = await host.post(`/api/host/people/${mum.id}/reset-link`)
	const { token } = body as { token: string }
	expect((await app.browser().get(`/api/password-resets/${token}`)).body).toMatchObject({
		removes: { passkeys: false, connected: ['The Millers'] },
	})

	await app.browser().post('/api/password-resets', { token, password: 'a-new-key' })

	expect((await comeBack(app.browser())).body).toMatchObject({ choose: {} })
	expect((await host.get('/api/host/people?search=mum')).body).toMatchObject({ people: [{ connected: [] }] })
})

test('a second account of one provider is one too many', async () => {
	const app = appWith()
	const mum = await app.member('mum')
	const link = { link: true, proof: { password: mum.password } }
	await comeBack(mum, link)
	provider.isHere({ sub: 'mum-elsewhere' })

	expect(await comeBack(mum, link)).toMatchObject({ status: 409, body: { code: 'taken' } })
})

test('without password or passkey one shows that it is oneself by logging in anew, for five minutes in that session [T51]', async () => {
	const app = appWith()
	const mum = await newMember(app, 'mum', MUM)
	const act = (on: TestBrowser) => on.patch(`/api/users/${mum.id}`, { email: 'a@home.example', proof: { oidc: true } })
	const notProven = { status: 403, body: { code: 'not_proven' } }
	expect(await act(mum)).toMatchObject(notProven)
	const elsewhere = app.browser()
	await comeBack(elsewhere)

	const { body } = await mum.post('/api/oidc/start', { confirm: true })
	const { searchParams: asked } = new URL((body as { url: string }).url)
	expect([asked.get('max_age'), asked.get('prompt')]).toEqual(['0', 'login'])
	expect((await comeBack(mum, { confirm: true })).status).toBe(200)

	expect((await act(mum)).status).toBe(200)
	expect(await act(elsewhere)).toMatchObject(notProven)
	provider.isHere({ sub: 'eve-there' })
	expect(await comeBack(elsewhere, { confirm: true })).toMatchObject(notProven)
	setSystemTime(new Date(Date.now() + 5 * 60_000))
	expect(await act(mum)).toMatchObject(notProven)
})

test('the last way in cannot be disconnected, and what opens nothing does not count [T52]', async () => {
	const app = appWith()
	const mum = await newMember(app, 'mum', MUM)
	const dad = await app.member('dad')
	provider.isHere({ sub: 'dad-there' })
	await comeBack(dad, { link: true, proof: { password: dad.password } })
	const address = (of: { id: number }) => `/api/users/${of.id}/identities/${encodeURIComponent(`${provider.issuer}/`)}`
	provider.isHere(MUM)
	await comeBack(mum, { confirm: true })

	expect(await mum.delete(address(mum), { proof: { oidc: true } })).toMatchObject({
		status: 409,
		body: { code: 'last_way_in' },
	})
	expect((await dad.delete(address(dad), { proof: { password: 'wrong' } })).status).toBe(403)
	expect((await dad.delete(address(dad), { proof: { password: dad.password } })).status).toBe(200)
	expect((await dad.delete(address(dad), { proof: { password: dad.password } })).status).toBe(404)
	provider.isHere({ sub: 'dad-there' })
	expect((await comeBack(app.browser())).body).toMatchObject({ choose: {} })

	const without = testApp({ ...provider.settings, passwordLogin: false }, { db: app.db })
	const again = without.browser()
	provider.isHere(MUM)
	await comeBack(again, {})
	await comeBack(again, { confirm: true })
	// Mum gets a password through a reset link, but passwords do not work here.
	without.context.queries.users.setPasswordHash(mum.id, 'a hash')
	expect((await again.delete(address(mum), { proof: { oidc: true } })).body).toMatchObject({ code: 'last_way_in' })
})

test('with password log-in off passwords neither open nor make an account; a reset link and the desktop window do', async () => {
	const before = appWith()
	const host = await before.host()
	const app = testApp({ ...provider.settings, passwordLogin: false }, { db: before.db })
	const off = { status: 403, body: { code: 'password_log_in_off', message: expect.stringContaining('The Millers') } }
	const mum = await newMember(app, 'mum', MUM)
	const ghost = await app.ghost(mum)
	const browser = app.browser()

	expect(await browser.post('/api/login', { username: 'mum', password: 'backseat' })).toMatchObject(off)
	expect(await browser.post('/api/users', { username: 'dad', password: 'backseat' })).toMatchObject(off)
	expect(await browser.post('/api/register', { username: 'dad', password: 'backseat' })).toMatchObject(off)
	const claim = { token: ghost.ghostClaimToken, username: 'bob', password: 'backseat' }
	expect(await browser.post('/api/ghost-drivers/claim', claim)).toMatchObject(off)
	expect((await browser.get('/api/instance')).body).toMatchObject({
		signIn: { oidc: { name: 'The Millers' }, password: false },
	})

	const { body } = await host.post(`/api/host/people/${mum.id}/reset-link`)
	const { token } = body as { token: string }
	expect((await browser.post('/api/password-resets', { token, password: 'backseat' })).status).toBe(200)
	const atTheComputer = new Request(`${TEST_ORIGIN}/api/login`, {
		method: 'POST',
		headers: { Host: 'localhost:7433', Origin: TEST_ORIGIN, 'Content-Type': 'application/json' },
		body: JSON.stringify({ username: 'mum', password: 'backseat' }),
	})
	expect((await app.askAs(atTheComputer, { address: '127.0.0.1', isDesktopWindow: true })).status).toBe(200)
})

test('sign-ups from the provider count with all others', async () => {
	const app = appWith({ rateLimitScale: 1 })
	const browser = app.browser({ address: '198.51.100.1' })
	await comeBack(browser)
	for (let i = 0; i < 10; i++) app.limits.newAccounts.check('198.51.100.1')

	expect((await browser.post('/api/oidc/sign-up', { username: 'mum' })).status).toBe(429)
})

test('without a provider nothing is asked of one, and its calls say that there is none', async () => {
	const browser = testApp().browser()

	for (const [path, body] of [
		['/api/oidc/start', {}],
		['/api/oidc/finish', { query: '?code=a' }],
	] as const)
		expect(await browser.post(path, body)).toMatchObject({ status: 404, body: { code: 'not_here' } })
	expect((await browser.post('/api/oidc/sign-up', { username: 'mum' })).body).toMatchObject({ code: 'not_begun_here' })
})
