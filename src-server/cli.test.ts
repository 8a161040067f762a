import { expect, mock, test } from 'bun:test'
import { runCommand } from './commands/testing/run-command.ts'
import { readTls } from './http/addresses/tls.ts'
import type { Config } from './settings/config.ts'
import { VERSION } from './version.ts'

/** Runs a command line; instead of starting a server, it records the server's settings. */
async function type(...words: string[]) {
	const serve = mock(async (_config: Config) => 0)
	const serveDesktopApp = mock(async (_config: Config) => 0)
	const result = await runCommand(words, { servers: { serve, serveDesktopApp } })
	return { ...result, config: serve.mock.calls[0]?.[0], desktopConfig: serveDesktopApp.mock.calls[0]?.[0] }
}

test('whoever types nothing but flags gets a server with these settings', async () => {
	const flags = ['--port', '8080', '--host=::1', '--data-dir', '/srv/rides', '--trusted-proxies', '10.0.0.1,10.0.0.2']
	const expected = { port: 8080, host: '::1', dataDir: '/srv/rides', trustedProxies: ['10.0.0.1', '10.0.0.2'] }

	expect((await type(...flags)).config).toMatchObject(expected)
	expect((await type('serve', ...flags)).config).toMatchObject(expected)
	expect((await type('--lan')).config).toMatchObject({ host: '0.0.0.0', port: 7433 })
})

test('the exit code of the server is the exit code of the program', async () => {
	const servers = { serve: async () => 7, serveDesktopApp: async () => 8 }

	expect((await runCommand([], { servers })).exitCode).toBe(7)
	expect((await runCommand(['--desktop'], { servers })).exitCode).toBe(8)
})

test('a certificate that cannot be read is a bad flag or a bad setting, by where it was named', async () => {
	const serve = async (config: Config) => Number(readTls(config))
	const run = (words: string[], env: Record<string, string>) =>
		runCommand(words, { env, servers: { serve, serveDesktopApp: serve } })

	const asFlag = await run(['--tls-cert', '/gone.pem', '--tls-key', '/gone.pem'], {})
	expect(asFlag.exitCode).toBe(64)
	expect(asFlag.stderr).toContain('Cannot read /gone.pem (tls-cert): ENOENT.')
	const inVariables = { BACKSEAT_TLS_CERT: '/gone.pem', BACKSEAT_TLS_KEY: '/gone.pem' }
	expect((await run([], inVariables)).exitCode).toBe(78)
})

test('--desktop serves the desktop app instead of everybody on this computer, with the same settings', async () => {
	const { config, desktopConfig } = await type('serve', '--desktop', '--lan', '--data-dir', '/srv/rides')

	expect(config).toBeUndefined()
	expect(desktopConfig).toMatchObject({ host: '0.0.0.0', dataDir: '/srv/rides' })
})

test('the help of serve says what --desktop is; the list of settings has no such setting', async () => {
	expect((await type('serve', '--help')).stdout.replaceAll(/\s+/g, ' ')).toContain(
		'--desktop Runs under the desktop app: reads its secret from standard input. ',
	)

	expect((await type('help')).stdout).not.toContain('desktop')
})

test('--demo is said in words, with or without a command, and in no other way; the desktop app has none [T80]', async () => {
	for (const words of [['--demo'], ['serve', '--demo', '--lan'], ['serve', '--port=8080', '--demo']])
		expect((await type(...words)).config ?? words).toMatchObject({ isDemo: true })
	expect((await type('serve')).config?.isDemo).toBeUndefined()

	expect(await type('serve', '--demo', '--desktop')).toMatchObject({
		exitCode: 64,
		stderr: 'The desktop app keeps what it is told, and has no demo. Leave --demo out.\n',
	})
	expect(await type('serve', '--demo', '--data-dir', '/srv/rides')).toMatchObject({
		exitCode: 64,
		stderr: expect.stringContaining('--data-dir does not go with --demo'),
	})
})

test('the version is printed on demand', async () => {
	for (const word of ['version', '--version'])
		expect(await type(word)).toMatchObject({ exitCode: 0, stdout: `backseat ${VERSION}\n` })
})

test('a script gets the version as JSON', async () => {
	const { exitCode, stdout } = await type('version', '--json')

	expect(exitCode).toBe(0)
	expect(JSON.parse(stdout)).toEqual({ version: VERSION })
})

/** The commands that a help text lists, without `help` itself. */
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
	const { exitCode, config, stdout, stderr } = await type(...words, '--help')
	expect([words, exitCode, config, stderr]).toEqual([words, 0, undefined, ''])
	return stdout
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
		const alone = await type(name)
		expect([name, alone.exitCode]).toEqual([name, 64])
		expect(alone.stderr).toStartWith(`Usage: backseat ${name} `)

		const unknown = await type(name, 'nope')
		expect([name, unknown.exitCode]).toEqual([name, 64])
		expect(unknown.stderr).toMatch(/^error: unknown command 'nope'[^\n]*\n+$/)
	}
})

test('the help names commands before settings, and says how a secret is best given', async () => {
	const { stdout } = await type('--help')

	expect(stdout.indexOf('healthcheck')).toBeLessThan(stdout.indexOf('--port'))
	expect(stdout).toContain('--smtp-url-file <file>  BACKSEAT_SMTP_URL_FILE')
	expect(stdout.replaceAll(/\s+/g, ' ')).toContain('others on this machine can read flags')
	for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(100)
})

test('the help lists the commands and every setting with its variable', async () => {
	const { exitCode, config, stdout, stderr } = await type('help')

	expect({ exitCode, config }).toEqual({ exitCode: 0, config: undefined })
	for (const text of ['serve', 'version', '--rate-limit-scale', 'BACKSEAT_TRUSTED_PROXIES', 'backseat.toml'])
		expect(stdout).toContain(text)
	expect(stderr).toBe('')
})

const mistakes: [string[], string][] = [
	[['--prot', '1'], "unknown option '--prot' (Did you mean --port?)"],
	[['serve', '--port'], "option '--port <number>' argument missing"],
	[['sevre'], "unknown command 'sevre' (Did you mean serve?)"],
	[['confg', '--json'], "unknown command 'confg' (Did you mean config?)"],
	[['--lan', 'config'], "unknown command 'config'. The command comes first."],
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
		const { exitCode, config, stderr } = await type(...words)

		expect({ exitCode, config }).toEqual({ exitCode: 64, config: undefined })
		expect(stderr.trim().split('\n')).toHaveLength(1)
		expect(stderr).toContain(message)
	})
}
