import { expect, test } from 'bun:test'
import { readFlags, wantedTargets } from './package-flags.ts'
import { allTargets, type Target } from './server-binaries.ts'

const mac: Target = { system: 'mac', machine: 'arm64' }
const windows: Target = { system: 'win', machine: 'x64' }

const wantedOn = (here: Target | undefined, line = '') =>
	wantedTargets(readFlags(line.split(' ').filter(Boolean)), here)
		.map(({ system, machine }) => `${system} ${machine}`)
		.join(', ')

test('without a word it is for this computer, however it is to be packed', () => {
	expect(wantedOn(mac)).toBe('mac arm64')
	expect(wantedOn(mac, '--dir --feed https://rides.example/')).toBe('mac arm64')
})

test('a named system is for all processors we release it for, a named processor narrows it down', () => {
	expect(wantedOn(mac, '--linux')).toBe('linux x64, linux arm64')
	expect(wantedOn(mac, '--linux --arm64')).toBe('linux arm64')
	expect(wantedOn(mac, '--mac --win')).toBe('mac x64, mac arm64, win x64')
	expect(wantedOn(mac, '--mac --win --arm64')).toBe('mac arm64')
	expect(wantedOn(mac, '--x64 --arm64 --linux --mac --win').split(', ')).toHaveLength(allTargets.length)
})

test('a processor alone is for this system', () => {
	expect(wantedOn(mac, '--x64')).toBe('mac x64')
	expect(wantedOn(windows, '--x64')).toBe('win x64')
})

test('what we make no package for comes to nothing', () => {
	expect(wantedOn(mac, '--win --arm64')).toBe('')
	expect(wantedOn(windows, '--arm64')).toBe('')
})

test('a computer of a kind we make nothing for can still pack for the others', () => {
	expect(wantedOn(undefined)).toBe('')
	expect(wantedOn(undefined, '--x64')).toBe('')
	expect(wantedOn(undefined, '--win')).toBe('win x64')
})

test('a word or flag we do not know, a feed without an address, and an invalid homepage, are refused', () => {
	expect(() => readFlags(['--snap'])).toThrow("'--snap'")
	expect(() => readFlags(['linux'])).toThrow("'linux'")
	expect(() => readFlags(['--feed'])).toThrow('--feed')
	for (const homepage of ['', 'rides.example', 'javascript:alert(1)'])
		expect(() => readFlags(['--homepage', homepage])).toThrow('whole address')
	expect(readFlags(['--homepage', 'https://rides.example']).homepage).toBe('https://rides.example')
})
