import { expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#server/settings/config.ts'
import { readPrometheusText } from '#server/testing/prometheus-text.ts'
import { freshFolder, startServer } from '#server/testing/server-process.ts'
import { TEST_ORIGIN, testApp } from '#server/testing/test-app.ts'
import { VERSION } from '#server/version.ts'
import { createMetrics } from './metrics.ts'

const TOKEN = 'sixteen-letters-or-more'
const withToken = { Authorization: `Bearer ${TOKEN}` }

const measured = (settings: Partial<Config> = {}) =>
	testApp({ metricsToken: TOKEN, dataDir: freshFolder(), ...settings }, { createMetrics })

async function scrape(app: ReturnType<typeof testApp>, path = '/metrics') {
	const { status, body, headers } = await app.browser().get(path, withToken)
	expect(status).toBe(200)
	expect(headers.toJSON()).toMatchObject({
		'content-type': 'text/plain; version=0.0.4; charset=utf-8',
		'cache-control': 'no-store',
		'x-content-type-options': 'nosniff',
		'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
	})
	const metrics = readPrometheusText(String(body))
	return {
		metrics,
		value: (sample: string) => metrics.get(sample.replace(/\{.*/, ''))?.samples.get(sample),
		samplesOf: (name: string) => [...(metrics.get(name)?.samples.keys() ?? [])],
	}
}

test('without a token set there is no such page', async () => {
	const app = testApp({}, { createMetrics })
	const unknown = await app.browser().get('/assets/nope.js')

	const { status, body } = await app.browser().get('/metrics', withToken)

	expect({ status, body }).toEqual({ status: 404, body: unknown.body })
})

test.each([
	...[undefined, '', 'Bearer', 'Bearer ', TOKEN, `Basic ${btoa(`:${TOKEN}`)}`, `Bearer x ${TOKEN}`],
	...[`${TOKEN}x`, TOKEN.slice(0, -1), TOKEN.toUpperCase()].map((token) => `Bearer ${token}`),
])('a monitor that says %p sees no number', async (authorization) => {
	const app = measured()

	const { status, body, headers } = await app
		.browser()
		.get('/metrics', authorization === undefined ? {} : { Authorization: authorization })

	expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
	expect(body).toEqual({
		message: 'Send the metrics token as a bearer token',
		code: 'not_signed_in',
		reason: 'metrics_token',
		requestId: headers.get('x-request-id'),
	})
	expect(app.lines.join('')).not.toContain(TOKEN)
	expect(app.lines.at(-1)).toContain(' info GET /metrics 401 ')
})

test('a member’s session is not the operator’s token, and the token is not in any address', async () => {
	const app = measured()
	const mum = await app.member('mum')

	expect((await mum.get('/metrics')).status).toBe(401)
	expect((await mum.get(`/metrics?token=${TOKEN}`)).status).toBe(401)
	expect((await mum.post('/metrics', {}, withToken)).status).toBe(404)
	for (const path of ['/metrics/', '/Metrics', '/api/metrics'])
		expect(String((await mum.get(path, withToken)).body)).not.toContain('# HELP')
})

test('guessing the token is limited like every other request', async () => {
	const app = measured({ rateLimitScale: 1 })
	let status = 0

	for (let guess = 0; guess < 301; guess++)
		({ status } = await app.browser().get('/metrics', { Authorization: `Bearer guess-${guess}` }))

	expect(status).toBe(429)
})

test('under a base path it is there, and nowhere else', async () => {
	const app = measured({ basePath: '/rides' })

	expect((await scrape(app, '/rides/metrics')).value('backseat_ratings{}')).toBe(0)
	expect((await app.browser().get('/metrics', withToken)).status).toBe(404)
})

test('requests are counted by method, route and status, and timed', async () => {
	const app = measured()
	const mum = await app.member('mum')
	for (const id of [mum.id, 2, 3]) await mum.get(`/api/users/${id}`)
	await mum.get('/home')
	await mum.get('/assets/a-12345678.js')

	const { value, samplesOf } = await scrape(app)

	const users = 'method="GET",route="/api/users/:id"'
	expect(value(`backseat_http_requests_total{${users},status="200"}`)).toBe(2)
	expect(value(`backseat_http_requests_total{${users},status="404"}`)).toBe(1)
	expect(value('backseat_http_requests_total{method="GET",route="/home",status="200"}')).toBe(1)
	expect(value('backseat_http_requests_total{method="POST",route="/api/users",status="201"}')).toBe(1)
	const timed = samplesOf('backseat_http_request_duration_seconds')
	expect(timed).toContain(`backseat_http_request_duration_seconds_bucket{le="+Inf",${users}}`)
	// Counts the scrape itself, which is in progress.
	expect(value('backseat_http_requests_in_flight{}')).toBe(1)
	expect((await scrape(app)).value('backseat_http_requests_total{method="GET",route="/metrics",status="200"}')).toBe(1)
})

test('nobody can make it grow: whatever is asked for, there is no new name for it', async () => {
	const app = measured()
	const addresses = (round: number) => [
		...['/x', '/claim/x', '/assets/x', '/api/x', '/api/users/x', '/metrics/x', '/x/home?x=', '//x'].map(
			(path) => path + round,
		),
		`/${'a'.repeat(round)}`,
	]
	const askAll = async (round: number) => {
		for (const path of addresses(round))
			for (const method of ['GET', 'POST', 'PROPFIND', 'OPTIONS', 'HEAD'])
				await app.ask(new Request(TEST_ORIGIN + path, { method, headers: { Host: 'localhost' } }))
	}
	const countSamples = async () =>
		(await scrape(app)).metrics.values().reduce((sum, { samples }) => sum + samples.size, 0)

	await askAll(1)
	await countSamples()
	const before = await countSamples()
	for (let round = 2; round < 30; round++) await askAll(round)

	expect(await countSamples()).toBe(before)
})

test('an operator sees how much there is', async () => {
	const dataDir = freshFolder()
	const app = measured({ dataDir })
	const [mum, dad] = [await app.member('mum'), await app.member('dad')]
	const [uncle, aunt] = [await app.ghost(mum, 'Uncle'), await app.ghost(mum, 'Aunt')]
	await app.rate(dad, mum.id)
	await app.rate(app.browser(), uncle.id)
	await dad.post('/api/ghost-drivers/claim', { token: aunt.ghostClaimToken })
	writeFileSync(join(dataDir, 'backseat.db'), 'x'.repeat(5000))
	writeFileSync(join(dataDir, 'backseat.db-wal'), 'x'.repeat(300))

	const { value, metrics } = await scrape(app)

	expect(value('backseat_accounts{kind="member"}')).toBe(2)
	expect(value('backseat_accounts{kind="ghost"}')).toBe(1)
	expect(value('backseat_ratings{}')).toBe(2)
	expect(value('backseat_database_bytes{file="main"}')).toBe(5000)
	expect(value('backseat_database_bytes{file="wal"}')).toBe(300)
	expect(value('backseat_password_hashes{state="running"}')).toBe(0)
	expect(value('backseat_password_hashes{state="waiting"}')).toBe(0)
	expect(value('backseat_backup_timestamp_seconds{}')).toBe(0)
	expect(value(`backseat_build_info{version="${VERSION}"}`)).toBe(1)
	expect(value('process_resident_memory_bytes{}')).toBeGreaterThan(10_000_000)
	expect(value('process_cpu_seconds_total{}')).toBeGreaterThan(0)
	const again = (await scrape(app)).value('process_cpu_seconds_total{}')
	expect(again).toBeLessThanOrEqual((process.cpuUsage().user + process.cpuUsage().system) / 1e6)
	expect(Math.abs((value('process_start_time_seconds{}') ?? 0) - (Date.now() / 1000 - process.uptime()))).toBeLessThan(
		5,
	)
	for (const [name, { help, samples, type }] of metrics) {
		expect(samples.size).toBeGreaterThan(0)
		expect(help.length).toBeGreaterThan(10)
		expect(name.endsWith('_total')).toBe(type === 'counter')
	}
})

test('what it says of passwords is true while they are being hashed', async () => {
	const app = measured()
	const mum = await app.member('mum')
	const signIns = Array.from({ length: 6 }, () =>
		app.browser().post('/api/login', { username: 'mum', password: mum.password }),
	)

	let busiest = 0
	for (let left = 50; left > 0 && busiest < 6; left--) {
		const { value } = await scrape(app)
		const [running, waiting] = ['running', 'waiting'].map(
			(state) => value(`backseat_password_hashes{state="${state}"}`) ?? 0,
		)
		busiest = Math.max(busiest, (running ?? 0) + (waiting ?? 0))
		expect(running).toBeLessThanOrEqual(2)
	}
	await Promise.all(signIns)

	expect(busiest).toBeGreaterThan(2)
	expect((await scrape(app)).value('backseat_password_hashes{state="running"}')).toBe(0)
})

test('it says when the newest backup was made', async () => {
	const dataDir = freshFolder()
	const app = measured({ dataDir })
	const at = new Date('2026-01-02T03:04:05Z')
	mkdirSync(join(dataDir, 'backups'))
	const path = join(dataDir, 'backups', 'backseat-2026-01-02T03-04-05Z-daily.db')
	app.db.orm.run(`VACUUM INTO '${path}'`)

	expect((await scrape(app)).value('backseat_backup_timestamp_seconds{}')).toBe(at.getTime() / 1000)
})

test('a server with a token in its environment counts from its start', async () => {
	const env = { BACKSEAT_METRICS_TOKEN: TOKEN, BACKSEAT_DATA_DIR: freshFolder() }
	const server = await startServer({ flags: ['--log-level', 'debug'], env })

	await fetch(`${server.origin}/api/health`)
	const answer = await fetch(`${server.origin}/metrics`, { headers: withToken })
	const metrics = readPrometheusText(await answer.text())
	while (!server.output.stderr.includes('/metrics')) await Bun.sleep(5)
	await server.end()

	const sample = 'backseat_http_requests_total{method="GET",route="/api/health",status="200"}'
	expect(metrics.get('backseat_http_requests_total')?.samples.get(sample)).toBe(1)
	expect(metrics.get('backseat_database_bytes')?.samples.get('backseat_database_bytes{file="main"}')).toBeGreaterThan(0)
	expect(metrics.get('backseat_event_loop_delay_seconds')?.samples.size).toBe(3)
	expect(server.output.stderr).toContain(' debug GET /metrics 200 ')
	expect(server.output.stderr).not.toContain(TOKEN)
})
