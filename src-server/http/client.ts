import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { UserId } from '#contract/ids.ts'

/** Who speaks: a member, a guest who has rated before (known by a hash), or somebody new. */
export type Viewer = { userId: UserId | null; guestKey: string | null }

/** Who is on the other end of one request, as far as the network tells. */
export type Client = {
	requestId: string
	/** The person's address, or null when the runtime does not know it (in-process tests). */
	address: string | null
	isHttps: boolean
	/** The pattern of its address, as far as the app knows it; see noteRoute. */
	route: string
	/** The JSON that came with a write; null without a body. */
	body: unknown
	/** `Set-Cookie` lines that the answer is to carry. */
	cookies: string[]
	/** Looked up once a request; see identity.ts. */
	viewer: Viewer | null
}

const clients = new WeakMap<Request, Client>()

/** The request pipeline notes it, routes ask for it; a header could be forged, this map cannot. */
export function noteClient(request: Request, { address, isHttps }: Pick<Client, 'address' | 'isHttps'>): Client {
	const requestId = crypto.randomUUID()
	const client: Client = { requestId, address, isHttps, route: NO_ROUTE, body: null, cookies: [], viewer: null }
	clients.set(request, client)
	return client
}

/** For a request that stands for another one; see app.ts. */
export function noteSameClient(request: Request, as: Request) {
	clients.set(request, clientOf(as))
}

export function clientOf(request: Request): Client {
	const client = clients.get(request)
	if (!client) throw new Error('A request came in past the request pipeline')
	return client
}

const NO_ROUTE = '-'

/** For the log and the metrics: `/api/users/:id`, never what stood in its place. */
export function noteRoute(request: Request, route: string) {
	clientOf(request).route = route
}

export const routeOf = (request: Request): string => clients.get(request)?.route ?? NO_ROUTE

/** One key an address for rate limits; an IPv6 customer has a whole /64, so that counts as one. */
export function addressKey({ address }: Client): string {
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

/** Tells whether an address belongs to a proxy the operator named. */
export function proxyTest(trustedProxies: readonly string[]): (address: string) => boolean {
	const ranges = trustedProxies.map((text) =>
		text.includes('/') ? ipaddr.parseCIDR(text) : ipaddr.parseCIDR(`${text}/${isIP(text) === 6 ? 128 : 32}`),
	)
	return (address) => {
		if (isIP(address) === 0) return false
		const parsed = ipaddr.process(address)
		return ranges.some(([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits))
	}
}

/** A peer in somebody's own network: a proxy the operator runs and may have forgotten to name. */
export const isPrivate = (address: string): boolean =>
	isIP(address) !== 0 && ['private', 'loopback', 'linkLocal', 'uniqueLocal'].includes(ipaddr.process(address).range())

/**
 * The client behind trusted proxies: the right-most hop of X-Forwarded-For that is not one of them.
 * From any other peer the X-Forwarded-* headers are only somebody's claim, and ignored.
 */
export function clientBehind(
	isProxy: (address: string) => boolean,
	peer: string | null,
	headers: Headers,
): { address: string | null; isForwardedHttps: boolean } {
	if (!peer || !isProxy(peer)) return { address: peer, isForwardedHttps: false }
	const hops = (headers.get('x-forwarded-for') ?? '').split(',').map((hop) => hop.trim())
	// A hop that is no address ends the search: what stands left of it is only what the client claims.
	const hop = hops.findLast((hop) => !isProxy(hop)) ?? ''
	return { address: isIP(hop) === 0 ? peer : hop, isForwardedHttps: headers.get('x-forwarded-proto') === 'https' }
}
