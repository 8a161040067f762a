import { expect, test } from 'bun:test'
import { SECRET, withSecret } from '#server/testing/desktop-process.ts'
import { TEST_ORIGIN } from '#server/testing/test-app.ts'
import { desktopGate } from './desktop-gate.ts'

const HERE = '127.0.0.1'

function ask(peer: string | null, headers: Record<string, string> = {}, path = '/api/health', basePath = '') {
	const gate = desktopGate({ secret: SECRET, basePath }, async () => new Response('in'))
	return gate(new Request(TEST_ORIGIN + path, { headers }), { address: peer })
}
const statusFor = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).status

test.each([HERE, '127.8.9.1', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1', '::1%lo', '', 'nowhere', null])(
	'a program at %p, or who knows where, comes in with the secret only',
	async (peer) => {
		expect(await statusFor(peer)).toBe(403)
		expect(await statusFor(peer, withSecret)).toBe(200)
	},
)

test.each(['192.168.1.9', '203.0.113.7', '::ffff:192.168.1.9', '2001:db8::1', 'fe80::1%wlan0'])(
	'a phone at %s needs no secret: the network was let in',
	async (peer) => {
		expect(await statusFor(peer)).toBe(200)
	},
)

test('no header makes a program on this computer a phone [T29]', async () => {
	for (const name of ['X-Forwarded-For', 'X-Real-IP', 'Forwarded', 'CF-Connecting-IP', 'True-Client-IP'])
		for (const value of ['192.168.1.9', 'for=192.168.1.9', '192.168.1.9, 192.168.1.9'])
			expect([name, await statusFor(HERE, { [name]: value })]).toEqual([name, 403])
})

test.each([
	['none', ''],
	['an empty one', 'backseat_desktop='],
	['a name alone', 'backseat_desktop'],
	['the start of it', `backseat_desktop=${SECRET.slice(0, -1)}`],
	['one that is longer', `backseat_desktop=${SECRET}A`],
	['other capitals', `backseat_desktop=${SECRET.toLowerCase()}`],
	['quotes around it', `backseat_desktop="${SECRET}"`],
	['another name', `backseat_session=${SECRET}`],
	['a longer name', `xbackseat_desktop=${SECRET}`],
	['the secret as a name', SECRET],
	['a value around it', `x=backseat_desktop=${SECRET}`],
])('a cookie with %s is refused', async (_what, Cookie) => {
	expect(await statusFor(HERE, { Cookie })).toBe(403)
})

test('the secret is found among other cookies, also beside a stale one of the last start', async () => {
	const stale = `backseat_desktop=${'A'.repeat(43)}`

	for (const Cookie of [
		`a=b; backseat_desktop=${SECRET}; c=d`,
		`backseat_desktop=${SECRET};a=b`,
		`${stale}; ${withSecret.Cookie}`,
	])
		expect(await statusFor(HERE, { Cookie })).toBe(200)
})

test('a program reads a problem, a person in an ordinary browser a page; neither is kept or framed', async () => {
	const person = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
	const problem = await ask(HERE, { Accept: '*/*' }, '/home')
	const page = await ask(HERE, person, '/home')
	const openedApi = await ask(HERE, person, '/rides/api/health', '/rides')

	expect(await problem.json()).toEqual({
		message: 'This Backseat belongs to the desktop app on this computer. Open it there.',
		code: 'desktop_only',
		reason: 'desktop_only',
		requestId: expect.any(String),
	})
	expect(await page.text()).toContain(
		'<p>This Backseat belongs to the desktop app on this computer. Open it there.</p>',
	)
	expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
	expect((await openedApi.json()).code).toBe('desktop_only')
	for (const { status, headers } of [problem, page, openedApi]) {
		expect(status).toBe(403)
		expect(headers.get('cache-control')).toBe('no-store')
		expect(headers.get('x-frame-options')).toBe('DENY')
		expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*frame-ancestors 'none'/)
		expect(headers.get('x-content-type-options')).toBe('nosniff')
		expect(headers.getSetCookie()).toEqual([])
	}
})

test('a program that asks under an invalid host name is refused like any other [T25]', async () => {
	const gate = desktopGate({ secret: SECRET, basePath: '' }, async () => new Response('in'))
	// A real server passes on such a request with only its path, because no URL can contain that host name.
	const request = { method: 'GET', url: '/home', headers: new Headers({ Host: 'a@b.local', Accept: 'text/html' }) }

	expect((await gate(request as Request, { address: HERE })).status).toBe(403)
})
