import { expect, test } from 'bun:test'
import { addressKey, clientBehind, newClient, proxyTest } from './client.ts'

const plainHttp = { isHttps: false, isPublicHttps: false, isTrustworthy: false }
const key = (address: string | null) => addressKey(newClient({ address, ...plainHttp }))

const isProxy = proxyTest(['10.0.0.1', '172.16.0.0/12', 'fd00::/8'])
const behind = (peer: string | null, forwarded?: string, proto?: string) => {
	const headers = new Headers()
	if (forwarded !== undefined) headers.set('X-Forwarded-For', forwarded)
	if (proto !== undefined) headers.set('X-Forwarded-Proto', proto)
	return clientBehind(isProxy, peer, headers)
}

test('an IPv4 person is one address, however it is written', () => {
	expect(key('203.0.113.7')).toBe('203.0.113.7')
	expect(key('::ffff:203.0.113.7')).toBe('203.0.113.7')
	expect(key('::ffff:cb00:7107')).toBe('203.0.113.7')
})

test('an IPv6 customer is one /64, however it is written', () => {
	const home = key('2001:db8:1:2::1')

	for (const same of ['2001:db8:1:2:ffff::9', '2001:0DB8:0001:0002:0:0:0:1', '2001:db8:1:2::1%eth0'])
		expect(key(same)).toBe(home)
	for (const other of ['2001:db8:1:3::1', '2001:db8:2:2::1', '::1']) expect(key(other)).not.toBe(home)
})

test('people whose address nobody knows share one key', () => {
	expect(key(null)).toBe('unknown')
})

test('a stranger’s forwarded headers are not believed [T26]', () => {
	for (const peer of ['203.0.113.7', '10.0.0.2', '172.32.0.1', 'fe80::1'])
		expect(behind(peer, '198.51.100.1', 'https')).toEqual({ address: peer, isForwardedHttps: false })
	expect(behind(null, '198.51.100.1', 'https')).toEqual({ address: null, isForwardedHttps: false })
})

test('behind trusted proxies it is the right-most hop that is not one of them', () => {
	expect(behind('10.0.0.1', '198.51.100.1')).toMatchObject({ address: '198.51.100.1' })
	expect(behind('10.0.0.1', '192.0.2.66, 198.51.100.1')).toMatchObject({ address: '198.51.100.1' })
	expect(behind('10.0.0.1', '192.0.2.66, 198.51.100.1, 172.20.0.5')).toMatchObject({ address: '198.51.100.1' })
	expect(behind('fd00::5', ' 2001:db8::1 ,172.20.0.5')).toMatchObject({ address: '2001:db8::1' })
	expect(behind('::ffff:10.0.0.1', '198.51.100.1')).toMatchObject({ address: '198.51.100.1' })
})

test.each(['', '   ', 'unknown', '172.20.0.5', '172.20.0.5, 10.0.0.1', ','])(
	'behind a proxy that names nobody (%p) everybody counts as the proxy',
	(forwarded) => {
		expect(behind('10.0.0.1', forwarded)).toMatchObject({ address: '10.0.0.1' })
	},
)

test.each(['unknown', '198.51.100.1:4711', '[2001:db8::1]:4711', '_hidden'])(
	'of a proxy that names %p nothing further left is believed',
	(hop) => {
		expect(behind('10.0.0.1', `192.0.2.66, ${hop}`)).toMatchObject({ address: '10.0.0.1' })
	},
)

test('https is what a trusted proxy says it is', () => {
	expect(behind('10.0.0.1', undefined, 'https').isForwardedHttps).toBe(true)
	for (const proto of [undefined, 'http', '', 'HTTP', 'https,http', 'javascript'])
		expect(behind('10.0.0.1', undefined, proto).isForwardedHttps).toBe(false)
})

test('nobody is a proxy by default', () => {
	const none = proxyTest([])

	for (const address of ['127.0.0.1', '::1', '10.0.0.1', '', 'unknown']) expect(none(address)).toBe(false)
})
