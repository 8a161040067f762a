import { expect, test } from 'bun:test'
import { ELSEWHERE, HERE, LIMITED_CALLS, type LimitedCall, nearLimit } from '#server/testing/limited-calls.ts'
import { createRateLimits, type RateLimits } from './rate-limits.ts'

const isRefused = ({ status }: { status: number }) => status === 429
const title = ({ name, method, path }: LimitedCall) => `${name} (${method} ${path})`

for (const limit of LIMITED_CALLS)
	test(`the limit ${title(limit)} stops one, says for how long, and lets others through`, async () => {
		const { app, call, counted, uncounted } = await nearLimit(limit)

		expect(isRefused(await call(counted))).toBe(false)
		const refused = await call(counted)
		expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
		expect(refused.headers.get('retry-after')).toBe(String(limit.wait))
		expect(isRefused(await call(uncounted))).toBe(false)
		app.wait(limit.wait)
		expect(isRefused(await call(counted))).toBe(false)
	})

/** Other spellings of one address. Some reach the same handler, and none may bypass the limit. */
const SPELLINGS: ((path: string) => string)[] = [
	(path) => `${path}/`,
	(path) => `${path}?x=1`,
	(path) => `/${path}`,
	(path) => path.replace('/api/', '/api//'),
	(path) => path.replace('/api/', '/api/./'),
	(path) => path.replace('/api/', '/x/../api/'),
	(path) => path.replace('/api/', '/%61pi/'),
	(path) => path.toUpperCase(),
	(path) => `${path}%20`,
	(path) => `${path};x`,
]

for (const limit of LIMITED_CALLS)
	test(`no other spelling gets past ${title(limit)} [T26]`, async () => {
		const { call, counted } = await nearLimit(limit)
		await call(counted)

		for (const spell of SPELLINGS) {
			const { status } = await call(counted, spell, { 'X-HTTP-Method-Override': 'GET', 'X-Original-URL': '/' })
			// Some spellings are no address of the API; a GET of them may return a page.
			const isPage = limit.method === 'get' && !spell(limit.path).startsWith('/api')
			expect([spell(limit.path), isPage || status === 429 || status === 404 || status === 400]).toEqual([
				spell(limit.path),
				true,
			])
		}
	})

for (const limit of LIMITED_CALLS.filter(({ per }) => per === 'address')) {
	test(`no forged header gets past ${title(limit)} [T26]`, async () => {
		const { call, from } = await nearLimit(limit)
		await call(from(HERE))

		for (const name of ['X-Forwarded-For', 'X-Real-IP', 'Forwarded', 'CF-Connecting-IP', 'True-Client-IP'])
			expect(isRefused(await call(from(HERE), undefined, { [name]: ELSEWHERE }))).toBe(true)
	})

	test(`behind a trusted proxy ${title(limit)} counts the person the proxy saw [T26]`, async () => {
		const { call, from } = await nearLimit(limit, { trustedProxies: ['10.0.0.0/8'] })
		const via = async (hops: string) => isRefused(await call(from('10.0.0.1'), undefined, { 'X-Forwarded-For': hops }))
		await via(HERE)

		expect(await via(HERE)).toBe(true)
		expect(await via(`${ELSEWHERE}, ${HERE}`)).toBe(true)
		expect(await via(`${ELSEWHERE}, ${HERE}, 10.0.0.9`)).toBe(true)
		expect(await via(`${HERE}, ${ELSEWHERE}`)).toBe(false)
	})

	test(`${title(limit)} counts a whole IPv6 /64 as one [T26]`, async () => {
		const { call, spend, from } = await nearLimit(limit)
		spend(limit.allowed, '2001:db8:1:2::/64')

		expect(isRefused(await call(from('2001:db8:1:2:ffff::1')))).toBe(true)
		expect(isRefused(await call(from('2001:db8:1:3::1')))).toBe(false)
	})
}

/** Limits that have no 429 of their own but a pause per name, a slow answer or an unsent mail. */
const ELSEWHERE_TESTED: Partial<Record<keyof RateLimits, string>> = {
	bellRings: 'host/alerts/alerts.test.ts',
	emailChecks: 'news/email-checks.test.ts',
	emailChecksTo: 'news/email-checks.test.ts',
	guestsOfTrip: 'trips/trip-limits.test.ts',
	hostBackups: 'host/backups/backups.test.ts',
	imports: 'own-account/imports/imports.test.ts',
	loginFailures: 'accounts/log-in-limits.test.ts',
	loginFailuresOfName: 'accounts/log-in-limits.test.ts',
	newSeats: 'trips/trip-limits.test.ts',
	newTrips: 'trips/trip-limits.test.ts',
	readyChecks: 'instance/instance.test.ts',
	resetMails: 'password-resets/forgot-password.test.ts',
	sentPagesOfAddress: 'sent/sent.test.ts',
	resetMailsTo: 'password-resets/forgot-password.test.ts',
	tokenFailures: 'accounts/tokens/access-tokens.test.ts',
	tokenReads: 'accounts/tokens/access-tokens.test.ts',
	verdictsOnDriver: 'ratings/rate-driver.test.ts',
}

test('there is no limit that nobody has met here or elsewhere [T26]', () => {
	const met = [...LIMITED_CALLS.map(({ name }) => name), ...Object.keys(ELSEWHERE_TESTED)]

	expect([...new Set<string>(met)].sort()).toEqual(Object.keys(createRateLimits(1)).sort())
})

test.each(Object.entries(ELSEWHERE_TESTED))('the limit %s is met in %s', async (name, file) => {
	expect(await Bun.file(`${import.meta.dir}/../../features/${file}`).text()).toContain('rateLimitScale: 1')
	expect(createRateLimits(1)).toHaveProperty(name)
})

test('a flood does not make monitors believe that the server is dead, nor do monitors use up anybody’s limit [B20]', async () => {
	const everything = LIMITED_CALLS.find(({ name }) => name === 'everything') as LimitedCall
	const { call, counted, uncounted } = await nearLimit(everything)
	await call(counted)
	expect(isRefused(await call(counted))).toBe(true)

	for (const path of ['/api/health', '/api/ready']) {
		for (let i = 0; i < 400; i++) expect((await counted.get(path)).status).toBe(200)
		for (let i = 0; i < 400; i++) expect((await uncounted.get(path)).status).toBe(200)
	}
	expect(isRefused(await call(uncounted))).toBe(false)
	for (const path of ['/api/healthy', '/api/health/', '/api/ready/', '/api/health/x', '/api/instance'])
		expect([path, isRefused(await counted.get(path))]).toEqual([path, true])
	expect(isRefused(await counted.post('/api/health'))).toBe(true)
})
