import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from '#server/commands/testing/run-command.ts'
import { settings } from '#server/settings/config.ts'
import { variableOf } from '#server/settings/setting-sources.ts'
import { serverTimeZone } from '#server/settings/time-zone.ts'
import { freshFolder, runToEnd } from '#server/testing/server-process.ts'

type Env = Record<string, string>
const config = (flags: string[], env: Env = {}) => runCommand(['config', ...flags], { env })

test('an operator sees every setting, and which place it came from', async () => {
	const dataDir = freshFolder()
	writeFileSync(join(dataDir, 'backseat.toml'), 'signup = "closed"\nport = 1\n')

	const { exitCode, stdout, stderr } = await config(['--data-dir', dataDir, '--lan'], {
		BACKSEAT_PORT: '8080',
		BACKSEAT_TRUSTED_PROXIES: '10.0.0.1,::1',
		BACKSEAT_HOST: '',
	})
	const lines = stdout
		.trim()
		.split('\n')
		.map((line) => line.split(/\s{2,}/))

	expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
	expect(lines.map(([name]) => name)).toEqual(Object.values(settings).map(({ name }) => name))
	for (const line of [
		['data-dir', dataDir, '--data-dir'],
		['port', '8080', 'BACKSEAT_PORT'],
		['host', '0.0.0.0', '--lan'],
		['lan', 'on', '--lan'],
		['signup', 'closed', `signup in ${join(dataDir, 'backseat.toml')}`],
		['trusted-proxies', '10.0.0.1, ::1', 'BACKSEAT_TRUSTED_PROXIES'],
		['base-path', '/', 'default'],
		['smtp-url', 'none', 'default'],
		['backup-dir', 'backups in the data folder', 'default'],
	])
		expect(lines).toContainEqual(line)
})

test('the time zone in use is shown, and where it came from', async () => {
	const { zone, by } = serverTimeZone()
	const rowOf = async (...flags: string[]) =>
		(await config(flags)).stdout
			.split('\n')
			.find((line) => line.startsWith('time-zone '))
			?.split(/\s{2,}/)

	expect(await rowOf()).toEqual(['time-zone', zone, by])
	expect(await rowOf('--time-zone', 'europe/berlin')).toEqual(['time-zone', 'Europe/Berlin', '--time-zone'])
})

test('an operator reads what the provider must be told, and not the secret', async () => {
	const { stdout } = await config([], {
		BACKSEAT_PUBLIC_URL: 'https://example.org/rides',
		BACKSEAT_BASE_PATH: '/rides',
		BACKSEAT_OIDC_ISSUER: 'https://auth.example.org',
		BACKSEAT_OIDC_CLIENT_ID: 'backseat',
		BACKSEAT_OIDC_CLIENT_SECRET: 'a-secret-of-the-client',
	})

	expect(stdout.split('\n')).toContain('Redirect URI for your provider: https://example.org/rides/oidc/callback')
	expect(stdout).not.toContain('a-secret-of-the-client')
})

test('a script gets the same as JSON', async () => {
	const { stdout } = await config([
		'--json',
		'--public-url',
		'https://rides.example.org',
		'--metrics-token',
		'sixteen-letters-',
	])

	const answer = JSON.parse(stdout)
	expect(Object.keys(answer)).toHaveLength(Object.keys(settings).length)
	expect(answer).toMatchObject({
		port: { value: 7433, from: 'default' },
		'public-url': { value: 'https://rides.example.org/', from: '--public-url' },
		'trusted-proxies': { value: [], from: 'default' },
		'api-docs': { value: false, from: 'default' },
		'metrics-token': { value: 'set, not shown', from: '--metrics-token' },
		'smtp-url': { value: null, from: 'default' },
	})
})

test('no secret is shown, nor a part of it, wherever it came from', async () => {
	const pieces = ['moth', 'gravel', 'teapot', 'walrus']
	const secret = pieces.join('-')
	const samples: Record<string, string> = {
		'smtp-url': 'smtps://moth:gravel-teapot@walrus.example',
		'alert-url': `ntfy+https://moth:gravel@teapot.example/walrus,webhook+https://teapot.example/${secret}`,
		'alert-secret': `whsec_${Buffer.from(secret).toString('base64')}`,
	}
	const secretNames = Object.values(settings)
		.filter((setting) => 'isSecret' in setting)
		.map(({ name }) => name)
	const besides = {
		BACKSEAT_SMTP_FROM: 'rides@example.org',
		BACKSEAT_PUBLIC_URL: 'https://rides.example.org',
		BACKSEAT_OIDC_ISSUER: 'https://auth.example.org',
		BACKSEAT_OIDC_CLIENT_ID: 'backseat',
	}
	const sample = (name: string) => samples[name] ?? secret
	const fileOf = (name: string) => {
		const path = join(freshFolder(), 'secret')
		writeFileSync(path, `${sample(name)}\n`)
		return path
	}
	const dataDir = freshFolder()
	const toml = secretNames.map((name) => `${name} = "${sample(name)}"\n`).join('')
	writeFileSync(join(dataDir, 'backseat.toml'), toml)

	const variables = Object.fromEntries(secretNames.map((name) => [variableOf({ name }), sample(name)]))
	const starts: [string[], Env][] = [
		[secretNames.flatMap((name) => [`--${name}`, sample(name)]), besides],
		[secretNames.flatMap((name) => [`--${name}-file`, fileOf(name)]), besides],
		[[], { ...besides, ...variables }],
		[['--data-dir', dataDir], besides],
	]
	for (const [flags, env] of starts)
		for (const json of [[], ['--json']]) {
			const { exitCode, stdout, stderr } = await config([...flags, ...json], env)

			expect([exitCode, stdout.match(/set, not shown/g)?.length]).toEqual([0, secretNames.length])
			for (const piece of [...pieces, btoa(secret)]) expect(stdout + stderr).not.toContain(piece)
		}
})

test('a wrong setting is refused by the line that the start would refuse it with', async () => {
	const env = { BACKSEAT_TLS_CERT: '/c.pem' }

	const [shown, started] = await Promise.all([runToEnd({ flags: ['config'], env }), runToEnd({ env })])

	expect(shown).toEqual({ exitCode: 78, stdout: '', stderr: 'BACKSEAT_TLS_CERT needs tls-key. Set that too.\n' })
	expect(started).toEqual(shown)
})
