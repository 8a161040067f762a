import { expect, test } from 'bun:test'
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { webAnswer } from '#server/http/addresses/web-answer.ts'
import { freshFolder, runToEnd, spawn } from '#server/testing/server-process.ts'
import { testServers } from '#server/testing/test-servers.ts'

const { endLater } = testServers()

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

const healthAt = (socket: string) => webAnswer(new URL('http://localhost/api/health'), { timeoutMs: 3000, socket })

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
	/** A log-in from a page that the proxy has served by https, which no setting says. */
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
