import { expect, test } from 'bun:test'
import { aRating, type TestBrowser, testApp } from '#server/testing/test-app.ts'

/*
 * Any other program under this host name, or under a parent domain, can set a cookie with our cookie's name. Browsers
 * then send both and do not say who set which.
 */

async function neighbours() {
	const app = testApp()
	const mum = await app.member('mum')
	const evil = await app.member('evil')
	const tokenOf = ({ cookies }: TestBrowser) => cookies.get('backseat_session') ?? ''
	return { app, mum, evil, mums: `backseat_session=${tokenOf(mum)}`, evils: `backseat_session=${tokenOf(evil)}` }
}

test('of two session cookies with one name none counts, whichever comes first [T9]', async () => {
	const { app, mums, evils } = await neighbours()
	const statusWith = async (Cookie: string) => (await app.browser().get('/api/user', { Cookie })).status

	expect(await statusWith(`${mums}; ${evils}`)).toBe(401)
	expect(await statusWith(`${evils}; ${mums}`)).toBe(401)
	expect(await statusWith(`${mums}; theme=dark; ${mums}`)).toBe(401)
	expect(await statusWith(`${mums}; backseat_session=nonsense`)).toBe(401)
	expect(await statusWith(`backseat_session; ${mums}`)).toBe(401)
	expect(await statusWith(`backseat_session=; ${mums}`)).toBe(401)
	expect(await statusWith(`${mums}, ${evils}`)).toBe(401)
	expect(await statusWith(`${mums}; backseat_sessions=1; my_backseat_session=2`)).toBe(200)
})

test('a request with two is a visitor’s, and neither cookie is deleted: the other would count from then on', async () => {
	const { app, mums, evils } = await neighbours()
	const both = { Cookie: `${mums}; ${evils}` }

	const page = await app.browser().get('/home', both)
	const home = await app.browser().get('/api/home', both)

	expect([page.cookies, home.cookies]).toEqual([[], []])
	expect(page.body).toContain('data-session="none"')
	expect(home.body).toMatchObject({ hasAccount: false })
})

test('logging out with two ends both sessions, so that nobody goes on as another [T9]', async () => {
	const { app, mum, evil, mums, evils } = await neighbours()

	const logOut = await app.browser().post('/api/logout', undefined, { Cookie: `${mums}; ${evils}` })

	expect(logOut).toMatchObject({ status: 204, cookies: [expect.stringMatching(/^backseat_session=; .*Max-Age=0/)] })
	expect((await mum.get('/api/user')).status).toBe(401)
	expect((await evil.get('/api/user')).status).toBe(401)
})

test('logging in with two ends both sessions, and opens one', async () => {
	const { app, mum, evil, mums, evils } = await neighbours()
	const login = { username: 'mum', password: mum.password }

	const browser = app.browser()
	const answer = await browser.post('/api/login', login, { Cookie: `${evils}; ${mums}` })

	expect(answer).toMatchObject({
		status: 200,
		cookies: [expect.stringMatching(/^backseat_session=[\w-]{43}; Path=\/;/)],
	})
	expect((await browser.get('/api/user')).body).toMatchObject({ username: 'mum' })
	expect((await mum.get('/api/user')).status).toBe(401)
	expect((await evil.get('/api/user')).status).toBe(401)
})

test('of two guest cookies none counts: the ratings of neither are shown, kept or taken along [T9]', async () => {
	const app = testApp()
	const [guest, evil] = [app.browser(), app.browser()]
	const { id: ratingId } = await app.rate(guest, 2)
	await app.rate(evil, 2)
	const cookie = (browser: TestBrowser) => `backseat_guest=${browser.cookies.get('backseat_guest')}`
	const both = { Cookie: `${cookie(guest)}; ${cookie(evil)}` }

	expect((await app.browser().get('/api/ratings', both)).body).toEqual([])
	expect((await app.browser().get(`/api/ratings/${ratingId}`, both)).status).toBe(404)
	await app.browser().post('/api/users', { username: 'mum', password: 'backseat', ratingId }, both)
	expect((await guest.get('/api/ratings')).body).toMatchObject([{ id: ratingId }])

	const again = await app.browser().post('/api/ratings', aRating({ driverId: 2 }), both)

	const [line = ''] = again.cookies
	expect(again.status).toBe(201)
	expect(line).toMatch(/^backseat_guest=[\w-]{43};/)
	expect(both.Cookie).not.toContain(line.slice(0, 58))
})

test('after a move below a base path the old cookie is deleted when its owner logs in', async () => {
	const app = testApp({ basePath: '/rides' })
	const signUp = (username: string, Cookie: string) =>
		app.browser().post('/rides/api/users', { username, password: 'backseat' }, { Cookie })
	const ofBefore = `backseat_session=${'A'.repeat(43)}`

	const both = await signUp('mum', `backseat_session=${'B'.repeat(43)}; ${ofBefore}`)
	const alone = await signUp('dad', ofBefore)

	expect(both.cookies).toEqual([
		expect.stringMatching(/^backseat_session=[\w-]{43}; Path=\/rides; Max-Age=2592000; /),
		'backseat_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax',
	])
	expect(alone.cookies).toHaveLength(1)
})

test('a cookie is found among a hundred, and in as many as fit into a request [T9]', async () => {
	const { app, mums } = await neighbours()
	const statusWith = async (Cookie: string) => (await app.browser().get('/api/user', { Cookie })).status
	const others = (count: number) => Array.from({ length: count }, (_, i) => `c${i}=${'x'.repeat(10)}`).join('; ')

	expect(await statusWith(`${others(50)}; ${mums}; ${others(50)}`)).toBe(200)
	expect(await statusWith(`${others(900)}; ${mums}`)).toBe(200)
	expect(await statusWith(`${';'.repeat(15_000)}${mums}`)).toBe(200)
	expect(await statusWith(`${'backseat_session=;'.repeat(800)}${mums}`)).toBe(401)
})
