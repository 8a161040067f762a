import { afterEach, expect, setSystemTime, test } from 'bun:test'
import type { Passkey } from '#contract/passkeys.ts'
import { pendingLogins } from '#server/features/accounts/pending-logins.ts'
import { authenticator } from '#server/testing/authenticator.ts'
import { aRating, idIn, type TestBrowser, testApp } from '#server/testing/test-app.ts'

afterEach(() => setSystemTime())

const PUBLIC = { publicUrl: new URL('https://rides.example.org/'), trustedProxies: ['203.0.113.7/32'] }

type Phone = ReturnType<typeof authenticator>

const optionsFor = async (on: TestBrowser, purpose: 'log_in' | 'confirm') =>
	(await on.post('/api/passkeys/options', { purpose })).body

async function signUp(
	app: ReturnType<typeof testApp>,
	username: string,
	phone: Phone = authenticator(),
	more: object = {},
) {
	const browser = app.browser()
	const { body: asked } = await browser.post('/api/passkeys/sign-up/options', { username, ...more })
	const response = await phone.make(asked)
	const { status, body } = await browser.post('/api/passkeys/sign-up', { response, username, avatarId: 2, ...more })
	if (status !== 201) throw new Error(`${username} could not sign up: ${JSON.stringify(body)}`)
	return { ...browser, id: idIn(body), phone, body }
}

const logIn = async (on: TestBrowser, phone: Phone, special: Parameters<Phone['use']>[1] = {}) =>
	on.post('/api/passkeys/log-in', { response: await phone.use(await optionsFor(on, 'log_in'), special) })

const proofOf = async (on: TestBrowser, phone: Phone, special: Parameters<Phone['use']>[1] = {}) => ({
	passkey: await phone.use(await optionsFor(on, 'confirm'), special),
})

async function add(on: TestBrowser & { id: number }, phone: Phone, proof: object, label?: string) {
	const { body: asked } = await on.post(`/api/users/${on.id}/passkeys/options`)
	return on.post(`/api/users/${on.id}/passkeys`, { response: await phone.make(asked), proof, label })
}

const ownPasskeys = async (on: TestBrowser & { id: number }) =>
	(await on.get(`/api/users/${on.id}/passkeys`)).body as { passkeys: Passkey[]; hasPassword: boolean }

test('with a passkey one signs up, is signed in, keeps what one rated as a guest, and logs in again', async () => {
	const app = testApp()
	const guest = app.browser()
	await guest.post('/api/ratings', aRating({ driverId: 2 }))
	const phone = authenticator()
	const { body: asked } = await guest.post('/api/passkeys/sign-up/options', { username: 'mum' })

	const made = await guest.post('/api/passkeys/sign-up', { response: await phone.make(asked), username: 'mum' })

	expect(made).toMatchObject({ status: 201, body: { username: 'mum', email: null, cameAlong: 1 } })
	expect((await guest.get('/api/user')).body).toMatchObject({ username: 'mum' })
	expect(asked).toMatchObject({
		rp: { id: 'localhost', name: 'Backseat' },
		attestation: 'none',
		authenticatorSelection: { residentKey: 'required' },
		pubKeyCredParams: [{ alg: -8 }, { alg: -7 }, { alg: -257 }],
	})
	const elsewhere = app.browser()
	expect(await logIn(elsewhere, phone)).toMatchObject({ status: 200, body: { username: 'mum', cameAlong: 0 } })
	expect((await elsewhere.get('/api/user')).status).toBe(200)
	const opened = app.db.orm.all<{ by: string }>('SELECT signed_in_by AS "by" FROM sessions')
	expect(opened).toEqual([{ by: 'passkey' }, { by: 'passkey' }])
})

test('a ghost is claimed with a passkey where a password stands, and the claimer is signed in', async () => {
	const app = testApp()
	const mum = await app.member('mum')
	const ghost = await app.ghost(mum)
	await app.rate(mum, ghost.id)
	const bob = app.browser()
	const phone = authenticator()
	const { body: asked } = await bob.post('/api/passkeys/sign-up/options', {
		username: 'bob',
		claim: ghost.ghostClaimToken,
	})

	const claimed = await bob.post('/api/ghost-drivers/claim', {
		token: ghost.ghostClaimToken,
		username: 'bob',
		passkey: await phone.make(asked),
	})

	expect(claimed).toMatchObject({ status: 201, body: { user: { username: 'bob' }, transferredRatings: 1 } })
	expect((await bob.get('/api/user')).body).toMatchObject({ username: 'bob' })
	expect((await logIn(app.browser(), phone)).status).toBe(200)
})

test('what sign-up refuses is refused before a passkey is made', async () => {
	const [invited, open] = [testApp({ signup: 'invite' }), testApp()]
	await open.member('mum')
	const ask = async (on: ReturnType<typeof testApp>, body: object) =>
		(await on.browser().post('/api/passkeys/sign-up/options', body)).status

	expect(await ask(open, { username: 'MUM' })).toBe(409)
	expect(await ask(open, { username: 'm' })).toBe(400)
	expect(await ask(open, { username: 'bob', claim: 'no-such-token-anywhere' })).toBe(404)
	expect(await ask(invited, { username: 'dad' })).toBe(403)
})

test('an answer works once, in the session and for the act it was asked for, within five minutes [T47]', async () => {
	const app = testApp()
	const mum = await signUp(app, 'mum')
	const thief = app.browser()
	const answer = await mum.phone.use(await optionsFor(mum, 'log_in'))
	const send = (on: TestBrowser) => on.post('/api/passkeys/log-in', { response: answer })

	// The first attempt comes from another session and consumes the challenge for its own session too.
	expect(await send(thief)).toMatchObject({ status: 403, body: { code: 'challenge_gone' } })
	expect((await send(mum)).body).toMatchObject({ code: 'challenge_gone' })
	const forLogIn = await mum.phone.use(await optionsFor(mum, 'log_in'))
	const change = { newPassword: 'backseat', proof: { passkey: forLogIn } }
	expect((await mum.put(`/api/users/${mum.id}/password`, change)).body).toMatchObject({ code: 'challenge_gone' })
	const forAct = await mum.phone.use(await optionsFor(mum, 'confirm'))
	expect((await mum.post('/api/passkeys/log-in', { response: forAct })).body).toMatchObject({ code: 'challenge_gone' })
	const once = await mum.phone.use(await optionsFor(mum, 'confirm'))
	const remove = { email: null, proof: { passkey: once } }
	expect((await mum.patch(`/api/users/${mum.id}`, remove)).status).toBe(200)
	expect((await mum.patch(`/api/users/${mum.id}`, remove)).body).toMatchObject({ code: 'challenge_gone' })
	const late = await mum.phone.use(await optionsFor(thief, 'log_in'))
	setSystemTime(new Date(Date.now() + 5 * 60_000))
	expect((await thief.post('/api/passkeys/log-in', { response: late })).body).toMatchObject({ code: 'challenge_gone' })
})

test('an answer for another page, another key or another host name opens nothing [T47]', async () => {
	const app = testApp()
	const mum = await signUp(app, 'mum')
	const dad = await signUp(app, 'dad')
	const elsewhere = app.browser()

	expect(await logIn(elsewhere, mum.phone, { origin: 'http://localhost:9' })).toMatchObject({
		status: 403,
		body: { code: 'not_proven' },
	})
	const [mums, dads] = [mum.phone.keys[0], dad.phone.keys[0]]
	if (!mums || !dads) throw new Error('No passkeys')
	const key = { ...dads, id: mums.id, handle: mums.handle }
	expect((await logIn(elsewhere, dad.phone, { key })).status).toBe(403)
	expect((await logIn(elsewhere, dad.phone, { key: { ...mums, rpId: 'other.localhost' } })).status).toBe(403)
	expect((await logIn(elsewhere, mum.phone, { key: { ...mums, handle: dads.handle } })).status).toBe(401)
	const broken = { id: 'AA', rawId: 'AA', type: 'public-key', response: { clientDataJSON: '!', signature: 'AA' } }
	expect((await elsewhere.post('/api/passkeys/log-in', { response: broken })).status).toBe(400)
})

test('a passkey of another instance at this host is refused and not forgotten; one that was removed here may be [T48]', async () => {
	const [here, neighbour] = [testApp(), testApp()]
	const mum = await signUp(here, 'mum')
	await add(mum, authenticator(), await proofOf(mum, mum.phone))
	const [first] = (await ownPasskeys(mum)).passkeys
	const proof = await proofOf(mum, mum.phone)
	expect((await mum.delete(`/api/users/${mum.id}/passkeys/${first?.credentialId}`, { proof })).status).toBe(200)

	expect(await logIn(neighbour.browser(), mum.phone)).toMatchObject({
		status: 401,
		body: { code: 'unknown_passkey', wasRemoved: false, message: 'This passkey opens another car at this address.' },
	})
	expect(await logIn(here.browser(), mum.phone)).toMatchObject({
		status: 401,
		body: {
			code: 'unknown_passkey',
			wasRemoved: true,
			message: 'We removed this passkey. Use another way in.',
		},
	})
})

test('options look the same whoever exists, name nobody, and cost no write [T49]', async () => {
	const app = testApp()
	const mum = await signUp(app, 'mum')
	const ask = async (on: ReturnType<typeof testApp>) => (await optionsFor(on.browser(), 'log_in')) as object
	const before = app.db.generation()

	const [some, none] = [await ask(app), await ask(testApp())]

	expect({ ...some, challenge: '' }).toEqual({ ...none, challenge: '' })
	expect(some).toMatchObject({ allowCredentials: [], rpId: 'localhost', userVerification: 'preferred' })
	expect(app.db.generation()).toBe(before)
	expect(await optionsFor(mum, 'confirm')).toMatchObject({
		allowCredentials: [{ id: mum.phone.keys[0]?.id }],
		userVerification: 'required',
	})
	expect((await app.browser().post('/api/passkeys/options', { purpose: 'confirm' })).status).toBe(401)
})

test('an address that begins a hundred thousand log-ins forgets its own oldest, and nobody else’s [T49]', () => {
	const begun = pendingLogins<number>({ now: () => new Date(0) })
	const mums = begun.begin(-1, 'mum')
	const tokens = Array.from({ length: 100_000 }, (_, nth) => begun.begin(nth, 'flood'))

	expect(begun.finish(tokens[99_899] ?? '')).toBeUndefined()
	expect(begun.finish(tokens[99_900] ?? '')).toBe(99_900)
	expect(begun.finish(tokens[99_900] ?? '')).toBeUndefined()
	expect(begun.finish(mums)).toBe(-1)
})

test('where memory is full, the address that has begun most loses its oldest [T49]', () => {
	const begun = pendingLogins<number>({ now: () => new Date(0) }, { atMost: 20, ofAddress: 5 })
	const mums = begun.begin(-1, 'mum')
	const floods = Array.from({ length: 1000 }, (_, nth) => begun.begin(nth, `flood ${nth % 6}`))

	expect(begun.finish(mums)).toBe(-1)
	expect(floods.flatMap((token) => begun.finish(token) ?? [])).toHaveLength(19)
})

test('what has expired makes room for others [T49]', () => {
	let now = 0
	const begun = pendingLogins<string>({ now: () => new Date(now) }, { ofAddress: 2, ms: 10 })
	begun.begin('old', 'home')
	now = 9
	const younger = begun.begin('younger', 'home')
	now = 10
	const newest = begun.begin('newest', 'home')

	expect([begun.finish(younger), begun.finish(newest)]).toEqual(['younger', 'newest'])
})

test('which names are taken is told as rarely as at any sign-up, and a sign-up counts once [T49]', async () => {
	const app = testApp({ rateLimitScale: 1 })
	const options = (username: string) => app.browser().post('/api/passkeys/sign-up/options', { username })
	await signUp(app, 'mum')
	for (let nth = 0; nth < 9; nth++) expect((await options('mum')).status).toBe(409)

	expect((await options('mum')).status).toBe(429)
	expect((await app.browser().post('/api/users', { username: 'dad', password: 'backseat' })).status).toBe(429)
})

test('a passkey is called after the browser that makes it, in the language of its page', async () => {
	const translations = { '{program} on {system}': '{program} unter {system}' }
	const app = testApp(
		{},
		{ catalogueOf: (tag) => (tag === 'de' ? { locale: tag, isRightToLeft: false, translations } : null) },
	)
	const mum = await app.member('mum')
	const { body: asked } = await mum.post(`/api/users/${mum.id}/passkeys/options`)
	const body = { response: await authenticator().make(asked), proof: { password: mum.password } }
	const headers = {
		'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
		'Accept-Language': 'de',
	}

	const added = await mum.post(`/api/users/${mum.id}/passkeys`, body, headers)

	expect(added).toMatchObject({ status: 201, body: { label: 'Firefox unter Linux' } })
})

test('without proof no passkey is added or removed; a reset link removes the ones there are [T51]', async () => {
	const app = testApp()
	const mum = await app.member('mum')
	const host = await app.host()
	const thief = authenticator()
	const wrong = { password: 'wrong' }

	expect((await add(mum, thief, wrong)).body).toMatchObject({ code: 'wrong_password' })
	const { body: asked } = await mum.post(`/api/users/${mum.id}/passkeys/options`)
	expect((await mum.post(`/api/users/${mum.id}/passkeys`, { response: await thief.make(asked) })).status).toBe(400)
	expect(await add(mum, thief, await proofOf(mum, authenticatorOf(await signUp(app, 'eve'))))).toMatchObject({
		status: 401,
	})
	const added = await add(mum, thief, { password: mum.password }, 'Old phone')
	expect(added).toMatchObject({ status: 201, body: { label: 'Old phone', host: 'localhost', lastUsedOn: null } })
	const { credentialId } = added.body as Passkey
	expect((await mum.delete(`/api/users/${mum.id}/passkeys/${credentialId}`, { proof: wrong })).status).toBe(403)

	const { body } = await host.post(`/api/host/people/${mum.id}/reset-link`)
	const token = JSON.stringify(body).match(/reset\/([\w-]+)/)?.[1] ?? (body as { token?: string }).token
	const reset = await app.browser().post('/api/password-resets', { token, password: 'another one' })
	expect(reset.status).toBe(200)
	expect((await logIn(app.browser(), thief)).body).toMatchObject({ code: 'unknown_passkey' })
	expect((await mum.get('/api/user')).status).toBe(401)
})

const authenticatorOf = ({ phone }: { phone: Phone }) => phone

test('a passkey proves where a password does: a first password, e-mail, host’s acts, leaving', async () => {
	const app = testApp()
	const mum = await signUp(app, 'mum')
	app.context.queries.hosts.setHost(mum.id, true)

	// A host's passkey must verify the user, for example by face or finger.
	const unlooked = await mum.post('/api/host/confirm', { proof: await proofOf(mum, mum.phone, { isVerified: false }) })
	expect(unlooked).toMatchObject({ status: 403, body: { code: 'not_proven' } })
	expect((await mum.post('/api/host/confirm', { proof: await proofOf(mum, mum.phone) })).status).toBe(200)
	expect((await mum.post('/api/host/confirm', {})).body).toMatchObject({ field: 'password' })
	const email = { email: 'mum@example.org', proof: await proofOf(mum, mum.phone) }
	expect((await mum.patch(`/api/users/${mum.id}`, email)).body).toMatchObject({ email: 'mum@example.org' })
	expect((await ownPasskeys(mum)).hasPassword).toBe(false)
	const first = { newPassword: 'backseat', proof: await proofOf(mum, mum.phone) }
	expect((await mum.put(`/api/users/${mum.id}/password`, first)).status).toBe(200)
	expect((await ownPasskeys(mum)).hasPassword).toBe(true)
	expect((await app.browser().post('/api/login', { username: 'mum', password: 'backseat' })).status).toBe(200)
	const dad = await signUp(app, 'dad')
	const gone = await dad.delete(`/api/users/${dad.id}`, { ratings: 'stay', proof: await proofOf(dad, dad.phone) })
	expect(gone.status).toBe(200)
	expect((await logIn(app.browser(), dad.phone)).status).toBe(401)
})

test('the last way in cannot be removed, also by two at once; one at a name of long ago opens nothing [T52]', async () => {
	const app = testApp(PUBLIC)
	const mum = await signUp(app, 'mum')
	const tablet = authenticator()
	await add(mum, tablet, await proofOf(mum, mum.phone))
	const removal = async (device: Phone) => {
		const proof = await proofOf(mum, device)
		return () => mum.delete(`/api/users/${mum.id}/passkeys/${device.keys[0]?.id}`, { proof })
	}
	const both = [await removal(mum.phone), await removal(tablet)]

	const answers = await Promise.all(both.map((remove) => remove()))

	expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
	expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'last_way_in' })
	expect((await ownPasskeys(mum)).passkeys).toHaveLength(1)

	const dad = await signUp(app, 'dad')
	await add(dad, authenticator(), await proofOf(dad, dad.phone))
	const [, old] = (await ownPasskeys(dad)).passkeys
	app.db.orm.run(`UPDATE passkeys SET rp_id = 'before.example.org' WHERE credential_id = '${old?.credentialId}'`)
	const proof = await proofOf(dad, dad.phone)
	const [own] = (await ownPasskeys(dad)).passkeys
	const locked = await dad.delete(`/api/users/${dad.id}/passkeys/${own?.credentialId}`, { proof })
	expect(locked.body).toMatchObject({ code: 'last_way_in' })
})

test('a member renames their passkeys, has ten at most, and none that another has', async () => {
	const app = testApp()
	const mum = await signUp(app, 'mum')
	for (let nth = 2; nth <= 10; nth++)
		expect((await add(mum, authenticator(), await proofOf(mum, mum.phone))).status).toBe(201)
	const [first] = (await ownPasskeys(mum)).passkeys
	const path = `/api/users/${mum.id}/passkeys/${first?.credentialId}`

	const full = await mum.post(`/api/users/${mum.id}/passkeys/options`)
	expect(full).toMatchObject({ status: 409, body: { code: 'too_many' } })
	expect((await mum.patch(path, { label: ' Blue phone ' })).body).toMatchObject({ label: 'Blue phone' })
	for (const label of ['', ' ', 'x'.repeat(41), 'a\u202eb']) expect((await mum.patch(path, { label })).status).toBe(400)
	const missing = await mum.patch(`/api/users/${mum.id}/passkeys/AAAA`, { label: 'Mine' })
	expect(missing).toMatchObject({ status: 404, body: { message: 'You have no such passkey.' } })
})

test('strangers see nothing of anybody’s passkeys, and can change none [T3]', async () => {
	const app = testApp()
	const mum = await signUp(app, 'mum')
	const dad = await app.member('dad')
	const [first] = (await ownPasskeys(mum)).passkeys
	const own = `/api/users/${dad.id}/passkeys/${first?.credentialId}`
	const proof = { password: dad.password }

	expect((await dad.patch(own, { label: 'Mine' })).status).toBe(404)
	expect((await dad.delete(own, { proof })).status).toBe(404)
	for (const path of [`/api/users/${mum.id}`, '/api/users', '/api/home'])
		expect(JSON.stringify((await dad.get(path)).body)).not.toContain(first?.credentialId ?? 'none')
	expect((await ownPasskeys(mum)).passkeys).toEqual(first ? [first] : [])
})

test('passkeys are offered at localhost and at an https name, and nowhere else', async () => {
	const app = testApp({ ...PUBLIC, allowedHosts: ['192.168.1.20'] })
	const at = async (origin: string) => {
		const browser = app.browser({ origin })
		const { signIn } = (await browser.get('/api/instance')).body as { signIn: { passkeys: boolean } }
		const { status, body } = await browser.post('/api/passkeys/options', { purpose: 'log_in' })
		return [signIn.passkeys, status, (body as { rpId?: string; code?: string }).rpId ?? (body as { code: string }).code]
	}

	expect(await at('http://localhost:7433')).toEqual([true, 200, 'localhost'])
	expect(await at('http://family.localhost:7433')).toEqual([true, 200, 'family.localhost'])
	expect(await at('https://rides.example.org')).toEqual([true, 200, 'rides.example.org'])
	expect(await at('http://127.0.0.1:7433')).toEqual([false, 404, 'not_here'])
	expect(await at('http://192.168.1.20:7433')).toEqual([false, 404, 'not_here'])
})

test('a passkey is removed at any address, also where none is offered [T51]', async () => {
	const app = testApp({ allowedHosts: ['192.168.1.20'] })
	const mum = await app.member('mum')
	await add(mum, authenticator(), { password: mum.password })
	const there = app.browser({ origin: 'http://192.168.1.20:7433' })
	await there.post('/api/login', { username: 'mum', password: mum.password })
	const path = `/api/users/${mum.id}/passkeys`
	const [stolen] = ((await there.get(path)).body as { passkeys: Passkey[] }).passkeys

	expect((await there.post(`${path}/options`)).body).toMatchObject({ code: 'not_here' })
	const removal = await there.delete(`${path}/${stolen?.credentialId}`, { proof: { password: mum.password } })
	expect(removal.status).toBe(200)
	expect((await ownPasskeys(mum)).passkeys).toEqual([])
})

test('a passkey signed on another port of the same host name opens nothing, whatever the Host header says [T75]', async () => {
	const app = testApp()
	const mum = await signUp(app, 'mum')
	const elsewhere = app.browser()
	const neighbour = 'http://localhost:9999'
	const answer = await mum.phone.use(await optionsFor(elsewhere, 'log_in'), { origin: neighbour })

	// No browser does this: the program claims that it was reached at the neighbour's address.
	const asNeighbour = { Host: 'localhost:9999', Origin: neighbour }
	const forged = await elsewhere.post('/api/passkeys/log-in', { response: answer }, asNeighbour)
	expect(forged).toMatchObject({ status: 404, body: { code: 'not_here' } })
	expect(await elsewhere.post('/api/passkeys/log-in', { response: answer })).toMatchObject({
		status: 403,
		body: { code: 'not_proven' },
	})
	const asked = await elsewhere.post('/api/passkeys/options', { purpose: 'log_in' }, asNeighbour)
	expect(asked).toMatchObject({ status: 404, body: { code: 'not_here' } })
})

test('passkeys work at the origins that the settings make, and at no other port or protocol [T75]', async () => {
	const at = async (settings: Parameters<typeof testApp>[0], origin: string, headers = {}) => {
		const app = testApp(settings)
		const path = `${app.config.basePath}/api/passkeys/options`
		return (await app.browser({ origin }).post(path, { purpose: 'log_in' }, headers)).status
	}
	const forwarded = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': '198.51.100.1' }
	const onPort = { ...PUBLIC, publicUrl: new URL('https://rides.example.org:8443/rides'), basePath: '/rides' }

	expect(await at(PUBLIC, 'https://rides.example.org', forwarded)).toBe(200)
	expect(await at(PUBLIC, 'https://rides.example.org:8443', forwarded)).toBe(404)
	expect(await at(onPort, 'https://rides.example.org:8443', forwarded)).toBe(200)
	expect(await at(onPort, 'https://rides.example.org', forwarded)).toBe(404)
	// Opened on the server's own computer, as the desktop app does, which chooses a port of its own.
	expect(await at({ port: 41_234 }, 'http://localhost:41234')).toBe(200)
	expect(await at({ port: 41_234 }, 'http://localhost:7433')).toBe(404)
	expect(await at({ port: 80 }, 'http://localhost')).toBe(200)
	expect(await at({ tlsCert: 'certificate.pem' }, 'https://localhost:7433')).toBe(200)
	expect(await at(PUBLIC, 'https://localhost:7433', forwarded)).toBe(404)
	expect(await at({ listen: 'unix:/run/rides.sock' }, 'http://localhost:7433')).toBe(404)
	// Browsers accept no IP address as the name of a passkey.
	expect(await at({ publicUrl: new URL('https://192.168.1.20') }, 'https://192.168.1.20', forwarded)).toBe(404)
	// With a development server or a container, the public URL names the port that browsers use.
	expect(await at({ publicUrl: new URL('http://localhost:7434') }, 'http://localhost:7434')).toBe(200)
})

test('a count of uses that falls is written into the log, and refuses nobody', async () => {
	const app = testApp()
	const mum = await signUp(app, 'mum')
	await logIn(app.browser(), mum.phone, { count: 7 })

	expect((await logIn(app.browser(), mum.phone, { count: 3 })).status).toBe(200)
	expect(app.warnings).toEqual([expect.stringContaining('count of uses has fallen')])
	expect(app.lines.join('')).not.toContain(mum.phone.keys[0]?.id ?? 'none')
})

test('while a passkey is looked at it may be removed, and opens nothing then', async () => {
	const app = testApp()
	const mum = await signUp(app, 'mum')
	const elsewhere = app.browser()
	const response = await mum.phone.use(await optionsFor(elsewhere, 'log_in'))
	const underway = elsewhere.post('/api/passkeys/log-in', { response })
	app.context.queries.passkeys.deletePasskeysOf(mum.id, new Date())

	expect([401, 403]).toContain((await underway).status)
})
