import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { APPLICATION_ID } from '#db/file/data-file.ts'
import { lanAddresses } from '#server/http/addresses/own-addresses.ts'
import {
	type DesktopServer,
	launchLine,
	SECRET,
	startDesktopServer,
	withSecret,
} from '#server/testing/desktop-process.ts'
import { refusalOf } from '#server/testing/given-settings.ts'
import { freshFolder, runToEnd, spawn } from '#server/testing/server-process.ts'
import { testServers } from '#server/testing/test-servers.ts'

const { startDesktop, endLater } = testServers()

/** One server for all tests that only read. It trusts a proxy, which must not change anything. */
let shared: DesktopServer
beforeAll(async () => {
	shared = await startDesktopServer({
		flags: ['--data-dir', freshFolder(), '--host', '127.0.0.1', '--trusted-proxies', '127.0.0.1,::1'],
	})
})
afterAll(async () => {
	await shared.end()
})

const statusAt = async (address: string, headers: Record<string, string> = {}) =>
	(await fetch(address, { headers })).status

test('the desktop app reads one line of JSON and nothing else, and its window is answered', async () => {
	const { origin, output, ready } = shared

	expect(output.stdout).toMatch(/^\{"ready":true,"address":"http:\/\/localhost:\d+\/","lanAddress":null,"version":"/)
	expect(output.stdout.indexOf('\n')).toBe(output.stdout.length - 1)
	expect(ready.address).toBe(`${origin}/`)
	expect(await statusAt(`${origin}/api/health`, withSecret)).toBe(200)
	expect(await statusAt(`${origin}/home`, withSecret)).toBe(200)
	const instance = await fetch(`${origin}/api/instance`, { headers: withSecret })
	expect(await instance.json()).toMatchObject({ publicUrl: null })
})

test('a window of the desktop app is told that there is no service worker, and there is none', async () => {
	const { origin } = shared

	const page = await fetch(`${origin}/home`, { headers: withSecret })
	expect(await page.text()).toContain('data-service-worker="none"')
	expect(await statusAt(`${origin}/sw.js`, withSecret)).toBe(404)
	expect(await statusAt(`${origin}/offline.html`, withSecret)).toBe(404)
	expect(await statusAt(`${origin}/manifest.webmanifest`, withSecret)).toBe(200)
})

const PATHS = ['/', '/home', '/assets/x.js', '/favicon.ico', '/api/health', '/api/ready', '/api/instance', '/api/nope']

test('without the secret, with a wrong one or with a forged address every page and call is refused [T29]', async () => {
	const { origin, output } = shared
	const before = output.stderr.length
	const others: Record<string, string>[] = [
		{},
		{ Cookie: `backseat_desktop=${'A'.repeat(43)}` },
		{ 'X-Forwarded-For': lanAddresses()[0] ?? '192.168.1.9' },
		{ 'X-Forwarded-For': '192.168.1.9', 'X-Forwarded-Proto': 'https', Accept: 'text/html' },
	]

	for (const headers of others)
		for (const path of PATHS) {
			const answer = await fetch(origin + path, { headers })
			expect([path, answer.status]).toEqual([path, 403])
			expect(answer.headers.get('x-frame-options')).toBe('DENY')
			expect(await answer.text()).toContain('This Backseat belongs to the desktop app on this computer.')
		}
	for (const method of ['HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])
		expect([method, (await fetch(`${origin}/api/health`, { method })).status]).toEqual([method, 403])
	// The log is written in order, so all earlier lines exist once this one does.
	await fetch(`${origin}/api/users/2`, { headers: withSecret })
	while (!output.stderr.slice(before).includes('GET /api/users/:id 200')) await Bun.sleep(5)
	expect(output.stderr.slice(before)).not.toContain(' 403 ')
})

test('also while it is still starting nobody else learns that', async () => {
	const go = join(freshFolder(), 'go')
	const program = `
		import { defaultConfig } from '#server/settings/config.ts'
		import { connectDesktopApp } from '#server/process/desktop/desktop-app.ts'
		import { serve } from '#server/process/lifecycle.ts'
		const app = async ({ port }) => {
			console.error('port ' + port + ' taken')
			while (!require('node:fs').existsSync(${JSON.stringify(go)})) await Bun.sleep(5)
			return { fetch: async () => new Response('open'), close: async () => {} }
		}
		const desktopApp = await connectDesktopApp()
		process.exit(await serve({ ...defaultConfig, port: desktopApp.port, dataDir: ${JSON.stringify(freshFolder())} }, app, desktopApp))`
	const starting = endLater(spawn({ command: [process.execPath, '-e', program], input: launchLine() }))
	await starting.says(' taken', 'stderr')
	const [, port] = /port (\d+) taken/.exec(starting.output.stderr) ?? []
	const address = `http://127.0.0.1:${port}/api/health`

	expect(await statusAt(address)).toBe(403)
	expect(await statusAt(address, withSecret)).toBe(503)
	writeFileSync(go, '')
	await starting.says('"ready":true')
	expect(await statusAt(address, withSecret)).toBe(200)
})

const [lan] = lanAddresses()
const unless = lan ? '' : ' (SKIPPED: this machine is on no network, so it has no address that a phone could have)'

test.skipIf(!lan)(
	`a phone on the network is answered while the network is let in, and refused while it is not${unless}`,
	async () => {
		const open = await startDesktop({ flags: ['--lan'] })
		const shut = shared
		const portOf = ({ origin }: DesktopServer) => new URL(origin).port
		const phone = (server: DesktopServer) => `http://${lan}:${portOf(server)}`

		expect(open.ready).toMatchObject({ address: `http://localhost:${portOf(open)}/`, lanAddress: `${phone(open)}/` })
		expect(await statusAt(`${phone(open)}/home`)).toBe(200)
		const instance = await fetch(`${phone(open)}/api/instance`)
		expect(await instance.json()).toMatchObject({ publicUrl: phone(open) })
		expect(await statusAt(`${open.origin}/home`)).toBe(403)
		expect(await statusAt(`${open.origin}/home`, withSecret)).toBe(200)

		const refused = await fetch(`${phone(shut)}/home`, { headers: withSecret }).catch((error) => error.code)
		expect(refused).toBe('ECONNREFUSED')
	},
)

test('the secret is in no argument, no variable, no word that it says, and in no file [T29]', async () => {
	const dataDir = freshFolder()
	const server = await startDesktop({ dataDir, flags: ['--lan'] })
	for (const headers of [{}, withSecret])
		for (const path of PATHS)
			expect(await (await fetch(server.origin + path, { headers })).text()).not.toContain(SECRET)

	if (process.platform === 'linux')
		for (const file of ['cmdline', 'environ'])
			expect(readFileSync(`/proc/${server.pid}/${file}`, 'latin1')).not.toContain(SECRET)
	for (const file of readdirSync(dataDir)) expect(readFileSync(join(dataDir, file), 'latin1')).not.toContain(SECRET)
	await server.hangUp()
	await server.isRead
	expect(server.output.stdout + server.output.stderr).not.toContain(SECRET)
})

test('the desktop app chooses the port, whatever flags and files say', async () => {
	const first = await startDesktop()
	const port = Number(new URL(first.origin).port)
	const dataDir = freshFolder()
	writeFileSync(join(dataDir, 'backseat.toml'), 'port = 9\n')

	const taken = await runToEnd({
		flags: ['--desktop', '--port', '0', '--data-dir', dataDir],
		input: launchLine({ port }),
	})
	await first.end()
	const again = await startDesktop({ dataDir, flags: ['--port', '9'], input: launchLine({ port }) })

	const sentence = `Port ${port} is already in use. Set --port or stop the other program.`
	expect({ ...taken, stdout: JSON.parse(taken.stdout) }).toEqual({
		exitCode: 69,
		stdout: { ready: false, code: 'port_taken', message: sentence },
		stderr: `${sentence}\n`,
	})
	expect(again.origin).toBe(`http://localhost:${port}`)
})

test.each([
	['nobody who speaks', undefined],
	['a line that never ends', SECRET.repeat(10_000)],
])('--desktop with %s on standard input ends with 64 and one line', async (_who, input) => {
	const dataDir = freshFolder()

	const { exitCode, stdout, stderr } = await runToEnd({ flags: ['serve', '--desktop', '--data-dir', dataDir], input })

	expect({ exitCode, ...JSON.parse(stdout) }).toMatchObject({ exitCode: 64, ready: false, code: 'bad_flag' })
	expect(stderr).toMatch(/^--desktop takes a secret from standard input, but [^\n]+\n$/)
	expect(stdout + stderr).not.toContain(SECRET)
	expect(readdirSync(dataDir)).toEqual([])
})

test('neither a file in the data folder nor a variable switches desktop mode on', () => {
	for (const given of [{ toml: 'desktop = true' }, { env: { BACKSEAT_DESKTOP: 'true' } }])
		expect(refusalOf(given)).toMatchObject({
			exitCode: 78,
			message: expect.stringMatching(/^Unknown setting .*desktop/i),
		})
})

const BAD_STARTS: Record<string, { spoil(dataDir: string): unknown; exitCode: number }> = {
	bad_setting: { spoil: (dataDir) => writeFileSync(join(dataDir, 'backseat.toml'), 'prot = 1\n'), exitCode: 78 },
	data_damaged: {
		spoil: (dataDir) => writeFileSync(join(dataDir, 'backseat.db'), 'holiday '.repeat(1000)),
		exitCode: 65,
	},
	data_foreign: { spoil: (dataDir) => databaseThat(dataDir, 'CREATE TABLE recipes (name TEXT)'), exitCode: 65 },
	folder_is_file: { spoil: asFile, exitCode: 73 },
	data_lost: { spoil: (dataDir) => writeFileSync(join(dataDir, 'instance.json'), '{}'), exitCode: 65 },
	data_newer: {
		spoil: (dataDir) => databaseThat(dataDir, `PRAGMA application_id = ${APPLICATION_ID}`, 'PRAGMA user_version = 999'),
		exitCode: 65,
	},
}

function asFile(dataDir: string) {
	rmdirSync(dataDir)
	writeFileSync(dataDir, 'text')
}

function databaseThat(dataDir: string, ...statements: string[]) {
	const sqlite = new Database(join(dataDir, 'backseat.db'))
	for (const statement of statements) sqlite.run(statement)
	sqlite.close()
}

for (const [code, { spoil, exitCode }] of Object.entries(BAD_STARTS))
	test.concurrent(`the last line on standard output says ${code} where that is why it does not start`, async () => {
		const dataDir = freshFolder()
		spoil(dataDir)

		const ended = await runToEnd({ flags: ['serve', '--desktop', '--data-dir', dataDir], input: launchLine() })

		const { message, ...line } = JSON.parse(ended.stdout)
		expect({ ...line, exitCode: ended.exitCode }).toEqual({ ready: false, code, exitCode })
		expect(ended.stderr).toStartWith(message)
		expect(message).not.toContain('backseat help')
	})
