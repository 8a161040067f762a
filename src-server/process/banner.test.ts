import { expect, test } from 'bun:test'
import { type Config, defaultConfig } from '#server/settings/config.ts'
import { banner } from './banner.ts'

const QR_CORNER = '█ ▄▄▄▄▄ █'

test('an operator at home reads the address, the data folder and who may sign up', () => {
	const text = banner({ ...defaultConfig, dataDir: '/srv/rides' }, [], ['192.168.1.5'])

	expect(text).toMatch(/^Backseat .+ is ready at http:\/\/127\.0\.0\.1:7433\/\n/)
	expect(text).toContain('/srv/rides')
	expect(text).toContain('open, whoever reaches this address may make an account')
	expect(text).not.toContain('192.168.1.5')
	expect(text).not.toContain(QR_CORNER)
})

test('an operator who lets the network in gets the address for phones, and its QR code', () => {
	const text = banner(
		{ ...defaultConfig, host: '0.0.0.0', basePath: '/rides', port: 8080 },
		[],
		['192.168.1.5', '10.0.0.2'],
	)

	expect(text).toContain('is ready at http://localhost:8080/rides/')
	expect(text).toContain('http://192.168.1.5:8080/rides/')
	expect(text).toContain('http://10.0.0.2:8080/rides/')
	expect(text).toContain(QR_CORNER)
})

test('the public address is the one to share', () => {
	const publicUrl = new URL('https://rides.example.org')

	expect(banner({ ...defaultConfig, publicUrl }, [], [])).toContain('For everybody    https://rides.example.org/\n')
})

test('an operator reads which other names are answered', () => {
	const config = { ...defaultConfig, allowedHosts: ['nas.fritz.box', '.example.ts.net'] }

	expect(banner(config, [], [])).toContain('  Also answers to  nas.fritz.box, .example.ts.net\n')
	expect(banner(defaultConfig, [], [])).not.toContain('Also answers')
})

test('a public address in front of a base path is shared with that path, where the pages are', () => {
	const config = { ...defaultConfig, publicUrl: new URL('https://rides.example.org'), basePath: '/rides' }

	expect(banner(config, [], [])).toContain('For everybody    https://rides.example.org/rides/\n')
})

test('a machine without a network says nothing about phones', () => {
	expect(banner({ ...defaultConfig, host: '0.0.0.0' }, [], [])).not.toContain('phone')
})

test('an IPv6 address is written so that a browser understands it', () => {
	expect(banner({ ...defaultConfig, host: '::1' }, [], [])).toContain('http://[::1]:7433/')
})

test('a server with a certificate is at an https address, also for phones', () => {
	const config = { ...defaultConfig, host: '0.0.0.0', tlsCert: '/c.pem', tlsKey: '/k.pem' }
	const text = banner(config, [], ['192.168.1.5'])

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
	const text = banner(
		{ ...defaultConfig, host: '0.0.0.0' },
		['Set-up link, good for 30 minutes:', '  http://a/b'],
		['10.0.0.2'],
	)

	expect(text).toEndWith('\n\nSet-up link, good for 30 minutes:\n  http://a/b\n')
})

test('the name of a folder puts no line of its own among those of the start', () => {
	const dataDir = '/srv/x\nBackseat 9 is ready at http://evil.example/\u001b[2J'
	const text = banner({ ...defaultConfig, dataDir, backupDir: dataDir }, [], [])

	expect(text).toContain('Data folder      /srv/x\\u000aBackseat 9 is ready')
	expect(text).not.toMatch(/^Backseat 9/m)
	expect(text).not.toContain('\u001b')
})
