import { expect, test } from 'bun:test'
import { networkOf } from './public-address.ts'

const INNER = [
	...['0.0.0.0', '10.0.0.1', '100.64.0.1', '127.0.0.1', '127.255.255.254', '169.254.169.254', '172.16.0.1'],
	...['192.0.0.1', '192.0.2.1', '192.168.1.1', '198.18.0.1', '203.0.113.1', '224.0.0.1', '240.0.0.1'],
	...['255.255.255.255', '::', '::1', '::ffff:127.0.0.1', '::ffff:a9fe:a9fe', '::7f00:1', '::ffff:0:7f00:1'],
	...['64:ff9b::7f00:1', '2002:7f00:1::', '2001::7f00:1', 'fc00::1', 'fd12:3456::1', 'fe80::1%eth0', 'ff02::1'],
	'2001:db8::1',
]

const isPublic = (address: string) => networkOf(address) === 'public'

test('of 29 addresses of machines and inner networks none is public [T59] [T70]', () => {
	expect(INNER).toHaveLength(29)
	expect(INNER.filter(isPublic)).toEqual([])
	expect(['', 'localhost', '127.1', '0x7f000001', '1.1.1.1:443'].filter(isPublic)).toEqual([])
})

test('addresses of the internet are public', () => {
	const outer = ['142.250.185.106', '1.1.1.1', '::ffff:1.1.1.1', '2a00:1450:4001:80b::200a', '2620:149:a44::1']
	expect(outer.filter((address) => !isPublic(address))).toEqual([])
})
