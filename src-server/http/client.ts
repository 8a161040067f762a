import ipaddr from 'ipaddr.js'
import type { UserId } from '#contract/ids.ts'
import { isIP } from '#server/ip-address.ts'
import type { RequestHost } from './addresses/host-names.ts'

export type Viewer = { userId: UserId | null; guestKey: string | null }

export type Client = {
	requestId: string
	address: string | null
	addressKey: string | null
	host: RequestHost | null
	isHttps: boolean
	isPublicHttps: boolean
	/** True for https and localhost, which browsers treat as secure. */
	isTrustworthy: boolean
	/** True if the request carries the desktop app's secret; see desktop-gate.ts. */
	isDesktopWindow: boolean
	/** Null unless a trusted proxy sent the configured header. */
	proxyUser: string | null
	/** Keeps an idle connection open for this many seconds. */
	stayConnected(seconds: number): void
	/** Pattern for log and metrics, such as `/api/users/:id`. */
	route: string
	body: unknown
	cookies: string[]
	viewer: Viewer | null
	/** True if a read-only token identifies the viewer: reading then leaves no trace, such as a kind that counts as seen. */
	isByToken: boolean
	/** The guest token issued for this request; `end` runs once the answer exists. */
	nextGuest: { end(): void } | null
}

export type Peer = { address: string | null; stayConnected?: Client['stayConnected']; isDesktopWindow?: boolean }

/** Time limit of long writes and of requests queued behind them (db/file/write-turns.ts): a million ratings take 20 s. */
export const LONG_WRITE_SECONDS = 120

const CLIENT = Symbol('client')

/** A symbol property, which no input can set. */
export type ClientRequest = Request & { [CLIENT]: Client }

/** Direct assignment, because Object.assign takes five times as long. */
export function withClient(request: Request, client: Client): ClientRequest {
	const known = request as ClientRequest
	known[CLIENT] = client
	return known
}

type Known = Pick<Client, 'address' | 'isHttps' | 'isPublicHttps' | 'isTrustworthy'> &
	Partial<Pick<Client, 'host' | 'proxyUser'>> &
	Pick<Peer, 'stayConnected' | 'isDesktopWindow'>

export function newClient(known: Known): Client {
	const { address, host = null, proxyUser = null, isHttps, isPublicHttps, isTrustworthy } = known
	const { stayConnected = () => {}, isDesktopWindow = false } = known
	const requestId = crypto.randomUUID()
	const route = NO_ROUTE
	return {
		requestId,
		address,
		addressKey: null,
		host,
		isHttps,
		isPublicHttps,
		isTrustworthy,
		isDesktopWindow,
		proxyUser,
		stayConnected,
		route,
		body: null,
		cookies: [],
		viewer: null,
		isByToken: false,
		nextGuest: null,
	}
}

export function clientOf(request: Request): Client {
	const { [CLIENT]: client } = request as Partial<ClientRequest>
	if (!client) throw new Error('This request did not come through the request pipeline')
	return client
}

const NO_ROUTE = '-'

/** Rate-limit key: the IPv4 address, or the /64 of an IPv6 customer. */
export function addressKey(client: Client): string {
	client.addressKey ??= keyOf(client.address)
	return client.addressKey
}

function keyOf(address: string | null): string {
	if (!address) return 'unknown'
	if (isIP(address) !== 6) return address
	const parsed = ipaddr.parse(address) as ipaddr.IPv6
	return parsed.isIPv4MappedAddress()
		? parsed.toIPv4Address().toString()
		: `${parsed.parts
				.slice(0, 4)
				.map((part) => part.toString(16))
				.join(':')}::/64`
}

export function proxyTest(trustedProxies: readonly string[]): (address: string) => boolean {
	const ranges = trustedProxies.map((text) =>
		text.includes('/') ? ipaddr.parseCIDR(text) : ipaddr.parseCIDR(`${text}/${isIP(text) === 6 ? 128 : 32}`),
	)
	return (address) => {
		if (ranges.length === 0 || isIP(address) === 0) return false
		const parsed = ipaddr.process(address)
		return ranges.some(([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits))
	}
}

/** Finds proxies that the operator may have forgotten to list. */
export const isPrivate = (address: string): boolean =>
	isIP(address) !== 0 && ['private', 'loopback', 'linkLocal', 'uniqueLocal'].includes(ipaddr.process(address).range())

/**
 * Rightmost hop of X-Forwarded-For that is not a trusted proxy. Ignores the headers of other peers, which are forgeable.
 */
export function clientBehind(
	isProxy: (address: string) => boolean,
	peer: string | null,
	headers: Headers,
): { address: string | null; isForwardedHttps: boolean } {
	if (!peer || !isProxy(peer)) return { address: peer, isForwardedHttps: false }
	const hops = (headers.get('x-forwarded-for') ?? '').split(',').map((hop) => hop.trim())
	// An invalid hop ends the search, because the client can forge everything left of it.
	const hop = hops.findLast((hop) => !isProxy(hop)) ?? ''
	return { address: isIP(hop) === 0 ? peer : hop, isForwardedHttps: headers.get('x-forwarded-proto') === 'https' }
}
