import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drawIcons, drawShownPictures } from './icons.ts'

let folder = ''
const file = (name: string) => readFile(join(folder, name))

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'backseat-icons-'))
	await drawIcons(folder)
	await drawShownPictures(join(folder, 'shown'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

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

/** Of a PNG. */
function widthOf(picture: Buffer): number {
	expect(picture.toString('latin1', 1, 4)).toBe('PNG')
	return picture.readUInt32BE(16)
}
