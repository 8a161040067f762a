import { expect, test } from 'bun:test'
import { type networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Config, defaultConfig } from '#server/settings/config.ts'
import { startWarnings, warningsOfTests } from './start-warnings.ts'

type Interfaces = ReturnType<typeof networkInterfaces>
const on = (...addresses: string[]): Interfaces => ({
	lo: [{ address: '127.0.0.1', family: 'IPv4', internal: true }] as Interfaces['lo'],
	eth0: addresses.map((address) => ({
		address,
		family: address.includes(':') ? 'IPv6' : 'IPv4',
	})) as Interfaces['eth0'],
})
const atHome = on('192.168.1.5', 'fe80::1', 'fd00::5')
const onTheInternet = on('9.9.9.9', '2a01:4f8::1')

/** Nothing is wrong here. */
const fine: Config = { ...defaultConfig, backupDir: join(tmpdir(), 'another-disk') }
const calm = { tls: null, interfaces: atHome, isRoot: false }
const warnings = (special: Partial<Config>, around: Partial<Parameters<typeof startWarnings>[1]> = {}) =>
	startWarnings({ ...fine, ...special }, { ...calm, ...around })

test('an operator at home with backups on another disk is not bothered', () => {
	expect(warnings({})).toEqual([])
	expect(warnings({ host: '0.0.0.0' })).toEqual([])
	expect(warnings({ host: '::' })).toEqual([])
	expect(warnings({ host: '192.168.1.5' })).toEqual([])
})

test('plain http where the whole internet can come is warned of, with what to do', () => {
	const loud = [
		warnings({ host: '0.0.0.0' }, { interfaces: onTheInternet }),
		warnings({ host: '::' }, { interfaces: on('192.168.1.5', '2a01:4f8::1') }),
		warnings({ host: '9.9.9.9' }),
		warnings({ publicUrl: new URL('http://rides.example.org') }),
		warnings({ publicUrl: new URL('http://9.9.9.9:7433') }),
		warnings({ publicUrl: new URL('http://[2a01:4f8::1]/') }),
	]

	for (const [warning, ...more] of loud) {
		expect(more).toEqual([])
		expect(warning).toContain('passwords')
		expect(warning).toContain('--tls-cert')
		expect(warning).toContain('--public-url')
		expect(warning).not.toContain('\n')
	}
})

const publicUrl = new URL('https://rides.example.org')
const tls = { cert: '', key: '', validTo: new Date('2040-01-01') }
test.each([
	['a public address on https', { publicUrl, host: '0.0.0.0' }],
	['a certificate of its own', { tlsCert: '/c.pem', tlsKey: '/k.pem', host: '0.0.0.0' }],
	['a proxy that is trusted', { trustedProxies: ['10.0.0.1'], host: '0.0.0.0' }],
	['a server for this machine only', {}],
] as [string, Partial<Config>][])('%s is no reason to warn, wherever the machine stands', (_what, special) => {
	expect(warnings(special, { interfaces: onTheInternet })).toEqual([])
})

test('0.0.0.0 listens to nobody who comes by IPv6', () => {
	expect(warnings({ host: '0.0.0.0' }, { interfaces: on('192.168.1.5', '2a01:4f8::1') })).toEqual([])
})

test.each([
	'http://nas:7433',
	'http://nas.local',
	'http://rides.home.arpa',
	'http://192.168.1.5:7433',
	'http://[fd00::5]',
	'http://100.101.102.103',
	'http://nas.tail1234.ts.net',
])('%s leads nowhere outside, so plain http is the operator’s business', (url) => {
	expect(warnings({ publicUrl: new URL(url) })).toEqual([])
})

test('links with the wrong scheme are found before somebody follows one', () => {
	const [warning] = warnings({ publicUrl: new URL('http://nas.local'), tlsCert: '/c.pem', tlsKey: '/k.pem' })

	expect(warning).toContain('links will start with http://nas.local')
})

test('backups beside the data, or none, are warned of', () => {
	expect(warnings({ backupDir: null })).toEqual([expect.stringContaining('--backup-dir')])
	expect(warnings({ backupDir: '/not/mounted/backseat' })).toEqual([
		expect.stringContaining('No backup can be made in /not/mounted/backseat'),
	])
	expect(warnings({ backupKeepDaily: 0 })).toEqual([expect.stringContaining('backup-keep-daily is 0')])
})

test('a certificate that ends within two weeks, or has ended, is reported', () => {
	const https = { tlsCert: '/c.pem', tlsKey: '/k.pem' }
	const on = (day: string) => warnings(https, { tls, now: new Date(day) })

	expect(on('2039-12-17')).toEqual([])
	expect(on('2039-12-19')).toEqual([expect.stringContaining('/c.pem runs out on 2040-01-01')])
	expect(on('2040-01-02')).toEqual([expect.stringContaining('ran out on 2040-01-01')])
})

test('whoever runs it as root is told that it needs no root', () => {
	expect(warnings({}, { isRoot: true })).toEqual([expect.stringContaining('root')])
})

test('limits other than the usual ones are reported in capitals', () => {
	expect(warningsOfTests(defaultConfig)).toEqual([])
	expect(warningsOfTests({ ...defaultConfig, rateLimitScale: 0 })[0]).toStartWith('RATE LIMITS ARE OFF')
	expect(warningsOfTests({ ...defaultConfig, rateLimitScale: 5 })[0]).toStartWith('RATE LIMITS ARE MULTIPLIED BY 5')
})
