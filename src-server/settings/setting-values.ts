import { isAbsolute, resolve } from 'node:path'
import ipaddr from 'ipaddr.js'
import * as v from 'valibot'
import { SignupMode } from '#contract/instance.ts'
import { isIP } from '#server/ip-address.ts'
import { isOfHomeNetwork } from './home-network.ts'
import { zoneExpectedFor, zoneNamed } from './time-zone.ts'

/* Parsers for operators' texts, which are trimmed and not empty. Each error message completes the sentence 'Expected …'. */

function expected(what: string): never {
	throw new Error(what)
}

export function port(text: string): number {
	const number = Number(text)
	if (/^\d{1,5}$/.test(text) && number <= 65535) return number
	return expected('a number from 0 to 65535')
}

export function count(text: string): number {
	if (/^\d{1,4}$/.test(text)) return Number(text)
	return expected('a number from 0 to 9999')
}

export const oneOf =
	<Word extends string>(...words: readonly Word[]) =>
	(text: string): Word =>
		words.find((word) => word === text) ?? expected(words.join(', ').replace(/, (\w+)$/, ' or $1'))

export function factor(text: string): number {
	if (/^\d{1,9}(\.\d{1,9})?$/.test(text)) return Number(text)
	return expected('a number such as 1 or 0.5, or 0')
}

export function onOrOff(text: string): boolean {
	const word = text.toLowerCase()
	if (['true', 'on', 'yes', '1'].includes(word)) return true
	if (['false', 'off', 'no', '0'].includes(word)) return false
	return expected('true or false')
}

const HOST_NAME = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i

export function host(text: string): string {
	const bare = text.replace(/^\[(.*)\]$/, '$1')
	// The system would decide which of its two addresses is bound.
	if (bare.toLowerCase() === 'localhost') return '127.0.0.1'
	if (isIP(bare) !== 0 || (HOST_NAME.test(bare) && !/^[\d.]+$/.test(bare))) return bare
	return expected('an address such as 127.0.0.1, or a host name')
}

/** The limit for socket paths: 108 bytes including the final zero, on macOS 104. */
const SOCKET_PATH_MAX_BYTES = process.platform === 'darwin' ? 103 : 107

export function socket(text: string): string {
	const path = /^unix:(\/.*[^/])$/.exec(text)?.[1]
	if (path !== undefined && Buffer.byteLength(path) <= SOCKET_PATH_MAX_BYTES) return text
	return expected(
		`unix: and an absolute path of at most ${SOCKET_PATH_MAX_BYTES} bytes, such as unix:/run/backseat/rides.sock`,
	)
}

export const folder = (text: string): string => resolve(text)

export const file = (text: string): string => resolve(text)

/** Absolute, because commands run in other folders than the server. */
export function program(text: string): string {
	if (isAbsolute(text)) return text
	return expected('the absolute path of one program, such as /etc/backseat/carry-away')
}

export function webAddress(text: string): URL {
	const url = URL.parse(text)
	const isPlain = url && !url.username && !url.password && !url.search && !url.hash
	if (url && isPlain && (url.protocol === 'https:' || url.protocol === 'http:')) return url
	return expected('an address such as https://rides.example.org')
}

/** An OpenID provider's URL. Its responses decide who is signed in, so they must not be forged in transit. */
export function issuer(text: string): URL {
	const url = URL.parse(text)
	const isPlain = url && !url.username && !url.password && !url.search && !url.hash
	if (url && isPlain && (url.protocol === 'https:' || (url.protocol === 'http:' && isOfHomeNetwork(url.hostname))))
		return url
	return expected('an address such as https://auth.example.org; http only at an address of your own network')
}

export function headerName(text: string): string {
	if (/^[A-Za-z][A-Za-z0-9_-]{0,63}$/.test(text)) return text
	return expected('the name of a header such as Remote-User')
}

export function basePath(text: string): string {
	const path = text.replace(/\/$/, '').replace(/^(?=[^/])/, '/')
	const names = path.split('/').slice(1)
	if (names.every((name) => /^[A-Za-z0-9_~-][A-Za-z0-9._~-]*$/.test(name))) return path
	return expected('a path such as /rides')
}

const listed = (text: string): string[] =>
	text
		.split(',')
		.map((word) => word.trim())
		.filter((word) => word !== '')

/** Host header names without the port. IP addresses are always accepted, so they are harmless here. */
export function hostNames(text: string): string[] {
	const names = listed(text.toLowerCase())
	const isName = (name: string) =>
		/^\.?[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*$/.test(name)
	if (names.every((name) => isIP(name) !== 0 || (isName(name) && !/^[\d.]+$/.test(name)))) return names
	return expected('names without port such as nas.fritz.box, or .example.ts.net for a name and all below it')
}

export function addressRanges(text: string): string[] {
	const ranges = listed(text)
	if (ranges.every((range) => isIP(range) !== 0 || ipaddr.isValidCIDR(range))) return ranges
	return expected('addresses or ranges such as 10.0.0.1, 172.16.0.0/12')
}

/** An IANA name rather than an offset such as +01:00, which has no daylight saving time. */
export function timeZone(text: string): string {
	return zoneNamed(text) ?? expected(zoneExpectedFor(text))
}

export function signupMode(text: string): SignupMode {
	if (v.is(SignupMode, text)) return text
	return expected(SignupMode.options.join(', ').replace(/, (\w+)$/, ' or $1'))
}

export function word(text: string): string {
	if (!/\s/.test(text)) return text
	return expected('one word without spaces')
}

export function label(text: string): string {
	if (/^[^\p{C}]{1,40}$/u.test(text)) return text
	return expected('a name of at most 40 characters')
}

export function longWord(text: string): string {
	if (/^\S{16,}$/.test(text)) return text
	return expected('one word of at least 16 characters')
}

export function mailServer(text: string): string {
	const url = URL.parse(text)
	const isMail = url?.protocol === 'smtp:' || url?.protocol === 'smtps:'
	if (url && isMail && url.hostname !== '' && !/\s/.test(text)) return text
	return expected('an address such as smtps://user:password@mail.example.org')
}

export function contact(text: string): string {
	const url = URL.parse(text)
	const isMail = url?.protocol === 'mailto:' && url.search === '' && url.hash === '' && isMailAddress(url.pathname)
	if (isMail || (url?.protocol === 'https:' && url.username === '' && !/\s/.test(text))) return text
	return expected('mailto: and a mail address, or an https address')
}

/** Complete host names only: browsers use no push service at an IP address or a name without a dot. */
export function pushHosts(text: string): string[] {
	const names = listed(text).map((name) => name.toLowerCase())
	const isName = (name: string) => HOST_NAME.test(name) && name.includes('.') && !/^[\d.]+$/.test(name)
	if (names.every((name) => isName(name.replace(/^\*\./, '')))) return names
	return expected('names such as push.example.org, or *.example.org for all names below it')
}

const isMailAddress = (text: string) => v.is(v.pipe(v.string(), v.email()), text)

export function mailAddress(text: string): string {
	if (isMailAddress(text)) return text
	return expected('a mail address such as rides@example.org')
}
