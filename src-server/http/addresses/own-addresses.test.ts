import { expect, test } from 'bun:test'
import type { NetworkInterfaceInfo } from 'node:os'
import { defaultConfig } from '#server/settings/config.ts'
import { hostReader } from './host-names.ts'
import {
	addressFromHere,
	addressToPrint,
	lanAddress,
	lanAddresses,
	ownAddresses,
	sharedAddress,
} from './own-addresses.ts'

const at = (address: string, special: Partial<NetworkInterfaceInfo> = {}) =>
	({ address, family: 'IPv4', internal: false, ...special }) as NetworkInterfaceInfo

test('addresses that a phone can reach come before those of containers, and the machine’s own is left out', () => {
	const addresses = lanAddresses({
		docker0: [at('172.17.0.1')],
		lo: [at('127.0.0.1', { internal: true })],
		wlan0: [at('fe80::1', { family: 'IPv6' }), at('192.168.1.5')],
	})

	expect(addresses).toEqual(['192.168.1.5', '172.17.0.1'])
})

test('a Windows machine with virtual switches and a loose cable shows its Wi-Fi first', () => {
	const addresses = lanAddresses({
		'vEthernet (Default Switch)': [at('172.28.0.1')],
		'VirtualBox Host-Only Network': [at('192.168.56.1')],
		'VMware Network Adapter VMnet8': [at('192.168.80.1')],
		Ethernet: [at('169.254.10.20')],
		'Wi-Fi': [at('192.168.1.5')],
	})

	expect(addresses[0]).toBe('192.168.1.5')
})

const everywhere = { ...defaultConfig, host: '0.0.0.0', port: 8080 }

test('phones find the server at its address on the network, while they may', () => {
	expect(lanAddress(everywhere, ['192.168.1.5', '172.17.0.1'])).toBe('http://192.168.1.5:8080/')
	expect(lanAddress({ ...everywhere, host: '::', basePath: '/rides' }, ['192.168.1.5'])).toBe(
		'http://192.168.1.5:8080/rides/',
	)
	expect(lanAddress(everywhere, [])).toBeNull()
	expect(lanAddress({ ...everywhere, host: '127.0.0.1' }, ['192.168.1.5'])).toBeNull()
})

test('what is shared is the public address, else the one on the network, with the path that pages live under', () => {
	const lan = ['192.168.1.5']
	const publicUrl = new URL('https://rides.example.org/')
	const underPath = { ...everywhere, basePath: '/rides' }

	expect(sharedAddress({ ...everywhere, publicUrl }, lan)).toBe('https://rides.example.org')
	expect(sharedAddress({ ...underPath, publicUrl }, lan)).toBe('https://rides.example.org/rides')
	expect(sharedAddress({ ...underPath, publicUrl: new URL('/rides/', publicUrl) }, lan)).toBe(
		'https://rides.example.org/rides',
	)
	expect(sharedAddress(underPath, lan)).toBe('http://192.168.1.5:8080/rides')
	expect(sharedAddress(everywhere, [])).toBeNull()
	expect(sharedAddress(defaultConfig, lan)).toBeNull()
})

test('a server with a certificate of its own is found by https everywhere', () => {
	const https = { ...everywhere, tlsCert: '/c.pem', tlsKey: '/k.pem' }

	expect(lanAddress(https, ['192.168.1.5'])).toBe('https://192.168.1.5:8080/')
	expect(sharedAddress({ ...https, basePath: '/rides' }, ['192.168.1.5'])).toBe('https://192.168.1.5:8080/rides')
	expect(addressFromHere(https)).toBe('https://127.0.0.1:8080/')
})

test('programs on the machine itself find it, also when it listens for everybody', () => {
	expect(addressFromHere(defaultConfig)).toBe('http://127.0.0.1:7433/')
	expect(addressFromHere(everywhere)).toBe('http://127.0.0.1:8080/')
	expect(addressFromHere({ ...everywhere, host: '::', basePath: '/rides' })).toBe('http://[::1]:8080/rides/')
	expect(addressFromHere({ ...defaultConfig, host: '192.168.1.5' })).toBe('http://192.168.1.5:7433/')
})

test('the list of addresses begins with the one to share, and names this computer last', () => {
	const lan = ['192.168.1.5', '172.17.0.1']
	const publicUrl = new URL('https://rides.example.org/rides')
	const urls = (...given: Parameters<typeof ownAddresses>) => ownAddresses(...given).map(({ url }) => url)

	expect(ownAddresses({ ...everywhere, publicUrl, basePath: '/rides' }, { lan })).toEqual([
		{ kind: 'public', url: 'https://rides.example.org/rides/' },
		{ kind: 'network', url: 'http://192.168.1.5:8080/rides/' },
		{ kind: 'network', url: 'http://172.17.0.1:8080/rides/' },
		{ kind: 'this-computer', url: 'http://localhost:8080/rides/' },
	])
	expect(urls(defaultConfig, { lan })).toEqual(['http://localhost:7433/'])
	// The desktop edition answers only the app's own window on this computer.
	expect(urls(everywhere, { lan: lan.slice(0, 1), isDesktop: true })).toEqual(['http://192.168.1.5:8080/'])
	expect(urls(defaultConfig, { lan, isDesktop: true })).toEqual([])
})

test('what is printed is the public address, else where the server was found, and no address that may be another’s [T12]', () => {
	const publicUrl = new URL('https://rides.example.org/rides')
	const printed = (header: string, settings: Partial<typeof everywhere & { publicUrl: URL }> = {}, isHttps = false) => {
		const config = { ...everywhere, basePath: '/rides', ...settings }
		return addressToPrint(config, { host: hostReader(config)(header), isHttps }, () => ['192.168.1.5'])
	}

	expect(printed('192.168.1.20:9000')).toBe('http://192.168.1.20:9000/rides')
	expect(printed('NAS.local:7433', {}, true)).toBe('https://nas.local:7433/rides')
	// Phones cannot resolve the name that the computer's own browser uses.
	expect(printed('localhost:8080')).toBe('http://192.168.1.5:8080/rides')
	expect(printed('localhost:8080', { host: '127.0.0.1' })).toBe('http://localhost:8080/rides')
	expect([printed('203.0.113.66'), printed('')]).toEqual([null, null])
	for (const header of ['203.0.113.66', '192.168.1.20:9000', 'localhost'])
		expect(printed(header, { publicUrl })).toBe('https://rides.example.org/rides')
})
