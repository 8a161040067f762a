import { expect, test } from 'bun:test'
import { RATING_WAIT_MAX_MS } from '#contract/ratings.ts'
import { Refusal } from '#server/http/problems.ts'
import { testApp } from '#server/testing/test-app.ts'
import { createRateLimits, failurePauses, tokenBuckets } from './rate-limits.ts'

function clock() {
	let seconds = 1000
	const wait = (howLong: number) => {
		seconds += howLong
	}
	return { now: () => seconds, wait }
}

const retryAfter = (work: () => void): number => {
	try {
		work()
	} catch (error) {
		if (error instanceof Refusal) return error.problem.retryAfterSeconds ?? -1
		throw error
	}
	return 0
}

test('what is allowed at once is allowed at once, then token by token', () => {
	const { now, wait } = clock()
	const rule = tokenBuckets({ burst: 3, per: 3, seconds: 60 }, 1, now)

	expect([1, 2, 3, 4].map(() => rule.allows('mum'))).toEqual([true, true, true, false])
	wait(19.9)
	expect(rule.allows('mum')).toBe(false)
	wait(0.1)
	expect([1, 2].map(() => rule.allows('mum'))).toEqual([true, false])
	wait(86_400)
	expect([1, 2, 3, 4].map(() => rule.allows('mum'))).toEqual([true, true, true, false])
})

test('a new name for the same person has the fuller count of both', () => {
	const { now, wait } = clock()
	const rule = tokenBuckets({ burst: 3, per: 3, seconds: 60 }, 1, now)
	const take = (key: string, times: number) => Array.from({ length: times }, () => rule.allows(key))
	take('old', 3)
	rule.rename('old', 'new')
	expect([take('new', 1), take('old', 1)]).toEqual([[false], [true]])
	wait(40)
	take('other', 3)
	rule.rename('new', 'other')
	expect(take('other', 1)).toEqual([false])
	rule.rename('unknown', 'other')
	expect(take('other', 1)).toEqual([false])
	rule.rename('other', 'fresh')
	rule.rename('old', 'fresh')
	expect(take('fresh', 1)).toEqual([false])
})

test('asking too early does not make the wait longer', () => {
	const { now, wait } = clock()
	const rule = tokenBuckets({ burst: 1, per: 1, seconds: 60 }, 1, now)
	rule.check('mum')

	for (let i = 0; i < 59; i++) {
		// Sixtieths do not add up exactly, so the rounded-up wait may differ by one.
		expect(Math.abs(retryAfter(() => rule.check('mum')) - (60 - i))).toBeLessThanOrEqual(1)
		wait(1)
	}
	wait(1.01)

	expect(retryAfter(() => rule.check('mum'))).toBe(0)
})

test('a person who waits as long as the answer says is allowed again', () => {
	for (const seconds of [7, 60, 61, 3600]) {
		const { now, wait } = clock()
		const rule = tokenBuckets({ burst: 3, per: 3, seconds }, 1, now)
		for (let i = 0; i < 3; i++) rule.check('mum')

		const told = retryAfter(() => rule.check('mum'))
		wait(told)

		expect(told).toBeGreaterThanOrEqual(1)
		expect(retryAfter(() => rule.check('mum'))).toBe(0)
	}
})

test('the memory is bounded: after 50,000 others the one not seen for longest is forgotten [B21]', () => {
	const rule = tokenBuckets({ burst: 1, per: 1, seconds: 3600 }, 1, clock().now)
	rule.check('first')
	rule.check('second')
	for (let i = 0; i < 49_998; i++) rule.check(i)
	expect(rule.allows('first')).toBe(false)

	rule.check('one too many')

	expect(rule.allows('first')).toBe(false)
	expect(rule.allows('second')).toBe(true)
})

test('a scale multiplies, and zero switches off', () => {
	const { now } = clock()
	const double = tokenBuckets({ burst: 2, per: 2, seconds: 60 }, 2, now)
	const off = tokenBuckets({ burst: 1, per: 1, seconds: 60 }, 0, now)

	expect([1, 2, 3, 4, 5].map(() => double.allows('mum'))).toEqual([true, true, true, true, false])
	expect(Array.from({ length: 100 }, () => off.allows('mum')).every(Boolean)).toBe(true)
})

test('verdicts on one driver are counted for any 24 hours, scaled, and move to the rater’s new key', () => {
	const { now, wait } = clock()
	const { verdictsOnDriver } = createRateLimits(2, now)
	const take = (rater: string, times: number) =>
		Array.from({ length: times }, () => verdictsOnDriver.take('guest', rater, 7)).filter((seconds) => seconds > 0)

	expect(take('old', 9)).toEqual([])
	wait(3600)
	expect(take('old', 2)).toEqual([82_800])
	expect(verdictsOnDriver.take('guest', 'old', 8)).toBe(0)
	verdictsOnDriver.rename('old', 'new')
	expect([verdictsOnDriver.has('old'), take('new', 1), take('old', 1)]).toEqual([false, [82_800], []])
	wait(82_800)
	expect(take('new', 10)).toEqual([86_400 - 82_800])
	const off = createRateLimits(0, now).verdictsOnDriver
	expect(Array.from({ length: 100 }, () => off.take('member', 'mum', 7)).every((seconds) => seconds === 0)).toBe(true)
})

test('pauses after failures double from 30 seconds to 15 minutes, and success clears them', () => {
	const { now, wait } = clock()
	const pauses = failurePauses(1, now)
	const told: number[] = []
	for (let i = 0; i < 4; i++) pauses.begin('mum')

	for (let round = 0; round < 8; round++) {
		pauses.begin('mum')
		const pause = retryAfter(() => pauses.begin('mum'))
		told.push(pause)
		wait(pause)
	}
	pauses.begin('mum')
	pauses.succeeded('mum')

	expect(told).toEqual([30, 60, 120, 240, 480, 900, 900, 900])
	for (let i = 0; i < 5; i++) expect(retryAfter(() => pauses.begin('mum'))).toBe(0)
	expect(retryAfter(() => pauses.begin('mum'))).toBe(30)
})

test('the memory of failed log-ins is bounded: after 50,000 others the one who failed longest ago is forgotten [B21]', () => {
	const pauses = failurePauses(1, clock().now)
	for (let i = 0; i < 5; i++) pauses.begin('oldest')
	for (let i = 0; i < 5; i++) pauses.begin('second')
	for (let i = 0; i < 49_998; i++) pauses.begin(String(i))
	expect(retryAfter(() => pauses.begin('oldest'))).toBe(30)

	pauses.begin('one too many')

	expect(retryAfter(() => pauses.begin('oldest'))).toBe(0)
	expect(retryAfter(() => pauses.begin(String(49_997)))).toBe(0)
})

test('who fails again is remembered for longer than who failed in between', () => {
	const pauses = failurePauses(1, clock().now)
	for (let i = 0; i < 4; i++) pauses.begin('again')
	for (let i = 0; i < 49_999; i++) pauses.begin(String(i))
	pauses.begin('again')

	pauses.begin('one too many')

	expect(retryAfter(() => pauses.begin('again'))).toBe(30)
})

test('with limits off nobody pauses', () => {
	const pauses = failurePauses(0, clock().now)

	for (let i = 0; i < 50; i++) pauses.begin('mum')
	expect(retryAfter(() => pauses.begin('mum'))).toBe(0)
})

test('one address may ask the API 300 times at once, unknown calls included, then twenty times a second', async () => {
	const app = testApp({ rateLimitScale: 1 })
	const ask = async (path: string) => (await app.browser().get(path)).status
	for (let i = 0; i < 150; i++) {
		expect(await ask('/api/users/2')).toBe(200)
		expect(await ask(`/api/nope/${i}`)).toBe(404)
	}

	const refused = await app.browser().get('/api/instance')
	expect(refused).toMatchObject({
		status: 429,
		body: { code: 'rate_limited', message: 'Too many requests. Please try again in 1 second.' },
	})
	expect(refused.headers.get('retry-after')).toBe('1')
	expect((await app.browser({ address: '198.51.100.2' }).get('/api/instance')).status).toBe(200)
	expect((await app.browser().get('/home')).status).toBe(200)
	app.wait(1)
	for (let i = 0; i < 20; i++) expect(await ask('/api/instance')).toBe(200)
	expect(await ask('/api/instance')).toBe(429)
})

test('the operator is warned once of a proxy that is not trusted', async () => {
	const trusting = testApp({ trustedProxies: ['10.0.0.1'] })
	const naive = testApp()
	for (const { browser } of [trusting, naive, naive])
		await browser({ address: '10.0.0.1' }).get('/api/instance', { 'X-Forwarded-For': '198.51.100.1' })

	expect(trusting.warnings).toEqual([])
	expect(naive.warnings).toEqual([expect.stringContaining('10.0.0.1')])
})

test.each([
	'memberRatings',
	'memberRatingsHourly',
	'guestRatings',
	'guestRatingsHourly',
	'guestRatingsOfDriver',
	'ratingChanges',
] as const)('%s makes nobody wait for longer than browsers wait before they send a rating again', (name) => {
	const rule = createRateLimits(1, clock().now)[name]
	let wait = 0
	for (let i = 0; i < 1000; i++)
		wait = Math.max(
			wait,
			retryAfter(() => rule.check('key')),
		)
	expect(wait * 1000).toBeLessThanOrEqual(RATING_WAIT_MAX_MS)
})
