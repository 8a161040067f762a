import { expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { configOf, refusalOf } from '#server/testing/given-settings.ts'
import { REPOSITORY } from '#server/testing/server-process.ts'
import { type Config, defaultConfig, loadConfig, settings } from './config.ts'
import { variableOf } from './setting-sources.ts'

test('an operator who says nothing gets port 7433 on this machine only, open to sign up, no mail, no metrics and no analytics', () => {
	expect(defaultConfig).toEqual({
		port: 7433,
		host: '127.0.0.1',
		listen: null,
		dataDir: resolve('backseat-data'),
		publicUrl: null,
		allowedHosts: [],
		basePath: '',
		trustedProxies: [],
		signup: 'open',
		tlsCert: null,
		tlsKey: null,
		backupDir: null,
		backupKeepDaily: 7,
		backupKeepWeekly: 4,
		backupCommand: null,
		checkpoint: 'own',
		timeZone: null,
		language: 'en',
		logLevel: 'info',
		logFormat: 'text',
		logRequests: false,
		metricsToken: null,
		apiDocs: false,
		smtpUrl: null,
		smtpFrom: null,
		alertUrl: null,
		alertSecret: null,
		alertNewVersion: null,
		pushContact: null,
		pushHosts: [],
		oidcIssuer: null,
		oidcClientId: null,
		oidcClientSecret: null,
		oidcName: null,
		oidcSignup: 'follow',
		oidcGroup: null,
		passwordLogin: true,
		proxyUserHeader: null,
		proxyLogoutUrl: null,
		rateLimitScale: 1,
		posthogKey: null,
		posthogHost: null,
	})
})

test('flags beat the environment, which beats backseat.toml, which beats the defaults', () => {
	const toml = 'port = 1\nsignup = "closed"\nbase-path = "/file"'
	const env = { BACKSEAT_PORT: '2', BACKSEAT_SIGNUP: 'invite' }
	const flags = { port: '3' }

	expect(configOf({ flags, env, toml })).toMatchObject({
		port: 3,
		signup: 'invite',
		basePath: '/file',
		host: '127.0.0.1',
	})
})

const PUBLIC = new URL('https://rides.example.org')
const PROVIDER = {
	BACKSEAT_OIDC_ISSUER: 'https://auth.example.org',
	BACKSEAT_OIDC_CLIENT_ID: 'backseat',
	BACKSEAT_PUBLIC_URL: PUBLIC.href,
}
const examples: {
	[Key in keyof Omit<Config, 'isLocalhostShared' | 'isDemo'>]: {
		text: string
		value: unknown
		besides?: Record<string, string>
	}
} = {
	port: { text: '8080', value: 8080 },
	host: { text: '::1', value: '::1' },
	listen: {
		text: 'unix:/run/rides.sock',
		value: 'unix:/run/rides.sock',
		besides: { BACKSEAT_PUBLIC_URL: PUBLIC.href },
	},
	dataDir: { text: '/srv/rides', value: '/srv/rides' },
	publicUrl: { text: PUBLIC.origin, value: PUBLIC },
	allowedHosts: { text: 'NAS.fritz.box, .example.ts.net', value: ['nas.fritz.box', '.example.ts.net'] },
	basePath: { text: '/rides', value: '/rides' },
	trustedProxies: { text: '10.0.0.1, fd00::/8', value: ['10.0.0.1', 'fd00::/8'] },
	signup: { text: 'invite', value: 'invite' },
	tlsCert: { text: '/tls/cert.pem', value: '/tls/cert.pem', besides: { BACKSEAT_TLS_KEY: '/tls/key.pem' } },
	tlsKey: { text: '/tls/key.pem', value: '/tls/key.pem', besides: { BACKSEAT_TLS_CERT: '/tls/cert.pem' } },
	backupDir: { text: '/mnt/usb', value: '/mnt/usb' },
	backupKeepDaily: { text: '0', value: 0 },
	backupKeepWeekly: { text: '52', value: 52 },
	backupCommand: { text: '/etc/backseat/carry away', value: '/etc/backseat/carry away' },
	checkpoint: { text: 'external', value: 'external' },
	timeZone: { text: 'europe/berlin', value: 'Europe/Berlin' },
	language: { text: 'en', value: 'en' },
	logLevel: { text: 'warning', value: 'warning' },
	logFormat: { text: 'json', value: 'json' },
	logRequests: { text: 'true', value: true },
	metricsToken: { text: 'sixteen-letters-', value: 'sixteen-letters-' },
	apiDocs: { text: 'true', value: true },
	smtpUrl: {
		text: 'smtps://rides:s3cret@mail.example.org:465',
		value: 'smtps://rides:s3cret@mail.example.org:465',
		besides: { BACKSEAT_SMTP_FROM: 'rides@example.org', BACKSEAT_PUBLIC_URL: PUBLIC.href },
	},
	smtpFrom: { text: 'rides@example.org', value: 'rides@example.org' },
	alertUrl: { text: 'gotify+https://:s3cret@gotify.example.org', value: 'gotify+https://:s3cret@gotify.example.org' },
	alertNewVersion: {
		text: 'https://example.org/latest.yml',
		value: new URL('https://example.org/latest.yml'),
		besides: { BACKSEAT_ALERT_URL: 'ntfy+https://example.org/rides' },
	},
	alertSecret: {
		text: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
		value: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
		besides: { BACKSEAT_ALERT_URL: 'webhook+https://example.org/hook' },
	},
	pushContact: { text: 'mailto:host@example.org', value: 'mailto:host@example.org' },
	pushHosts: {
		text: 'push.example.org, *.Unified.example.org',
		value: ['push.example.org', '*.unified.example.org'],
		besides: { BACKSEAT_PUSH_CONTACT: 'https://example.org/about' },
	},
	oidcIssuer: {
		text: 'https://auth.example.org',
		value: new URL('https://auth.example.org/'),
		besides: { BACKSEAT_OIDC_CLIENT_ID: 'backseat', BACKSEAT_PUBLIC_URL: PUBLIC.href },
	},
	oidcClientId: {
		text: 'rides',
		value: 'rides',
		besides: { BACKSEAT_OIDC_ISSUER: 'https://auth.example.org', BACKSEAT_PUBLIC_URL: PUBLIC.href },
	},
	oidcClientSecret: { text: 's3cret', value: 's3cret', besides: PROVIDER },
	oidcName: { text: 'The Millers', value: 'The Millers', besides: PROVIDER },
	oidcSignup: { text: 'always', value: 'always', besides: PROVIDER },
	oidcGroup: { text: 'family', value: 'family', besides: PROVIDER },
	passwordLogin: { text: 'off', value: false, besides: PROVIDER },
	proxyUserHeader: { text: 'Remote-User', value: 'Remote-User', besides: { BACKSEAT_TRUSTED_PROXIES: '172.18.0.2' } },
	proxyLogoutUrl: {
		text: 'https://auth.example.org/logout',
		value: 'https://auth.example.org/logout',
		besides: { BACKSEAT_TRUSTED_PROXIES: '172.18.0.2', BACKSEAT_PROXY_USER_HEADER: 'Remote-User' },
	},
	rateLimitScale: { text: '0.5', value: 0.5 },
	posthogKey: { text: 'phc_abc', value: 'phc_abc' },
	posthogHost: { text: 'https://eu.i.posthog.com', value: 'https://eu.i.posthog.com' },
}

for (const key of Object.keys(examples) as (keyof typeof examples)[]) {
	const setting = settings[key]
	const { text, value, besides = {} } = examples[key]
	test(`${setting.name} can be set by flag, by variable and in backseat.toml`, () => {
		const answers = [
			configOf({ flags: { [setting.name]: text }, env: besides }),
			configOf({ env: { ...besides, [variableOf(setting)]: text } }),
			configOf({ toml: `${setting.name} = ${JSON.stringify(text)}`, env: besides }),
		]

		expect(answers.map((config) => config[key])).toEqual([value, value, value] as never)
	})
}

test('a file may use the types that TOML has', () => {
	const toml = 'port = 8080\nlan = true\nrate-limit-scale = 2.5\ntrusted-proxies = ["10.0.0.1", "fd00::/8"]'

	expect(configOf({ toml })).toMatchObject({
		port: 8080,
		host: '0.0.0.0',
		rateLimitScale: 2.5,
		trustedProxies: ['10.0.0.1', 'fd00::/8'],
	})
})

test('blank means unset, and a carriage return left over from Windows is nothing', () => {
	expect(
		configOf({ env: { BACKSEAT_PORT: '  ', BACKSEAT_SIGNUP: 'closed\r' }, toml: 'port = 9\nhost = ""' }),
	).toMatchObject({
		port: 9,
		host: '127.0.0.1',
		signup: 'closed',
	})
})

test('a base path is understood with and without its slashes', () => {
	const paths = ['rides', '/rides', '/rides/', '/', '/a/b'].map(
		(text) => configOf({ flags: { 'base-path': text } }).basePath,
	)

	expect(paths).toEqual(['/rides', '/rides', '/rides', '', '/a/b'])
})

test('localhost as a host is the address of this machine, in any spelling [T76]', () => {
	expect(configOf({ flags: { host: 'LocalHost' } }).host).toBe('127.0.0.1')
})

test('--lan lets the network in, and beats a weaker host but not a stronger one', () => {
	expect(configOf({ flags: { lan: true } }).host).toBe('0.0.0.0')
	expect(configOf({ flags: { lan: true }, env: { BACKSEAT_HOST: '10.0.0.5' } }).host).toBe('0.0.0.0')
	expect(configOf({ flags: { host: '10.0.0.5' }, env: { BACKSEAT_LAN: 'yes' } }).host).toBe('10.0.0.5')
	expect(configOf({ env: { BACKSEAT_LAN: 'off' }, toml: 'lan = true' }).host).toBe('127.0.0.1')
	expect(refusalOf({ flags: { lan: true, host: '10.0.0.5' } })).toEqual({
		message: '--lan and --host contradict each other. Set one of them.',
		exitCode: 64,
	})
})

test('a socket replaces address, port and certificate: what it cannot be combined with is named, and so is what it needs', () => {
	const listen = 'unix:/run/rides.sock'
	const atSocket = { BACKSEAT_LISTEN: listen, BACKSEAT_PUBLIC_URL: PUBLIC.href }

	for (const [name, text] of [
		['BACKSEAT_HOST', '0.0.0.0'],
		['BACKSEAT_PORT', '7433'],
		['BACKSEAT_LAN', 'on'],
		['BACKSEAT_TLS_CERT', '/tls/cert.pem'],
		['BACKSEAT_TLS_KEY', '/tls/key.pem'],
	] as const)
		expect(refusalOf({ env: { ...atSocket, [name]: text } })).toEqual({
			message: `BACKSEAT_LISTEN and ${name} contradict each other. Set one of them.`,
			exitCode: 78,
		})
	expect(refusalOf({ flags: { listen }, toml: 'port = 80', env: { BACKSEAT_PUBLIC_URL: PUBLIC.href } })).toEqual({
		message: '--listen and port in /data/backseat.toml contradict each other. Set one of them.',
		exitCode: 64,
	})
	expect(configOf({ env: { ...atSocket, BACKSEAT_LAN: 'off' } }).listen).toBe(listen)
	expect(refusalOf({ env: { BACKSEAT_LISTEN: listen } })).toEqual({
		message: 'BACKSEAT_LISTEN needs public-url. Set that too.',
		exitCode: 78,
	})
})

test('without passwords there must be a provider, and a header is believed of named proxies only', () => {
	const given: Record<string, string>[] = [
		{ BACKSEAT_PASSWORD_LOGIN: 'off' },
		{ BACKSEAT_OIDC_ISSUER: 'https://auth.example.org', BACKSEAT_PUBLIC_URL: PUBLIC.href },
		{ BACKSEAT_OIDC_ISSUER: 'https://auth.example.org', BACKSEAT_OIDC_CLIENT_ID: 'backseat' },
		{ BACKSEAT_PROXY_USER_HEADER: 'Remote-User' },
		{ BACKSEAT_PROXY_USER_HEADER: 'Remote-User', BACKSEAT_TRUSTED_PROXIES: '10.0.0.1, 0.0.0.0/0' },
		{ BACKSEAT_PROXY_USER_HEADER: 'Remote-User', BACKSEAT_TRUSTED_PROXIES: '::/0' },
	]
	const refusals = given.map((env) => refusalOf({ env }))

	expect(refusals.map(({ exitCode }) => exitCode)).toEqual([78, 78, 78, 78, 78, 78])
	expect(refusals.map(({ message }) => message)).toEqual([
		'BACKSEAT_PASSWORD_LOGIN turns password log-in off, and needs oidc-issuer. Set that too.',
		'BACKSEAT_OIDC_ISSUER needs oidc-client-id. Set that too.',
		'BACKSEAT_OIDC_ISSUER needs public-url. Set that too.',
		'BACKSEAT_PROXY_USER_HEADER needs trusted-proxies. Set that too.',
		'BACKSEAT_PROXY_USER_HEADER believes what trusted proxies say, and BACKSEAT_TRUSTED_PROXIES trusts everybody with 0.0.0.0/0. Name the proxy itself.',
		'BACKSEAT_PROXY_USER_HEADER believes what trusted proxies say, and BACKSEAT_TRUSTED_PROXIES trusts everybody with ::/0. Name the proxy itself.',
	])
	expect(configOf({ env: { BACKSEAT_PASSWORD_LOGIN: 'on' } }).passwordLogin).toBe(true)
})

test.each([
	'http://127.0.0.1:9091',
	'http://192.168.1.20',
	'http://authelia:9091',
	'http://auth.lan',
	'http://[fd00::2]',
])('a provider in the home network may speak plain http: %s', (text) => {
	expect(configOf({ env: { ...PROVIDER, BACKSEAT_OIDC_ISSUER: text } }).oidcIssuer).toEqual(new URL(text))
})

test('a bad value is refused by the name it was given under', () => {
	expect(refusalOf({ flags: { port: 'abc' } })).toEqual({
		message: 'Bad value for --port: "abc". Expected a number from 0 to 65535.',
		exitCode: 64,
	})
	expect(refusalOf({ env: { BACKSEAT_SIGNUP: 'maybe' } })).toEqual({
		message: 'Bad value for BACKSEAT_SIGNUP: "maybe". Expected open, invite or closed.',
		exitCode: 78,
	})
	expect(refusalOf({ toml: 'trusted-proxies = "*"' })).toEqual({
		message:
			'Bad value for trusted-proxies in /data/backseat.toml: "*". Expected addresses or ranges such as 10.0.0.1, 172.16.0.0/12.',
		exitCode: 78,
	})
})

const badValues: [string, string][] = [
	['port', '65536'],
	['port', '-1'],
	['port', '80.5'],
	['host', 'not a host'],
	['host', '999.1.1.1'],
	['listen', '/run/rides.sock'],
	['listen', 'unix:rides.sock'],
	['listen', 'unix:/run/'],
	['listen', `unix:/${'a'.repeat(120)}`],
	['public-url', 'rides.example.org'],
	['public-url', 'ftp://rides.example.org'],
	['public-url', 'https://user:secret@rides.example.org'],
	['public-url', 'https://rides.example.org/?a=b'],
	['allowed-hosts', 'nas.fritz.box:7433'],
	['allowed-hosts', 'https://nas.fritz.box'],
	['allowed-hosts', '*'],
	['allowed-hosts', '*.example.ts.net'],
	['allowed-hosts', 'nas.fritz.box, .'],
	['allowed-hosts', 'nas fritz.box'],
	['allowed-hosts', '..example.ts.net'],
	['allowed-hosts', '1.2.3'],
	['base-path', '/../etc'],
	['base-path', '//rides'],
	['base-path', '/"><script>'],
	['trusted-proxies', '10.0.0.0/33'],
	['rate-limit-scale', '-1'],
	['rate-limit-scale', 'Infinity'],
	['lan', 'perhaps'],
	['posthog-host', 'eu.posthog.com'],
	['backup-keep-daily', '-1'],
	['backup-keep-weekly', '1.5'],
	['checkpoint', 'mine'],
	['language', 'Klingon'],
	['log-level', 'verbose'],
	['log-format', 'JSON'],
	['metrics-token', 'short'],
	['metrics-token', 'with spaces in the middle'],
	['smtp-url', 'https://mail.example.org'],
	['smtp-url', 'mail.example.org:25'],
	['smtp-url', 'smtp://'],
	['smtp-url', 'smtp://mail.example\n.org'],
	['smtp-from', 'nobody'],
	['push-contact', 'host@example.org'],
	['push-contact', 'mailto:nobody'],
	['push-contact', 'mailto:host@example.org?subject=hello'],
	['push-contact', 'http://example.org'],
	['push-hosts', 'localhost'],
	['push-hosts', '10.0.0.1'],
	['push-hosts', '*'],
	['push-hosts', 'push.*.example.org'],
	['push-hosts', 'https://push.example.org'],
	['oidc-issuer', 'http://auth.example.org'],
	['oidc-issuer', 'http://9.9.9.9:9091'],
	['oidc-issuer', 'https://user:secret@auth.example.org'],
	['oidc-issuer', 'https://auth.example.org/?tenant=1'],
	['oidc-signup', 'open'],
	['password-login', 'perhaps'],
	['proxy-user-header', 'Remote User'],
]
for (const [name, text] of badValues) {
	test(`${name} cannot be ${text}`, () => {
		const { message, exitCode } = refusalOf({ flags: { [name]: text } })
		expect(message).toStartWith(`Bad value for --${name}`)
		expect(exitCode).toBe(64)
	})
}

/** A value that each setting refuses. Null where any text is valid: paths are checked only when they are used. */
const badValueOf: { [Key in keyof typeof settings]: string | null } = {
	...{
		port: 'x',
		host: 'x y',
		lan: 'x',
		listen: 'x',
		dataDir: null,
		publicUrl: 'x',
		allowedHosts: '*',
		basePath: '//',
	},
	...{ trustedProxies: 'x', signup: 'x', tlsCert: null, tlsKey: null, backupDir: null, backupKeepDaily: 'x' },
	...{
		backupKeepWeekly: 'x',
		backupCommand: 'rclone copy',
		checkpoint: 'x',
		timeZone: 'x',
		language: 'x',
		logLevel: 'x',
		logFormat: 'x',
		logRequests: 'x',
	},
	...{ metricsToken: 'x', apiDocs: 'x', smtpUrl: 'x', smtpFrom: 'x', alertUrl: 'x', alertSecret: 'x' },
	...{ alertNewVersion: 'x', pushContact: 'x', pushHosts: 'x', oidcIssuer: 'x', oidcClientId: 'x y' },
	...{ oidcClientSecret: 'x y', oidcName: 'x'.repeat(41), oidcSignup: 'x', oidcGroup: 'x'.repeat(41) },
	...{ passwordLogin: 'x', proxyUserHeader: 'x y', proxyLogoutUrl: 'x', rateLimitScale: 'x', posthogKey: 'x y' },
	...{ posthogHost: 'x' },
}

test('a bad value ends with 64 as a flag, and with 78 in a variable or the file, whichever setting it is', () => {
	for (const [key, bad] of Object.entries(badValueOf) as [keyof typeof settings, string | null][]) {
		const setting = settings[key]
		const codes = (name: string, variable: string, text: string) =>
			[{ flags: { [name]: text } }, { env: { [variable]: text } }, { toml: `${name} = ${JSON.stringify(text)}` }].map(
				(given) => refusalOf(given).exitCode,
			)
		if (bad !== null) expect([key, ...codes(setting.name, variableOf(setting), bad)]).toEqual([key, 64, 78, 78])
		const secretFile = { name: `${setting.name}-file` }
		if (setting.isSecret)
			expect([key, ...codes(secretFile.name, variableOf(secretFile), '/nowhere')]).toEqual([key, 64, 78, 78])
	}
	expect(refusalOf({ flags: { 'password-login': 'off' } }).exitCode).toBe(64)
	const header = { 'proxy-user-header': 'Remote-User' }
	expect(refusalOf({ flags: { ...header, 'trusted-proxies': '::/0' } }).exitCode).toBe(64)
	expect(refusalOf({ flags: header, env: { BACKSEAT_TRUSTED_PROXIES: '::/0' } }).exitCode).toBe(78)
})

test('variables of install.sh do not stop a start from the same shell', () => {
	const installer = readFileSync(join(REPOSITORY, 'deploy/install.sh'), 'utf8')
	const variables = new Set([...installer.matchAll(/\$\{(BACKSEAT_\w+)/g)].map(([, name = '']) => name))

	expect([...variables]).toContain('BACKSEAT_RELEASES')
	for (const variable of variables)
		expect(configOf({ env: { [variable]: 'https://example.org' } })).toEqual(configOf({}))
})

test('an unknown variable or file entry stops the start and the nearest name is offered', () => {
	expect(refusalOf({ env: { BACKSEAT_PROT: '1', PATH: '/bin' } })).toEqual({
		message: "Unknown setting BACKSEAT_PROT. Did you mean BACKSEAT_PORT? See 'backseat help'.",
		exitCode: 78,
	})
	expect(refusalOf({ toml: 'data_dir = "/srv"' })).toEqual({
		message: 'Unknown setting "data_dir" in /data/backseat.toml. Did you mean "data-dir"? See \'backseat help\'.',
		exitCode: 78,
	})
	expect(refusalOf({ env: { BACKSEAT_SMTP_URL_FIEL: '/x' } }).message).toContain('Did you mean BACKSEAT_SMTP_URL_FILE?')
})

test('a name that is like none of ours brings no guess', () => {
	expect(refusalOf({ env: { BACKSEAT_SELF_DESTRUCT: '1' } }).message).toBe(
		"Unknown setting BACKSEAT_SELF_DESTRUCT. See 'backseat help'.",
	)
	expect(refusalOf({ toml: '[server]\nport = 1' }).message).toBe(
		'Unknown setting "server" in /data/backseat.toml. See \'backseat help\'.',
	)
})

test('other programs’ variables are nobody’s mistake', () => {
	expect(configOf({ env: { PORT: '1', BACKSEATS: '2' } }).port).toBe(7433)
})

test('a file that is not TOML is refused in one line that names it', () => {
	const { message, exitCode } = refusalOf({ toml: 'port = \n= 3' })

	expect(message).toStartWith('/data/backseat.toml is not valid TOML: ')
	expect(message).not.toContain('\n')
	expect(exitCode).toBe(78)
})

test('backseat.toml is read from the data folder that was asked for', () => {
	const dataDir = mkdtempSync(join(tmpdir(), 'backseat-config-'))
	writeFileSync(join(dataDir, 'backseat.toml'), 'port = 4242\n')

	expect(loadConfig({ 'data-dir': dataDir }, {})).toMatchObject({ port: 4242, dataDir })
	expect(loadConfig({ 'data-dir': join(dataDir, 'new') }, {}).port).toBe(7433)
})

test('a backseat.toml that cannot be read is refused by its name', () => {
	const dataDir = mkdtempSync(join(tmpdir(), 'backseat-config-'))
	mkdirSync(join(dataDir, 'backseat.toml'))

	expect(() => loadConfig({ 'data-dir': dataDir }, {})).toThrow(
		`Cannot read ${join(dataDir, 'backseat.toml')} (EISDIR)`,
	)
})
