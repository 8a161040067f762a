import { expect, test } from 'bun:test'
import { type TestBrowser, testApp } from '#server/testing/test-app.ts'

const HERE = '198.51.100.1'
const ELSEWHERE = '198.51.100.2'

const attempt = (on: TestBrowser, username: string, password = 'wrong-guess') =>
	on.post('/api/login', { username, password })

async function appWithMum() {
	const app = testApp({ rateLimitScale: 1 })
	const mum = await app.member('mum')
	const guesser = app.browser({ address: HERE })
	const statuses = async (times: number, username = 'mum') => {
		const seen: number[] = []
		for (let i = 0; i < times; i++) seen.push((await attempt(guesser, username)).status)
		return seen
	}
	return { app, mum, guesser, statuses }
}

test('five wrong passwords are free, then the name is paused for this address, in any case of letters [T6]', async () => {
	const { app, guesser, statuses } = await appWithMum()

	expect(await statuses(5)).toEqual([401, 401, 401, 401, 401])
	const first = await attempt(guesser, 'MUM')
	app.wait(30)
	expect((await attempt(guesser, 'mum')).status).toBe(401)
	const second = await attempt(guesser, 'Mum')

	expect([first.status, first.headers.get('retry-after')]).toEqual([429, '30'])
	expect([second.status, second.headers.get('retry-after')]).toEqual([429, '60'])
})

test('during a pause the right password is refused too, and afterwards it clears the count', async () => {
	const { app, mum, guesser, statuses } = await appWithMum()
	await statuses(5)

	const during = await attempt(guesser, 'mum', mum.password)
	app.wait(30)
	const after = await attempt(guesser, 'mum', mum.password)

	expect(during).toMatchObject({
		status: 429,
		cookies: [],
		body: { code: 'rate_limited', message: 'Too many requests. Please try again in 30 seconds.' },
	})
	expect(after.status).toBe(200)
	expect(await statuses(5)).toEqual([401, 401, 401, 401, 401])
})

test('nobody can lock mum out from another address, nor another person from this one', async () => {
	const { app, mum, guesser, statuses } = await appWithMum()
	await statuses(5)

	const mumElsewhere = await attempt(app.browser({ address: ELSEWHERE }), 'mum', mum.password)
	const dadHere = await attempt(guesser, 'dad')

	expect(mumElsewhere.status).toBe(200)
	expect(dadHere.status).toBe(401)
})

test('guessing in parallel gains nothing: five guesses are looked at, the others wait [T6]', async () => {
	const { guesser } = await appWithMum()

	const answers = await Promise.all(Array.from({ length: 15 }, () => attempt(guesser, 'mum')))

	expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
	expect(answers.filter(({ status }) => status === 429)).toHaveLength(10)
})

test('a login that nobody had time to look at does not count as a failure', async () => {
	const { limits } = testApp({ rateLimitScale: 1 })
	for (let i = 0; i < 20; i++) {
		limits.loginFailures.begin('mum here')
		limits.loginFailures.undo('mum here')
	}

	for (let i = 0; i < 5; i++) limits.loginFailures.begin('mum here')
	expect(() => limits.loginFailures.begin('mum here')).toThrow('Please try again in 30 seconds.')
})

test('unknown names are paused exactly like known ones [T8]', async () => {
	const { statuses } = await appWithMum()

	expect(await statuses(6, 'nobody')).toEqual(await statuses(6, 'mum'))
})

test('after a hundred wrong passwords for one name from everywhere, each further one is answered late, never locked [T6]', async () => {
	const { app, mum } = await appWithMum()
	for (let i = 0; i < 100; i++) app.limits.loginFailuresOfName.allows('mum')
	const isChecked = Promise.withResolvers<void>()
	const { clock } = app.context
	const delays: number[] = []
	const { schedule } = clock
	clock.schedule = (run, ms) => {
		delays.push(ms)
		isChecked.resolve()
		return schedule(run, ms)
	}

	let isAnswered = false
	const wrong = attempt(app.browser({ address: ELSEWHERE }), 'Mum').finally(() => {
		isAnswered = true
	})
	await isChecked.promise
	app.wait(1.9)
	await new Promise(setImmediate)
	expect(isAnswered).toBe(false)
	app.wait(0.1)
	expect((await wrong).status).toBe(401)
	expect((await attempt(app.browser({ address: ELSEWHERE }), 'Mum', mum.password)).status).toBe(200)
	expect(delays).toEqual([2000])
})
