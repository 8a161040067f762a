import { expect, test } from 'bun:test'
import { type networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import decodeQR from 'qr/decode.js'
import { type Config, defaultConfig } from '#server/settings/config.ts'
import { banner, startWarnings, warningsOfTests } from './banner.ts'

const QR_CORNER = '█ ▄▄▄▄▄ █'

test('an operator at home reads the address, the data folder and who may sign up', () => {
	const text = banner({ ...defaultConfig, dataDir: '/srv/rides' }, { lan: ['192.168.1.5'] })

	expect(text).toMatch(/^Backseat .+ is ready at http:\/\/localhost:7433\/\n/)
	expect(text).toContain('/srv/rides')
	expect(text).toContain('open, whoever reaches this address may make an account')
	expect(text).not.toContain('192.168.1.5')
	expect(text).not.toContain(QR_CORNER)
})

test('an operator who lets the network in gets the address for phones, and its QR code', () => {
	const config = { ...defaultConfig, host: '0.0.0.0', basePath: '/rides', port: 8080 }
	const text = banner(config, { lan: ['192.168.1.5', '10.0.0.2'] })

	expect(text).toContain('is ready at http://localhost:8080/rides/')
	expect(text).toContain('http://192.168.1.5:8080/rides/')
	expect(text).toContain('http://10.0.0.2:8080/rides/')
	expect(text).toContain(QR_CORNER)
	expect(banner(config, { lan: [] })).not.toContain('phone')
	expect(banner({ ...config, host: '::1' }, { lan: [] })).toContain('http://localhost:8080/rides/')
})

test('an operator reads which other names are answered', () => {
	const config = { ...defaultConfig, allowedHosts: ['nas.fritz.box', '.example.ts.net'] }

	expect(banner(config, { lan: [] })).toContain('  Also answers to  nas.fritz.box, .example.ts.net\n')
	expect(banner(defaultConfig, { lan: [] })).not.toContain('Also answers')
})

test('the public address is the one to share, with the base path, where the pages are', () => {
	const config = { ...defaultConfig, publicUrl: new URL('https://rides.example.org') }

	expect(banner(config, { lan: [] })).toContain('For everybody    https://rides.example.org/\n')
	expect(banner({ ...config, basePath: '/rides' }, { lan: [] })).toContain('    https://rides.example.org/rides/\n')
})

test('a server with a certificate is at an https address, also for phones', () => {
	const config = { ...defaultConfig, host: '0.0.0.0', tlsCert: '/c.pem', tlsKey: '/k.pem' }
	const text = banner(config, { lan: ['192.168.1.5'] })

	expect(text).toMatch(/^Backseat .+ is ready at https:\/\/localhost:7433\/\n/)
	expect(text).toContain('On this network  https://192.168.1.5:7433/\n')
	expect(text).not.toContain('http://')
})

test('an operator reads where backups go, and how many are kept', () => {
	const backups = (special: Partial<Config>) => /Backups +(.+)\n/.exec(banner({ ...defaultConfig, ...special }))?.[1]

	expect(backups({})).toBe('in the data folder, 7 daily and 4 weekly')
	expect(backups({ backupDir: '/mnt/usb', backupKeepWeekly: 0 })).toBe('/mnt/usb, 7 daily and 0 weekly')
	expect(backups({ backupKeepDaily: 0 })).toBe('in the data folder, none by the clock')
})

test('notes for this start only come last, below the rest', () => {
	const text = banner({ ...defaultConfig, host: '0.0.0.0' }, { notes: ['Make one:', '  a command'], lan: ['10.0.0.2'] })

	expect(text).toEndWith('\n\nMake one:\n  a command\n')
})

const LINK = '/invite/Zx3_-Zx3_-Zx3_-Zx3_-Zx3_-Zx3_-xy'
const setUpAt = (origin: string) => ({ link: origin + LINK, minutes: 30 })
const inNetwork = { ...defaultConfig, host: '0.0.0.0' }
const lan = ['192.168.178.20']

test('while nobody is host the one code is the set-up link, in 18 rows, which a phone reads off the terminal [spec 12.13] [spec 15.41]', () => {
	const text = banner(inNetwork, { setup: setUpAt('http://192.168.178.20:7433'), lan })
	const code = codeIn(text)

	expect(read(code)).toBe(`http://192.168.178.20:7433${LINK}`)
	expect(text).toContain('\nNobody is host yet. Point your own phone here first:\n█')
	expect(text).toContain(`\nhttp://192.168.178.20:7433${LINK}\nIt makes one account, within 30 minutes.`)
	expect(text).not.toContain('Point a phone here')
	expect(text).not.toContain('Only this computer')
	// A code of this link has 37 rows of modules, each of which was a row of a large terminal once.
	expect(code.length).toBe(18)
	expect(code[0]?.length).toBeLessThanOrEqual(80)
})

test.each([
	[
		'where nobody else is let in',
		defaultConfig,
		'http://localhost:7433',
		'After a start with --lan your phone can, too.',
	],
	['under localhost', { ...defaultConfig, host: '::1' }, 'http://[::1]:7433', 'After a start with --lan'],
	['on no network', inNetwork, 'http://localhost:7433', ', as it is on no network.'],
] as const)('%s the link says that only this computer can open it [spec 12.13]', (_where, config, origin, hint) => {
	const text = banner(config, { setup: setUpAt(origin), lan: [] })

	expect(read(codeIn(text))).toBe(origin + LINK)
	expect(text).toContain('Nobody is host yet. Open this link first:\n')
	expect(text.slice(text.indexOf('Only this computer can open it'))).toContain(hint)
})

const codeIn = (text: string) => text.split('\n').filter((line) => /^[█▀][ ▀▄█]+[█▀]$/.test(line))

/** Reads the code as a camera does: each half of a character is one module. */
function read(code: string[]): string {
	const rows = code.flatMap((line) => [
		[...line].map((sign) => '█▀'.includes(sign)),
		[...line].map((sign) => '█▄'.includes(sign)),
	])
	const scale = 4
	const [width, height] = [(rows[0]?.length ?? 0) * scale, rows.length * scale]
	const data = new Uint8Array(width * height * 4)
	for (let y = 0; y < height; y++)
		for (let x = 0; x < width; x++) {
			const light = rows[Math.floor(y / scale)]?.[Math.floor(x / scale)] ? 255 : 0
			data.set([light, light, light, 255], (y * width + x) * 4)
		}
	return decodeQR({ width, height, data })
}

test('the name of a folder puts no line of its own among those of the start', () => {
	const dataDir = '/srv/x\nBackseat 9 is ready at http://evil.example/\u001b[2J'
	const text = banner({ ...defaultConfig, dataDir, backupDir: dataDir }, { lan: [] })

	expect(text).toContain('Data folder      /srv/x\\u000aBackseat 9 is ready')
	expect(text).not.toMatch(/^Backseat 9/m)
	expect(text).not.toContain('\u001b')
})

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

const fine: Config = { ...defaultConfig, backupDir: join(tmpdir(), 'another-disk') }
const calm = { tls: null, interfaces: atHome, isRoot: false }
const warnings = (special: Partial<Config>, around: Partial<Parameters<typeof startWarnings>[1]> = {}) =>
	startWarnings({ ...fine, ...special }, { ...calm, ...around })

test('a variable TZ that names no time zone is said, unless the setting does', () => {
	const zone = { zone: 'UTC', by: 'default', misunderstood: 'UTC+2' }
	expect(warnings({}, { zone })).toEqual([
		'The variable TZ is "UTC+2", which names no time zone: the evening post comes at 18:30 UTC. Set TZ or --time-zone to the IANA name of a time zone such as Europe/Berlin; an offset has no summer time, and without one UTC+2 is Etc/GMT-2.',
	])
	expect(warnings({ timeZone: 'Europe/Berlin' }, { zone })).toEqual([])
})

test('an operator at home with backups on another disk is not bothered', () => {
	expect(warnings({})).toEqual([])
	expect(warnings({ host: '0.0.0.0' })).toEqual([])
	expect(warnings({ host: '::' })).toEqual([])
	expect(warnings({ host: '192.168.1.5' })).toEqual([])
	expect(warnings({ host: '0.0.0.0' }, { interfaces: on('192.168.1.5', '2a01:4f8::1') })).toEqual([])
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

test('a provider that speaks plain http is warned of', () => {
	expect(warnings({ oidcIssuer: new URL('https://auth.example.org') })).toEqual([])
	const [warning = '', ...more] = warnings({ oidcIssuer: new URL('http://authelia:9091/') })
	expect(more).toEqual([])
	expect(warning).toContain('http://authelia:9091')
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

test.each([
	...['http://nas:7433', 'http://nas.local', 'http://rides.home.arpa', 'http://nas.tail1234.ts.net'],
	...['http://192.168.1.5:7433', 'http://[fd00::5]', 'http://100.101.102.103'],
])('%s leads nowhere outside, so plain http is the operator’s business', (url) => {
	expect(warnings({ publicUrl: new URL(url) })).toEqual([])
})

test('links with the wrong scheme are found before a person follows one', () => {
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

test('an operator who runs it as root is told that it needs no root', () => {
	expect(warnings({}, { isRoot: true })).toEqual([expect.stringContaining('root')])
})

test('limits other than the usual ones are reported in capitals', () => {
	expect(warningsOfTests(defaultConfig)).toEqual([])
	expect(warningsOfTests({ ...defaultConfig, rateLimitScale: 0 })[0]).toStartWith('RATE LIMITS ARE OFF')
	expect(warningsOfTests({ ...defaultConfig, rateLimitScale: 5 })[0]).toStartWith('RATE LIMITS ARE MULTIPLIED BY 5')
})
