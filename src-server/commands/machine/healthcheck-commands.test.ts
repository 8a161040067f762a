import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { listeningServer, otherProgram } from '#server/commands/testing/listening-server.ts'
import { runCommand } from '#server/commands/testing/run-command.ts'
import { lanAddresses } from '#server/http/addresses/own-addresses.ts'
import type { Flags } from '#server/settings/setting-sources.ts'
import { CERTIFICATE, KEY } from '#server/testing/certificates.ts'
import { freshFolder, runToEnd, startServer } from '#server/testing/server-process.ts'

const check = (flags: string[], env: Record<string, string> = {}) => runCommand(['healthcheck', ...flags], { env })

test('a watchdog with the settings of the server hears in one line that it lives', async () => {
	const { port } = listeningServer({ lan: true, 'base-path': '/rides' })

	expect(await check(['--port', port, '--lan', '--base-path', '/rides'])).toEqual({
		exitCode: 0,
		stdout: `Healthy: http://127.0.0.1:${port}/rides/api/health\n`,
		stderr: '',
	})
})

test('variables and backseat.toml lead it there as they lead the server', async () => {
	const { port } = listeningServer()
	const elsewhere = freshFolder()

	expect((await check(['--data-dir', elsewhere], { BACKSEAT_PORT: port })).exitCode).toBe(0)
	writeFileSync(join(elsewhere, 'backseat.toml'), `port = ${port}\n`)
	expect((await check(['--data-dir', elsewhere])).exitCode).toBe(0)
})

const tls = { 'tls-cert': CERTIFICATE, 'tls-key': KEY }
const hasIPv6 = Object.values(networkInterfaces()).some((own) => own?.some(({ address }) => address === '::1'))

const STARTS: [name: string, flags: Flags, address: string][] = [
	['lets the network in, under a path,', { lan: true, 'base-path': '/rides' }, 'http://127.0.0.1:PORT/rides/'],
	['lets the network in and speaks https', { lan: true, ...tls }, 'https://127.0.0.1:PORT/'],
	['listens on all IPv6 addresses', { host: '::' }, 'http://[::1]:PORT/'],
	['listens on one IPv6 address', { host: '::1', ...tls }, 'https://[::1]:PORT/'],
]
for (const [name, flags, address] of STARTS)
	test.skipIf(address.includes('::1') && !hasIPv6)(`without being told, it finds a server that ${name}`, async () => {
		const { port, dataDir } = listeningServer(flags)

		expect(await check(['--data-dir', dataDir])).toEqual({
			exitCode: 0,
			stdout: `Healthy: ${address.replace('PORT', port)}api/health\n`,
			stderr: '',
		})
	})

test('a flag leads it elsewhere; beside a server that was killed the settings count [B16]', async () => {
	const { port, dataDir, kill } = listeningServer({ 'base-path': '/rides' })
	const settings = { BACKSEAT_PORT: '1', BACKSEAT_BASE_PATH: '/rides' }

	expect((await check(['--data-dir', dataDir], settings)).stdout).toBe(
		`Healthy: http://127.0.0.1:${port}/rides/api/health\n`,
	)
	expect((await check(['--data-dir', dataDir, '--port', '1'])).stderr).toContain('at http://127.0.0.1:1/rides/')
	await kill()
	expect((await check(['--data-dir', dataDir], settings)).stderr).toContain('at http://127.0.0.1:1/rides/')
})

test('a certificate of the server’s own does not make it unhealthy', async () => {
	const { port } = listeningServer(tls)

	expect(await check(['--tls-cert', CERTIFICATE, '--tls-key', KEY, '--port', port])).toMatchObject({
		exitCode: 0,
		stdout: `Healthy: https://127.0.0.1:${port}/api/health\n`,
	})
	expect((await check(['--url', `https://localhost:${port}`])).exitCode).toBe(0)
})

const [lan] = lanAddresses()
const unless = lan ? '' : ' (SKIPPED: this machine has no address but its own)'

test.skipIf(!lan)(`elsewhere than on this machine a certificate must be one that can be trusted${unless}`, async () => {
	const { port } = listeningServer({ lan: true, ...tls })

	expect(await check(['--url', `https://${lan}:${port}`])).toEqual({
		exitCode: 1,
		stdout: '',
		stderr: `No healthy Backseat at https://${lan}:${port}/api/health: DEPTH_ZERO_SELF_SIGNED_CERT.\n`,
	})
})

// Needs a process, because Bun reads these variables from the environment of its own process.
test('a proxy for everybody’s requests is not asked for those to this machine', async () => {
	const dataDir = freshFolder()
	const server = await startServer({ flags: ['--data-dir', dataDir] })
	const { port } = new URL(server.origin)
	const proxy = otherProgram(() => Response.json({ status: 'ok', version: 'none' }))
	const env = { HTTP_PROXY: proxy, http_proxy: proxy, BACKSEAT_PORT: port }
	const checkBehindProxy = () => runToEnd({ flags: ['healthcheck', '--data-dir', dataDir], env })

	expect((await checkBehindProxy()).exitCode).toBe(0)
	await server.end()

	expect(await checkBehindProxy()).toEqual({
		exitCode: 1,
		stdout: '',
		stderr: `No healthy Backseat at http://127.0.0.1:${port}/api/health: nobody answers there (ECONNREFUSED).\n`,
	})
})

test.each([
	['another program', () => new Response('hello'), 'whoever answers there is not Backseat'],
	['another program’s JSON', () => Response.json({ status: 'fine' }), 'whoever answers there is not Backseat'],
	['a server that is starting', () => new Response('{}', { status: 503 }), 'it answers 503'],
	['somebody who sends it elsewhere', () => Response.redirect('http://127.0.0.1:1/', 302), 'it answers 302'],
	['somebody who never answers', () => new Promise<Response>(() => {}), 'no answer within 3 seconds'],
])(
	'%s is not a healthy Backseat',
	async (_who, answer, trouble) => {
		const url = otherProgram(answer)

		expect(await check(['--url', url])).toEqual({
			exitCode: 1,
			stdout: '',
			stderr: `No healthy Backseat at ${url}api/health: ${trouble}.\n`,
		})
	},
	15_000,
)

test('an invalid address, or a port that only the server knows, is refused by its name', async () => {
	expect(await check(['--url', 'rides'])).toMatchObject({ exitCode: 64, stderr: expect.stringContaining('--url') })
	expect(await check(['--port', '0'])).toMatchObject({ exitCode: 64, stderr: expect.stringContaining('--url') })
	expect(await check([], { BACKSEAT_PORT: 'x' })).toMatchObject({ exitCode: 78 })
})
