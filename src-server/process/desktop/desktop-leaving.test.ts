import { expect, test } from 'bun:test'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { launchLine, withSecret } from '#server/testing/desktop-process.ts'
import { freshFolder, PROGRAM, spawn } from '#server/testing/server-process.ts'
import { testServers } from '#server/testing/test-servers.ts'

/** All of its processes must have ended this soon after the desktop app. */
const GONE_WITHIN_MS = 2000

const { startDesktop, endLater } = testServers()

async function start(flags: string[] = []) {
	const dataDir = freshFolder()
	return { ...(await startDesktop({ dataDir, flags })), dataDir }
}

const statusAt = async (address: string) => (await fetch(address, { headers: withSecret })).status

/** The files of a server that stopped cleanly: there is no write-ahead log to recover. */
const AFTER_A_CLEAN_END = ['backseat.db', 'clean-stop.json', 'instance.json', 'lock.db']

test('when the desktop app leaves, the server saves and goes; nobody can make it go by talking', async () => {
	const server = await start()
	server.writeInput('stop\n')
	server.writeInput(launchLine({ port: 1 }))
	expect(await statusAt(`${server.origin}/api/ready`)).toBe(200)
	const since = performance.now()

	const exitCode = await server.hangUp()

	expect(exitCode).toBe(0)
	expect(performance.now() - since).toBeLessThan(GONE_WITHIN_MS)
	expect(readdirSync(server.dataDir).toSorted()).toEqual(AFTER_A_CLEAN_END)
})

test('a request that never ends does not keep it: two seconds after the desktop app it is gone as well', async () => {
	const server = await start()
	const { hostname, port } = new URL(server.origin)
	const slow = connect(Number(port), hostname).on('error', () => {})
	const { promise: isSent, resolve } = Promise.withResolvers<void>()
	slow.write(
		`POST /api/login HTTP/1.1\r\nHost: ${hostname}\r\nCookie: ${withSecret.Cookie}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`,
		() => resolve(),
	)
	await isSent
	await statusAt(`${server.origin}/api/health`)
	const since = performance.now()

	const exitCode = await server.hangUp()

	expect(exitCode).toBe(0)
	expect(performance.now() - since).toBeGreaterThan(500)
	expect(performance.now() - since).toBeLessThan(GONE_WITHIN_MS)
	expect(readdirSync(server.dataDir).toSorted()).toEqual(AFTER_A_CLEAN_END)
})

test('an analytics service that takes events and never answers does not keep it either', async () => {
	let isAsked = false
	const silent = createServer(() => {
		isAsked = true
	}).listen(0, '127.0.0.1')
	await once(silent, 'listening')
	const { port } = silent.address() as AddressInfo
	const server = await start(['--posthog-key', 'phc_key', '--posthog-host', `http://127.0.0.1:${port}`])
	const event = { name: 'home_page_viewed', properties: {}, at: new Date().toISOString() }
	const told = await fetch(`${server.origin}/api/events`, {
		method: 'POST',
		body: JSON.stringify({ deviceId: 'device_1', events: [event] }),
		headers: { 'Content-Type': 'application/json', ...withSecret },
	})
	expect(told.ok).toBeTrue()
	const since = performance.now()

	const exitCode = await server.hangUp()

	expect(exitCode).toBe(0)
	expect(performance.now() - since).toBeLessThan(GONE_WITHIN_MS)
	expect(isAsked).toBeTrue()
	expect(readdirSync(server.dataDir).toSorted()).toEqual(AFTER_A_CLEAN_END)
	silent.close()
})

const hangingApp = (command: string[]) => `
	import { spawn } from 'node:child_process'
	const [program, ...args] = ${JSON.stringify(command)}
	const server = spawn(program, args, { stdio: 'pipe' })
	server.stdin.write(${JSON.stringify(launchLine())})
	server.stdout.once('data', (line) => process.stdout.write(server.pid + ' ' + line))
	setInterval(() => {}, 1000)`

/** True if the process runs; false for one that has ended but was not waited for. */
function runs(pid: number): boolean {
	try {
		if (process.platform === 'linux') return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
		return process.kill(pid, 0)
	} catch {
		return false
	}
}

test('kill -9 of the desktop app leaves no server behind, and no rating half saved', async () => {
	const dataDir = freshFolder()
	const command = [...PROGRAM, 'serve', '--desktop', '--data-dir', dataDir]
	const app = endLater(spawn({ command: [process.execPath, '-e', hangingApp(command)] }))
	await app.says('}\n')
	const [pid = ''] = app.output.stdout.split(' ')
	const { address } = JSON.parse(app.output.stdout.slice(pid.length))
	endLater({ end: async () => runs(Number(pid)) && process.kill(Number(pid), 'SIGKILL') })
	expect(await statusAt(`${address}api/health`)).toBe(200)
	const since = performance.now()

	await app.end('SIGKILL')
	while (runs(Number(pid)) && performance.now() - since < 10_000) await Bun.sleep(10)

	expect(performance.now() - since).toBeLessThan(GONE_WITHIN_MS)
	expect(await fetch(address).catch((error) => error.code)).toBe('ECONNREFUSED')
	// The log beside the data is gone, so the server stopped cleanly and was not killed.
	expect(readdirSync(dataDir).toSorted()).toEqual(AFTER_A_CLEAN_END)
})
