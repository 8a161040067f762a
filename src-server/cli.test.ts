import { afterEach, beforeEach, expect, mock, spyOn, test } from 'bun:test'
import { runCli } from './cli.ts'
import type { Config } from './settings/config.ts'
import { VERSION } from './version.ts'

let said = { out: '', err: '' }
let spies: { mockRestore(): void }[] = []
beforeEach(() => {
	said = { out: '', err: '' }
	const keep = (stream: 'out' | 'err') => (text: unknown) => {
		said[stream] += `${String(text)}\n`
		return true
	}
	spies = [
		spyOn(process.stdout, 'write').mockImplementation(keep('out')),
		spyOn(process.stderr, 'write').mockImplementation(keep('err')),
		spyOn(console, 'log').mockImplementation(keep('out')),
		spyOn(console, 'error').mockImplementation(keep('err')),
	]
})
afterEach(() => {
	for (const spy of spies) spy.mockRestore()
})

/** Types a command line; the server itself only notes what it was asked to be. */
async function type(...words: string[]) {
	const serve = mock(async (_config: Config) => 0)
	const serveDesktopApp = mock(async (_config: Config) => 0)
	const exitCode = await runCli(words, { serve, serveDesktopApp })
	return { exitCode, config: serve.mock.calls[0]?.[0], desktopConfig: serveDesktopApp.mock.calls[0]?.[0] }
}

test('whoever types nothing but flags gets a server with these settings', async () => {
	const flags = ['--port', '8080', '--host=::1', '--data-dir', '/srv/rides', '--trusted-proxies', '10.0.0.1,10.0.0.2']
	const expected = { port: 8080, host: '::1', dataDir: '/srv/rides', trustedProxies: ['10.0.0.1', '10.0.0.2'] }

	expect((await type(...flags)).config).toMatchObject(expected)
	expect((await type('serve', ...flags)).config).toMatchObject(expected)
	expect((await type('--lan')).config).toMatchObject({ host: '0.0.0.0', port: 7433 })
})

test('the exit code of the server is the exit code of the program', async () => {
	const commands = { serve: async () => 7, serveDesktopApp: async () => 8 }

	expect(await runCli([], commands)).toBe(7)
	expect(await runCli(['--desktop'], commands)).toBe(8)
})

test('--desktop serves the desktop app instead of everybody on this computer, with the same settings', async () => {
	const { config, desktopConfig } = await type('serve', '--desktop', '--lan', '--data-dir', '/srv/rides')

	expect(config).toBeUndefined()
	expect(desktopConfig).toMatchObject({ host: '0.0.0.0', dataDir: '/srv/rides' })
})

test('the help of serve tells what --desktop is; the list of settings has no such setting', async () => {
	await type('serve', '--help')
	expect(said.out.replaceAll(/\s+/g, ' ')).toContain(
		'--desktop Runs under the desktop app: reads its secret from standard input. ',
	)

	said.out = ''
	await type('help')
	expect(said.out).not.toContain('desktop')
})

test('the version is printed on demand', async () => {
	expect((await type('version')).exitCode).toBe(0)
	expect((await type('--version')).exitCode).toBe(0)
	expect(said.out.match(new RegExp(`backseat ${VERSION}`, 'g'))).toHaveLength(2)
})

test('a script gets the version as JSON', async () => {
	expect((await type('version', '--json')).exitCode).toBe(0)
	expect(JSON.parse(said.out)).toEqual({ version: VERSION })
})

/** The commands that a help names, `help` itself left out. */
const commandsIn = (help: string) =>
	(
		help
			.split('Commands:')[1]
			?.split('Settings')[0]
			?.match(/^ {2}[a-z-]+/gm) ?? []
	)
		.map((text) => text.trim())
		.filter((name) => name !== 'help')

async function helpOf(...words: string[]): Promise<string> {
	said = { out: '', err: '' }
	const { exitCode, config } = await type(...words, '--help')
	expect([words, exitCode, config, said.err]).toEqual([words, 0, undefined, ''])
	return said.out
}

test('every command has a help of its own that says what it does, and so have those inside it', async () => {
	const commands = commandsIn(await helpOf())

	expect(commands).toEqual(expect.arrayContaining(['serve', 'config', 'healthcheck', 'version']))
	for (const name of commands) {
		const help = await helpOf(name)
		expect(help).toMatch(/^Usage: backseat [^\n]+\n\n\w+/)
		for (const inner of commandsIn(help)) expect(await helpOf(name, inner)).toMatch(/^Usage: [^\n]+\n\n\w+/)
	}
})

test('a group of commands shows its help when nothing more is said, and refuses what it does not know', async () => {
	const commands = commandsIn(await helpOf())
	const groups: string[] = []
	for (const name of commands) if (commandsIn(await helpOf(name)).length > 0) groups.push(name)

	expect(groups).not.toBeEmpty()
	for (const name of groups) {
		said = { out: '', err: '' }
		expect([name, (await type(name)).exitCode]).toEqual([name, 64])
		expect(said.err).toStartWith(`Usage: backseat ${name} `)

		said = { out: '', err: '' }
		expect([name, (await type(name, 'nope')).exitCode]).toEqual([name, 64])
		expect(said.err).toMatch(/^error: unknown command 'nope'[^\n]*\n+$/)
	}
})

test('the help names commands before settings, and says how a secret is best given', async () => {
	await type('--help')

	expect(said.out.indexOf('healthcheck')).toBeLessThan(said.out.indexOf('--port'))
	expect(said.out).toContain('--smtp-url-file <file>  BACKSEAT_SMTP_URL_FILE')
	expect(said.out.replaceAll(/\s+/g, ' ')).toContain('others on this machine can read flags')
	for (const line of said.out.split('\n')) expect(line.length).toBeLessThanOrEqual(100)
})

test('the help lists the commands and every setting with its variable', async () => {
	const { exitCode, config } = await type('help')

	expect({ exitCode, config }).toEqual({ exitCode: 0, config: undefined })
	for (const text of ['serve', 'version', '--rate-limit-scale', 'BACKSEAT_TRUSTED_PROXIES', 'backseat.toml'])
		expect(said.out).toContain(text)
	expect(said.err).toBe('')
})

const mistakes: [string[], string][] = [
	[['--prot', '1'], "unknown option '--prot' (Did you mean --port?)"],
	[['serve', '--port'], "option '--port <number>' argument missing"],
	[['sevre'], "unknown command 'sevre' (Did you mean serve?)"],
	[['confg', '--json'], "unknown command 'confg' (Did you mean config?)"],
	[['--lan', 'config'], "unknown command 'config'. A command stands first."],
	[['config', 'port'], "too many arguments for 'config'"],
	[['config', '--prot', '1'], "unknown option '--prot' (Did you mean --port?)"],
	[['--smtp-url-fil', '/x'], "unknown option '--smtp-url-fil' (Did you mean --smtp-url-file?)"],
	[['serve', 'now'], "unknown command 'now'"],
	[['serve', '--desktop=on'], '--desktop'],
	[['serve', '--no-desktop'], "unknown option '--no-desktop'"],
	[['--port', 'x'], 'Bad value for --port: "x". Expected a number from 0 to 65535.'],
]
for (const [words, message] of mistakes) {
	test(`'backseat ${words.join(' ')}' is refused in one line, and nothing is started`, async () => {
		const { exitCode, config } = await type(...words)

		expect({ exitCode, config }).toEqual({ exitCode: 64, config: undefined })
		expect(said.err.trim().split('\n')).toHaveLength(1)
		expect(said.err).toContain(message)
	})
}
