import { expect, test } from 'bun:test'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, defaultConfig } from '#server/settings/config.ts'
import { freshFolder } from '#server/testing/server-process.ts'
import { backupCommand, COMMAND_LIMITS, runCommand } from './backup-command.ts'
import { lastCommandFailure } from './command-outcome.ts'

/** A shell script as the operator's program, in a folder of its own. */
function program(script: string, settings: Partial<Config> = {}) {
	const dataDir = freshFolder()
	const path = join(dataDir, 'carry-away')
	writeFileSync(path, `#!/bin/sh\n${script}\n`)
	chmodSync(path, 0o755)
	const config: Config = { ...defaultConfig, dataDir, backupCommand: path, ...settings }
	const said: string[] = []
	return {
		dataDir,
		config,
		said,
		written: (name: string) => readFileSync(join(dataDir, name), 'utf8'),
		failure: () => lastCommandFailure(config)?.reason ?? null,
		begin: (backup = '/backups/b.db', more: Parameters<typeof runCommand>[3] = {}) =>
			runCommand(config, backup, (line) => said.push(line), more),
	}
}

const limits = { ...COMMAND_LIMITS, killAfterMs: 100 }

async function isThere(path: string) {
	while (!existsSync(path)) await Bun.sleep(5)
}

function isAlive(pid: number): boolean {
	try {
		return process.kill(pid, 0) && !isZombie(pid)
	} catch {
		return false
	}
}

/** In containers without an init process, an ended orphan stays in the process list. */
const isZombie = (pid: number) =>
	existsSync(`/proc/${pid}/stat`) && /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))

test('the program gets the path as its only argument, as it is, never read by a shell [T81]', async () => {
	const path = `/backups/it's "$(touch /tmp/shell-was-here)" ; rm -rf x & *.db`
	const { begin, said } = program('echo "$#"; printf "%s\\n" "$1"')

	expect(await begin(path).failure).toBeNull()

	expect(said).toEqual(['1', path])
	expect(existsSync('/tmp/shell-was-here')).toBe(false)
})

test('of the environment it gets only what a program needs to run, and nothing to read [T81]', async () => {
	const env = {
		PATH: process.env.PATH,
		HOME: '/home/op',
		LANG: 'C',
		LC_ALL: 'C',
		TZ: 'UTC',
		BACKSEAT_SMTP_URL: 'smtp://secret',
		AWS_SECRET_ACCESS_KEY: 'secret',
		NODE_OPTIONS: '--inspect',
		LD_PRELOAD: '/tmp/x.so',
		CREDENTIALS_DIRECTORY: '/run/credentials',
	}
	const { begin, said } = program('env | sort; cat')

	expect(await begin(undefined, { env }).failure).toBeNull()

	// The shell sets the last three itself.
	expect(said.filter((line) => !/^(PWD|_|SHLVL)=/.test(line))).toEqual([
		'HOME=/home/op',
		'LANG=C',
		'LC_ALL=C',
		`PATH=${process.env.PATH}`,
		'TZ=UTC',
	])
})

test.each([
	['exit 3', 'ended with exit code 3'],
	['kill -KILL $$', 'was ended by SIGKILL'],
	['exec /no/such/program', 'ended with exit code 127'],
])('that %p fails is kept until the next success, also over a restart', async (script, reason) => {
	const { begin, failure, dataDir, config } = program(`${script}`)

	expect(await begin().failure).toBe(reason)

	expect(failure()).toBe(reason)
	expect(lastCommandFailure({ ...config, backupCommand: null })).toBeNull()
	writeFileSync(join(dataDir, 'carry-away'), '#!/bin/sh\nexit 0\n')
	expect(await begin().failure).toBeNull()
	expect(failure()).toBeNull()
})

test('a program that is not there, is none, or may not be run is a failure, not a crash', async () => {
	const gone = program('', { backupCommand: '/no/such/program' })
	expect(await gone.begin().failure).toBe('was not found')
	expect(gone.failure()).toBe('was not found')

	const closed = program('exit 0')
	chmodSync(join(closed.dataDir, 'carry-away'), 0o644)
	expect(await closed.begin().failure).toBe('may not be run by this user')
	const folder = program('')
	mkdirSync(join(folder.dataDir, 'folder'))
	folder.config.backupCommand = join(folder.dataDir, 'folder')
	expect(await folder.begin().failure).toMatch(/^(may not be run by this user|could not be started)/)
})

test('after its time the program is told to end, then ended, with all of its process group [T81]', async () => {
	const { begin, dataDir, written, failure } = program(
		`cd "$(dirname "$0")"
		trap '' TERM
		sh -c 'echo $$ > child.new; mv child.new child; exec sleep 60' &
		trap 'echo told > told' TERM
		echo $$ > leader
		while :; do sleep 0.05; done`,
	)
	const run = begin(undefined, { limits: { ...limits, runMs: 400 } })
	for (const name of ['leader', 'child']) await isThere(join(dataDir, name))
	expect(process.kill(-Number(written('leader')), 0)).toBe(true)

	expect(await run.failure).toBe('took longer than an hour')

	expect([written('told'), failure()]).toEqual(['told\n', 'took longer than an hour'])
	while (isAlive(Number(written('child')))) await Bun.sleep(5)
})

test('of its output 16 KB are kept; a program that writes on is not held up', async () => {
	const { begin, said } = program('yes 0123456789 | head -c 300000; echo end >&2')

	expect(await begin().failure).toBeNull()

	expect(said.at(-1)).toBe('(The rest of its output is left out.)')
	expect(said.slice(0, -1).join('\n').length).toBeLessThanOrEqual(16 * 1024)
	expect(said.length).toBeGreaterThan(1000)
})

test('a program that leaves another behind, which holds the output, is over all the same', async () => {
	const { begin, said } = program('sleep 5 & echo done')

	const since = performance.now()
	expect(await begin().failure).toBeNull()

	expect([said, performance.now() - since < 4000]).toEqual([['done'], true])
})

test('secrets of the settings, passwords in addresses and tokens are not in what it is heard to say [T81]', async () => {
	const secrets = {
		smtpUrl: 'smtps://mum:pa%24sword@mail.example.org',
		metricsToken: 'metrics-token-0123456789',
		alertUrl: 'ntfy+https://:tk_ntfy_token@ntfy.example.org/rides,webhook+https://example.org/hook/secret-path',
		alertSecret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
		oidcClientSecret: 'client-secret-1',
		posthogKey: 'phc_project_key',
	}
	const token = `backseat_${'x'.repeat(43)}`
	const lines = [...Object.values(secrets), 'pa$sword', 'https://a:b@nas/x', token, 'plain words']
	const { begin, said } = program(`cat <<'END'\n${lines.join('\n')}\nEND`, secrets)

	expect(await begin().failure).toBeNull()

	const heard = said.join('\n')
	for (const secret of [
		'pa%24sword',
		'pa$sword',
		'metrics-token',
		'tk_ntfy_token',
		'secret-path',
		'MfKQ9r8',
		'client-secret',
		'phc_',
		'a:b@',
		'xxxx',
	])
		expect([secret, heard.includes(secret)]).toEqual([secret, false])
	expect(said.at(-1)).toBe('plain words')
})

function server(script: string) {
	const made = program(script)
	const lines: string[] = []
	const log = {
		info: (text: string) => void lines.push(text),
		failure: (what: string, error: unknown) => void lines.push(`${what}: ${(error as Error).message}`),
	}
	return { ...made, lines, command: backupCommand(made.config, log) }
}

test('a server runs it for one backup after the other, and logs what it said', async () => {
	const { command, lines } = server('echo "$1"; sleep 0.05; echo over; [ "$1" = /b/1 ]')

	await Promise.all(['/b/1', '/b/2'].map((path) => command?.runFor(path)))

	expect(lines.map((line) => line.replace(/in \d+ s/, 'in a moment'))).toEqual([
		'backup-command runs for /b/1',
		'backup-command: /b/1',
		'backup-command: over',
		'backup-command succeeded for /b/1 in a moment',
		'backup-command runs for /b/2',
		'backup-command: /b/2',
		'backup-command: over',
		'/b/2 is only here: backup-command ended with exit code 1.',
	])
})

test('a server that stops ends it soon, begins no other, and says so', async () => {
	const { command, lines, failure, dataDir } = server('touch "$(dirname "$0")/begun"; exec sleep 60')
	void command?.runFor('/b/1')
	void command?.runFor('/b/2')
	await isThere(join(dataDir, 'begun'))

	await command?.stop()

	expect(lines).toEqual([
		'backup-command runs for /b/1',
		'/b/1 is only here: backup-command was ended with the server.',
		'/b/2 is only here: backup-command was not begun, because the server stopped.',
	])
	expect(failure()).toBe('was not begun, because the server stopped')
})

test('without the setting there is nothing to run', () => {
	const log = { info: expect.unreachable, failure: expect.unreachable }
	expect(backupCommand({ ...defaultConfig, dataDir: freshFolder() }, log)).toBeNull()
})
