import { expect, test } from 'bun:test'
import { isPublicAddress, NotPublic, postToEndpoint, pushEndpoint, type Send } from './push-endpoints.ts'

const INNER = [
	...['0.0.0.0', '10.0.0.1', '100.64.0.1', '127.0.0.1', '127.255.255.254', '169.254.169.254', '172.16.0.1'],
	...[
		'192.0.0.1',
		'192.0.2.1',
		'192.168.1.1',
		'198.18.0.1',
		'203.0.113.1',
		'224.0.0.1',
		'240.0.0.1',
		'255.255.255.255',
	],
	...['::', '::1', '::ffff:127.0.0.1', '::ffff:a9fe:a9fe', '::7f00:1', '::ffff:0:7f00:1', '64:ff9b::7f00:1'],
	...['2002:7f00:1::', '2001::7f00:1', 'fc00::1', 'fd12:3456::1', 'fe80::1%eth0', 'ff02::1', '2001:db8::1'],
]

test('of 29 addresses of machines and networks inside none is one of the internet [T59]', () => {
	expect(INNER).toHaveLength(29)
	expect(INNER.filter(isPublicAddress)).toEqual([])
	expect(['', 'localhost', '127.1', '0x7f000001', '1.1.1.1:443'].filter(isPublicAddress)).toEqual([])
})

test('addresses of the internet are, and fcm.googleapis.com is a name and not an fc00::/7 [T59]', () => {
	const outer = ['142.250.185.106', '1.1.1.1', '::ffff:1.1.1.1', '2a00:1450:4001:80b::200a', '2620:149:a44::1']
	expect(outer.filter((address) => !isPublicAddress(address))).toEqual([])
	expect(pushEndpoint('https://fcm.googleapis.com/fcm/send/abc:def_-', [])?.hostname).toBe('fcm.googleapis.com')
})

test.each([
	['of an address', 'https://127.0.0.1/'],
	['of an address as a number', 'https://2130706433/'],
	['of an address of IPv6', 'https://[::ffff:127.0.0.1]/'],
	['with a name before the host', 'https://fcm.googleapis.com@127.0.0.1/'],
	['with a backslash', 'https://127.0.0.1\\@fcm.googleapis.com/'],
	['with the name in front of another', 'https://fcm.googleapis.com.evil.example/'],
	['with the name behind another', 'https://evilfcm.googleapis.com/'],
	['with a dot at the end', 'https://fcm.googleapis.com./'],
	['with another port', 'https://fcm.googleapis.com:8443/'],
])('an endpoint %s is none [T59]', (_how, text) => {
	expect(pushEndpoint(text, [])).toBeNull()
})

test('an endpoint has the one spelling that browsers give it, and is https [T59]', () => {
	const odd = [
		...['', 'nonsense', 'http://fcm.googleapis.com/a', 'HTTPS://fcm.googleapis.com/a', 'https://FCM.googleapis.com/a'],
		...['https://fcm.googleapis.com:443/a', 'https://fcm.googleapis.com', ' https://fcm.googleapis.com/a'],
		...['https://fcm.googleapis.com/a/../b', 'https://fcm.googleapis.com/a#b', 'https://fcm。googleapis.com/a'],
		...['https://push.apple.com/a', 'https://.push.apple.com/a', 'https://notpush.apple.com/a', 'file:///etc/passwd'],
	]
	expect(odd.filter((text) => pushEndpoint(text, []) !== null)).toEqual([])
	for (const host of ['updates.push.services.mozilla.com', 'web.push.apple.com', 'wns2-par02p.notify.windows.com'])
		expect(pushEndpoint(`https://${host}/wpush/v2/gAAA`, [])?.hostname).toBe(host)
})

test('more push services can be named, with all names below one or without', () => {
	const more = ['push.home.example', '*.unified.example']
	const known = (host: string) => pushEndpoint(`https://${host}/a`, more) !== null

	expect(['push.home.example', 'a.unified.example', 'a.b.unified.example'].every(known)).toBe(true)
	expect(['a.push.home.example', 'unified.example', 'aunified.example'].some(known)).toBe(false)
})

const ENDPOINT = new URL('https://web.push.apple.com/QABC')
const REQUEST = { headers: { TTL: '86400' }, body: new Uint8Array(3) }

/** A network where that name leads to these addresses, each question to the next ones, and services answer as told. */
function street(answers: string[][], answer: (url: string, init: BunFetchRequestInit) => Response | Promise<Response>) {
	const asked: string[] = []
	const sent: { url: string; init: BunFetchRequestInit }[] = []
	const send: Send = async (url, init) => {
		sent.push({ url, init })
		return answer(url, init)
	}
	const resolve = async (host: string) => {
		asked.push(host)
		return answers[Math.min(asked.length, answers.length) - 1] ?? []
	}
	return { asked, sent, send, resolve }
}

test('a message goes to an address that was looked at, under the name of its certificate', async () => {
	const { asked, sent, ...network } = street([['17.57.144.1']], () => new Response('taken', { status: 201 }))

	expect(await postToEndpoint(ENDPOINT, REQUEST, network)).toEqual({ status: 201, retryAfter: null })

	expect(asked).toEqual(['web.push.apple.com'])
	expect(sent).toMatchObject([
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

test('a name that leads inside is not called, also where it leads outside as well, or leads nowhere [T59]', async () => {
	for (const addresses of [['127.0.0.1'], ['17.57.144.1', '10.0.0.1'], ['::1', '2620:149:a44::1'], []]) {
		const { sent, ...network } = street([addresses], () => new Response())
		await expect(postToEndpoint(ENDPOINT, REQUEST, network)).rejects.toThrow(NotPublic)
		expect(sent).toEqual([])
	}
})

test('a name that leads inside at the second question is asked only once [T59]', async () => {
	const { asked, sent, ...network } = street([['17.57.144.1'], ['127.0.0.1']], () => new Response())
	await postToEndpoint(ENDPOINT, REQUEST, network)
	expect(asked).toHaveLength(1)
	expect(sent.map(({ url }) => new URL(url).hostname)).toEqual(['17.57.144.1'])
})

test('a redirect is an answer like others, and is not followed [T59]', async () => {
	const inner = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('inside') })
	let reached = 0
	const outer = Bun.serve({
		port: 0,
		hostname: '127.0.0.1',
		fetch: () => {
			reached += 1
			return Response.redirect(inner.url.href, 307)
		},
	})
	const network = street([['17.57.144.1']], (_url, init) => fetch(outer.url, { ...init, tls: undefined }))

	expect((await postToEndpoint(ENDPOINT, REQUEST, network)).status).toBe(307)
	expect(reached).toBe(1)
	await Promise.all([inner.stop(true), outer.stop(true)])
})

test('a service that does not answer, and a name that nobody answers for, are given up on [T59]', async () => {
	const forever = () => new Promise<never>(() => {})
	const stop = new AbortController()
	const hanging = [
		postToEndpoint(ENDPOINT, REQUEST, { resolve: forever, signal: stop.signal }),
		postToEndpoint(ENDPOINT, REQUEST, {
			...street([['17.57.144.1']], (_url, { signal }) => untilAborted(signal as AbortSignal)),
			signal: stop.signal,
		}),
	]
	const outcomes = Promise.allSettled(hanging)
	await Bun.sleep(1)
	stop.abort('given up')
	expect(await outcomes).toEqual(Array(2).fill({ status: 'rejected', reason: 'given up' }))
})

test('where one address cannot be reached the next one is tried, until a service answers', async () => {
	const { sent, ...network } = street([['2620:149:a44::1', '17.57.144.1', '17.57.144.2']], (url) => {
		if (url.includes('[')) throw new Error('no IPv6 here')
		return new Response(null, { status: 201 })
	})
	expect((await postToEndpoint(ENDPOINT, REQUEST, network)).status).toBe(201)
	expect(sent.map(({ url }) => new URL(url).hostname)).toEqual(['[2620:149:a44::1]', '17.57.144.1'])
})

const untilAborted = (signal: AbortSignal) =>
	new Promise<never>((_, reject) => {
		if (signal.aborted) reject(signal.reason)
		signal.addEventListener('abort', () => reject(signal.reason))
	})
