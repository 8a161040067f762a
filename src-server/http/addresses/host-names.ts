import { isIP } from 'node:net'
import { hostname, networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'
import type { Config } from '#server/settings/config.ts'
import { HOME_ENDINGS, isAddress, isOfTheInternet, withoutBrackets } from '#server/settings/home-network.ts'

/** What a Host header says, in lower case. */
export type Host = {
	/** Without the port, and without the dot that may end a full name: `nas.local.` is `nas.local`. */
	name: string
	/** '' where the header has none. */
	port: string
	/** As in an origin. */
	authority: string
}

/** No name is longer, and none has other characters or an empty part. IPv6 addresses are in brackets. */
const NAME_MAX = 253
const HOST = /^([a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])(\.?)(?::(\d{0,5}))?$/
const PORT_MAX = 65_535

/** Reads a Host header; null when it is missing or cannot be the host of any address. */
export function readHost(header: string | null): Host | null {
	const authority = (header ?? '').toLowerCase()
	const [, name = '', , port = ''] = HOST.exec(authority) ?? []
	if (name === '' || name.length > NAME_MAX || Number(port) > PORT_MAX) return null
	if (name.startsWith('[') && !isAddress(name)) return null
	return { name, port, authority }
}

/** Whether a name leads to the machine that the browser itself runs on. */
export const isThisMachine = (name: string): boolean =>
	name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || /^127(\.\d+){3}$/.test(name)

/**
 * Decides which names this server answers to. With DNS rebinding the owner of evil.example points that name at this
 * server, and pages of evil.example may then read its answers (docs/threat-model.md, T12). Addresses cannot be pointed
 * elsewhere, so all of them are answered.
 */
export function ownNameTest(
	{ host, publicUrl, allowedHosts }: Pick<Config, 'host' | 'publicUrl' | 'allowedHosts'>,
	machine = hostname().toLowerCase(),
): (name: string) => boolean {
	const isForHome = !isThisMachine(host.includes(':') ? `[${host}]` : host)
	const names = new Set([machine, `${machine.split('.')[0]}.local`, host.toLowerCase(), ...allowedHosts])
	if (publicUrl) names.add(publicUrl.hostname)
	const endings = allowedHosts.filter((name) => name.startsWith('.'))
	for (const ending of endings) names.add(ending.slice(1))
	if (isForHome) endings.push(...HOME_ENDINGS)
	return (name) =>
		names.has(name) ||
		isThisMachine(name) ||
		isAddress(name) ||
		(isForHome && !name.includes('.')) ||
		endings.some((ending) => name.endsWith(ending))
}

/**
 * Whether a name that this server answers to can only be its own. All addresses are answered, those of the internet too,
 * and anybody can write another's into a Host header: one that no setting names must be of this machine.
 */
export function isSurelyOwn(
	name: string,
	{ host, allowedHosts }: Pick<Config, 'host' | 'allowedHosts'>,
	interfaces = networkInterfaces(),
): boolean {
	if (!isAddress(name)) return true
	// An IPv4 address that is written as IPv6 is one of IPv4.
	const asked = ipaddr.process(withoutBrackets(name))
	if (!isOfTheInternet(withoutBrackets(name))) return true
	const machines = Object.values(interfaces).flatMap((found = []) => found.map(({ address }) => address))
	const known = [host, ...allowedHosts, ...machines].filter((text) => isIP(text) !== 0)
	return known.some((text) => ipaddr.process(text).toString() === asked.toString())
}

/** What a Host header says, and what that means here. */
export type AskedHost = Host & {
	/** Whether this server answers to that name. */
	isOwnName: boolean
	isThisMachine: boolean
	/** Whether it is the https public URL. */
	isPublicHttps: boolean
}

const KNOWN_MAX = 100

/**
 * Reads Host headers; null for one that cannot be the host of any address. Nearly all requests come under one name, so
 * what was found out is kept: 1.5 of the 20 µs that a small answer takes.
 */
export function hostReader(
	config: Pick<Config, 'host' | 'publicUrl' | 'allowedHosts'>,
): (header: string | null) => AskedHost | null {
	const isOwnName = ownNameTest(config)
	const { publicUrl } = config
	const isPublicHttps = ({ name, port }: Host) =>
		publicUrl?.protocol === 'https:' && publicUrl.hostname === name && (publicUrl.port || '443') === (port || '443')
	const known = new Map<string, AskedHost | null>()

	return (header) => {
		const text = header ?? ''
		const found = known.get(text)
		if (found !== undefined) return found
		const host = readHost(text)
		const asked = host && {
			...host,
			isOwnName: isOwnName(host.name),
			isThisMachine: isThisMachine(host.name),
			isPublicHttps: isPublicHttps(host),
		}
		// Names are being made up.
		if (known.size >= KNOWN_MAX) known.clear()
		known.set(text, asked)
		return asked
	}
}
