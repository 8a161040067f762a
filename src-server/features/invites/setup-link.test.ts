import { afterEach, expect, setSystemTime, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import * as fc from 'fast-check'
import { users } from '#db/schema.ts'
import { runs } from '#db/testing/property-runs.ts'
import { lanAddresses } from '#server/http/addresses/own-addresses.ts'
import { authenticator } from '#server/testing/authenticator.ts'
import { comeBack, openidProvider } from '#server/testing/openid-provider.ts'
import { idIn, type TestBrowser, testApp } from '#server/testing/test-app.ts'
import { testContext } from '#server/testing/test-context.ts'
import { makeSetupLink, setupFor, setupToken } from './invites.service.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

afterEach(() => setSystemTime())

function setUp(signup: 'open' | 'invite' | 'closed', more: { isTerminal?: boolean } = {}) {
	const app = testApp({ signup }, more)
	const signUp = (username: string, invite: string | null) =>
		app.browser().post('/api/users', { username, password: 'backseat', invite })
	return { app, signUp, token: setupToken(app.context) ?? '' }
}

test.each(['open', 'invite', 'closed'] as const)(
	'with signup %s a person signs up by the set-up link, once, and is host',
	async (signup) => {
		const { app, signUp, token } = setUp(signup)

		expect(await app.browser().get(`/api/invites/${token}`)).toMatchObject({ status: 200, body: { isSetup: true } })
		const mum = app.browser()
		const account = { username: 'mum', password: 'backseat', invite: token }
		expect(await mum.post('/api/users', account)).toMatchObject({ status: 201 })
		expect((await mum.get('/api/user')).body).toMatchObject({ isHost: true })
		expect(await app.browser().get(`/api/invites/${token}`)).toMatchObject({ status: 404 })
		const message = expect.stringMatching(/there is one already.+: backseat user host NAME on$/)
		expect(await signUp('dad', token)).toMatchObject({ status: 403, body: { code: 'setup_link_dead', message } })
		expect(setupToken(app.context)).toBeNull()
	},
)

test('who signs up without the set-up link is no host, and ends none: the terminal says how to make them host, until somebody is [T69] [spec 15.40]', async () => {
	const { app, signUp, token } = setUp('open', { isTerminal: true })
	const said = () => app.lines.filter((line) => line.includes('Nobody is host yet.'))
	const dad = app.browser()

	await dad.post('/api/users', { username: 'dad', password: 'backseat' })
	expect(said()).toEqual([expect.stringContaining('backseat user host dad on --data-dir ')])
	const ghost = await app.ghost(dad)
	const claim = { token: ghost.ghostClaimToken, username: 'bob', password: 'backseat' }
	expect(await app.browser().post('/api/ghost-drivers/claim', claim)).toMatchObject({ status: 201 })
	expect(said()).toEqual([expect.anything(), expect.stringContaining('backseat user host bob on --data-dir ')])
	expect(await app.browser().get(`/api/invites/${token}`)).toMatchObject({ status: 200, body: { isSetup: true } })
	const mum = app.browser()
	await mum.post('/api/users', { username: 'mum', password: 'backseat', invite: token })
	expect((await mum.get('/api/user')).body).toMatchObject({ isHost: true })
	await signUp('son', null)
	expect(said()).toHaveLength(2)
})

test.each(['open', 'invite', 'closed'] as const)(
	'with signup %s of ten who find it at once exactly one gets in, and only that one is host [T36]',
	async (signup) => {
		const { app, token } = setUp(signup)
		const browsers = Array.from({ length: 10 }, () => app.browser())

		const answers = await Promise.all(
			browsers.map((browser, i) =>
				browser.post('/api/users', { username: `person-${i}`, password: 'backseat', invite: token }),
			),
		)

		expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(403)])
		const rows = app.db.orm.select().from(users).where(eq(users.isHost, true)).all()
		expect(rows.map(({ username }) => username)).toEqual(
			answers.flatMap(({ status }, i) => (status === 201 ? [`person-${i}`] : [])),
		)
	},
)

test('where anybody may sign up a race between the link and the open door makes a host of who has the link [T69]', async () => {
	const { app, token } = setUp('open')

	const answers = await Promise.all(
		[{ username: 'by-link', invite: token }, { username: 'by-door' }].map((who) =>
			app.browser().post('/api/users', { ...who, password: 'backseat' }),
		),
	)

	expect(answers.map(({ status }) => status)).toEqual([201, 201])
	const hosts = app.db.orm.select().from(users).where(eq(users.isHost, true)).all()
	expect(hosts.map(({ username }) => username)).toEqual(['by-link'])
})

test('where anybody may sign up, one that is old, late or used is refused, so that nobody takes themself for the host [T36]', async () => {
	const { app, signUp, token } = setUp('open')
	const next = setupToken(app.context) ?? ''
	const dead = { status: 403, body: { code: 'setup_link_dead' } }
	const message = expect.stringMatching(/^This set-up link is too old\. .+: backseat invite create --setup$/)

	expect(await signUp('old', token)).toMatchObject({ ...dead, body: { ...dead.body, message } })
	setSystemTime(Date.now() + 31 * MINUTE_MS)
	expect(await signUp('late', next)).toMatchObject(dead)
	setSystemTime()
	expect(await signUp('mum', next)).toMatchObject({ status: 201 })
	expect(await signUp('second', next)).toMatchObject(dead)
	expect(app.db.orm.select().from(users).where(eq(users.isHost, true)).all()).toMatchObject([{ username: 'mum' }])
})

test('the operator is given an address that works', () => {
	const publicUrl = new URL('https://rides.example.org')
	const linkWith = (settings: Parameters<typeof testContext>[0]) => setupFor(testContext(settings))

	expect(linkWith({ signup: 'invite', publicUrl, basePath: '/rides' })).toEqual({
		link: expect.stringMatching(/^https:\/\/rides\.example\.org\/rides\/invite\/[\w-]{32}$/),
		minutes: 30,
	})
	expect(linkWith({ signup: 'closed' })?.link).toMatch(/^http:\/\/localhost:7433\/invite\/[\w-]{32}$/)
	const [lan = '127.0.0.1'] = lanAddresses()
	expect(linkWith({ host: '0.0.0.0', port: 8080 })?.link).toStartWith(`http://${lan}:8080/invite/`)
})

type Step =
	| { does: 'start' | 'command' }
	| { does: 'wait'; minutes: number }
	| { does: 'signUp'; link: number | null }
	| { does: 'leave' }

const aStep: fc.Arbitrary<Step> = fc.oneof(
	fc.record({ does: fc.constantFrom('start' as const, 'command' as const) }),
	fc.record({ does: fc.constant('wait' as const), minutes: fc.constantFrom(1, 20, 40, 800) }),
	fc.record({ does: fc.constant('signUp' as const), link: fc.option(fc.nat(3)) }),
	fc.constant({ does: 'leave' as const }),
)

test('whatever happens in whatever order, only the newest link of a start or a command, fresh and unused and while nobody is host, makes a host [T36] [T69]', async () => {
	const lives = fc.record({
		signup: fc.constantFrom('open', 'invite', 'closed'),
		steps: fc.array(aStep, { maxLength: 14 }),
	})
	await fc.assert(
		fc.asyncProperty(lives, async ({ signup, steps }) => {
			setSystemTime()
			const app = testApp({ signup })
			/** Every link that was ever made, newest last, with its end of validity. */
			const links: { does: Step['does']; token: string; endsAt: number }[] = []
			const people: { browser: TestBrowser; id: number; isHost: boolean }[] = []
			const hasHost = () => people.some(({ isHost }) => isHost)
			const used = new Set<string>()
			for (const step of steps) {
				if (step.does === 'wait') setSystemTime(Date.now() + step.minutes * MINUTE_MS)
				if (step.does === 'start' || step.does === 'command') {
					const { does } = step
					const lifetimeMs = does === 'start' ? 30 * MINUTE_MS : DAY_MS
					const made = makeSetupLink(app.context, does === 'start' ? {} : { lifetimeMs })
					expect(made === null).toBe(hasHost())
					if (made) links.push({ does, token: made.token, endsAt: Date.now() + lifetimeMs })
				}
				if (step.does === 'leave') {
					const [first, ...others] = people
					const wish = { password: 'backseat', ratings: 'go' }
					// The last host cannot leave while others have accounts.
					const isGone = first && (await first.browser.delete(`/api/users/${first.id}`, wish)).status === 200
					if (isGone) people.splice(0, people.length, ...others)
				}
				if (step.does === 'signUp') {
					const link = step.link === null ? undefined : links.at(-1 - step.link)
					const isNewest = link !== undefined && link === links.findLast(({ does }) => does === link.does)
					const isGood = isNewest && !hasHost() && !used.has(link.token) && Date.now() < link.endsAt
					const browser = app.browser()
					const account = {
						username: `p-${crypto.randomUUID().slice(0, 8)}`,
						password: 'backseat',
						invite: link?.token,
					}
					const { status, body } = await browser.post('/api/users', account)
					expect(status).toBe(isGood || (link === undefined && signup === 'open') ? 201 : 403)
					if (status !== 201) continue
					if (isGood) used.add(link.token)
					people.push({ browser, id: idIn(body), isHost: isGood })
					expect((await browser.get('/api/user')).body).toMatchObject({ isHost: isGood })
				}
			}
		}),
		{ numRuns: runs(60) },
	)
}, 60_000)

test('after a first member by passkey nobody else becomes host [T50]', async () => {
	const { app, token } = setUp('invite')
	const mum = app.browser()
	const wanted = { username: 'mum', invite: token }
	const { body: asked } = await mum.post('/api/passkeys/sign-up/options', wanted)

	const made = await mum.post('/api/passkeys/sign-up', { ...wanted, response: await authenticator().make(asked) })

	expect(made.status).toBe(201)
	expect((await mum.get('/api/user')).body).toMatchObject({ isHost: true })
	expect(setupToken(app.context)).toBeNull()
	expect((await app.browser().get('/api/instance')).body).toMatchObject({ needsHost: false })
	const second = await app.browser().post('/api/passkeys/sign-up/options', { username: 'eve', invite: token })
	expect(second).toMatchObject({ status: 403, body: { code: 'setup_link_dead' } })
})

test('the set-up link makes the first who comes from a provider host, and nothing that the provider says does [T56]', async () => {
	const provider = await openidProvider()
	const app = testApp({ ...provider.settings, oidcSignup: 'always', oidcGroup: 'admins' })
	const invite = setupToken(app.context) ?? ''
	const [mum, dad] = [app.browser(), app.browser()]
	provider.isHere({ sub: 'mum-there', groups: ['admins'] })
	await comeBack(mum, { invite })
	await mum.post('/api/oidc/sign-up', { username: 'mum' })
	provider.isHere({ sub: 'dad-there', groups: ['admins', 'owner'] })
	await comeBack(dad)
	await dad.post('/api/oidc/sign-up', { username: 'dad' })
	provider.end()

	expect((await mum.get('/api/user')).body).toMatchObject({ username: 'mum', isHost: true })
	expect((await dad.get('/api/user')).body).toMatchObject({ username: 'dad', isHost: false })
})
