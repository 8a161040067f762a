import { expect, test } from 'bun:test'
import type { NetworkInterfaceInfo } from 'node:os'
import { defaultConfig } from '#server/settings/config.ts'
import { isSurelyOwn, isThisMachine, ownNameTest, readHost } from './host-names.ts'

type Settings = Partial<Parameters<typeof ownNameTest>[0]>

/** True if a server on the machine `attic-pc` with these settings answers requests with this Host header. */
const answersTo = (header: string, settings: Settings = {}, machine = 'attic-pc') => {
	const host = readHost(header)
	return host !== null && ownNameTest({ ...defaultConfig, ...settings }, machine)(host.name)
}

const HERE = [
	'localhost',
	'rides.localhost:7433',
	'127.0.0.1',
	'127.1.2.3:80',
	'[::1]',
	'192.168.1.20',
	'[fd00::1]:7433',
]
const OF_THE_MACHINE = ['attic-pc', 'ATTIC-PC:7433', 'attic-pc.local', 'attic-pc.local.']
const AT_HOME = ['nas:7433', 'NAS', 'nas.', 'nas.local', 'nas.lan', 'my_nas.lan', 'a.b.home.arpa', 'rides.internal']
const FOREIGN = [
	...['evil.example', 'evil.example.', 'nas.fritz.box', 'nas.home', 'home.arpa.evil.example', 'xlocal.example'],
	...['127.0.0.1.evil.example', 'localhost.evil.example', 'evil-localhost.example', 'attic-pc.evil.example'],
]

test('a server for this machine only answers to its addresses, localhost and the machine’s own name [T12]', () => {
	for (const name of [...HERE, ...OF_THE_MACHINE]) expect([name, answersTo(name)]).toEqual([name, true])
	for (const name of [...AT_HOME, ...FOREIGN, 'attic-pc.lan', 'notlocal'])
		expect([name, answersTo(name)]).toEqual([name, false])
})

test.each(['0.0.0.0', '::', '192.168.1.20', 'fd00::1'])(
	'a server at %s, let into the network, answers to the names that people have at home [T12]',
	(host) => {
		for (const name of [...HERE, ...OF_THE_MACHINE, ...AT_HOME])
			expect([name, answersTo(name, { host })]).toEqual([name, true])
		for (const name of FOREIGN) expect([name, answersTo(name, { host })]).toEqual([name, false])
	},
)

test.each(['127.0.0.1', '127.8.9.1', '::1', 'localhost'])('a server at %s is for this machine only', (host) => {
	expect(answersTo('nas.lan', { host })).toBe(false)
})

test('an operator allows more names, each for itself or with all below it [T12]', () => {
	const allowedHosts = ['nas.fritz.box', '.example.ts.net']

	for (const name of ['NAS.Fritz.Box:7433', 'example.ts.net', 'pi.example.ts.net', 'a.b.example.ts.net.'])
		expect([name, answersTo(name, { allowedHosts })]).toEqual([name, true])
	for (const name of ['fritz.box', 'x.nas.fritz.box', 'nas.fritz.box.evil.example', 'badexample.ts.net', 'ts.net'])
		expect([name, answersTo(name, { allowedHosts })]).toEqual([name, false])
})

test('the public address is one of its names, and so is the name that it listens on', () => {
	const publicUrl = new URL('https://Rides.example.org:8443/rides')

	expect(answersTo('rides.example.org', { publicUrl })).toBe(true)
	expect(answersTo('example.org', { publicUrl })).toBe(false)
	expect(answersTo('pi.example.org:7433', { host: 'Pi.example.org' })).toBe(true)
})

test('a machine whose name is a whole domain name has the first part of it under .local', () => {
	const names = ['pi.example.org', 'pi.local', 'pi', 'example.org', 'pi.example.org.local']

	expect(names.map((name) => answersTo(name, {}, 'pi.example.org'))).toEqual([true, true, false, false, false])
	expect(answersTo('marias-mac.local', {}, 'marias-mac.local')).toBe(true)
})

test('a host is read with its port, in lower case, and without the dot at its end', () => {
	expect(readHost('NAS.local.:7433')).toEqual({ name: 'nas.local', port: '7433', authority: 'nas.local.:7433' })
	expect(readHost('[FD00::1]')).toEqual({ name: '[fd00::1]', port: '', authority: '[fd00::1]' })
	expect(readHost('localhost:')).toMatchObject({ name: 'localhost', port: '' })
})

test.each([
	...[null, '', '.', ':80', 'a@b.local', 'a..b', 'a b', 'ü.local', 'a%41', 'a,b'],
	...['x:1:2', 'x:65536', 'x:123456', '::1', '[::1', '[zz]', '[:::1]'],
])('%p is not a host', (header) => {
	expect(readHost(header)).toBeNull()
})

test('a host longer than any that gets here is read at once [T24]', () => {
	const start = process.cpuUsage()

	for (const part of ['a', 'a.', '.', '-', 'a.-', '[:', '::', '[', 'a:1'])
		expect(readHost(part.repeat(200_000))).toBeNull()
	const { user, system } = process.cpuUsage(start)
	expect((user + system) / 1000).toBeLessThan(5000)
})

test('only names that lead to the browser’s own machine are this machine', () => {
	for (const name of ['localhost', 'a.localhost', '127.0.0.1', '[::1]'])
		expect([name, isThisMachine(name)]).toEqual([name, true])
	for (const name of ['nas', 'nas.local', '192.168.1.20', '[fd00::1]', '127.0.0.1.nip.io', 'localhost.lan'])
		expect([name, isThisMachine(name)]).toEqual([name, false])
})

test('an address of the internet is anybody’s, unless this machine has it or a setting names it [T12]', () => {
	const interfaces = {
		eth0: [{ address: '198.51.100.7' }, { address: '2001:db8::7' }] as NetworkInterfaceInfo[],
	}
	const isOwn = (name: string, settings: Settings = {}) =>
		isSurelyOwn(name, { ...defaultConfig, host: '0.0.0.0', ...settings }, interfaces)

	for (const name of ['198.51.100.8', '[2001:db8::8]', '[::ffff:203.0.113.9]', '255.255.255.255'])
		expect([name, isOwn(name)]).toEqual([name, false])
	for (const name of ['198.51.100.7', '[2001:db8::7]', '[2001:db8:0:0::7]', '[::ffff:198.51.100.7]'])
		expect([name, isOwn(name)]).toEqual([name, true])
	for (const name of [
		'192.168.1.20',
		'10.0.0.9',
		'100.64.1.2',
		'127.0.0.1',
		'[fd00::1]',
		'[fe80::1]',
		'nas.local',
		'nas',
	])
		expect([name, isOwn(name)]).toEqual([name, true])
	expect(isOwn('203.0.113.9', { allowedHosts: ['203.0.113.9'] })).toBe(true)
	expect(isOwn('[2001:db8::9]', { host: '2001:db8::9' })).toBe(true)
})
