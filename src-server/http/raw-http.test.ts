import { afterAll, beforeAll, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { createLog } from '#server/http/request-log.ts'
import { IDLE_SECONDS, listen } from '#server/process/listening.ts'
import { defaultConfig } from '#server/settings/config.ts'
import { wire } from '#server/testing/hostile/hostile-wire.ts'
import { freshFolder, type ServerProcess, startServer } from '#server/testing/server-process.ts'
import { testApp } from '#server/testing/test-app.ts'

// Sends raw bytes that no browser would send to a real server.

let server: ServerProcess
/** A server with a shorter timeout, for clients that send one byte per second and never finish. */
const app = testApp()
let serverWithShortTimeout: ReturnType<typeof listen>
/** Resolves when that server has closed the clients' connections. It starts early because it takes a while. */
let slowClientsAreGone: Promise<unknown>

beforeAll(async () => {
	server = await startServer({
		flags: ['--data-dir', freshFolder(), '--rate-limit-scale', '0', '--allowed-hosts', 'x, ab, nas'],
	})
	serverWithShortTimeout = listen(
		{ host: '127.0.0.1', port: 0, listen: null },
		{ tls: null, log: createLog(defaultConfig), handler: (request) => app.ask(request), idleSeconds: 1 },
	)
	slowClientsAreGone = Promise.all(
		[
			'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ',
			'POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\n{',
		].map(dripping),
	)
})

afterAll(async () => {
	await Promise.all([server.end(), serverWithShortTimeout.stop(true)])
})

function dripping(start: string): Promise<void> {
	const { promise, resolve } = Promise.withResolvers<void>()
	const socket = connect(serverWithShortTimeout.port, '127.0.0.1', () => socket.write(start))
	const drip = setInterval(() => socket.write('a'), 1000)
	socket.on('error', () => {}).on('data', () => {})
	socket.on('close', () => {
		clearInterval(drip)
		resolve()
	})
	return promise
}

async function say(bytes: string) {
	const line = wire(new URL(server.origin))
	const answer = await line.exchange(Buffer.from(bytes, 'latin1'))
	line.hangUp()
	if (answer === 'closed') return { status: 0, headers: new Headers(), body: '' }
	return answer
}

const get = (target: string, host = 'localhost') => say(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\n\r\n`)

test.each([
	'/../../../../etc/passwd',
	'/..%2f..%2f..%2fetc%2fpasswd',
	'/%2e%2e/%2e%2e/%2e%2e/etc/passwd',
	'//etc/passwd',
	'/assets/../../../etc/passwd',
	'/assets/..%2f..%2f..%2fetc%2fpasswd',
	'/assets/%2e%2e%2f%2e%2e%2fetc%2fpasswd',
	'/..\\..\\..\\etc\\passwd',
	'/..%5c..%5cetc%5cpasswd',
	'/....//....//etc/passwd',
	'/%00/etc/passwd',
	'/etc/passwd%00.js',
	'/%252e%252e%252fetc%252fpasswd',
	'/%c0%ae%c0%ae/etc/passwd',
	'file:///etc/passwd',
	'http://localhost/../etc/passwd',
	'/backseat.db',
	'/../backseat.db',
	'/assets/../backseat.db',
	'/backseat.db-wal',
	'/lock.db',
	'/instance.json',
	'/backseat.toml',
	'/backups/',
	'/proc/self/environ',
	'/.env',
	'/package.json',
	'/src-server/main.ts',
])('the address %s leads to no file of this machine [T32]', async (target) => {
	const { status, headers, body } = await get(target)

	expect([200, 400, 404, 421]).toContain(status)
	if (status === 200) expect(headers.get('content-type')).toStartWith('text/html')
	expect(body).not.toMatch(/root:.*:0:0|SQLite format|PATH=|"dependencies"|runCli/)
})

test.each([
	['two lengths', 'Content-Length: 2\r\nContent-Length: 40\r\n\r\n{}'],
	['a length and chunks', 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
	['an invalid length', 'Content-Length: -1\r\n\r\n{}'],
	['an invalid chunk', 'Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n'],
	['a name with a space', 'Content-Length : 2\r\n\r\n{}'],
])('a request with %s is refused, and what hides behind it is not read as another [T24]', async (_what, rest) => {
	const hidden = 'POST /api/logout HTTP/1.1\r\nHost: localhost\r\n\r\n'
	const line = wire(new URL(server.origin))
	const bytes = `POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${rest}${hidden}`

	const first = await line.exchange(Buffer.from(bytes, 'latin1'))
	const second = first === 'closed' ? first : await line.next()
	line.hangUp()

	if (first !== 'closed') expect(first.status).toBe(400)
	expect(second).toBe('closed')
})

test('headers without end are cut off [T24]', async () => {
	const { status, body } = await say(`GET / HTTP/1.1\r\nHost: localhost\r\n${'X-Bomb: boom\r\n'.repeat(5000)}\r\n`)

	expect([status, body]).toEqual([431, ''])
})

test('a body above every limit is refused before it is all there', async () => {
	const start = 'POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'

	expect((await say(`${start}Content-Length: 1000000000\r\n\r\n{`)).status).toBe(413)
	expect((await say(`${start}Content-Length: 20000\r\n\r\n${'x'.repeat(20_000)}`)).status).toBe(413)
})

/** Host headers that no browser sends; each once led to a URL that could not be parsed. */
const NO_HOSTS = [
	...['user:pw@localhost', 'a/b.local', 'a?b.local', 'a#b.local', 'a\\b.local', 'a b.local', 'a%41.local', '<b>.local'],
	...['*.local', '\u00fc.local', 'a..local', '.', '[::1]x', '[::1%eth0]', '::1', 'localhost:65536', 'localhost:80:80'],
	`${'a'.repeat(300)}.local`,
]

test.each(NO_HOSTS)('the host %s is invalid: 400, and nothing else in the log [T25]', async (host) => {
	const before = server.output.stderr.length

	for (const target of ['/api/health', '/home', '/assets/x.js', '/metrics']) {
		const { status, headers, body } = await get(target, host)
		expect([target, status, JSON.parse(body)]).toMatchObject([target, 400, { code: 'bad_host' }])
		expect(headers.get('x-frame-options')).toBe('DENY')
	}
	expect(server.output.stderr.slice(before)).not.toMatch(/error|warning|TypeError/)
})

test('a request without a host is refused too', async () => {
	expect((await say('GET /home HTTP/1.0\r\n\r\n')).status).toBe(400)
	expect((await say('GET /home HTTP/1.1\r\nHost: \r\n\r\n')).status).toBe(400)
})

test.each(['LOCALHOST', 'localhost.', 'localhost:', 'LocalHost:7433', '127.0.0.1', '[::1]:7433', '[0:0::1]'])(
	'%s is a name of this machine in another spelling',
	async (host) => {
		expect(await get('/api/health', host)).toMatchObject({ status: 200, body: expect.stringContaining('"ok"') })
	},
)

test.each(['x', 'ab', 'nas', 'nas:7433'])('a name as short as %s finds its way to the API', async (host) => {
	const at = (path: string) => get(path, host)

	expect((await at('/api/health')).status).toBe(200)
	expect((await at('/api/users/2?x=1')).body).toContain('"username":"demo"')
	expect((await at('/api/nope')).status).toBe(404)
	const events = 'POST /api/events HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 37\r\n'
	const body = '{"deviceId":"device_1","events":[] }  '.slice(0, 37)
	expect((await say(`${events}Host: ${host}\r\n\r\n${body}`)).status).toBe(202)
})

function leaveInTheMiddle(head: string, how: 'end' | 'destroy' | 'resetAndDestroy'): Promise<void> {
	const { promise, resolve } = Promise.withResolvers<void>()
	const { hostname, port } = new URL(server.origin)
	const socket = connect(Number(port), hostname, () => {
		socket.write(`POST /api/ratings HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${head}`)
		// The server must have started to read; another request answered afterwards shows that it has.
		void get('/api/health').then(() => socket[how]())
	})
	socket.on('error', () => {}).on('data', () => {})
	socket.on('close', () => resolve())
	return promise
}

test('a client that disconnects while sending is not a server error: no stack, no 500 [T25]', async () => {
	const before = server.output.stderr.length
	const half = 'Content-Length: 99\r\n\r\n{"driverId":'
	const chunk = 'Transfer-Encoding: chunked\r\n\r\nc\r\n{"driverId":\r\n'
	const ways = [half, chunk, 'Content-Length: 99\r\n\r\n'].flatMap((head) =>
		(['end', 'destroy', 'resetAndDestroy'] as const).map((how) => leaveInTheMiddle(head, how)),
	)

	await Promise.all(ways)
	const said = () => server.output.stderr.slice(before)
	while (said().split(' POST /api/* ').length <= ways.length) await Bun.sleep(5)

	expect(said()).not.toMatch(/error|warning|Abort|\b500\b/)
	expect(said().match(/info POST \/api\/\* 400/g)).toHaveLength(ways.length)
})

test.each(['FOO', 'get', 'G E T', ''])('the method "%s" changes nothing', async (method) => {
	const { status } = await say(`${method} /api/logout HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n`)

	expect([0, 400, 404, 405, 501, 505]).toContain(status)
})

test('pipelined requests are answered in their order', async () => {
	const line = wire(new URL(server.origin))
	const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`

	const first = await line.exchange(ask('/api/health') + ask('/api/user') + ask('/api/instance'))
	const answers = [first, await line.next(), await line.next()]
	line.hangUp()

	expect(answers.map((answer) => answer !== 'closed' && answer.status)).toEqual([200, 401, 200])
})

test('after all that everybody else is answered, while slow clients are still at it', async () => {
	expect((await get('/api/ready')).status).toBe(200)
})

test('clients that never finish their request are disconnected [T24] [B21]', async () => {
	await slowClientsAreGone
	expect((await fetch(`http://127.0.0.1:${serverWithShortTimeout.port}/api/ready`)).status).toBe(200)
	// A sender of an endless body gets an answer, and the log has no error.
	expect(app.lines.join('')).not.toMatch(/ error | 500 /)
	expect(app.lines.join('')).toContain(' POST /api/* 400 ')
	// Bun checks every four seconds, so a limit of ten seconds means twelve.
	expect(IDLE_SECONDS).toBe(10)
}, 60_000)
