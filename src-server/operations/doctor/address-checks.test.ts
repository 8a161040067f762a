import { afterAll, beforeAll, expect, test } from 'bun:test'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { takeInstanceLock } from '#server/process/data/instance-lock.ts'
import { writeRunningAddress } from '#server/process/running-address.ts'
import { type Config, defaultConfig } from '#server/settings/config.ts'
import { CERTIFICATE, KEY } from '#server/testing/certificates.ts'
import {
	FROM_SOURCE,
	forsakenPort,
	freshFolder,
	type ServerProcess,
	startServer,
} from '#server/testing/server-process.ts'
import { VERSION } from '#server/version.ts'
import { checkPublicUrl, checkServer } from './address-checks.ts'

const dataDir = freshFolder()
let port: number
const folders = { own: freshFolder(), other: freshFolder() }
let server: ServerProcess
const proxy = Bun.serve({
	port: 0,
	hostname: '127.0.0.1',
	fetch: (request) => fetch(server.origin + new URL(request.url).pathname.slice('/rides'.length), request),
})
const publicUrl = new URL(`http://localhost:${proxy.port}/rides`)
const config: Config = { ...defaultConfig, dataDir: folders.own, publicUrl, basePath: '/rides' }

const running: ServerProcess[] = []
beforeAll(async () => {
	const flags = ['--data-dir', folders.own, '--base-path', '/rides', '--public-url', publicUrl.href]
	const [plain, behindProxy] = await Promise.all([
		startServer({ flags: ['--data-dir', dataDir] }),
		// Runs from source, because the built binary has another version than these tests.
		startServer({ flags, command: FROM_SOURCE }),
	])
	running.push(plain, behindProxy)
	port = Number(new URL(plain.origin).port)
	server = behindProxy
})
afterAll(async () => {
	proxy.stop(true)
	for (const one of running) await one.end()
})

const serverFinding = (special: Partial<typeof defaultConfig> = {}) =>
	checkServer({ ...defaultConfig, dataDir, port, ...special })

test('a server that has this folder and answers where the settings say is well', async () => {
	expect(await serverFinding()).toMatchObject({ state: 'ok', says: `running at http://127.0.0.1:${port}/` })
})

test('a server beside another program at localhost is named with what to do [T76]', async () => {
	expect(await serverFinding({ isLocalhostShared: true })).toMatchObject({
		state: 'warning',
		says: `running at http://127.0.0.1:${port}/, but another program may have port ${port} at localhost: passkeys are off there.`,
	})
})

test('a server that is asked for at another port is distinguished from one that does not run', async () => {
	expect(await serverFinding({ port: forsakenPort() })).toMatchObject({
		state: 'warning',
		says: expect.stringContaining('A program has this data folder, but asked at'),
	})
	expect(await serverFinding({ port: forsakenPort(), dataDir: freshFolder() })).toMatchObject({
		state: 'warning',
		says: expect.stringContaining('No server uses'),
	})
})

test('a server that does not answer where it said it would is to be restarted, not looked for elsewhere', async () => {
	const stalled = { ...defaultConfig, dataDir: freshFolder(), port: forsakenPort() }
	const lock = takeInstanceLock(stalled.dataDir)
	writeRunningAddress(stalled)
	const found = await checkServer(stalled)
	lock.release()

	expect(found).toMatchObject({ state: 'warning', todo: expect.stringContaining('Look at its log, and restart it.') })
})

test('a Backseat that answers, but with other data, does not count as healthy', async () => {
	expect(await serverFinding({ dataDir: freshFolder() })).toMatchObject({
		state: 'warning',
		says: expect.stringContaining('does not use'),
	})
})

test('another program on the port is a problem: ours could not start', async () => {
	const stranger = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('Hello from my NAS') })
	const found = await serverFinding({ dataDir: freshFolder(), port: stranger.port ?? 0 })
	stranger.stop(true)

	expect(found).toMatchObject({
		state: 'problem',
		says: expect.stringContaining('whoever answers there is not Backseat'),
	})
})

const ABOUT = 'Public address'

const publicFinding = (special: Partial<Config> = {}) => checkPublicUrl({ ...config, ...special })

async function checkAtStranger(answer: (request: Request) => Response, special: Partial<Config> = {}) {
	using stranger = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: answer })
	return await publicFinding({ publicUrl: new URL(`http://127.0.0.1:${stranger.port}/`), basePath: '', ...special })
}

test('a public address that leads to this instance is well, and gives its time', async () => {
	const { finding, date } = await publicFinding()

	expect(Math.abs((date?.getTime() ?? 0) - Date.now())).toBeLessThan(120_000)
	expect(finding).toEqual({ about: ABOUT, state: 'ok', says: `${publicUrl.href} leads here`, todo: null })
})

test('after a move, an address that still leads to the old machine is found by its other folder', async () => {
	const moved = await startServer({ flags: ['--data-dir', folders.other] })
	await moved.end('SIGTERM')

	expect((await publicFinding({ dataDir: folders.other })).finding).toMatchObject({
		state: 'problem',
		says: `Another Backseat answers at ${publicUrl.href}: not the one with ${folders.other}.`,
	})
})

test('a copy of the folder is the same instance', async () => {
	const copy = freshFolder()
	cpSync(join(folders.own, 'instance.json'), join(copy, 'instance.json'))

	expect((await publicFinding({ dataDir: copy })).finding).toMatchObject({ state: 'ok' })
})

test('a Backseat with another public address, or that does not answer to the name, is a problem', async () => {
	const elsewhere = new URL(`http://127.0.0.1:${proxy.port}/rides`)

	expect((await publicFinding({ publicUrl: elsewhere })).finding).toMatchObject({
		state: 'problem',
		says: expect.stringContaining('thinks its address is http://localhost'),
	})
	expect((await checkAtStranger(() => Response.json({ code: 'unknown_host' }, { status: 421 }))).finding).toMatchObject(
		{
			state: 'problem',
			says: expect.stringContaining('does not know this name'),
			todo: expect.stringContaining('--allowed-hosts'),
		},
	)
})

test('a proxy that cuts the base path off is found, and the path is named', async () => {
	const stripping = (request: Request) =>
		new URL(request.url).pathname === '/api/instance' ? Response.json({}) : new Response('not here', { status: 404 })

	expect((await checkAtStranger(stripping, { basePath: '/rides' })).finding).toMatchObject({
		state: 'problem',
		says: expect.stringContaining('/rides/api/instance answers 404, and not as Backseat does'),
		todo: expect.stringContaining('keep the path with its /rides'),
	})
})

test('a welcome page, a redirection and a proxy without a server behind it are problems, each with its own words', async () => {
	const says = async (answer: () => Response) => (await checkAtStranger(answer)).finding

	expect(await says(() => new Response('Welcome to nginx!'))).toMatchObject({
		state: 'problem',
		says: expect.stringContaining('answers 200, and not as Backseat does'),
	})
	expect(await says(() => Response.redirect('https://other.example.org/'))).toMatchObject({
		state: 'problem',
		says: expect.stringContaining('sends people on to https://other.example.org/'),
	})
	expect(await says(() => new Response('Bad Gateway', { status: 502 }))).toMatchObject({
		state: 'problem',
		says: expect.stringContaining('answers 502: the proxy finds no server'),
	})
})

test('an address where nobody answers is a problem, and so is a certificate that nobody trusts', async () => {
	expect(
		(await publicFinding({ publicUrl: new URL(`http://127.0.0.1:${forsakenPort()}/`), basePath: '' })).finding,
	).toMatchObject({
		state: 'problem',
		says: expect.stringContaining('cannot be reached from here: ECONNREFUSED'),
		todo: expect.stringContaining('Is the proxy running'),
	})

	const selfMade = Bun.serve({
		port: 0,
		hostname: '127.0.0.1',
		fetch: () => new Response(),
		tls: { cert: Bun.file(CERTIFICATE), key: Bun.file(KEY) },
	})
	const { finding } = await publicFinding({ publicUrl: new URL(`https://127.0.0.1:${selfMade.port}/`), basePath: '' })
	selfMade.stop(true)
	expect(finding).toMatchObject({ state: 'problem', todo: expect.stringContaining('certificate') })
})

test('a server of another version is to be restarted after an upgrade', async () => {
	const about = (publicUrl: string, version: string) => () =>
		Response.json({ product: 'Backseat', version, publicUrl, signup: 'open', analytics: false, mail: false })

	expect((await checkAtStranger(about('', '0.0.1'))).finding).toMatchObject({ state: 'problem' })
	const answer = (request: Request) => about(new URL(request.url).origin, '0.0.1')()
	expect((await checkAtStranger(answer)).finding).toMatchObject({
		state: 'warning',
		says: expect.stringContaining(`answers as version 0.0.1; this program is ${VERSION}`),
	})
})

test('what a stranger answers is shown short and harmless: it forges no line and does nothing to the terminal [T19]', async () => {
	const hostile = `\u001b[2J\n✓ All is well.\u009b2J\u202e${'endless'.repeat(3e3)}`
	const about = { product: 'Backseat', version: hostile, signup: 'open', analytics: false, mail: false }
	const answers: ((request: Request) => Response)[] = [
		() => Response.json({ ...about, publicUrl: hostile }),
		(request) => Response.json({ ...about, publicUrl: new URL(request.url).origin, version: hostile }),
		// Headers may contain bytes above ASCII; 9b is a complete escape code.
		() => new Response(null, { status: 302, headers: { Location: `/\u009b2J${'endless'.repeat(1e3)}` } }),
	]

	for (const answer of answers) {
		const { finding } = await checkAtStranger(answer)
		expect(finding.says).toContain('2J')
		expect(finding.says).not.toMatch(/[\p{Cc}\p{Cf}]/u)
		expect(finding.says.length).toBeLessThan(1000)
	}
})

test('without a public address it is said who gets in, and nothing is asked', async () => {
	const nobody = await publicFinding({ publicUrl: null, basePath: '' })
	expect(nobody).toEqual({
		finding: { about: ABOUT, state: 'ok', says: 'none set; only this machine is let in', todo: null },
		date: null,
	})
	const named = await publicFinding({
		publicUrl: null,
		basePath: '',
		allowedHosts: ['nas.fritz.box', '.example.ts.net'],
	})
	expect(named.finding.says).toBe('none set; only this machine is let in; also under nas.fritz.box, .example.ts.net')
})
