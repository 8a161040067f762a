import { expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { configOf, type GivenSettings, refusalOf } from '#server/testing/given-settings.ts'
import { freshFolder } from '#server/testing/server-process.ts'
import { settings } from './config.ts'
import type { Setting } from './setting-finding.ts'
import { flagOf, secretFileOf, variableOf } from './setting-sources.ts'

const SECRET = 'a-secret-of-many-letters'
const secrets: Record<string, string> = {
	'metrics-token': SECRET,
	'posthog-key': SECRET,
	'smtp-url': `smtp://a:${SECRET}@b.c`,
	'alert-url': `gotify+https://:${SECRET}@b.c`,
	'alert-secret': `whsec_${Buffer.from(SECRET).toString('base64')}`,
	'oidc-client-secret': SECRET,
}
const besidesOf = (name: string): Record<string, string> => {
	if (name.startsWith('alert-secret')) return { BACKSEAT_ALERT_URL: 'webhook+https://example.org/hook' }
	const address = { BACKSEAT_PUBLIC_URL: 'https://rides.example.org' }
	return name.startsWith('oidc')
		? { ...address, BACKSEAT_OIDC_ISSUER: 'https://auth.example.org', BACKSEAT_OIDC_CLIENT_ID: 'backseat' }
		: { ...address, BACKSEAT_SMTP_FROM: 'rides@example.org' }
}

function fileWith(text: string): string {
	const path = join(freshFolder(), 'secret')
	writeFileSync(path, text)
	return path
}

const inEachPlace = (name: string, text: string): GivenSettings[] => [
	{ flags: { [name]: text }, env: besidesOf(name) },
	{ env: { ...besidesOf(name), [variableOf({ name })]: text } },
	{ toml: `${name} = ${JSON.stringify(text)}`, env: besidesOf(name) },
]

const keys = (Object.keys(settings) as (keyof typeof settings)[]).filter((key) => settings[key].isSecret)
for (const key of keys) {
	if (key === 'lan') throw new Error('lan is not a secret')
	const setting: Setting<unknown> = settings[key]
	const secret = secrets[setting.name] ?? ''

	test(`${setting.name} may be in its own file, named by flag, variable or backseat.toml`, () => {
		const file = secretFileOf(setting).name
		for (const content of [secret, `${secret}\n`, `  ${secret}\r\n`, `\uFEFF${secret}`]) {
			const answers = inEachPlace(file, fileWith(content)).map((said) => configOf(said)[key])
			expect(answers).toEqual([secret, secret, secret])
		}
	})

	test(`${setting.name} is not shown, not even when it is refused`, () => {
		const bad = `${SECRET} ${SECRET}`
		const refusals = [...inEachPlace(setting.name, bad), ...inEachPlace(secretFileOf(setting).name, fileWith(bad))].map(
			(said) => refusalOf(said).message,
		)

		for (const message of refusals) {
			expect(message).toStartWith('Bad value for ')
			expect(message).not.toContain(SECRET)
		}
	})

	test(`${setting.name} and its file in one place are refused, in two the stronger place counts`, () => {
		const file = secretFileOf(setting)
		const path = fileWith(secret)
		const besides = besidesOf(setting.name)

		expect(refusalOf({ flags: { [setting.name]: secret, [file.name]: path } })).toEqual({
			message: `${flagOf(setting)} and ${flagOf(file)} contradict each other. Set one of them.`,
			exitCode: 64,
		})
		expect(refusalOf({ env: { [variableOf(setting)]: secret, [variableOf(file)]: path } }).exitCode).toBe(78)
		expect(
			configOf({ env: { ...besides, [variableOf(file)]: path }, toml: `${setting.name} = "bad value"` })[key],
		).toBe(secret)
		expect(configOf({ flags: { [setting.name]: secret }, env: { ...besides, [variableOf(file)]: '/gone' } })[key]).toBe(
			secret,
		)
	})
}

test('a secret’s file that is not there, is a folder or is empty stops the start and is named', () => {
	const folder = freshFolder()
	mkdirSync(join(folder, 'secret'))
	const empty = fileWith(' \r\n')

	expect(refusalOf({ flags: { 'smtp-url-file': join(folder, 'gone') } })).toEqual({
		message: `Cannot read ${join(folder, 'gone')} (--smtp-url-file): ENOENT. Name a file that this user may read.`,
		exitCode: 64,
	})
	expect(refusalOf({ env: { BACKSEAT_SMTP_URL_FILE: join(folder, 'secret') } })).toMatchObject({
		message: expect.stringContaining('(BACKSEAT_SMTP_URL_FILE): EISDIR.'),
		exitCode: 78,
	})
	expect(refusalOf({ toml: `metrics-token-file = "${empty}"` })).toEqual({
		message: `${empty} is empty (metrics-token-file in /data/backseat.toml). Put the secret into it, or unset that.`,
		exitCode: 78,
	})
})

test('only secrets have a file: what everybody may know is said where everybody looks', () => {
	expect(refusalOf({ env: { BACKSEAT_PORT_FILE: '/x' } }).message).toStartWith('Unknown setting BACKSEAT_PORT_FILE.')
})

test('a public URL with a path needs the same base path', () => {
	const flags = { 'public-url': 'https://example.org/rides/' }

	expect(refusalOf({ flags })).toEqual({
		message: '--public-url ends in /rides but base-path is /. Set base-path to /rides too.',
		exitCode: 64,
	})
	expect(configOf({ flags, toml: 'base-path = "/rides"' }).publicUrl?.pathname).toBe('/rides/')
})

test('a certificate without its key is refused by the name it was given under, and so is a key alone', () => {
	expect(refusalOf({ flags: { 'tls-cert': '/c.pem' } })).toEqual({
		message: '--tls-cert needs tls-key. Set that too.',
		exitCode: 64,
	})
	expect(refusalOf({ env: { BACKSEAT_TLS_KEY: '/k.pem' } })).toEqual({
		message: 'BACKSEAT_TLS_KEY needs tls-cert. Set that too.',
		exitCode: 78,
	})
	expect(refusalOf({ toml: 'tls-cert = "/c.pem"\ntls-key = ""' }).message).toBe(
		'tls-cert in /data/backseat.toml needs tls-key. Set that too.',
	)
	expect(configOf({ flags: { 'tls-cert': '/c.pem' }, toml: 'tls-key = "/k.pem"' })).toMatchObject({
		tlsCert: '/c.pem',
		tlsKey: '/k.pem',
	})
})

test('a mail server needs somebody to send as, and an address for the links in the mail', () => {
	const mail = { BACKSEAT_SMTP_URL: 'smtp://mail.example.org' }
	const from = { BACKSEAT_SMTP_FROM: 'rides@example.org' }

	expect(refusalOf({ env: mail })).toEqual({
		message: 'BACKSEAT_SMTP_URL needs smtp-from. Set that too.',
		exitCode: 78,
	})
	expect(refusalOf({ env: { ...mail, ...from } }).message).toBe('BACKSEAT_SMTP_URL needs public-url. Set that too.')
	expect(configOf({ env: { ...mail, ...from, BACKSEAT_PUBLIC_URL: 'https://a.example' } }).smtpUrl).not.toBeNull()
	expect(configOf({ env: from }).smtpUrl).toBeNull()
})
