import { expect, test } from 'bun:test'
import type { HostAlerts } from '#contract/host/alerts.ts'
import type { Overview } from '#contract/host/overview.ts'
import { startAlerts } from '#server/operations/alerts/alerts.ts'
import { alertService } from '#server/operations/alerts/testing/alert-services.ts'
import { backupRuns } from '#server/operations/backups/backup-worker-client.ts'
import type { Config } from '#server/settings/config.ts'
import { freshFolder } from '#server/testing/server-process.ts'
import { type TestBrowser, testApp } from '#server/testing/test-app.ts'

const appWithAlerts = (alertUrl: string, settings: Partial<Config> = {}) =>
	testApp(
		{ alertUrl, dataDir: freshFolder(), ...settings },
		{ alerts: (context) => startAlerts(context, backupRuns(), async () => ({})) },
	)
const alertsSeenBy = async (browser: TestBrowser) => ((await browser.get('/api/host')).body as Overview).alerts
const ring = (browser: TestBrowser) => browser.post('/api/host/alerts/test')

test('a host rings the bell, reads where it arrived and when, and it stands in the journal', async () => {
	using ntfy = alertService()
	const host = await appWithAlerts(ntfy.ntfy).host()
	expect(await alertsSeenBy(host)).toEqual({ to: [ntfy.host], lastAt: null, missed: [] })
	const since = Date.now()

	const { status, body } = await ring(host)

	expect({ status, body }).toEqual({
		status: 200,
		body: { to: [ntfy.host], lastAt: expect.any(String), missed: [] },
	})
	expect(Date.parse((body as HostAlerts).lastAt ?? '')).toBeGreaterThanOrEqual(since)
	expect(await alertsSeenBy(host)).toEqual(body as HostAlerts)
	expect(ntfy.titles()).toEqual(['Ring test'])
	const { lines } = (await host.get('/api/host/journal')).body as { lines: object[] }
	expect(lines[0]).toMatchObject({ by: 'host', actor: 'hostess', act: 'bell_rung', subject: null, detail: null })
})

test('a host reads where a ring did not arrive and why, and neither token nor path of the address [T66]', async () => {
	using fine = alertService()
	using closed = alertService(() => new Response('tk_token', { status: 401 }))
	const app = appWithAlerts(`${fine.ntfy}, ${closed.ntfy}`)
	const host = await app.host()

	const answer = await ring(host)

	expect(answer).toMatchObject({
		status: 503,
		body: { code: 'alert_missed', message: `It did not arrive at ${closed.host}: it answers 401.` },
	})
	const seen = await alertsSeenBy(host)
	expect(seen).toMatchObject({ to: [fine.host, closed.host], missed: [closed.host] })
	expect(JSON.stringify([answer.body, seen, app.lines, app.logged])).not.toMatch(/tk_token|\/backseat/)
})

test('nobody but a host reads where alerts go [T66]', async () => {
	using ntfy = alertService()
	const app = appWithAlerts(ntfy.ntfy)

	for (const who of [await app.member('mum'), app.browser()])
		for (const path of ['/api/host', '/api/instance', '/api/user', '/api/home', '/', '/host'])
			expect(JSON.stringify((await who.get(path)).body ?? '')).not.toContain(ntfy.host)
})

test('all hosts together ring three times an hour', async () => {
	using ntfy = alertService()
	const app = appWithAlerts(ntfy.ntfy, { rateLimitScale: 1 })
	const [host, other] = [await app.host(), await app.host('other.host')]
	for (const who of [host, other, host]) expect((await ring(who)).status).toBe(200)

	expect(await ring(other)).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
	app.wait(1200)
	await other.confirm()
	expect((await ring(other)).status).toBe(200)
	expect(ntfy.taken).toHaveLength(4)
})

test('where the operator wants no alerts there is nothing to ring', async () => {
	const host = await testApp().host()

	expect(await alertsSeenBy(host)).toBeNull()
	expect((await ring(host)).status).toBe(404)
})
