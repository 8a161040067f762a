import { afterEach, expect, setSystemTime, test } from 'bun:test'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '#db/database.ts'
import { createRateLimits } from '#server/http/limits/rate-limits.ts'
import { familyFolder } from '#server/testing/family-data.ts'
import { testApp } from '#server/testing/test-app.ts'
import { testServers } from '#server/testing/test-servers.ts'
import { keepLogInPauses, resumeLogInPauses } from './log-in-pauses.ts'

const { start } = testServers()

afterEach(() => setSystemTime())

const HERE = '198.51.100.1'

/** An instance that is started and stopped repeatedly. Only the wall clock continues between two runs. */
function instance(rateLimitScale = 1) {
	const dataDir = familyFolder()
	function startIt() {
		const db = openDatabase(join(dataDir, 'backseat.db'))
		const app = testApp({ dataDir, rateLimitScale }, { db })
		resumeLogInPauses(app.context)
		const guess = async (username = 'jonas', address = HERE) => {
			const { status, headers } = await app
				.browser({ address })
				.post('/api/login', { username, password: 'wrong-guess' })
			return status === 429 ? `wait ${headers.get('retry-after')}` : status
		}
		const stop = () => {
			keepLogInPauses(app.context)
			db.close()
		}
		return { ...app, guess, stop }
	}
	return { dataDir, startIt, path: join(dataDir, 'log-in-pauses.json') }
}

const pass = (seconds: number) => setSystemTime(Date.now() + seconds * 1000)

async function guessSixTimes(guess: (username?: string) => Promise<unknown>, username?: string) {
	const answers = []
	for (let i = 0; i < 6; i++) answers.push(await guess(username))
	return answers
}

const SIX = [401, 401, 401, 401, 401, 'wait 30']

test('wrong passwords before and after a stop count together, for this name at this address alone [T6]', async () => {
	const { startIt, dataDir } = instance()
	const first = startIt()
	expect(await guessSixTimes(first.guess)).toEqual(SIX)
	setSystemTime(Date.now())
	first.stop()

	pass(10)
	const second = startIt()
	expect(await second.guess('JONAS')).toBe('wait 20')
	expect(await second.guess('jonas', '198.51.100.2')).toBe(401)
	expect(await second.guess('mia')).toBe(401)
	second.wait(20)
	expect(await second.guess()).toBe(401)
	expect(await second.guess()).toBe('wait 60')
	second.stop()

	// The pauses survive a start and stop without failed log-ins.
	startIt().stop()
	// An expired pause does not reset the count of failures.
	pass(120)
	const fourth = startIt()
	expect(await fourth.guess()).toBe(401)
	expect(await fourth.guess()).toBe('wait 120')
	expect(readdirSync(dataDir)).not.toContain('log-in-pauses.json')
})

test('a clock that is set back pauses nobody for longer than a quarter of an hour [B13]', async () => {
	const { startIt } = instance()
	const first = startIt()
	await guessSixTimes(first.guess)
	first.stop()

	pass(-86_400)
	const second = startIt()
	expect(await second.guess()).toBe('wait 900')
})

test('what is kept names nobody and no address, is for this user alone, and only where a pause is open [T6] [T10]', async () => {
	const { startIt, path, dataDir } = instance()
	const first = startIt()
	for (let i = 0; i < 4; i++) await first.guess('mia')
	first.stop()
	expect(readdirSync(dataDir)).not.toContain('log-in-pauses.json')

	const second = startIt()
	await guessSixTimes(second.guess)
	await second.guess('mia')
	second.stop()

	const kept = readFileSync(path, 'utf8')
	expect(JSON.parse(kept)).toEqual([{ hash: expect.stringMatching(/^[\w-]{4}$/), count: 5, until: expect.any(Number) }])
	const [{ hash }] = JSON.parse(kept)
	const ofAnyInstance = new Bun.CryptoHasher('sha256').update(`log-in pause jonas ${HERE}`).digest()
	expect(hash).not.toBe(ofAnyInstance.subarray(0, 3).toString('base64url'))
	if (process.platform !== 'win32') expect(statSync(path).mode & 0o077).toBe(0)
})

test('of more than a thousand pauses those with the most failures are kept', () => {
	const limits = createRateLimits(1, () => 0)
	const asTheyAre = (key: string) => key
	const before = Array.from({ length: 1500 }, (_, i) => ({ hash: `guesser ${i}`, count: 5 + i, seconds: 30 }))
	limits.loginFailures.resume(before, asTheyAre)

	const kept = limits.loginFailures.open(asTheyAre)

	expect(kept).toHaveLength(1000)
	expect(Math.min(...kept.map(({ count }) => count))).toBe(505)
})

test.each(['', '{}', '[{"hash":"AAAA"}]', 'null'])(
	'what was edited, as to %p, keeps no server from starting',
	async (text) => {
		const { startIt, path } = instance()
		writeFileSync(path, text)

		expect(await guessSixTimes(startIt().guess)).toEqual(SIX)
	},
)

test('where limits are off nothing is kept, and what was kept pauses nobody', async () => {
	const { startIt, path } = instance(0)
	const hash = 'AAAA'
	writeFileSync(path, JSON.stringify([{ hash, count: 9, until: Date.now() + 60_000 }]))

	const server = startIt()

	expect(server.limits.loginFailures.open(() => hash)).toEqual([])
})

test('a guesser who makes a server stop and start has gained nothing [T6] [B22]', async () => {
	const dataDir = familyFolder()
	const guess = async (origin: string) =>
		(
			await fetch(`${origin}/api/login`, {
				method: 'POST',
				headers: { 'Content-Type': 'application/json' },
				body: JSON.stringify({ username: 'jonas', password: 'wrong-guess' }),
			})
		).status
	const first = await start({ dataDir, flags: [] })
	for (let i = 0; i < 5; i++) expect(await guess(first.origin)).toBe(401)
	expect(await first.end('SIGTERM')).toBe(0)
	expect(readdirSync(dataDir)).toContain('log-in-pauses.json')

	const second = await start({ dataDir, flags: [] })
	expect(await guess(second.origin)).toBe(429)
	expect(readdirSync(dataDir)).not.toContain('log-in-pauses.json')
})
