import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/*
 * A browser says where its messages are to be sent, and a person can say anything: without limits this server would call
 * whatever its own network has (docs/threat-model.md, T59). So it calls only known push services, by https, and only at
 * addresses of the internet.
 */

/** The push services of Chrome and its kin, Firefox, Safari, and Edge on Windows. `*.` stands for any name below it. */
const KNOWN_HOSTS = ['fcm.googleapis.com', '*.push.services.mozilla.com', '*.push.apple.com', '*.notify.windows.com']

/** The address of an endpoint; null for one that this server sends nothing to. `moreHosts` is the setting `push-hosts`. */
export function pushEndpoint(text: string, moreHosts: readonly string[]): URL | null {
	const url = URL.parse(text)
	// Browsers say it in the one spelling that the URL standard has. What looks like one host and is another has others.
	if (url?.href !== text || url.protocol !== 'https:' || url.port !== '') return null
	if (url.username !== '' || url.password !== '' || url.hash !== '') return null
	return [...KNOWN_HOSTS, ...moreHosts].some((known) => isHost(known, url.hostname)) ? url : null
}

const isHost = (known: string, host: string) =>
	known.startsWith('*.') ? host.endsWith(known.slice(1)) && host.length > known.length - 1 : host === known

/** What IPv6 addresses of the internet begin with. The others of ipaddr.js's 'unicast' include IPv4 addresses in disguise. */
const GLOBAL_UNICAST: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3]

/** Whether an address is one of the internet, and neither of this machine nor of any network beside it. */
export function isPublicAddress(address: string): boolean {
	if (isIP(address) === 0) return false
	const parsed = ipaddr.process(address)
	if (parsed.range() !== 'unicast') return false
	return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST)
}

export type Resolve = (host: string) => Promise<string[]>

/** As all of this machine resolves names, its own list of hosts included. */
const systemResolve: Resolve = async (host) =>
	(await Bun.dns.lookup(host, { backend: 'system' })).map(({ address }) => address)

export type PushRequest = { headers: Record<string, string>; body: Uint8Array<ArrayBuffer> }
export type PushAnswer = { status: number; retryAfter: string | null }

export class NotPublic extends Error {
	override name = 'NotPublic'
}

const TIMEOUT_MS = 10_000
const ADDRESSES_MAX = 4

/**
 * Posts to an endpoint, at an address that was looked at: its name is asked once, so that it cannot lead elsewhere afterwards.
 * The certificate is still that of the name. Follows nothing, reads no body of an answer, and waits for 10 seconds at most.
 * Throws NotPublic where one of the addresses is none of the internet.
 */
export async function postToEndpoint(
	url: URL,
	{ headers, body }: PushRequest,
	{ resolve = systemResolve, send = fetch, signal }: { resolve?: Resolve; send?: Send; signal?: AbortSignal } = {},
): Promise<PushAnswer> {
	const timeout = AbortSignal.timeout(TIMEOUT_MS)
	const ends = signal ? AbortSignal.any([signal, timeout]) : timeout
	const addresses = await Promise.race([resolve(url.hostname), whenAborted(ends)])
	ends.throwIfAborted()
	if (addresses.length === 0 || !addresses.every(isPublicAddress)) throw new NotPublic('Not an address of the internet')
	const post = async (address: string): Promise<PushAnswer> => {
		const pinned = new URL(url)
		pinned.hostname = isIP(address) === 6 ? `[${address}]` : address
		const answer = await send(pinned.href, {
			method: 'POST',
			headers: { ...headers, Host: url.hostname },
			body,
			redirect: 'manual',
			keepalive: false,
			signal: ends,
			tls: { serverName: url.hostname },
		})
		void answer.body?.cancel()
		return { status: answer.status, retryAfter: answer.headers.get('retry-after') }
	}
	const [last = '', ...others] = addresses.slice(0, ADDRESSES_MAX).toReversed()
	// A machine without IPv6 may know of an address by it all the same.
	for (const address of others.toReversed()) {
		try {
			return await post(address)
		} catch {
			ends.throwIfAborted()
		}
	}
	return post(last)
}

export type Send = (url: string, init: BunFetchRequestInit) => Promise<Response>

const whenAborted = (signal: AbortSignal) =>
	new Promise<never>((_, reject) => {
		if (signal.aborted) reject(signal.reason)
		signal.addEventListener('abort', () => reject(signal.reason), { once: true })
	})
