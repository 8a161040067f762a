import { networkInterfaces } from 'node:os'
import type { Config } from '#server/settings/config.ts'
import { type AskedHost, isSurelyOwn } from './host-names.ts'

/** Whether a server that listens there lets the whole network in. */
export const isForEverybody = ({ host }: Pick<Config, 'host'>) => host === '0.0.0.0' || host === '::'

/** What of the settings makes its addresses. */
type Listening = Pick<Config, 'host' | 'port' | 'basePath' | 'tlsCert' | 'isLocalhostShared'>

/** The path of the socket on which it listens instead; null for an address and a port. */
export const socketOf = ({ listen }: Pick<Config, 'listen'>): string | null => listen?.slice('unix:'.length) ?? null

/** Where a server is found on `machine`, with a slash at the end. */
export const addressOn = (machine: string, { port, basePath, tlsCert }: Omit<Listening, 'host'>) =>
	`${tlsCert === null ? 'http' : 'https'}://${machine.includes(':') ? `[${machine}]` : machine}:${port}${basePath}/`

/** Where programs on this very machine find it, with a slash at the end. */
export function addressFromHere(config: Listening): string {
	const { host } = config
	return addressOn(host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host, config)
}

/**
 * The second address that a server at `host` has to listen on before `localhost` leads to it and to no other program;
 * null where `::` takes both, and for hosts that are not called localhost.
 */
export function otherLoopback(host: string): string | null {
	if (host === '::1') return '127.0.0.1'
	return host === '127.0.0.1' || host === '0.0.0.0' ? '::1' : null
}

/**
 * Where people on this machine find it, with a slash at the end: browsers make passkeys for a name, and for no address. An
 * address all the same where another program may have one of the two that `localhost` leads to.
 */
export function addressForPeopleHere(config: Listening): string {
	const isLocalhost = !config.isLocalhostShared && (config.host === '::' || otherLoopback(config.host) !== null)
	return isLocalhost ? addressOn('localhost', config) : addressFromHere(config)
}

/** How programs on this machine ask it. `shown`: the same for people, who read of a socket only where it is. */
export type WayFromHere = { url: URL; socket: string | null; shown: string }

export function wayFromHere(config: Listening & Pick<Config, 'listen'>, path = ''): WayFromHere {
	const socket = socketOf(config)
	const url = new URL(path, socket === null ? addressFromHere(config) : `http://localhost${config.basePath}/`)
	return { url, socket, shown: config.listen ?? url.href }
}

/** Where phones on this network find it, with a slash at the end; null when they may not or there is no network. */
export function lanAddress(config: Listening, lan = lanAddresses()): string | null {
	return isForEverybody(config) && lan[0] ? addressOn(lan[0], config) : null
}

/** The public URL without a slash at the end. */
export const publicAddress = ({ origin, pathname }: URL, { basePath }: Pick<Config, 'basePath'>) =>
	// Its path, if it has one, is the base path (setting-finding.ts).
	origin + (pathname.replace(/\/$/, '') || basePath)

/**
 * The address whose links work for others too, without a slash at the end; null when only this machine is served.
 * Computed at each call: a laptop moves from one network to the next.
 */
export function sharedAddress(config: Listening & Pick<Config, 'publicUrl'>, lan = lanAddresses()): string | null {
	if (config.publicUrl) return publicAddress(config.publicUrl, config)
	return lanAddress(config, lan)?.replace(/\/$/, '') ?? null
}

/** Where a request found this server. */
export type AskedAt = { host: AskedHost | null; isHttps: boolean }

/** As a browser writes it: without the port that the protocol has anyway. */
const originAsked = ({ host, isHttps }: AskedAt): string | null =>
	URL.parse(`${isHttps ? 'https' : 'http'}://${host?.authority}`)?.origin ?? null

/** Whether it was asked at the address that people are given. */
export const isAtPublicUrl = ({ publicUrl }: Pick<Config, 'publicUrl'>, askedAt: AskedAt): boolean =>
	publicUrl !== null && originAsked(askedAt) === publicUrl.origin

/**
 * What stays in chats, as part of a picture, of where this server is found: without a slash at the end. Where the operator
 * has not said it, it is where the request found it; null where that could be anybody's address.
 */
export function addressToPrint(
	config: Listening & Pick<Config, 'publicUrl' | 'allowedHosts'>,
	{ host, isHttps }: AskedAt,
	lan = lanAddresses,
): string | null {
	if (config.publicUrl) return sharedAddress(config, [])
	if (!host || !isSurelyOwn(host.name, config)) return null
	const asked = `${isHttps ? 'https' : 'http'}://${host.authority}${config.basePath}`
	return host.isThisMachine ? (sharedAddress(config, lan()) ?? asked) : asked
}

/** Whether browsers offer passkeys at this host name of ours: a passkey is bound to one, and an address is none. */
export const isPasskeyHost = (name: string, { publicUrl }: Pick<Config, 'publicUrl'>): boolean =>
	(publicUrl?.protocol === 'https:' && publicUrl.hostname === name) ||
	name === 'localhost' ||
	name.endsWith('.localhost')

/** Where passkeys are used: the origin of the page, and the host name that the passkey is bound to. */
export type PasskeyPlace = { origin: string; rpId: string }

/**
 * Null where a request came in at an address without passkeys. They work at the public URL, and on this computer at the port
 * on which the server listens. The settings say so and not the Host header alone: any client can write the port of another
 * program into that header, whose pages have asked for a signature under the same host name (docs/threat-model.md, T75).
 * At localhost there are none while another program could ask for them at the same port, too.
 */
export function passkeyPlace(
	config: Pick<Config, 'publicUrl' | 'port' | 'tlsCert' | 'listen' | 'isLocalhostShared'>,
	askedAt: AskedAt,
): PasskeyPlace | null {
	const { host } = askedAt
	if (!host || !isPasskeyHost(host.name, config)) return null
	if (host.isThisMachine && config.isLocalhostShared) return null
	const origin = originAsked(askedAt)
	if (origin === null) return null
	const isHere = host.isThisMachine && config.listen === null && origin === ownOrigin(host.name, config)
	return isHere || origin === config.publicUrl?.origin ? { origin, rpId: host.name } : null
}

const ownOrigin = (name: string, { port, tlsCert }: Pick<Config, 'port' | 'tlsCert'>) =>
	URL.parse(`${tlsCert === null ? 'http' : 'https'}://${name}:${port}`)?.origin

/** An address that people may use, with a slash at the end. */
type OwnAddress = { kind: 'public' | 'network' | 'this-computer'; url: string }

/**
 * All of them, the one to share first. `isDesktop`: its own window is answered on this computer, and no other browser; at a
 * socket none is.
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

/** Bridges and tunnels have addresses too, which no phone in the room can reach. Names as on Linux, macOS, Windows. */
const VIRTUAL = /^(docker|br-|bridge|veth|virbr|vmnet|vboxnet|vmware|utun|tun|tap|zt|lxc|tailscale)|virtual|wsl/i
/** What a machine calls itself on a cable or Wi-Fi that gave it no address. */
const SELF_GIVEN = /^169\.254\./

/** This machine's addresses for others on its networks, the likeliest first. */
export function lanAddresses(interfaces = networkInterfaces()): string[] {
	const addresses = Object.entries(interfaces).flatMap(([name, entries = []]) =>
		entries
			.filter(({ family, internal }) => family === 'IPv4' && !internal)
			.map(({ address }) => ({ address, isDoubtful: VIRTUAL.test(name) || SELF_GIVEN.test(address) })),
	)
	return addresses.toSorted((a, b) => Number(a.isDoubtful) - Number(b.isDoubtful)).map(({ address }) => address)
}
