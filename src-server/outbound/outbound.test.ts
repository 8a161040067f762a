import { expect, test } from 'bun:test'
import { type Network, OutboundRefused, outbound } from './outbound.ts'
import { PURPOSES, type Purpose } from './purposes.ts'
import { DRIPS, drip, rawServer, sendForEver } from './testing/raw-server.ts'

const ENDPOINT = new URL('https://web.push.apple.com/QABC')
const REQUEST = { method: 'POST', headers: { TTL: '86400' }, body: new Uint8Array(3) }

type Sent = { url: string; init: BunFetchRequestInit }

/** A network in which each look-up of a name returns the next of these lists of addresses. */
function network(
	lookups: string[][],
	answer: (url: string, init: BunFetchRequestInit) => Response | Promise<Response>,
) {
	const asked: string[] = []
	const sent: Sent[] = []
	const made: Network = {
		async send(url, init) {
			sent.push({ url, init })
			return answer(url, init)
		},
		async resolve(host) {
			asked.push(host)
			return lookups[Math.min(asked.length, lookups.length) - 1] ?? []
		},
	}
	return { ...made, asked, sent }
}

test('a push goes to the address that was checked, with the certificate of its name', async () => {
	const street = network([['17.57.144.1']], () => new Response('taken', { status: 201 }))

	expect((await outbound('push', ENDPOINT, REQUEST, street)).status).toBe(201)

	expect(street.asked).toEqual(['web.push.apple.com'])
	expect(street.sent).toMatchObject([
		{
			url: 'https://17.57.144.1/QABC',
			init: {
				method: 'POST',
				redirect: 'manual',
				headers: { TTL: '86400', Host: 'web.push.apple.com' },
				tls: { serverName: 'web.push.apple.com' },
			},
		},
	])
})

test('a push to a name with an inner address, or with none, is not sent [T59] [T70]', async () => {
	for (const addresses of [['127.0.0.1'], ['17.57.144.1', '10.0.0.1'], ['::1', '2620:149:a44::1'], []]) {
		const street = network([addresses], () => new Response())
		await expect(outbound('push', ENDPOINT, REQUEST, street)).rejects.toThrow(OutboundRefused)
		expect(street.sent).toEqual([])
	}
})

test('a name is resolved once, so a second look-up cannot lead inside [T59] [T70]', async () => {
	const street = network([['17.57.144.1'], ['127.0.0.1']], () => new Response())
	await outbound('push', ENDPOINT, REQUEST, street)
	expect(street.asked).toHaveLength(1)
	expect(street.sent.map(({ url }) => new URL(url).hostname)).toEqual(['17.57.144.1'])
})

test('where one address cannot be reached the next is tried, until one answers', async () => {
	const street = network([['2620:149:a44::1', '17.57.144.1', '17.57.144.2']], (url) => {
		if (url.includes('[')) throw new Error('no IPv6 here')
		return new Response(null, { status: 201 })
	})
	expect((await outbound('push', ENDPOINT, REQUEST, street)).status).toBe(201)
	expect(street.sent.map(({ url }) => new URL(url).hostname)).toEqual(['[2620:149:a44::1]', '17.57.144.1'])
})

test('a look-up or an answer that never ends is given up [T59] [T70]', async () => {
	const never = new Promise<never>(() => {})
	const stop = new AbortController()
	const hanging = [
		network([], () => new Response()),
		network([['17.57.144.1']], (_url, { signal }) => untilAborted(signal as AbortSignal)),
	].map(({ send, resolve }, nth) =>
		outbound(
			'push',
			ENDPOINT,
			{ ...REQUEST, signal: stop.signal },
			{ send, resolve: nth === 0 ? () => never : resolve },
		),
	)
	const outcomes = Promise.allSettled(hanging)
	stop.abort('given up')
	expect(await outcomes).toEqual(Array(2).fill({ status: 'rejected', reason: 'given up' }))
})

const untilAborted = (signal: AbortSignal) =>
	new Promise<never>((_, reject) => {
		if (signal.aborted) reject(signal.reason)
		signal.addEventListener('abort', () => reject(signal.reason))
	})

const NETWORKS: Record<string, string[]> = {
	'home.lan': ['192.168.1.5'],
	'other.home.lan': ['192.168.1.6'],
	'accounts.example.org': ['142.250.185.1'],
	'keys.example.com': ['142.250.185.2'],
	'rebinding.example.com': ['142.250.185.2', '192.168.1.6'],
	'169.254.169.254': ['169.254.169.254'],
	localhost: ['127.0.0.1'],
}

test.each([
	['home.lan', 'home.lan', true],
	['home.lan', 'other.home.lan', true],
	['home.lan', 'keys.example.com', true],
	['home.lan', '169.254.169.254', false],
	['home.lan', 'localhost', false],
	['accounts.example.org', 'keys.example.com', true],
	['accounts.example.org', 'other.home.lan', false],
	['accounts.example.org', 'rebinding.example.com', false],
	['accounts.example.org', '169.254.169.254', false],
])('a provider at %s that names %s for its keys: asked there is %p [T70]', async (named, host, isAsked) => {
	const sent: string[] = []
	const street: Network = {
		resolve: async (name) => NETWORKS[name] ?? [],
		send: async (url) => {
			sent.push(url)
			return new Response('{}')
		},
	}
	const asking = outbound('provider', new URL(`https://${host}/keys`), { named: new URL(`https://${named}`) }, street)
	expect(
		await asking.then(
			() => true,
			() => false,
		),
	).toBe(isAsked)
	expect(sent).toHaveLength(isAsked ? 1 : 0)
})

test('only the protocols of the web leave', async () => {
	for (const address of ['file:///etc/passwd', 'data:text/plain,hello', 'blob:http://localhost/1'])
		await expect(outbound('analytics', new URL(address))).rejects.toThrow(OutboundRefused)
})

const reading = Object.keys(PURPOSES).filter((purpose) => PURPOSES[purpose as Purpose].bodyMaxBytes > 0) as Purpose[]

test.each(reading)(
	'an answer to %s that never ends is read up to a limit, and its connection is closed [T70]',
	async (purpose) => {
		const { address, isClosed } = await rawServer((socket) => {
			socket.write('HTTP/1.1 200 OK\r\n\r\n')
			sendForEver(socket, 'x'.repeat(65_536))
		})
		await expect(outbound(purpose, address, { named: address })).rejects.toThrow('its answer is longer than 64 KB')
		await isClosed
	},
)

test('an answer that is compressed to a thousandth is not unpacked [T70]', async () => {
	const bomb = Bun.gzipSync(new Uint8Array(20_000_000))
	using server = Bun.serve({ port: 0, fetch: () => new Response(bomb, { headers: { 'Content-Encoding': 'gzip' } }) })
	await expect(outbound('analytics', server.url)).rejects.toThrow('its answer is compressed')
})

test('headers that never end are no answer [T70]', async () => {
	const { address, isClosed } = await rawServer((socket) => {
		socket.write('HTTP/1.1 200 OK\r\n')
		sendForEver(socket, `x: ${'y'.repeat(1000)}\r\n`)
	})
	await expect(outbound('alert', address)).rejects.toThrow()
	await isClosed
})

test.each(DRIPS)('a server that drips %s is given up when time is up [T70]', async (_what, first, drop) => {
	const { address, isClosed } = await rawServer((socket) => {
		socket.write(first)
		drip(socket, drop)
	})
	const asking = outbound('provider', address, { named: address, signal: AbortSignal.timeout(150) })
	await expect(asking).rejects.toThrow(expect.objectContaining({ name: 'TimeoutError' }))
	await isClosed
})

test('a redirect is an answer like others, and is not followed [T59] [T70]', async () => {
	let reached = 0
	const inside = () => {
		reached += 1
		return new Response('inside')
	}
	using inner = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: inside })
	using outer = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => Response.redirect(inner.url.href, 307) })
	const purposes = Object.keys(PURPOSES).filter((purpose) => purpose !== 'push') as Purpose[]
	for (const purpose of purposes)
		expect((await outbound(purpose, outer.url, { method: 'POST', named: outer.url, body: 'secret' })).status).toBe(307)
	expect(reached).toBe(0)
})
