import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { UserId } from '#contract/ids.ts'
import type { AskedHost } from './addresses/host-names.ts'

/** Who sent the request: a member, a guest who has rated before (known by a hash), or a stranger. */
export type Viewer = { userId: UserId | null; guestKey: string | null }

/** What is known of one request and its sender, and what its answer must carry. One object a request. */
export type Client = {
	requestId: string
	/** The person's address, or null when the runtime does not know it (in-process tests). */
	address: string | null
	/** Made when it is first asked for, by `addressKey`. */
	addressKey: string | null
	/** The name it was asked for under; null for one that is no name, which gets no answer. */
	host: AskedHost | null
	isHttps: boolean
	/** Whether it was asked for at the https public URL. */
	isPublicHttps: boolean
	/** Whether browsers trust the origin: https, or this very machine. */
	isTrustworthy: boolean
	/** Whether it comes from a window of the desktop app on this computer: it knew the secret; see desktop-gate.ts. */
	isDesktopWindow: boolean
	/** Who has logged in at the proxy, as it says; null unless it is a trusted one, and its header is believed here. */
	proxyUser: string | null
	/** The connection is not closed for so many seconds, although nothing is sent. */
	stayConnected(seconds: number): void
	/** For the log and the metrics: `/api/users/:id`, never the value in its place. */
	route: string
	/** The JSON of a write, read and checked by the request pipeline; null without a body. */
	body: unknown
	/** `Set-Cookie` lines that the answer is to carry. */
	cookies: string[]
	/** Looked up once a request; see identity.ts. */
	viewer: Viewer | null
}

/** Who is at the other end of the socket, and what can be done with it; in-process tests have none. */
export type Peer = { address: string | null; stayConnected?: Client['stayConnected']; isDesktopWindow?: boolean }

/** How long an answer may take that is behind a long write (db/file/write-turns.ts), or is one: a million ratings take 20 s. */
export const LONG_WRITE_SECONDS = 120

const CLIENT = Symbol('client')

/** A request in the pipeline. Its client travels as its own property, under a key that nothing outside can write. */
export type ClientRequest = Request & { [CLIENT]: Client }

/** Sets the property itself: Object.assign takes five times as long. */
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
	}
}

/** For hooks and handlers, which are given nothing but the request. */
export function clientOf(request: Request): Client {
	const { [CLIENT]: client } = request as Partial<ClientRequest>
	if (!client) throw new Error('This request did not come through the request pipeline')
	return client
}

const NO_ROUTE = '-'

/** One key an address for rate limits; an IPv6 customer has a whole /64, so that counts as one. */
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

/** Whether an address belongs to a proxy the operator named. */
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

/** A peer in a private network: a proxy the operator runs and may have forgotten to name. */
export const isPrivate = (address: string): boolean =>
	isIP(address) !== 0 && ['private', 'loopback', 'linkLocal', 'uniqueLocal'].includes(ipaddr.process(address).range())

/**
 * The client behind trusted proxies: the right-most hop of X-Forwarded-For that is not one of them.
 * From any other peer the X-Forwarded-* headers are forgeable, and ignored.
 */
export function clientBehind(
	isProxy: (address: string) => boolean,
	peer: string | null,
	headers: Headers,
): { address: string | null; isForwardedHttps: boolean } {
	if (!peer || !isProxy(peer)) return { address: peer, isForwardedHttps: false }
	const hops = (headers.get('x-forwarded-for') ?? '').split(',').map((hop) => hop.trim())
	// A hop that is not an address ends the search: whatever is left of it can be forged by the client.
	const hop = hops.findLast((hop) => !isProxy(hop)) ?? ''
	return { address: isIP(hop) === 0 ? peer : hop, isForwardedHttps: headers.get('x-forwarded-proto') === 'https' }
}
