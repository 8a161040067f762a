import { Database as Sqlite } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { DatabaseRefused } from '#db/file/database-refused.ts'
import { StartRefused } from '#server/start-refused.ts'
import { freshFolder, PROGRAM, REPOSITORY, runToEnd, spawn, untilReady } from '#server/testing/server-process.ts'
import { testServers } from '#server/testing/test-servers.ts'
import { openDataFile } from './data/data-file.ts'
import { prepareDataFolder } from './data/data-folder.ts'
import { STOP_TIMEOUTS } from './lifecycle.ts'

const { start, endLater } = testServers()

const inFolder = (dataDir: string, ...more: string[]) => ({ flags: ['--data-dir', dataDir, ...more] })
const modeOf = (path: string) => statSync(path).mode & 0o777

const openAndClose = (dataDir: string) => openDataFile(dataDir, { newestBackup: () => null, timeoutMs: 0 }).close()

function refusalOf(dataDir: string): StartRefused | DatabaseRefused {
	try {
		openAndClose(dataDir)
	} catch (error) {
		if (error instanceof StartRefused || error instanceof DatabaseRefused) return error
		throw error
	}
	throw new Error('It was opened')
}

function oneLine({ stdout, stderr }: { stdout: string; stderr: string }) {
	expect(stdout).toBe('')
	expect(stderr).toMatch(/^[^\n]+\n$/)
	return stderr.trim()
}

test('an operator starts it, uses it and stops it: data are kept, for this user alone [T31] [B15]', async () => {
	const dataDir = join(freshFolder(), 'deep', 'data')
	const server = await start({ dataDir })

	const health = await fetch(`${server.origin}/api/health`)
	const exitCode = await server.end('SIGTERM')

	expect(health.status).toBe(200)
	expect(server.output.stdout).toContain(dataDir)
	expect(exitCode).toBe(0)
	expect(modeOf(dataDir)).toBe(0o700)
	expect(readdirSync(dataDir).map((name) => [name, modeOf(join(dataDir, name))])).toContainEqual(['backseat.db', 0o600])
	expect(existsSync(join(dataDir, 'backseat.db-wal'))).toBeFalse()
	await start({ dataDir })
})

test('a request that has begun is answered after the stop signal, new ones are not taken [B19]', async () => {
	const server = await start()
	const { hostname, port } = new URL(server.origin)
	const body = JSON.stringify({ username: 'nobody', password: 'nothing' })
	let answer = ''
	const slow = connect(Number(port), hostname).on('data', (text) => {
		answer += text
	})
	const closed = once(slow, 'close')
	await once(slow, 'connect')
	await new Promise((written) =>
		slow.write(
			`POST /api/login HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
			written,
		),
	)
	await fetch(`${server.origin}/api/health`)

	const ended = server.end('SIGTERM')
	await server.says('Stopping: ', 'stderr')
	const refused = await fetch(`${server.origin}/api/health`).catch((error) => error.code)
	slow.write(body.slice(5))

	expect(await ended).toBe(0)
	await closed
	expect(refused).toBe('ECONNREFUSED')
	expect(answer).toStartWith('HTTP/1.1 401')
	expect(answer).toContain('Invalid username or password')
})

test('a request that never ends, and an app that never closes, each hold the stop up for five seconds and not longer [B19]', async () => {
	const app = `async () => ({
		fetch: () => {
			console.error('asked')
			return new Promise(() => {})
		},
		close: () => new Promise(() => {}),
	})`
	const command = lifecycleAround(app, '{ drainMs: 400, closeMs: 300, logDrainMs: 2000 }')
	const server = await start({ command })
	const { hostname, port } = new URL(server.origin)
	const slow = connect(Number(port), hostname).on('error', () => {})
	slow.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
	await server.says('asked', 'stderr')
	const since = performance.now()

	const exitCode = await server.end('SIGTERM')

	expect(exitCode).toBe(0)
	expect(performance.now() - since).toBeGreaterThan(650)
	expect(performance.now() - since).toBeLessThan(4500)
	expect(STOP_TIMEOUTS).toMatchObject({ drainMs: 5000, closeMs: 5000 })
}, 15_000)

test.each(['SIGHUP', 'SIGQUIT'] as const)('%s is a clean stop, as when a terminal is closed [B28]', async (signal) => {
	const dataDir = freshFolder()
	const server = await start({ dataDir })

	expect(await server.end(signal)).toBe(0)
	expect(readdirSync(dataDir).toSorted()).toEqual(['backseat.db', 'clean-stop.json', 'instance.json', 'lock.db'])
})

test('a SIGHUP during a stop does not cut it short, a second SIGINT does [B28]', async () => {
	const go = join(freshFolder(), 'go')
	const app = `async () => ({
		fetch: async () => new Response(),
		close: async () => {
			console.error('closing')
			while (!require('node:fs').existsSync(${JSON.stringify(go)})) await Bun.sleep(5)
		},
	})`
	const [patient, hurried] = await Promise.all([
		start({ command: lifecycleAround(app) }),
		start({ command: lifecycleAround(app) }),
	])
	for (const server of [patient, hurried]) void server.end('SIGHUP')
	await Promise.all([patient, hurried].map((server) => server.says('closing', 'stderr')))

	void patient.end('SIGHUP')
	expect(await hurried.end('SIGINT')).toBe(1)
	writeFileSync(go, '')
	expect(await patient.end('SIGHUP')).toBe(0)
})

test('SIGUSR1 and SIGUSR2 leave it running, and so does SIGHUP under nohup [B28]', async () => {
	const server = await start({ command: ['nohup', ...PROGRAM] })
	const signals = ['SIGUSR1', 'SIGUSR2', 'SIGHUP'] as const

	for (const signal of signals) void server.end(signal)
	for (const signal of signals.slice(0, 2)) await server.says(`${signal} has no meaning here`, 'stderr')

	expect((await fetch(`${server.origin}/api/health`)).status).toBe(200)
	expect(await server.end('SIGTERM')).toBe(0)
})

test('it runs on when the reader of its output has ended, and stops well [B28]', async () => {
	const dataDir = freshFolder()
	const words = [...PROGRAM, '--port', '0', '--data-dir', dataDir].map((word) => `'${word}'`).join(' ')
	const child = Bun.spawn(['sh', '-c', `exec ${words} 2>&1`], { stdin: 'ignore', stdout: 'pipe' })
	endLater({ end: async () => child.kill('SIGKILL') })
	const reader = child.stdout.getReader()
	const { value } = await reader.read()
	const [, origin] = /ready at (\S+)\/\n/.exec(new TextDecoder().decode(value)) ?? []
	await reader.cancel()

	for (const path of ['/api/user', '/api/user', '/api/health']) await fetch(origin + path)
	child.kill('SIGTERM')

	expect(await child.exited).toBe(0)
	expect(readdirSync(dataDir).toSorted()).toEqual(['backseat.db', 'clean-stop.json', 'instance.json', 'lock.db'])
})

test('a start on a port that is taken, or at an address of another machine, says so and touches no data [B14]', async () => {
	const first = await start()
	const dataDir = freshFolder()
	const { port } = new URL(first.origin)

	for (const host of ['127.0.0.1', '0.0.0.0']) {
		const second = await runToEnd(inFolder(dataDir, '--port', port, '--host', host))

		expect(oneLine(second)).toBe(`Port ${port} is already in use. Set --port or stop the other program.`)
		expect(second.exitCode).toBe(69)
	}
	const foreign = await runToEnd(inFolder(dataDir, '--port', '0', '--host', '192.0.2.123'))

	expect(oneLine(foreign)).toBe('192.0.2.123 is not an address of this machine. Set --host to one that is.')
	expect(foreign.exitCode).toBe(69)
	expect(readdirSync(dataDir)).toEqual([])
})

test('a data folder that is a file is refused by its path [B15]', async () => {
	const file = join(freshFolder(), 'notes.txt')
	writeFileSync(file, 'mine')

	const refusal = await runToEnd(inFolder(file, '--port', '0'))

	expect(oneLine(refusal)).toStartWith(`Cannot use ${file} as data folder: it is a file, or inside one.`)
	expect(refusal.exitCode).toBe(73)
	const within = join(file, 'data')
	expect(() => prepareDataFolder(within)).toThrow(`Cannot use ${within} as data folder: it is a file, or inside one.`)
	expect(readFileSync(file, 'utf8')).toBe('mine')
})

// root may write anywhere, so the test runs as another user, who must be able to read the repository.
const asNobody = process.getuid?.() === 0 ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', '--'] : []
const source = [process.execPath, join(REPOSITORY, 'src-server', 'main.ts')]
const canBecomeNobody = () =>
	Bun.which('setpriv') !== null && Bun.spawnSync([...asNobody, 'test', '-r', source[1] ?? '']).success

test.skipIf(asNobody.length > 0 && !canBecomeNobody())(
	'a folder that others own is refused by path and user [B15]',
	async () => {
		const closed = freshFolder()
		chmodSync(closed, 0o555)

		for (const path of [closed, join(closed, 'data')]) {
			const refusal = await runToEnd({ ...inFolder(path, '--port', '0'), command: [...asNobody, ...source], cwd: '/' })

			expect(oneLine(refusal)).toMatch(/^Cannot use \S+ as data folder: the user with uid \d+ may not write there\. /)
			expect(refusal.stderr).toContain(path)
			expect(refusal.exitCode).toBe(73)
		}
	},
)

test('a data file that cannot be opened, or that another program holds, is refused by its path', () => {
	const blocked = freshFolder()
	mkdirSync(join(blocked, 'backseat.db'))
	const held = freshFolder()
	openAndClose(held)
	const holder = new Sqlite(join(held, 'backseat.db'))
	holder.run('PRAGMA locking_mode = EXCLUSIVE')
	holder.run('BEGIN EXCLUSIVE')

	const [cannotOpen, inUse] = [refusalOf(blocked), refusalOf(held)]
	holder.close()

	expect(cannotOpen.message).toStartWith(`Cannot open ${join(blocked, 'backseat.db')} for writing`)
	expect(cannotOpen.exitCode).toBe(73)
	expect(inUse.message).toBe(`Another program is using ${join(held, 'backseat.db')}. Stop it and start again.`)
	expect(inUse.exitCode).toBe(75)
})

test('a mistyped or wrong flag ends with 64, a wrong variable or file entry with 78, each in one line', async () => {
	const dataDir = freshFolder()
	writeFileSync(join(dataDir, 'backseat.toml'), 'prot = 1\n')

	const mistyped = await runToEnd({ flags: ['serve', '--prot', '1'] })
	const wrong = await runToEnd({ flags: ['--port', 'many'] })
	const variable = await runToEnd({ env: { BACKSEAT_SIGNUP: 'maybe' } })
	const entry = await runToEnd(inFolder(dataDir))

	expect([mistyped, wrong, variable, entry].map(({ exitCode }) => exitCode)).toEqual([64, 64, 78, 78])
	expect(oneLine(mistyped)).toContain("unknown option '--prot'")
	expect(oneLine(wrong)).toContain('--port')
	expect(oneLine(variable)).toContain('BACKSEAT_SIGNUP')
	expect(oneLine(entry)).toContain(`"prot" in ${join(dataDir, 'backseat.toml')}`)
})

test('an operator reads the warnings, and last on the screen the notes of the app', async () => {
	const app = `async () => ({ greeting: () => ({ notes: ['Come in here:', 'http://a/b'], setup: null }), fetch: async () => new Response('open'), close: async () => {} })`
	const server = await start({ command: lifecycleAround(app) })

	await server.says('\n\nCome in here:\nhttp://a/b\n')
	await server.says('Set --backup-dir to a folder on another disk.', 'stderr')
	await server.says(' warning RATE LIMITS ARE OFF', 'stderr')
})

/**
 * The lifecycle around an app made for the test, which does what the real one does only in rare failures. The program
 * does not await it, because Bun ends no process during an await.
 */
function lifecycleAround(app: string, timeouts = 'undefined') {
	const program = `
		import { defaultConfig } from '#server/settings/config.ts'
		import { serve } from '#server/process/lifecycle.ts'
		const app = ${app}
		serve({ ...defaultConfig, rateLimitScale: 0, port: 0, dataDir: ${JSON.stringify(freshFolder())} }, app, null, ${timeouts}).then((code) => process.exit(code))`
	return [process.execPath, '-e', program]
}

test('a start that fails for an unforeseen reason ends, and not as if all were well', async () => {
	const app = `async () => { throw new Error('unforeseen') }`
	const command = lifecycleAround(app)

	const { exitCode, stderr } = await runToEnd({ command })

	expect(exitCode).not.toBe(0)
	expect(stderr).toContain('unforeseen')
}, 15_000)

test('a browser that asks before the data are open reads that it is starting, in the shape of every problem [B14]', async () => {
	const go = join(freshFolder(), 'go')
	const app = `async ({ port }) => {
		console.error('port ' + port + ' taken')
		while (!require('node:fs').existsSync(${JSON.stringify(go)})) await Bun.sleep(5)
		return { fetch: async () => new Response('open'), close: async () => {} }
	}`
	const starting = endLater(spawn({ command: lifecycleAround(app) }))
	await starting.says(' taken', 'stderr')
	const [, port] = /port (\d+) taken/.exec(starting.output.stderr) ?? []
	const early = await fetch(`http://127.0.0.1:${port}/api/health`)

	expect(early.status).toBe(503)
	expect(early.headers.get('retry-after')).toBe('1')
	expect(early.headers.get('cache-control')).toBe('no-store')
	expect(await early.json()).toEqual({
		message: 'Backseat is starting. Please try again in a moment.',
		code: 'starting',
		reason: 'starting',
		requestId: expect.any(String),
	})
	writeFileSync(go, '')
	const { origin } = await untilReady(starting)
	expect(await (await fetch(`${origin}/api/health`)).text()).toBe('open')
})

test('a bug in one request is logged and does not end the service for the others [T25] [B20]', async () => {
	const app = `async () => ({
		fetch: async (request) => {
			if (request.url.endsWith('/rejection')) Promise.reject(new Error('stray rejection'))
			if (request.url.endsWith('/exception')) setTimeout(() => { throw new Error('stray exception') })
			if (request.url.endsWith('/thrown')) throw new Error('thrown in the handler')
			return new Response('fine')
		},
		close: async () => {},
	})`
	const server = await start({ command: lifecycleAround(app) })

	for (const path of ['/rejection', '/exception']) await fetch(server.origin + path)
	const thrown = await fetch(`${server.origin}/thrown`)
	for (const text of ['stray rejection', 'stray exception', 'thrown in the handler']) await server.says(text, 'stderr')
	const after = await fetch(server.origin)

	const levels = server.output.stderr.match(/(error|warning|info) Un.+ (rejection|exception): /g)
	expect(levels).toEqual([
		expect.stringMatching(/^error .+ rejection: $/),
		expect.stringMatching(/^error .+ exception: $/),
	])
	expect(thrown.status).toBe(500)
	expect(await thrown.json()).toMatchObject({ message: 'Something went wrong', code: 'internal' })
	expect(await after.text()).toBe('fine')
	expect(await server.end('SIGTERM')).toBe(0)
})
