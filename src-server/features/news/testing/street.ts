import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { pushBrowser } from '#server/testing/push-browser.ts'
import { freshFolder, startServer } from '#server/testing/server-process.ts'
import { aRating } from '#server/testing/test-app.ts'

/*
 * Runs inside the network namespace that own-street.test.ts makes. The only machine there is this one; it has an
 * internet address, to which a hosts file resolves the push services. Prints the results.
 */

const [certificates = '', publicAddress = ''] = process.argv.slice(2)
const HOUR_MS = 3_600_000

const tls = {
	cert: Bun.file(join(certificates, 'service.pem')),
	key: Bun.file(join(certificates, 'service-key.pem')),
}
const browsers = new Map<string, ReturnType<typeof pushBrowser>>()
const arrived: { host: string | null; path: string; headers: string[]; text: string }[] = []
let reachedInside = 0

/** The push services; only Google's has a valid certificate. */
Bun.serve({
	hostname: publicAddress,
	port: 443,
	tls,
	idleTimeout: 60,
	async fetch(request) {
		const { pathname } = new URL(request.url)
		if (pathname === '/hang') return new Promise<Response>(() => {})
		if (pathname === '/redirect') return Response.redirect('https://127.0.0.1/inside', 307)
		const body = new Uint8Array(await request.arrayBuffer())
		const headers = ['ttl', 'urgency', 'topic', 'content-encoding'].map(
			(name) => `${name}: ${request.headers.get(name)}`,
		)
		const text = browsers.get(pathname)?.read(body) ?? ''
		arrived.push({ host: request.headers.get('host'), path: pathname, headers, text })
		return new Response(null, { status: 201 })
	},
})
/** An address inside the network, which a push endpoint must never make the server call. */
Bun.serve({
	hostname: '127.0.0.1',
	port: 443,
	tls,
	fetch() {
		reachedInside += 1
		return new Response()
	},
})

const dataDir = freshFolder()
const start = (env: Record<string, string> = {}) =>
	startServer({
		flags: ['--data-dir', dataDir],
		env: { NODE_EXTRA_CA_CERTS: join(certificates, 'authority.pem'), BACKSEAT_RATE_LIMIT_SCALE: '0', ...env },
	})
const PUSH = { BACKSEAT_PUSH_CONTACT: 'mailto:host@home.example' }

async function member(origin: string, username: string) {
	const send = async (method: string, path: string, body: unknown, cookie = '') => {
		const headers = { 'Content-Type': 'application/json', Cookie: cookie }
		const answer = await fetch(origin + path, { method, headers, body: JSON.stringify(body) })
		if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`)
		return answer
	}
	const joined = await send('POST', '/api/users', { username, password: `${username}-secret`, email: null })
	const { id } = (await joined.json()) as { id: number }
	const cookie = joined.headers
		.getSetCookie()
		.map((line) => line.split(';')[0])
		.join('; ')
	return {
		id,
		send: async (method: string, path: string, body: unknown) => (await send(method, path, body, cookie)).json(),
	}
}

/** Simulates that two ratings were given hours ago and that the driver's slot was missed. */
function letEveningPass(driverId: number) {
	const sqlite = new Database(join(dataDir, 'backseat.db'))
	const now = Date.now()
	const today = now - (now % (24 * HOUR_MS)) + 18.5 * HOUR_MS
	const slot = today <= now ? today : today - 24 * HOUR_MS
	sqlite.query('UPDATE ratings SET created_at = ? WHERE driver_id = ?').run(slot - 2 * HOUR_MS, driverId)
	sqlite.query('UPDATE news_settings SET next_at = ?, slot_at = NULL').run(slot)
	sqlite.close()
}

const first = await start(PUSH)
const driver = await member(first.origin, 'driver')
const PLACES = [
	['fcm.googleapis.com', '/good'],
	['fcm.googleapis.com', '/redirect'],
	['fcm.googleapis.com', '/hang'],
	// The certificate is for another name.
	['updates.push.services.mozilla.com', '/other-name'],
	// The name resolves to this machine.
	['web.push.apple.com', '/inside'],
] as const
for (const [host, path] of PLACES) {
	const browser = pushBrowser()
	browsers.set(path, browser)
	await driver.send('POST', `/api/users/${driver.id}/push`, { endpoint: `https://${host}${path}`, keys: browser.json })
}
const began = Date.now()
const test = await driver.send('POST', `/api/users/${driver.id}/news/test`, undefined)
const testSeconds = (Date.now() - began) / 1000
await driver.send('PUT', `/api/users/${driver.id}/news`, {
	...{ rhythm: 'evenings', minute: 1110, timeZone: 'UTC', mail: false },
})
for (const name of ['mum', 'dad'])
	await (await member(first.origin, name)).send('POST', '/api/ratings', aRating({ driverId: driver.id }))
await first.end('SIGTERM')
const arrivedAtTest = arrived.splice(0)

letEveningPass(driver.id)
const silent = await start()
await Bun.sleep(1500)
await silent.end('SIGTERM')
const arrivedWithoutSetting = arrived.splice(0)

letEveningPass(driver.id)
const second = await start(PUSH)
while (arrived.length === 0) await Bun.sleep(20)
await Bun.sleep(200)
await second.end('SIGTERM')

const logs = [first, silent, second].map(({ output }) => output.stderr).join('')
process.stdout.write(
	JSON.stringify({ test, testSeconds, arrivedAtTest, arrivedWithoutSetting, arrived, reachedInside, logs }),
)
process.exit(0)
