import { expect, test } from 'bun:test'
import type { SentLink } from '#contract/sent.ts'
import { invites, passwordResets, sessions, users } from '#db/schema.ts'
import { TERMINAL } from '#server/features/journal/journal.ts'
import { openReset } from '#server/features/password-resets/open-reset.ts'
import { desktopGate } from '#server/http/desktop-gate.ts'
import { SECRET, withSecret } from '#server/testing/desktop-process.ts'
import { invitationsOf } from '#server/testing/invitations-of.ts'
import { aRating, TEST_ORIGIN, type TestBrowser, testApp } from '#server/testing/test-app.ts'

const PASSWORD = 'open-sesame-1234'

async function appWithSecrets() {
	const app = testApp()
	const signUp = async (username: string) => {
		const browser = app.browser()
		const { body } = await browser.post('/api/users', {
			username,
			password: PASSWORD,
			email: `${username}@secret.example`,
		})
		return { ...browser, id: (body as { id: number }).id, username }
	}
	const [mum, dad, kid] = [await signUp('mum'), await signUp('dad'), await signUp('kid')]
	const [guest, visitor] = [app.browser(), app.browser()]
	const ghost = await app.ghost(mum, 'Uncle Bob')
	const { body } = await mum.post('/api/ghost-drivers', { username: 'Amy', email: 'amy@secret.example' })
	const amy = body as { id: number; ghostClaimToken: string }
	const ratings = [
		await app.rate(dad, mum.id),
		await app.rate(guest, mum.id),
		await app.rate(mum, dad.id),
		await app.rate(mum, ghost.id),
	]
	const trip = await mum.post('/api/trips', { name: 'To the sea', driverIds: [ghost.id] })
	const { token: tripToken } = trip.body as { token: string }
	await guest.post(`/api/trips/${tripToken}/seat`)
	const page = await mum.post('/api/sent', { kind: 'receipt', ratingId: ratings[2]?.id, pool: 'DEFAULT', place: 0 })
	const { id: sent } = page.body as SentLink
	const { token: invite } = invitationsOf(app.context).invite({ note: 'the choir', maxUses: 9 })
	const reset = openReset(app.context, dad.id, TERMINAL)
	return { app, mum, dad, kid, guest, visitor, ghost, amy, ratings, links: { invite, reset, sent, trip: tripToken } }
}

test('nobody’s answers hold a hash, a key, another’s email, or a token that is not for them [T5] [T42]', async () => {
	const { app, mum, dad, kid, guest, visitor, ghost, amy, ratings, links } = await appWithSecrets()
	const rows = app.rows(users)
	const key = app.context.queries.instance.signingKey()
	const forNobody = [
		...(['hex', 'base64', 'base64url'] as const).map((spelling) => Buffer.from(key).toString(spelling)),
		'$argon2',
		PASSWORD,
		...rows.flatMap(({ passwordHash }) => passwordHash ?? []),
		...[sessions, invites, passwordResets].flatMap((table) => app.rows(table).map(({ tokenHash }) => tokenHash)),
		'the choir',
		links.invite,
		links.reset,
		...[mum, dad, kid, guest].flatMap(({ cookies }) => [...cookies.values()]),
	]
	const keys =
		/"(password|passwordHash|password_hash|hash|guestKey|guest_key|requestKey|request_key|tokenHash|token_hash|sessions?|userAgent|createdById|created_by_id|creatorId|ip|address|isPlaceholder)":/i
	const ids = [mum.id, dad.id, kid.id, ghost.id, amy.id, 1, 2]
	const paths = [
		'user',
		'users',
		'users?search=mu',
		'home',
		'glovebox',
		'ratings',
		'ghost-drivers',
		'instance',
		'health',
		'ready',
		...ids.flatMap((id) => [
			`users/${id}`,
			`hidden-drivers/${id}`,
			`ghost-drivers?creatorId=${id}`,
			`ratings/driver/${id}`,
			`ratings/driver/${id}/average`,
			`drivers/${id}/stats`,
			`drivers/${id}/pictures`,
		]),
		...ratings.map(({ id }) => `ratings/${id}`),
		...[ghost, amy].map(({ ghostClaimToken }) => `ghost-drivers/claim/${ghostClaimToken}`),
		`invites/${links.invite}`,
		`password-resets/${links.reset}`,
		`trips/${links.trip}`,
		`sent/${links.sent}`,
		`trips/${links.trip}/pictures`,
		...ids.flatMap((id) => [`users/${id}/sessions`, `users/${id}/data`, `users/${id}/data?format=csv`]),
	]
	// The member's own data export contains these two fields, for their own data only.
	const own = /"sessions":\[\{"browser":[^\]]*\]|"isPlaceholder":(true|false)/g
	const writes = (who: TestBrowser, id: number) => [
		() => who.post('/api/ratings', aRating({ driverId: 2 })),
		...ratings.flatMap(({ id: rating }) => [
			() => who.put(`/api/ratings/${rating}`, aRating({ driverId: 2 })),
			() => who.delete(`/api/ratings/${rating}`),
		]),
		() => who.post('/api/hidden-drivers', { userId: id, driverId: 2 }),
		() => who.delete('/api/hidden-drivers', { userId: id, driverId: 2 }),
		() => who.post(`/api/users/${id}/mark-ratings-seen`),
		() => who.put(`/api/users/${id}`, { username: `new-${id}`.slice(0, 20), password: PASSWORD }),
		() => who.post('/api/ghost-drivers', { username: 'Nobody', email: 'nobody@secret.example' }),
		() => who.post('/api/users', { username: 'mum', password: PASSWORD }),
		() => who.post('/api/login', { username: 'mum', password: `${PASSWORD}?` }),
		() => who.post('/api/ghost-drivers/claim', { token: amy.ghostClaimToken, username: 'demo', password: PASSWORD }),
		() => who.post('/api/forgot-password', { username: 'mum' }),
		() => who.post('/api/password-resets', { token: 'A'.repeat(32), password: PASSWORD }),
		() => who.put(`/api/users/${id}/password`, { currentPassword: `${PASSWORD}?`, newPassword: PASSWORD }),
		() => who.patch(`/api/users/${id}`, { email: 'thief@secret.example', password: `${PASSWORD}?` }),
		() => who.patch(`/api/users/${id}`, { avatarId: 3, display_name: 'Somebody' }),
		() => who.delete(`/api/users/${id}`, { password: `${PASSWORD}?`, ratings: 'go' }),
		() => who.delete(`/api/users/${id}/sessions`),
	]
	const tokens = [ghost.ghostClaimToken, amy.ghostClaimToken]
	// Home shows it to those in the car.
	const ofTrip = [links.trip]
	const people = [
		{ who: visitor, id: 0, email: 'none', foreign: [...tokens, ...ofTrip] },
		{ who: guest, id: 0, email: 'none', foreign: tokens },
		{ who: kid, id: kid.id, email: 'kid@secret.example', foreign: [...tokens, ...ofTrip] },
		{ who: dad, id: dad.id, email: 'dad@secret.example', foreign: [...tokens, ...ofTrip] },
		{ who: mum, id: mum.id, email: 'mum@secret.example', foreign: [] },
	]

	let seen = 0
	for (const { who, id, email, foreign } of people) {
		const calls = [
			...paths.map((path) => ({ path, call: () => who.get(`/api/${path}`) })),
			...writes(who, id).map((call) => ({ path: '', call })),
		]
		for (const { path, call } of calls) {
			const { body, headers } = await call()
			// Whether password log-in is enabled is no secret either.
			const text = `${JSON.stringify(body)} ${JSON.stringify(headers.toJSON())}`.replaceAll(
				/"set-cookie":\[[^\]]*\]|"password":(true|false)/g,
				'',
			)
			expect(forNobody.filter((secret) => text.includes(secret))).toEqual([])
			expect(path === `users/${id}/data` ? text.replaceAll(own, '') : text).not.toMatch(keys)
			expect(text.replaceAll(email, '')).not.toContain('@secret.example')
			expect(foreign.filter((token) => text.includes(token))).toEqual([])
			seen++
		}
	}
	expect(seen).toBe(people.length * (paths.length + 16 + 2 * ratings.length))
	expect(app.logged).toEqual([])
}, 60_000)

test('the token of a claim link is in no list, not even its creator’s [T13]', async () => {
	const { mum, ghost } = await appWithSecrets()

	for (const path of ['/api/users', '/api/home', '/api/ghost-drivers', '/api/ratings', '/api/user'])
		expect(JSON.stringify((await mum.get(path)).body)).not.toContain(ghost.ghostClaimToken)
	expect(JSON.stringify((await mum.get(`/api/users/${ghost.id}`)).body)).toContain(ghost.ghostClaimToken)
})

test('the guest, number 1, is shown nowhere', async () => {
	const { mum, guest, visitor } = await appWithSecrets()

	for (const who of [mum, guest, visitor]) {
		for (const path of ['/api/users/1', '/api/drivers/1/stats', '/api/ratings/driver/1'])
			expect((await who.get(path)).status).toBe(404)
		for (const path of ['/api/users', '/api/users?search=guest', '/api/home'])
			expect(JSON.stringify((await who.get(path)).body)).not.toContain('guest')
	}
})

test('nobody who is not signed in as them logs in as the demo driver, the guest or a ghost [T35]', async () => {
	const { app, ghost } = await appWithSecrets()

	for (const username of ['demo', 'guest', ghost.username])
		for (const password of ['', 'null', 'undefined', 'demo', PASSWORD, '\u0000'])
			expect((await app.browser().post('/api/login', { username, password })).status).toBe(password === '' ? 400 : 401)
}, 60_000)

test('the desktop app’s secret is in no answer to its own window, and in none to a phone', async () => {
	const { app, mum, ghost } = await appWithSecrets()
	const gate = desktopGate({ secret: SECRET, basePath: '' }, (request, { address }) => app.ask(request, address ?? ''))
	const paths = ['/', '/home', '/api/nope', '/api/user', '/api/home', '/api/instance', `/api/users/${ghost.id}`]
	const session = `backseat_session=${mum.cookies.get('backseat_session')}`

	for (const [address, Cookie] of [
		['127.0.0.1', `${withSecret.Cookie}; ${session}`],
		['127.0.0.1', session],
		['192.168.1.9', withSecret.Cookie],
	] as const)
		for (const path of paths)
			for (const method of ['GET', 'POST']) {
				const answer = await gate(new Request(TEST_ORIGIN + path, { method, headers: { Cookie } }), { address })
				expect((await answer.text()) + JSON.stringify([...answer.headers])).not.toContain(SECRET)
			}
	expect(JSON.stringify([app.logged, app.warnings])).not.toContain(SECRET)
})
