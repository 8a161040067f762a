import { hostname, networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'
import { BoundedMap } from '#server/bounded-map.ts'
import { isIP } from '#server/ip-address.ts'
import type { Config } from '#server/settings/config.ts'
import { HOME_ENDINGS, isAddress, isOfTheInternet, withoutBrackets } from '#server/settings/home-network.ts'

export type Host = {
	/** The host name without the port and the final dot: `nas.local.` is `nas.local`. */
	name: string
	port: string
	authority: string
}

const NAME_MAX = 253
const HOST = /^([a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])(\.?)(?::(\d{0,5}))?$/
const PORT_MAX = 65_535

export function readHost(header: string | null): Host | null {
	const authority = (header ?? '').toLowerCase()
	const [, name = '', , port = ''] = HOST.exec(authority) ?? []
	if (name === '' || name.length > NAME_MAX || Number(port) > PORT_MAX) return null
	if (name.startsWith('[') && !isAddress(name)) return null
	return { name, port, authority }
}

/** True if the name leads to the machine the browser runs on. */
export const isThisMachine = (name: string): boolean =>
	name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || /^127(\.\d+){3}$/.test(name)

/**
 * Limits the names this server answers to. With DNS rebinding the owner of evil.example points that name here, and its
 * pages could then read responses (docs/threat-model.md, T12). Addresses cannot be rebound, so all are answered.
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
 * A Host header may hold any address, so an internet address counts only if a setting or an interface of this machine has
 * it.
 */
export function isSurelyOwn(
	name: string,
	{ host, allowedHosts }: Pick<Config, 'host' | 'allowedHosts'>,
	interfaces = networkInterfaces(),
): boolean {
	if (!isAddress(name)) return true
	// Converts IPv4-mapped IPv6 addresses.
	const requested = ipaddr.process(withoutBrackets(name))
	if (!isOfTheInternet(withoutBrackets(name))) return true
	const machines = Object.values(interfaces).flatMap((found = []) => found.map(({ address }) => address))
	const known = [host, ...allowedHosts, ...machines].filter((text) => isIP(text) !== 0)
	return known.some((text) => ipaddr.process(text).toString() === requested.toString())
}

export type RequestHost = Host & {
	isOwnName: boolean
	isThisMachine: boolean
	isPublicHttps: boolean
}

const KNOWN_MAX = 100

/**
 * Returns null for an invalid header. Caches results, because most requests use one name: saves 1.5 of the 20 µs of a
 * small response.
 */
export function hostReader(
	config: Pick<Config, 'host' | 'publicUrl' | 'allowedHosts'>,
): (header: string | null) => RequestHost | null {
	const isOwnName = ownNameTest(config)
	const { publicUrl } = config
	const isPublicHttps = ({ name, port }: Host) =>
		publicUrl?.protocol === 'https:' && publicUrl.hostname === name && (publicUrl.port || '443') === (port || '443')
	const known = new BoundedMap<string, RequestHost | null>(KNOWN_MAX)

	return (header) => {
		const text = header ?? ''
		const found = known.get(text)
		if (found !== undefined) return found
		const host = readHost(text)
		const requested = host && {
			...host,
			isOwnName: isOwnName(host.name),
			isThisMachine: isThisMachine(host.name),
			isPublicHttps: isPublicHttps(host),
		}
		known.set(text, requested)
		return requested
	}
}
