import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { drawIcons, drawPageIcons, drawShownPictures } from './icons.ts'

let folder = ''
const file = (name: string) => readFile(join(folder, name))

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'backseat-icons-'))
	await drawPageIcons(folder)
	await drawIcons(folder)
	await drawShownPictures(join(folder, 'shown'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The width in the header of a PNG. */
function widthOf(picture: Buffer): number {
	expect(picture.toString('latin1', 1, 4)).toBe('PNG')
	return picture.readUInt32BE(16)
}

/** The red, green, blue and alpha of the first pixel, which every PNG filter stores unchanged. */
function cornerOf(picture: Buffer): number[] {
	const length = picture.readUInt32BE(picture.indexOf('IDAT') - 4)
	const start = picture.indexOf('IDAT') + 4
	return [...inflateSync(picture.subarray(start, start + length)).subarray(1, 5)]
}

test('a browser that asks for /favicon.ico gets the logo in the sizes of tabs and shortcuts', async () => {
	const icon = await file('favicon.ico')
	const entries = [0, 1, 2].map((index) => icon.subarray(6 + 16 * index))

	expect(icon.readUInt16LE(4)).toBe(3)
	expect(entries.map((entry) => widthOf(icon.subarray(entry.readUInt32LE(12))))).toEqual([16, 32, 48])
	expect(icon.length).toBeLessThan(8 * 1024)
})

test('the icons of the home screen have the sizes that the manifest gives them, and one may be cut to any shape', async () => {
	const sizes = { 'icon-192': 192, 'icon-512': 512, 'icon-maskable-512': 512, 'shortcut-rate': 96, 'shortcut-card': 96 }

	for (const [name, size] of Object.entries(sizes)) {
		const picture = await file(`app-icons/${name}.png`)
		expect([name, widthOf(picture)]).toEqual([name, size])
		expect(picture.length).toBeLessThan(32 * 1024)
	}
	expect(cornerOf(await file('app-icons/icon-512.png'))[3]).toBe(0)
	expect(cornerOf(await file('app-icons/icon-maskable-512.png'))).toEqual([0xff, 0xc6, 0x2b, 0xff])
})

test('a phone that rings gets a shape for the place beside its clock, with nothing around it', async () => {
	const picture = await file('app-icons/badge-96.png')
	expect([widthOf(picture), cornerOf(picture)[3]]).toEqual([96, 0])
	expect(picture.length).toBeLessThan(4 * 1024)
})

test('an iPhone that puts it on its home screen gets a picture without holes', async () => {
	const picture = await file('apple-touch-icon.png')
	expect(widthOf(picture)).toBe(180)
	expect(picture.length).toBeLessThan(8 * 1024)
	expect(cornerOf(picture)).toEqual([0xff, 0xf6, 0xe5, 0xff])
})

test('macOS finds a picture for each place, up to 1024 pixels', async () => {
	const icon = await file('icon.icns')
	const found: Record<string, number> = {}
	let at = 8
	while (at < icon.length) {
		found[icon.toString('latin1', at, at + 4)] = widthOf(icon.subarray(at + 8))
		at += icon.readUInt32BE(at + 4)
	}
	expect(icon.toString('latin1', 0, 4)).toBe('icns')
	expect(icon.readUInt32BE(4)).toBe(icon.length)
	expect(at).toBe(icon.length)
	expect(found).toEqual({
		ic11: 32,
		ic12: 64,
		ic07: 128,
		ic13: 256,
		ic08: 256,
		ic14: 512,
		ic09: 512,
		ic10: 1024,
	})
})

test('Windows finds a picture for each of its sizes', async () => {
	const icon = await file('icon.ico')
	const entries = Array.from({ length: icon.readUInt16LE(4) }, (_, index) => icon.subarray(6 + 16 * index))
	const sizes = entries.map((entry) => entry.readUInt8(0) || 256)
	expect(sizes).toEqual([16, 20, 24, 32, 40, 48, 64, 128, 256])
	expect(entries.map((entry) => widthOf(icon.subarray(entry.readUInt32LE(12))))).toEqual(sizes)
})

test('Linux and the running app find theirs under their names', async () => {
	const pictures = await readdir(join(folder, 'png'))
	for (const name of pictures) expect(`${widthOf(await file(`png/${name}`))}x`).toBe(`${name.split('x')[0]}x`)
	expect(pictures).toContain('512x512.png')
	expect(widthOf(await file('shown/trayTemplate@2x.png'))).toBe(32)
	expect(widthOf(await file('shown/tray@1.5x.png'))).toBe(24)
	expect(widthOf(await file('shown/badge.png'))).toBe(16)
})

test('the pictures come out the same each time', async () => {
	const again = join(folder, 'again')
	await drawIcons(again)
	for (const name of ['icon.icns', 'icon.ico', 'png/16x16.png'])
		expect(Buffer.compare(await readFile(join(again, name)), await file(name))).toBe(0)
})
