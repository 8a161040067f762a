import { expect, test } from 'bun:test'
import type { NetworkInterfaceInfo } from 'node:os'
import { defaultConfig } from '#server/config.ts'
import { banner, lanAddresses } from './banner.ts'

const QR_CORNER = '█ ▄▄▄▄▄ █'

test('an operator at home reads the address, the data folder and who may sign up', () => {
	const text = banner({ ...defaultConfig, dataDir: '/srv/rides' }, 7433, ['192.168.1.5'])

	expect(text).toMatch(/^Backseat .+ is ready at http:\/\/127\.0\.0\.1:7433\/\n/)
	expect(text).toContain('/srv/rides')
	expect(text).toContain('open, whoever reaches this address may make an account')
	expect(text).not.toContain('192.168.1.5')
	expect(text).not.toContain(QR_CORNER)
})

test('an operator who lets the network in gets the address for phones, and its QR code', () => {
	const text = banner({ ...defaultConfig, host: '0.0.0.0', basePath: '/rides' }, 8080, ['192.168.1.5', '10.0.0.2'])

	expect(text).toContain('is ready at http://localhost:8080/rides/')
	expect(text).toContain('http://192.168.1.5:8080/rides/')
	expect(text).toContain('http://10.0.0.2:8080/rides/')
	expect(text).toContain(QR_CORNER)
})

test('the public address is the one to share', () => {
	const publicUrl = new URL('https://rides.example.org')

	expect(banner({ ...defaultConfig, publicUrl }, 7433, [])).toContain('For everybody    https://rides.example.org/\n')
})

test('a machine without a network says nothing about phones', () => {
	expect(banner({ ...defaultConfig, host: '0.0.0.0' }, 7433, [])).not.toContain('phone')
})

test('an IPv6 address is written so that a browser understands it', () => {
	expect(banner({ ...defaultConfig, host: '::1' }, 7433, [])).toContain('http://[::1]:7433/')
})

test('addresses that a phone can reach come before those of containers, and the machine’s own is left out', () => {
	const at = (address: string, special: Partial<NetworkInterfaceInfo> = {}) =>
		({ address, family: 'IPv4', internal: false, ...special }) as NetworkInterfaceInfo

	const addresses = lanAddresses({
		docker0: [at('172.17.0.1')],
		lo: [at('127.0.0.1', { internal: true })],
		wlan0: [at('fe80::1', { family: 'IPv6' }), at('192.168.1.5')],
	})

	expect(addresses).toEqual(['192.168.1.5', '172.17.0.1'])
})
