import { networkInterfaces } from 'node:os'
import type { Config } from '#server/settings/config.ts'
import { isAddress } from '#server/settings/home-network.ts'
import { isSurelyOwn, type RequestHost } from './host-names.ts'

export const isForEverybody = ({ host }: Pick<Config, 'host'>) => host === '0.0.0.0' || host === '::'

type Listening = Pick<Config, 'host' | 'port' | 'basePath' | 'tlsCert' | 'isLocalhostShared'>

/** Path of the Unix socket; null when listening on a port. */
export const socketOf = ({ listen }: Pick<Config, 'listen'>): string | null => listen?.slice('unix:'.length) ?? null

export const addressOn = (machine: string, { port, basePath, tlsCert }: Omit<Listening, 'host'>) =>
	`${tlsCert === null ? 'http' : 'https'}://${machine.includes(':') ? `[${machine}]` : machine}:${port}${basePath}/`

/** Ends with a slash, like all addresses here unless noted. */
export function addressFromHere(config: Listening): string {
	const { host } = config
	return addressOn(host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host, config)
}

/**
 * The other of the two loopback addresses that `localhost` resolves to, which another program could take. Null if `::`
 * covers both, or for other hosts.
 */
export function otherLoopback(host: string): string | null {
	if (host === '::1') return '127.0.0.1'
	return host === '127.0.0.1' || host === '0.0.0.0' ? '::1' : null
}

/**
 * Prefers `localhost`, because browsers offer passkeys for names only, unless another program listens on one of its two
 * addresses.
 */
export function addressForPeopleHere(config: Listening): string {
	const isLocalhost = !config.isLocalhostShared && (config.host === '::' || otherLoopback(config.host) !== null)
	return isLocalhost ? addressOn('localhost', config) : addressFromHere(config)
}

/** `shown` is for messages: the socket's path or the URL. */
export type WayFromHere = { url: URL; socket: string | null; shown: string }

export function wayFromHere(config: Listening & Pick<Config, 'listen'>, path = ''): WayFromHere {
	const socket = socketOf(config)
	const url = new URL(path, socket === null ? addressFromHere(config) : `http://localhost${config.basePath}/`)
	return { url, socket, shown: config.listen ?? url.href }
}

export function lanAddress(config: Listening, lan = lanAddresses()): string | null {
	return isForEverybody(config) && lan[0] ? addressOn(lan[0], config) : null
}

export const publicAddress = ({ origin, pathname }: URL, { basePath }: Pick<Config, 'basePath'>) =>
	// The path, if any, equals the base path (setting-finding.ts).
	origin + (pathname.replace(/\/$/, '') || basePath)

/**
 * Address for links sent to others, without a final slash; null if only this machine is served. Not cached, because a
 * laptop changes networks.
 */
export function sharedAddress(config: Listening & Pick<Config, 'publicUrl'>, lan = lanAddresses()): string | null {
	if (config.publicUrl) return publicAddress(config.publicUrl, config)
	return lanAddress(config, lan)?.replace(/\/$/, '') ?? null
}

export type RequestOrigin = { host: RequestHost | null; isHttps: boolean }

/** Omits the protocol's default port, as browsers do. */
const requestedOrigin = ({ host, isHttps }: RequestOrigin): string | null =>
	URL.parse(`${isHttps ? 'https' : 'http'}://${host?.authority}`)?.origin ?? null

export const isAtPublicUrl = ({ publicUrl }: Pick<Config, 'publicUrl'>, request: RequestOrigin): boolean =>
	publicUrl !== null && requestedOrigin(request) === publicUrl.origin

/**
 * Address printed into pictures, without a final slash. Without a public URL it is the requested one, or null if that
 * could be another server's.
 */
export function addressToPrint(
	config: Listening & Pick<Config, 'publicUrl' | 'allowedHosts'>,
	{ host, isHttps }: RequestOrigin,
	lan = lanAddresses,
): string | null {
	if (config.publicUrl) return sharedAddress(config, [])
	if (!host || !isSurelyOwn(host.name, config)) return null
	const requested = `${isHttps ? 'https' : 'http'}://${host.authority}${config.basePath}`
	return host.isThisMachine ? (sharedAddress(config, lan()) ?? requested) : requested
}

/** Browsers accept no IP address, even over https. */
export const isPasskeyHost = (name: string, { publicUrl }: Pick<Config, 'publicUrl'>): boolean =>
	(publicUrl?.protocol === 'https:' && publicUrl.hostname === name && !isAddress(name)) ||
	name === 'localhost' ||
	name.endsWith('.localhost')

export type RelyingParty = { origin: string; rpId: string }

/**
 * Null where passkeys do not work. Trusts the settings rather than the Host header, because a client could name the port
 * of another program, whose pages request signatures under the same host name (docs/threat-model.md, T75). Off at
 * localhost while another program shares the port.
 */
export function relyingParty(
	config: Pick<Config, 'publicUrl' | 'port' | 'tlsCert' | 'listen' | 'isLocalhostShared'>,
	request: RequestOrigin,
): RelyingParty | null {
	const { host } = request
	if (!host || !isPasskeyHost(host.name, config)) return null
	if (host.isThisMachine && config.isLocalhostShared) return null
	const origin = requestedOrigin(request)
	if (origin === null) return null
	const isHere = host.isThisMachine && config.listen === null && origin === ownOrigin(host.name, config)
	return isHere || origin === config.publicUrl?.origin ? { origin, rpId: host.name } : null
}

const ownOrigin = (name: string, { port, tlsCert }: Pick<Config, 'port' | 'tlsCert'>) =>
	URL.parse(`${tlsCert === null ? 'http' : 'https'}://${name}:${port}`)?.origin

type OwnAddress = { kind: 'public' | 'network' | 'this-computer'; url: string }

/**
 * The address to share comes first. The desktop app answers only its own window on this computer; with a Unix socket no
 * browser connects directly.
 */
export function ownAddresses(
	config: Listening & Pick<Config, 'publicUrl' | 'listen'>,
	{ isDesktop = false, lan = lanAddresses() } = {},
): OwnAddress[] {
	const isEverywhere = isForEverybody(config)
	const network = isEverywhere ? lan.map((address) => addressOn(address, config)) : []
	const isClosed = isDesktop || config.listen !== null
	const here = isClosed ? [] : [addressForPeopleHere(config)]
	return [
		...(config.publicUrl ? [{ kind: 'public' as const, url: `${sharedAddress(config, lan)}/` }] : []),
		...network.map((url) => ({ kind: 'network' as const, url })),
		...here.map((url) => ({ kind: 'this-computer' as const, url })),
	]
}

/** Interfaces of bridges and tunnels on Linux, macOS and Windows, which phones cannot reach. */
const VIRTUAL = /^(docker|br-|bridge|veth|virbr|vmnet|vboxnet|vmware|utun|tun|tap|zt|lxc|tailscale)|virtual|wsl/i
const SELF_GIVEN = /^169\.254\./

export function lanAddresses(interfaces = networkInterfaces()): string[] {
	const addresses = Object.entries(interfaces).flatMap(([name, entries = []]) =>
		entries
			.filter(({ family, internal }) => family === 'IPv4' && !internal)
			.map(({ address }) => ({ address, isDoubtful: VIRTUAL.test(name) || SELF_GIVEN.test(address) })),
	)
	return addresses.toSorted((a, b) => Number(a.isDoubtful) - Number(b.isDoubtful)).map(({ address }) => address)
}
