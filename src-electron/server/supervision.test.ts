import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { type Clock, systemClock } from '#desktop/clock.ts'
import {
	addressOf,
	argvOf,
	BINARY,
	eventually,
	freshFolder,
	impatientClock,
	pidsIn,
	portOf,
	procFile,
	removeFolders,
	supervise,
} from './testing/supervised-server.ts'

// Runs the real server in real processes. Finds them in /proc, so these tests run on Linux only.

setDefaultTimeout(60_000)
afterAll(removeFolders)

/** Occupies a port of this computer with another program. */
async function parkedOn(port = 0) {
	const parked = createServer().listen(port, '127.0.0.1')
	await new Promise((resolve) => parked.once('listening', resolve))
	const address = parked.address()
	if (!address || typeof address === 'string') throw new Error('It has no port')
	return { port: address.port, leave: () => new Promise((resolve) => parked.close(resolve)) }
}

/** True if a program listens on this port. */
const isTaken = (port: number) =>
	new Promise<boolean>((resolve) => {
		const call = connect(port, '127.0.0.1')
		call.once('connect', () => resolve(true)).once('error', () => resolve(false))
		call.once('connect', () => call.destroy())
	})

test.concurrent('the app finds its server running, and nobody else on this computer gets in', async () => {
	await using server = supervise()
	const { supervisor, get, pids } = server

	await supervisor.start()

	expect(supervisor.state()).toEqual({
		kind: 'running',
		address: expect.stringMatching(/^http:\/\/localhost:\d+\/$/),
		lanAddress: null,
	})
	expect((await get('api/health')).status).toBe(200)
	expect((await fetch(addressOf(supervisor.state()))).status).toBe(403)
	expect(pids()).toHaveLength(1)
})

test('the secret is in neither the arguments nor the environment, where every program could read it', async () => {
	process.env.BACKSEAT_SIGNUP = 'closed'
	await using server = supervise()
	const { supervisor, pids, secret } = server
	await supervisor.start()
	delete process.env.BACKSEAT_SIGNUP

	const [pid = 0] = pids()

	expect(argvOf(pid)).toContain('--desktop')
	expect(argvOf(pid).join(' ')).not.toContain(secret)
	const environment = procFile(pid, 'environ').join('\n')
	expect(environment).toContain('PATH=')
	expect(environment).not.toContain(secret)
	expect(environment).not.toContain('BACKSEAT_')
})

test('a variable that makes another program of the server makes none of it [T29]', async () => {
	process.env.BUN_BE_BUN = '1'
	await using server = supervise()
	const { supervisor, get } = server
	await supervisor.start()
	delete process.env.BUN_BE_BUN

	expect(supervisor.state()).toMatchObject({ kind: 'running' })
	expect((await get('api/health')).status).toBe(200)
})

test('variables that put code or a debugger into the server put nothing there [T29]', async () => {
	const theirs = join(freshFolder(), 'theirs.js')
	const ran = join(freshFolder(), 'ran')
	writeFileSync(theirs, `require('node:fs').writeFileSync(${JSON.stringify(ran)}, 'their code ran')`)
	const { port, leave } = await parkedOn()
	await leave()
	const hostile = { BUN_OPTIONS: `--preload=${theirs}`, BUN_INSPECT: `127.0.0.1:${port}` }
	Object.assign(process.env, hostile)
	await using server = supervise()
	const { supervisor, pids } = server
	await supervisor.start()
	for (const name of Object.keys(hostile)) delete process.env[name]

	expect(existsSync(ran)).toBe(false)
	expect(await isTaken(port)).toBe(false)
	const [pid = 0] = pids()
	expect(procFile(pid, 'environ').filter((line) => /^(bun|node)_/i.test(line))).toEqual([])
})

test.concurrent('a server that is killed runs again at the same address', async () => {
	await using server = supervise({ clock: impatientClock })
	const { supervisor, until, pids, get } = server
	await supervisor.start()
	const { address } = await until('running')
	const [pid = 0] = pids()

	process.kill(pid, 'SIGKILL')

	expect(await until('restarting')).toEqual({ kind: 'restarting', waitMs: 500 })
	expect(await until('running')).toMatchObject({ address })
	expect(pids()).not.toContain(pid)
	expect((await get('api/health')).status).toBe(200)
})

test.concurrent('killed four times in a minute, it stays down and says so; Try again starts it', async () => {
	await using server = supervise({ clock: impatientClock })
	const { supervisor, until, pids, secret } = server
	await supervisor.start()
	const { address } = await until('running')

	for (const waitMs of [500, 2000, 8000]) {
		for (const pid of pids()) process.kill(pid, 'SIGKILL')
		expect(await until('restarting')).toMatchObject({ waitMs })
		await until('running')
	}
	for (const pid of pids()) process.kill(pid, 'SIGKILL')
	const { trouble } = await until('trouble')

	expect(trouble.title).toBe('The engine keeps stalling')
	expect(trouble.explanation).toContain('Try again')
	expect(trouble.log.filter((line) => line.includes('SIGKILL'))).toHaveLength(4)
	expect(trouble.log.join()).not.toContain(secret)
	expect(pids()).toEqual([])

	await supervisor.tryAgain()

	expect(supervisor.state()).toMatchObject({ kind: 'running', address })
})

test('a shell that is killed leaves no server behind: it is gone within two seconds', async () => {
	const folder = freshFolder()
	const dataDir = join(folder, 'data')
	// Under Node if there is one, as in Electron.
	await Bun.build({
		entrypoints: [join(import.meta.dirname, 'testing', 'shell-to-kill.ts')],
		target: 'node',
		format: 'esm',
		outdir: folder,
		naming: 'shell.mjs',
	})
	const command = [Bun.which('node') ?? process.execPath, join(folder, 'shell.mjs')]
	const shell = Bun.spawn([...command, BINARY, dataDir, 'x'.repeat(43)], { stdout: 'pipe' })
	let said = ''
	for await (const text of shell.stdout.pipeThrough(new TextDecoderStream())) {
		said += text
		if (said.includes('"running"')) break
	}
	// The shell's own arguments contain the data folder too.
	const servers = () => pidsIn(dataDir).filter((pid) => pid !== shell.pid)
	expect(servers()).toHaveLength(1)

	shell.kill('SIGKILL')
	const killedAt = performance.now()
	await eventually(() => servers().length === 0)

	expect(performance.now() - killedAt).toBeLessThan(2000)
})

test.concurrent('the port of last time is the port of this time, so that the page finds what it stored', async () => {
	await using first = supervise()
	await first.supervisor.start()
	const address = addressOf(first.supervisor.state())
	await first.supervisor.stop()

	await using second = supervise({ dataDir: first.dataDir, lastPort: first.memory.port ?? 0 })
	await second.supervisor.start()

	expect(addressOf(second.supervisor.state())).toBe(address)
})

test.concurrent('a port that another program has taken is given up for another, which is remembered', async () => {
	const other = await parkedOn()
	await using server = supervise({ lastPort: other.port, clock: impatientClock })
	const { supervisor, memory } = server

	await supervisor.start()
	await other.leave()

	const port = portOf(supervisor.state())
	expect(port).not.toBe(other.port)
	expect(memory.port).toBe(port)
})

test.concurrent('a port that becomes free within two seconds is waited for: the server of a killed shell is just leaving', async () => {
	const other = await parkedOn()
	// The other program leaves the port during the app's two-second wait.
	const clock: Clock = {
		now: systemClock.now,
		after: (ms, run) => {
			if (ms !== 2000) return systemClock.after(ms, run)
			void other.leave().then(run)
			return () => {}
		},
	}
	await using server = supervise({ lastPort: other.port, clock })
	const { supervisor } = server

	await supervisor.start()

	expect(portOf(supervisor.state())).toBe(other.port)
})

const networkAddress = Object.values(networkInterfaces())
	.flat()
	.find((one) => one && one.family === 'IPv4' && !one.internal)?.address

// Needs a network: without one there is no LAN address.
test.concurrent.skipIf(networkAddress === undefined)(
	'the phones are in when the switch is on, and out again when it is off, at the same address',
	async () => {
		let isLan = false
		await using server = supervise({ isLan: () => isLan })
		const { supervisor, get } = server
		await supervisor.start()
		const address = addressOf(supervisor.state())
		const asPhone = () =>
			fetch(`http://${networkAddress}:${portOf(supervisor.state())}/api/health`)
				.then(({ status }) => status)
				.catch((error) => error.code)

		expect(await asPhone()).toBe('ECONNREFUSED')

		isLan = true
		await supervisor.restart()
		expect(await asPhone()).toBe(200)
		expect(supervisor.state()).toMatchObject({ address, lanAddress: expect.stringMatching(/^http:\/\/.+\/$/) })
		expect((await get('api/health')).status).toBe(200)

		isLan = false
		await supervisor.restart()
		expect(await asPhone()).toBe('ECONNREFUSED')
		expect(supervisor.state()).toEqual({ kind: 'running', address, lanAddress: null })
	},
)

test.concurrent('a switch flipped back and forth ends as it was flipped last, with one server', async () => {
	let isLan = false
	await using server = supervise({ isLan: () => isLan })
	const { supervisor, pids } = server
	await supervisor.start()

	const flips = [true, false, true, false].map((isOn) => {
		isLan = isOn
		return supervisor.restart()
	})
	await Promise.all(flips)

	expect(supervisor.state()).toMatchObject({ kind: 'running', lanAddress: null })
	const [pid = 0, ...others] = pids()
	expect(others).toEqual([])
	expect(argvOf(pid)).not.toContain('--lan')
})

for (const moment of ['while it starts', 'while it runs', 'while it waits to restart', 'while the switch is flipped'])
	test.concurrent(`quitting ${moment} leaves no process, and nothing starts afterwards`, async () => {
		await using server = supervise()
		const { supervisor, until, pids } = server
		const started = supervisor.start()
		if (moment !== 'while it starts') await started
		if (moment === 'while it waits to restart') {
			for (const pid of pids()) process.kill(pid, 'SIGKILL')
			await until('restarting')
		}
		const restarted = moment === 'while the switch is flipped' ? supervisor.restart() : null

		await supervisor.stop()

		expect(supervisor.state()).toEqual({ kind: 'stopped' })
		expect(pids()).toEqual([])
		await Promise.all([started, restarted, supervisor.start(), supervisor.restart(), supervisor.tryAgain()])
		expect(supervisor.state()).toEqual({ kind: 'stopped' })
		expect(pids()).toEqual([])
	})
