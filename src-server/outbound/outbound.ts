import { isIP } from '#server/ip-address.ts'
import { networkOf } from './public-address.ts'
import { PURPOSES, type Purpose } from './purposes.ts'

/* All outgoing HTTP requests of this server and its libraries go through here (docs/threat-model.md, T70). */

export type OutboundRequest = {
	method?: string
	headers?: Record<string, string>
	body?: BodyInit | null | undefined
	signal?: AbortSignal | undefined
	named?: URL
}

export type OutboundAnswer = { status: number; headers: Headers; body: Uint8Array<ArrayBuffer> }

export type Network = {
	resolve(host: string): Promise<string[]>
	send(url: string, init: BunFetchRequestInit): Promise<Response>
}

export class OutboundRefused extends Error {
	override name = 'OutboundRefused'
}

/** Resolves names like the rest of the machine, /etc/hosts included. */
const SYSTEM: Network = {
	resolve: async (host) => (await Bun.dns.lookup(host, { backend: 'system' })).map(({ address }) => address),
	send: (url, init) => fetch(url, init),
}

const ADDRESSES_MAX = 4

/**
 * Sends one request within the limits of its purpose: time, response size, no redirects, and allowed addresses. If addresses
 * are restricted, the name is resolved once and the checked address is called, with the certificate verified for the name;
 * this prevents DNS rebinding.
 */
export async function outbound(
	purpose: Purpose,
	url: URL,
	{ method = 'GET', headers = {}, body, signal, named }: OutboundRequest = {},
	network: Network = SYSTEM,
): Promise<OutboundAnswer> {
	const { timeoutMs, bodyMaxBytes } = PURPOSES[purpose]
	if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new OutboundRefused('Not an address of the web')
	const timeout = AbortSignal.timeout(timeoutMs)
	const ends = signal ? AbortSignal.any([signal, timeout]) : timeout
	const request: BunFetchRequestInit = {
		method,
		// Refuses compression, because a small compressed response can expand past the limit.
		headers: { 'Accept-Encoding': 'identity', ...headers },
		...(body != null && { body }),
		decompress: false,
		redirect: 'manual',
		keepalive: false,
		signal: ends,
	}
	const addresses = await Promise.race([allowedAddresses(purpose, url, named, network), whenAborted(ends)])
	const response = await (addresses === null
		? network.send(url.href, request)
		: firstToAnswer(addresses, (address) => network.send(...pinned(url, address, request)), ends))
	return { status: response.status, headers: response.headers, body: await bodyOf(response, bodyMaxBytes) }
}

async function allowedAddresses(purpose: Purpose, url: URL, named: URL | undefined, { resolve }: Network) {
	const rule = PURPOSES[purpose].addresses
	if (rule === 'any' || (rule === 'as named' && url.hostname === named?.hostname)) return null
	const resolved = (host: string) => resolve(host.replace(/^\[|\]$/g, ''))
	const addresses = await resolved(url.hostname)
	const networks = addresses.map(networkOf)
	const isPublic = networks.every((network) => network === 'public')
	const mayBe = isPublic || rule === 'public' || !named ? [] : (await resolved(named.hostname)).map(networkOf)
	if (addresses.length === 0 || !(isPublic || networks.every((network) => mayBe.includes(network))))
		throw new OutboundRefused(`${url.hostname} does not lead to an address of the internet`)
	return addresses.slice(0, ADDRESSES_MAX)
}

function pinned(url: URL, address: string, request: BunFetchRequestInit): [string, BunFetchRequestInit] {
	const to = new URL(url)
	to.hostname = isIP(address) === 6 ? `[${address}]` : address
	const isName = isIP(url.hostname.replace(/^\[|\]$/g, '')) === 0
	return [
		to.href,
		{
			...request,
			headers: { ...(request.headers as Record<string, string>), Host: url.host },
			...(url.protocol === 'https:' && isName && { tls: { serverName: url.hostname } }),
		},
	]
}

/** A machine without IPv6 may still resolve a name to an IPv6 address. */
async function firstToAnswer(
	addresses: string[],
	send: (address: string) => Promise<Response>,
	ends: AbortSignal,
): Promise<Response> {
	const [last = '', ...others] = addresses.toReversed()
	for (const address of others.toReversed()) {
		try {
			return await send(address)
		} catch {
			ends.throwIfAborted()
		}
	}
	return send(last)
}

async function bodyOf({ body, headers }: Response, max: number): Promise<Uint8Array<ArrayBuffer>> {
	if (max === 0) {
		await body?.cancel()
		return new Uint8Array()
	}
	const coding = headers.get('content-encoding') ?? 'identity'
	if (coding !== 'identity') {
		await body?.cancel()
		throw new OutboundRefused('its answer is compressed')
	}
	const pieces: Uint8Array[] = []
	let bytes = 0
	for await (const piece of body ?? []) {
		pieces.push(piece)
		bytes += piece.byteLength
		if (bytes > max) throw new OutboundRefused(`its answer is longer than ${max / 1024} KB`)
	}
	return new Uint8Array(Buffer.concat(pieces))
}

export const responseOf = ({ status, headers, body }: OutboundAnswer): Response =>
	new Response([204, 205, 304].includes(status) ? null : body, { status, headers })

const whenAborted = (signal: AbortSignal) =>
	new Promise<never>((_, reject) => {
		if (signal.aborted) reject(signal.reason)
		signal.addEventListener('abort', () => reject(signal.reason), { once: true })
	})
