import { offeredLanguages } from '#contract/languages.ts'
import { alertSecret, alertUrl } from './alert-addresses.ts'
import {
	type FoundSetting,
	listeningHost,
	refuseAlertsWithout,
	refuseBesideSocket,
	refuseEverybodyAsProxy,
	refuseHalves,
	refuseNoLogIn,
	refuseTwoPaths,
	type Setting,
	setting,
	settingFinder,
} from './setting-finding.ts'
import {
	type ConfigFile,
	configFileIn,
	type Environment,
	envSource,
	type Flags,
	fileSource,
	flagSource,
	namesFor,
} from './setting-sources.ts'
import * as read from './setting-values.ts'

const offeredTags = offeredLanguages.map(({ tag }) => tag)

/**
 * Every operator setting. The types, the help and docs/configuration.md derive from this table. `lan` is an alternative way
 * to set `host`.
 */
export const settings = {
	port: setting({
		name: 'port',
		takes: 'number',
		help: 'Port to listen on; 0 takes any free one.',
		initial: 7433,
		read: read.port,
	}),
	host: setting({
		name: 'host',
		takes: 'address',
		help: 'Address to listen on. 127.0.0.1 lets only this machine in.',
		initial: '127.0.0.1',
		read: read.host,
	}),
	lan: setting({
		name: 'lan',
		takes: null,
		help: 'Lets everybody on this network in; the same as host 0.0.0.0.',
		initial: false,
		read: read.onOrOff,
	}),
	listen: setting({
		name: 'listen',
		takes: 'socket',
		help: 'Unix socket to listen on instead of an address and a port: unix:/run/backseat/rides.sock. Needs public-url.',
		initial: null,
		read: read.socket,
		// A socket is reachable through a proxy only, and every link starts with the proxy's public URL.
		needs: ['public-url'],
	}),
	dataDir: setting({
		name: 'data-dir',
		takes: 'folder',
		help: 'Folder for the database and backseat.toml; made if it is not there.',
		initial: read.folder('backseat-data'),
		initialText: './backseat-data',
		read: read.folder,
	}),
	publicUrl: setting({
		name: 'public-url',
		takes: 'url',
		help: 'The address people use, behind a proxy or with a domain name. With https, cookies are secure.',
		initial: null,
		read: read.webAddress,
	}),
	allowedHosts: setting({
		name: 'allowed-hosts',
		takes: 'list',
		help: 'More names to answer under, with commas between: nas.fritz.box, or .example.ts.net for that and all below it.',
		initial: [],
		read: read.hostNames,
	}),
	/** '' or '/rides': a leading slash, none at the end. */
	basePath: setting({
		name: 'base-path',
		takes: 'path',
		help: 'Serve under a path such as /rides instead of the root.',
		initial: '',
		initialText: '/',
		read: read.basePath,
	}),
	trustedProxies: setting({
		name: 'trusted-proxies',
		takes: 'list',
		help: 'Addresses or CIDR ranges, with commas between, whose X-Forwarded-* headers are believed.',
		initial: [],
		read: read.addressRanges,
	}),
	signup: setting({
		name: 'signup',
		takes: 'mode',
		help: 'Who may make an account: open, invite or closed.',
		initial: 'open',
		read: read.signupMode,
	}),
	tlsCert: setting({
		name: 'tls-cert',
		takes: 'file',
		help: 'Certificate (PEM, with its chain) with which the server speaks https itself. Needs tls-key.',
		initial: null,
		read: read.file,
		needs: ['tls-key'],
	}),
	tlsKey: setting({
		name: 'tls-key',
		takes: 'file',
		help: 'Private key (PEM) of that certificate.',
		initial: null,
		read: read.file,
		needs: ['tls-cert'],
	}),
	/** Null means `backups` in the data folder. */
	backupDir: setting({
		name: 'backup-dir',
		takes: 'folder',
		help: 'Where backups go. Best on another disk than the data.',
		initial: null,
		initialText: 'backups in the data folder',
		read: read.folder,
	}),
	backupKeepDaily: setting({
		name: 'backup-keep-daily',
		takes: 'number',
		help: 'How many daily backups are kept; 0 makes none.',
		initial: 7,
		read: read.count,
	}),
	backupKeepWeekly: setting({
		name: 'backup-keep-weekly',
		takes: 'number',
		help: 'How many weekly backups are kept beyond those.',
		initial: 4,
		read: read.count,
	}),
	backupCommand: setting({
		name: 'backup-command',
		takes: 'program',
		help: 'Program that carries each verified backup elsewhere: an absolute path, without arguments. It is run with the path of the backup.',
		initial: null,
		read: read.program,
	}),
	checkpoint: setting({
		name: 'checkpoint',
		takes: 'who',
		help: 'Who copies the write-ahead log into the database: own, or external for Litestream and the like.',
		initial: 'own',
		read: read.oneOf('own', 'external'),
	}),
	timeZone: setting({
		name: 'time-zone',
		takes: 'zone',
		help: 'Where 18:30 is, the time of the evening post, and 3:00, when a large file is rewritten: an IANA name such as Europe/Berlin.',
		initial: null,
		initialText: 'the server’s',
		read: read.timeZone,
	}),
	language: setting({
		name: 'language',
		takes: 'language',
		help: `For browsers that ask for none of the languages that Backseat speaks: ${offeredTags.join(', ')}.`,
		initial: 'en',
		read: read.oneOf(...offeredTags),
	}),
	logLevel: setting({
		name: 'log-level',
		takes: 'level',
		help: 'The least important that is logged: error, warning, info (one line a request, see log-requests) or debug.',
		initial: 'info',
		read: read.oneOf('error', 'warning', 'info', 'debug'),
	}),
	logFormat: setting({
		name: 'log-format',
		takes: 'format',
		help: 'How log lines look: text for people, json for programs.',
		initial: 'text',
		read: read.oneOf('text', 'json'),
	}),
	logRequests: setting({
		name: 'log-requests',
		takes: null,
		help: 'On a terminal, logs a line for each request. Everywhere else the log always has them.',
		initial: false,
		read: read.onOrOff,
	}),
	metricsToken: setting({
		name: 'metrics-token',
		takes: 'token',
		help: 'Turns on GET /metrics for Prometheus, for requests with this bearer token; 16 characters or more.',
		initial: null,
		read: read.longWord,
		isSecret: true,
	}),
	apiDocs: setting({
		name: 'api-docs',
		takes: null,
		help: 'Shows the OpenAPI document and a page for it at /api/docs.',
		initial: false,
		read: read.onOrOff,
	}),
	smtpUrl: setting({
		name: 'smtp-url',
		takes: 'url',
		help: 'Mail server for forgotten passwords: smtps://user:password@mail.example.org. Needs public-url and smtp-from.',
		initial: null,
		read: read.mailServer,
		isSecret: true,
		needs: ['smtp-from', 'public-url'],
	}),
	smtpFrom: setting({
		name: 'smtp-from',
		takes: 'address',
		help: 'Who such mail comes from: rides@example.org',
		initial: null,
		read: read.mailAddress,
	}),
	alertUrl: setting({
		name: 'alert-url',
		takes: 'urls',
		help: 'Where you are told of troubles, with commas between: ntfy+https://:TOKEN@ntfy.example.org/TOPIC, gotify+https://:TOKEN@gotify.example.org, webhook+https://example.org/PATH, mailto:rides@example.org (needs smtp-url). Without it nothing is sent.',
		initial: null,
		read: alertUrl,
		isSecret: true,
	}),
	alertSecret: setting({
		name: 'alert-secret',
		takes: 'secret',
		help: 'What webhooks of alert-url are signed with, as Standard Webhooks says: whsec_ and base64. Two with a comma between while you change it.',
		initial: null,
		read: alertSecret,
		isSecret: true,
		needs: ['alert-url'],
	}),
	alertNewVersion: setting({
		name: 'alert-new-version',
		takes: 'url',
		help: 'Also tells you at alert-url of a new version: the address of the newest release on GitHub or Forgejo (…/releases/latest), or of a text with a line such as version: 1.2.3, as in a latest.yml of electron-updater. It is asked once a day, and nothing is downloaded.',
		initial: null,
		read: read.webAddress,
		needs: ['alert-url'],
	}),
	pushContact: setting({
		name: 'push-contact',
		takes: 'contact',
		help: 'Lets phones ring: mailto:you@example.org or an https address, for the push services of browsers, should anything be wrong.',
		initial: null,
		read: read.contact,
	}),
	pushHosts: setting({
		name: 'push-hosts',
		takes: 'list',
		help: 'More push services beside those of the known browsers, with commas between: push.example.org, or *.example.org for all below.',
		initial: [],
		read: read.pushHosts,
		needs: ['push-contact'],
	}),
	/** Spelt like `URL.href`, because linked identities store it that way. */
	oidcIssuer: setting({
		name: 'oidc-issuer',
		takes: 'url',
		help: 'OpenID provider whose accounts people may log in with: https://auth.example.org. Needs oidc-client-id and public-url.',
		initial: null,
		read: read.issuer,
		needs: ['oidc-client-id', 'public-url'],
	}),
	oidcClientId: setting({
		name: 'oidc-client-id',
		takes: 'id',
		help: 'What this Backseat is called at that provider.',
		initial: null,
		read: read.word,
		needs: ['oidc-issuer'],
	}),
	oidcClientSecret: setting({
		name: 'oidc-client-secret',
		takes: 'secret',
		help: 'With what it shows there who it is.',
		initial: null,
		read: read.word,
		isSecret: true,
		needs: ['oidc-issuer'],
	}),
	oidcName: setting({
		name: 'oidc-name',
		takes: 'name',
		help: 'What people call that provider: Log in with NAME.',
		initial: null,
		initialText: 'the host of oidc-issuer',
		read: read.label,
		needs: ['oidc-issuer'],
	}),
	oidcSignup: setting({
		name: 'oidc-signup',
		takes: 'mode',
		help: 'Who may make an account with that provider: follow (as signup says), always (everybody it lets in) or never.',
		initial: 'follow',
		read: read.oneOf('follow', 'always', 'never'),
		needs: ['oidc-issuer'],
	}),
	oidcGroup: setting({
		name: 'oidc-group',
		takes: 'group',
		help: 'Only those get in who have this group in the claim groups.',
		initial: null,
		read: read.label,
		needs: ['oidc-issuer'],
	}),
	passwordLogin: setting({
		name: 'password-login',
		takes: 'mode',
		help: 'Whether passwords open and make accounts. off needs oidc-issuer; reset links go on working.',
		initial: true,
		initialText: 'on',
		read: read.onOrOff,
	}),
	proxyUserHeader: setting({
		name: 'proxy-user-header',
		takes: 'header',
		help: 'Header in which a trusted proxy says who has logged in there: Remote-User. Needs trusted-proxies.',
		initial: null,
		read: read.headerName,
		needs: ['trusted-proxies'],
	}),
	proxyLogoutUrl: setting({
		name: 'proxy-logout-url',
		takes: 'url',
		help: 'Where people log out of that proxy; the page goes there after it has logged out here.',
		initial: null,
		read: (text) => read.webAddress(text).href,
		needs: ['proxy-user-header'],
	}),
	rateLimitScale: setting({
		name: 'rate-limit-scale',
		takes: 'factor',
		help: 'For tests only: multiplies every rate limit; 0 switches them off.',
		initial: 1,
		read: read.factor,
	}),
	posthogKey: setting({
		name: 'posthog-key',
		takes: 'key',
		help: 'Project key of a PostHog to send usage events to. Without it nothing is sent anywhere.',
		initial: null,
		read: read.word,
		isSecret: true,
	}),
	posthogHost: setting({
		name: 'posthog-host',
		takes: 'url',
		help: 'Address of that PostHog.',
		initial: null,
		initialText: 'https://us.i.posthog.com',
		read: (text) => read.webAddress(text).href.replace(/\/$/, ''),
	}),
}

type Values = { [Key in keyof typeof settings]: (typeof settings)[Key] extends Setting<infer Value> ? Value : never }

export type Config = Omit<Values, 'lan'> & {
	/** True if the server could not bind both addresses of `localhost`, so that name may reach another program. */
	isLocalhostShared?: boolean
	/** `serve --demo`: example people in memory, forgotten at each full hour. */
	isDemo?: true
}

export const settingNames = namesFor(Object.values(settings))

/** `host` already takes `lan` into account. */
export type FoundSettings = { [Key in keyof Values]: FoundSetting<Values[Key]> }

export function loadSettings(flags: Flags, env: Environment): FoundSettings {
	const dataDir = settingFinder([flagSource(flags), envSource(env, settingNames)])(settings.dataDir).value
	return findSettings({ flags, env, file: configFileIn(dataDir) })
}

export const loadConfig = (flags: Flags, env: Environment): Config => configFrom(loadSettings(flags, env))

type SettingInput = { flags: Flags; env: Environment; file: ConfigFile | null }

export function findSettings({ flags, env, file }: SettingInput): FoundSettings {
	const find = settingFinder([
		flagSource(flags),
		envSource(env, settingNames),
		...(file ? [fileSource(file, settingNames)] : []),
	])
	// TypeScript cannot infer the mapped types through `Object.fromEntries`.
	const found = Object.fromEntries(
		Object.entries(settings).map(([key, setting]) => [key, find<unknown>(setting)]),
	) as FoundSettings
	const host = listeningHost(found.host, found.lan)
	refuseTwoPaths(found.publicUrl, found.basePath)
	refuseBesideSocket(found.listen, found)
	refuseAlertsWithout(found.alertUrl, found)
	refuseNoLogIn(found.passwordLogin, found.oidcIssuer)
	refuseEverybodyAsProxy(found.proxyUserHeader, found.trustedProxies)
	refuseHalves(settingKeys.map((key) => ({ ...settings[key], found: found[key] })))
	return { ...found, host }
}

export const settingKeys = Object.keys(settings) as (keyof Values)[]

export function configFrom(found: FoundSettings): Config {
	const { lan: _mergedIntoHost, ...rest } = found
	return Object.fromEntries(Object.entries(rest).map(([key, { value }]) => [key, value])) as Config
}

export const readConfig = (input: SettingInput): Config => configFrom(findSettings(input))

export const defaultConfig: Config = readConfig({ flags: {}, env: {}, file: null })
