import * as v from 'valibot'
import { marked } from '#contract/text.ts'
import { isOfHomeNetwork } from './home-network.ts'

/*
 * alert-url and alert-secret: the destinations of alerts and the keys that sign webhooks. The config keeps both as text,
 * parsed on use. Error messages complete the sentence 'Expected …' and name an address by its index, because the address
 * itself contains a token.
 */

export type AlertAddress = { shown: string } & (
	| { service: 'ntfy'; url: string; topic: string; authorization: string | null }
	| { service: 'gotify'; url: string; token: string }
	| { service: 'webhook'; url: string }
	| { service: 'mail'; to: string }
)

export function alertUrl(text: string): string {
	alertAddressesIn(text)
	return text
}

export function alertAddressesIn(text: string): AlertAddress[] {
	const addresses = text.split(',').map((address, index) => alertAddress(address.trim(), `address ${index + 1}`))
	const all = addresses.map((address) => JSON.stringify(address))
	const twice = all.findIndex((address, index) => all.indexOf(address) < index)
	if (twice >= 0) throw new Error(`each address once; address ${twice + 1} was there before`)
	return addresses
}

function alertAddress(text: string, named: string): AlertAddress {
	const [, service = '', rest = ''] = /^(ntfy|gotify|webhook)\+(https?:\S+)$/.exec(text) ?? []
	if (service === '') return mailbox(text, named)
	const url = URL.parse(rest)
	if (url?.hash !== '') throw unreadable(named)
	if (url.protocol === 'http:' && !isOfHomeNetwork(url.hostname))
		throw new Error(`https for ${named}: plain http is for addresses and names of your own network`)
	if (service === 'ntfy') return ntfy(url, named)
	return service === 'gotify' ? gotify(url, named) : webhook(url, named)
}

const unreadable = (named: string) =>
	new Error(
		`addresses such as ntfy+https://:TOKEN@ntfy.example.org/TOPIC, gotify+https://:TOKEN@gotify.example.org, webhook+https://example.org/PATH or mailto:rides@example.org; ${named} is none`,
	)

function ntfy(url: URL, named: string): AlertAddress {
	const [, topic] = /^\/([\w-]{1,64})$/.exec(url.pathname) ?? []
	if (topic === undefined || url.search !== '')
		throw new Error(`a topic as the path of ${named}: ntfy+https://:TOKEN@ntfy.example.org/TOPIC`)
	const { user, password } = credentialsOf(url, named)
	const asBasic = () => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
	const authorization = password === '' ? null : user === '' ? `Bearer ${password}` : asBasic()
	if (user !== '' && password === '') throw new Error(`the token of ${named} behind a colon: ntfy+https://:TOKEN@…`)
	return { service: 'ntfy', shown: url.host, url: `${url.origin}/`, topic, authorization }
}

function gotify(url: URL, named: string): AlertAddress {
	const { user, password: token } = credentialsOf(url, named)
	if (token === '' || user !== '' || url.search !== '')
		throw new Error(`the token of an application in ${named}: gotify+https://:TOKEN@gotify.example.org`)
	return { service: 'gotify', shown: url.host, url: `${url.origin}${url.pathname.replace(/\/$/, '')}/message`, token }
}

function webhook(url: URL, named: string): AlertAddress {
	if (url.username !== '' || url.password !== '')
		throw new Error(`no user and no password in ${named}: webhooks are signed with alert-secret`)
	return { service: 'webhook', shown: url.host, url: url.href }
}

function mailbox(text: string, named: string): AlertAddress {
	const [, to = ''] = /^mailto:(\S+)$/.exec(text) ?? []
	if (!v.is(v.pipe(v.string(), v.email()), to)) throw unreadable(named)
	return { service: 'mail', shown: marked('a mailbox').text, to }
}

function credentialsOf({ username, password }: URL, named: string) {
	try {
		const credentials = { user: decodeURIComponent(username), password: decodeURIComponent(password) }
		if (/^[\x21-\x7e]*$/.test(credentials.user + credentials.password)) return credentials
	} catch {}
	throw new Error(`a token without spaces in ${named}, its special characters percent-encoded`)
}

const SECRET_BYTES = { min: 24, max: 64 }

export function alertSecret(text: string): string {
	alertSecretsIn(text)
	return text
}

export function alertSecretsIn(text: string): Buffer[] {
	const keys = text.split(',').map((secret) => keyIn(secret.trim()))
	if (keys.length > 2) throw new Error('one secret, or two with a comma between while you change it')
	return keys
}

function keyIn(secret: string): Buffer {
	const [, base64 = ''] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret) ?? []
	const key = Buffer.from(base64, 'base64')
	const isWhole = key.toString('base64') === base64
	if (isWhole && key.length >= SECRET_BYTES.min && key.length <= SECRET_BYTES.max) return key
	throw new Error(`whsec_ and 24 to 64 random bytes as base64: echo "whsec_$(openssl rand -base64 32)"`)
}
