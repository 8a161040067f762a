import { expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pushBrowser } from '#server/testing/push-browser.ts'
import { freshFolder, PROGRAM, runToEnd, spawn } from '#server/testing/server-process.ts'
import { aRating } from '#server/testing/test-app.ts'
import { testServers } from '#server/testing/test-servers.ts'

setDefaultTimeout(60_000)

const { endLater } = testServers()

const PASSWORD = 'open-sesame-1234'
const ORIGIN = 'http://rides.example.org'

/** A server in a network namespace without any route, not even to itself, in which all attempts to send are counted. */
async function serverAlone(env: Record<string, string> = {}) {
	const dataDir = freshFolder()
	const unix = join(freshFolder(), 'rides.sock')
	const flags = ['--data-dir', dataDir, '--listen', `unix:${unix}`, '--public-url', ORIGIN]
	const server = endLater(spawn({ command: ['unshare', '-rn', ...PROGRAM], flags, env }))
	await server.says(' is ready at ')
	const { pid } = server
	let cookie = ''
	async function ask(method: string, path: string, body?: object, more: Record<string, string> = {}) {
		const headers = { Origin: ORIGIN, Cookie: cookie, ...(body && { 'Content-Type': 'application/json' }), ...more }
		const answer = await fetch(ORIGIN + path, { unix, method, headers, body: body && JSON.stringify(body) })
		const [session] = answer.headers.getSetCookie().filter((line) => line.startsWith('backseat_session='))
		if (session) cookie = session.split(';')[0] ?? ''
		return { asked: `${method} ${path}`, status: answer.status, body: await answer.text() }
	}
	/** Packets without a route: one for each connection attempt and each name look-up. */
	function attempts(): number {
		const [names = '', values = ''] = readFileSync(`/proc/${pid}/net/snmp`, 'utf8').split('\n')
		const ipv4 = values.split(' ')[names.split(' ').indexOf('OutNoRoutes')]
		const [, ipv6] = /Ip6OutNoRoutes\s+(\d+)/.exec(readFileSync(`/proc/${pid}/net/snmp6`, 'utf8')) ?? []
		return Number(ipv4) + Number(ipv6)
	}
	return { dataDir, ask, attempts }
}

/** Plays a day of ordinary use and, at the end, a host's test alert, whose response it returns. */
async function aDay({ dataDir, ask }: Awaited<ReturnType<typeof serverAlone>>) {
	const done = [
		await ask('POST', '/api/users', { username: 'mum', password: PASSWORD, email: 'mum@home.example' }),
		await ask('POST', '/api/ratings', aRating({ driverId: 2 })),
		await ask('POST', '/api/events', { deviceId: 'device_1', events: [] }),
		await ask('GET', '/api/home'),
		await ask('GET', '/api/instance'),
	]
	await runToEnd({ flags: ['user', 'host', 'mum', 'on', '--data-dir', dataDir] })
	done.push(await ask('POST', '/api/host/confirm', { password: PASSWORD }), await ask('GET', '/api/host'))
	const refused = done.filter(({ status }) => status >= 300)
	if (refused.length > 0) throw new Error(JSON.stringify(refused))
	return (await ask('POST', '/api/host/alerts/test')).status
}

const canUnshare = Bun.spawnSync(['unshare', '-rn', 'true'], { stderr: 'ignore' }).success
if (!canUnshare) console.warn('SKIPPED: who is contacted, because this system lets nobody have a network of their own')

test.skipIf(!canUnshare)(
	'without settings for it not one packet leaves; with alert-url the first one does when the bell is rung, with oidc-issuer when a person goes to it',
	async () => {
		const quiet = await serverAlone()
		expect(await aDay(quiet)).toBe(404)
		expect(quiet.attempts()).toBe(0)

		const alerting = await serverAlone({ BACKSEAT_ALERT_URL: 'ntfy+http://10.9.8.7/backseat' })
		const before = alerting.attempts()
		expect([before, await aDay(alerting)]).toEqual([0, 503])
		expect(alerting.attempts()).toBeGreaterThan(0)

		// No request is sent to a provider before a person logs in with it.
		const provider = { BACKSEAT_OIDC_ISSUER: 'http://10.9.8.7', BACKSEAT_OIDC_CLIENT_ID: 'backseat' }
		const connected = await serverAlone(provider)
		expect([await aDay(connected), connected.attempts()]).toEqual([404, 0])
		expect((await connected.ask('POST', '/api/oidc/start', {}, { 'Tab-Secret': 't'.repeat(32) })).status).toBe(502)
		expect(connected.attempts()).toBeGreaterThan(0)
	},
)

test.skipIf(!canUnshare)('with push-contact not one packet leaves until a phone is to ring [T65]', async () => {
	const { ask, attempts } = await serverAlone({ BACKSEAT_PUSH_CONTACT: 'mailto:host@home.example' })
	const { id } = JSON.parse((await ask('POST', '/api/users', { username: 'mum', password: PASSWORD })).body)
	const endpoint = 'https://fcm.googleapis.com/fcm/send/1'
	const chosen = [
		await ask('PUT', `/api/users/${id}/news`, { rhythm: 'evenings', minute: 480, timeZone: 'UTC', mail: false }),
		await ask('POST', `/api/users/${id}/push`, { endpoint, keys: pushBrowser().json }),
		await ask('GET', `/api/users/${id}/push`),
	]
	expect(chosen.map(({ status }) => status)).toEqual([200, 201, 200])
	expect(attempts()).toBe(0)

	expect((await ask('POST', `/api/users/${id}/news/test`)).body).toBe('{"rang":0,"phones":1}')
	expect(attempts()).toBeGreaterThan(0)
})
