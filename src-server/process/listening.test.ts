import { afterEach, expect, spyOn, test } from 'bun:test'
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { createLog } from '#server/http/request-log.ts'
import { webAnswer } from '#server/outbound/web-answer.ts'
import { defaultConfig } from '#server/settings/config.ts'
import { launchLine } from '#server/testing/desktop-process.ts'
import { freshFolder, runToEnd, spawn } from '#server/testing/server-process.ts'
import { testServers } from '#server/testing/test-servers.ts'
import { listen } from './listening.ts'

const { endLater, start, startDesktop } = testServers()

/* Tests of localhost, which is both 127.0.0.1 and ::1. */

const hasIPv6 = Object.values(networkInterfaces()).some((found = []) => found.some(({ address }) => address === '::1'))
const onlyWithIPv6 = hasIPv6 ? '' : ' (SKIPPED: this machine has no ::1)'

const statusAt = (host: string, port: string | number) =>
	fetch(`http://${host}:${port}/api/health`).then(
		({ status }) => status,
		(error) => error.code,
	)

/** Another user's program, which has already taken the port at ::1. */
const thief = () => Bun.serve({ hostname: '::1', port: 0, fetch: () => new Response('Log in here') })

test.skipIf(!hasIPv6)(
	`a server that says localhost answers at both of its addresses, and a stop closes both${onlyWithIPv6} [T76] [B19]`,
	async () => {
		const server = await start()
		const { hostname, port } = new URL(server.origin)
		const atBoth = () => Promise.all(['127.0.0.1', '[::1]'].map((host) => statusAt(host, port)))

		expect(hostname).toBe('localhost')
		expect(await atBoth()).toEqual([200, 200])
		expect(await server.end('SIGTERM')).toBe(0)
		expect(await atBoth()).toEqual(['ECONNREFUSED', 'ECONNREFUSED'])
	},
)

test.skipIf(!hasIPv6)(`so it does at ::1 and with --lan${onlyWithIPv6} [T76]`, async () => {
	for (const host of ['::1', '0.0.0.0', '::']) {
		const { port } = listenWhile({ host })

		expect([host, await statusAt('127.0.0.1', port), await statusAt('[::1]', port)]).toEqual([host, 200, 200])
	}
})

test.skipIf(!hasIPv6)(
	`where another program has ::1, every link and command says 127.0.0.1, and passkeys are off${onlyWithIPv6} [T76]`,
	async () => {
		using other = thief()
		const dataDir = freshFolder()
		const here = `http://127.0.0.1:${other.port}`
		const server = endLater(spawn({ flags: ['--data-dir', dataDir, '--port', String(other.port)] }))
		await server.says('looks after this Backseat.')
		const { stdout } = server.output
		const instanceAt = async (host: string) =>
			(await fetch(`${here}/api/instance`, { headers: { Host: `${host}:${other.port}` } })).json()

		expect(stdout).toContain(` is ready at ${here}/\n`)
		expect(stdout).toContain(
			`  Not localhost    another program may answer there, as [::1]:${other.port} is taken; passkeys are off, for they need a name\n`,
		)
		expect(stdout).toContain(`\n${here}/invite/`)
		expect(stdout).not.toContain('//localhost')
		for (const host of ['localhost', '127.0.0.1'])
			expect(await instanceAt(host)).toMatchObject({ signIn: { passkeys: false } })
		const invite = await runToEnd({ flags: ['invite', 'create', '--data-dir', dataDir] })
		expect(invite.stdout).toContain(`${here}/invite/`)
	},
)

test.skipIf(!hasIPv6)(
	`the desktop app gets no port at which another program could receive its secret${onlyWithIPv6} [T29] [T76]`,
	async () => {
		using other = thief()
		const flags = ['serve', '--desktop', '--data-dir', freshFolder()]

		const refusal = await runToEnd({ flags, input: launchLine({ port: other.port }) })
		const onAnyPort = await startDesktop()

		expect(refusal.exitCode).toBe(69)
		expect(JSON.parse(refusal.stdout)).toMatchObject({ ready: false, code: 'port_taken' })
		expect(onAnyPort.origin).toStartWith('http://localhost:')
	},
)

type Interfaces = ReturnType<typeof networkInterfaces>

/** Listens in this process while binding ::1 fails this many times. */
function listenWhile({ host = '127.0.0.1', taken = 0, interfaces = networkInterfaces() }) {
	const { serve } = Bun
	let left = taken
	const spy = spyOn(Bun, 'serve').mockImplementation(((options: { hostname: string }) => {
		if (options.hostname === '::1' && left-- > 0) throw Object.assign(new Error(), { code: 'EADDRINUSE' })
		return serve(options as Parameters<typeof serve>[0])
	}) as typeof serve)
	const handler = async (_request: Request, { address }: { address: string | null }) => new Response(address)
	const server = listen(
		{ host, port: 0, listen: null },
		{ tls: null, log: createLog(defaultConfig), handler, interfaces },
	)
	spy.mockRestore()
	stopLater.push(() => server.stop(true))
	return server
}
const stopLater: (() => unknown)[] = []
afterEach(() => {
	for (const stop of stopLater.splice(0)) stop()
})

test.skipIf(!hasIPv6)(
	`any free port is one at both addresses, unless five are not, and this machine counts as one client${onlyWithIPv6} [T76]`,
	async () => {
		const free = listenWhile({ taken: 4 })

		expect(free.isLocalhostShared).toBe(false)
		expect(await (await fetch(`http://[::1]:${free.port}/`)).text()).toBe('127.0.0.1')
		expect(listenWhile({ taken: 5 }).isLocalhostShared).toBe(true)
	},
)

test('on a machine without IPv6 no program can have ::1, so localhost leads here [T76]', () => {
	const lo = [{ address: '127.0.0.1', family: 'IPv4', internal: true }] as Interfaces['lo']

	expect(listenWhile({ taken: 5, interfaces: { lo } }).isLocalhostShared).toBe(false)
	// If the addresses cannot be read, another program may have the port.
	expect(listenWhile({ taken: 5, interfaces: {} }).isLocalhostShared).toBe(true)
})

/* Tests of Unix sockets. */

type AtSocket = { path: string; dataDir?: string; flags?: string[] }

const startAt = ({ path, dataDir = freshFolder(), flags = [] }: AtSocket) => ({
	flags: ['--listen', `unix:${path}`, '--public-url', 'http://rides.example.org', '--data-dir', dataDir, ...flags],
	env: { BACKSEAT_RATE_LIMIT_SCALE: '0' },
})

async function serverAt(at: AtSocket) {
	const server = endLater(spawn(startAt(at)))
	await server.says(` is ready at unix:${at.path}\n`)
	return server
}

const healthAt = (socket: string) => webAnswer('health', new URL('http://localhost/api/health'), { socket })

test('a server at a socket is open to its user and group, commands find it, and it leaves no file behind', async () => {
	const [path, dataDir] = [join(freshFolder(), 'rides.sock'), freshFolder()]
	const server = await serverAt({ path, dataDir })

	expect(statSync(path).mode & 0o777).toBe(0o660)
	expect(await runToEnd({ flags: ['healthcheck', '--data-dir', dataDir] })).toEqual({
		exitCode: 0,
		stdout: `Healthy: unix:${path}\n`,
		stderr: '',
	})
	expect((await runToEnd({ flags: ['doctor', '--data-dir', dataDir] })).stdout).toContain(`running at unix:${path}\n`)
	expect(await server.end('SIGTERM')).toBe(0)
	expect(existsSync(path)).toBe(false)
	expect(await runToEnd({ flags: ['healthcheck', ...startAt({ path, dataDir }).flags] })).toEqual({
		exitCode: 1,
		stdout: '',
		stderr: `No healthy Backseat at unix:${path}: nobody answers there (ENOENT).\n`,
	})
})

test('the proxy at a socket is 127.0.0.1: believed if that is trusted, named in a warning if not', async () => {
	const [open, trusting] = [join(freshFolder(), 'a.sock'), join(freshFolder(), 'b.sock')]
	const [distrustful, server] = await Promise.all([
		serverAt({ path: open }),
		serverAt({ path: trusting, flags: ['--trusted-proxies', '127.0.0.1'] }),
	])
	/** A log-in from a page that the proxy has served over https, which no setting mentions. */
	const logIn = async (path: string) => {
		const headers = {
			Host: 'localhost',
			Origin: 'https://localhost',
			'Content-Type': 'application/json',
			'X-Forwarded-For': '203.0.113.7',
			'X-Forwarded-Proto': 'https',
		}
		const body = JSON.stringify({ username: 'nobody', password: 'nothing' })
		return (await fetch('http://localhost/api/login', { unix: path, method: 'POST', headers, body })).status
	}

	expect([await logIn(open), await logIn(trusting)]).toEqual([403, 401])
	await distrustful.says('127.0.0.1 sends X-Forwarded-For but is not in --trusted-proxies', 'stderr')
	expect(server.output.stderr).not.toContain('X-Forwarded-For')
})

test('the socket of a killed server is replaced, that of a living one is not, and neither is another file [B14]', async () => {
	const path = join(freshFolder(), 'rides.sock')
	await (await serverAt({ path })).end('SIGKILL')
	expect(existsSync(path)).toBe(true)
	const living = await serverAt({ path })
	const dataDir = freshFolder()

	const second = await runToEnd(startAt({ path, dataDir }))

	expect(second).toMatchObject({ exitCode: 69, stdout: '' })
	expect(second.stderr).toBe(`${path} is already in use. Set --listen to another path or stop the other program.\n`)
	expect(readdirSync(dataDir)).toEqual([])
	expect((await healthAt(path)).status).toBe(200)
	await living.end('SIGTERM')
	writeFileSync(path, 'mine')
	expect(await runToEnd(startAt({ path, dataDir }))).toMatchObject({
		exitCode: 69,
		stderr: `${path} is no socket. Move it away, or set --listen to another path.\n`,
	})
	expect(await runToEnd(startAt({ path: join(dataDir, 'none', 'rides.sock'), dataDir }))).toMatchObject({
		exitCode: 69,
		stderr: expect.stringContaining('There is no folder for '),
	})
})
