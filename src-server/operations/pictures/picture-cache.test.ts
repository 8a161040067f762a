import { expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pictureCache } from './picture-cache.ts'

const name = (digit: number) => String(digit).repeat(64)
const png = (bytes: number, filledWith = 7) => new Uint8Array(bytes).fill(filledWith)

function aCache({
	folder = join(mkdtempSync(join(tmpdir(), 'backseat-pictures-')), 'pictures'),
	maxBytes = 1000,
} = {}) {
	const warnings: string[] = []
	let hours = 1
	const cache = pictureCache({
		folder,
		maxBytes,
		now: () => new Date(hours * 3_600_000),
		warn: (text) => warnings.push(text),
	})
	const keep = (name: string, png: Uint8Array) => cache.keeperFor(name)(png)
	return { ...cache, keep, folder, warnings, later: (by = 2) => (hours += by) }
}

test('what was kept is there, also for the next server, and for nobody else on the machine', async () => {
	const { keep, read, folder } = aCache()
	expect(await read(name(1))).toBeNull()
	await keep(name(1), png(300))

	expect(await read(name(1))).toEqual(png(300))
	expect(await aCache({ folder }).read(name(1))).toEqual(png(300))
	expect(statSync(folder).mode & 0o777).toBe(0o700)
	expect(statSync(join(folder, `${name(1)}.png`)).mode & 0o777).toBe(0o600)
	expect(readdirSync(folder)).toEqual([`${name(1)}.png`])
})

test('above the limit the one goes that nobody has looked at for the longest', async () => {
	const { keep, read, later } = aCache()
	for (const each of [1, 2, 3]) {
		await keep(name(each), png(300))
		later()
	}
	await read(name(1))
	later()

	await keep(name(4), png(300))

	expect(await read(name(2))).toBeNull()
	for (const each of [1, 3, 4]) expect(await read(name(each))).not.toBeNull()
})

test('the limit counts what earlier servers left, and their order of use', async () => {
	const { keep, read, folder, later } = aCache()
	for (const each of [1, 2, 3]) {
		await keep(name(each), png(300))
		later()
	}
	for (const [each, seconds] of [
		[1, 5000],
		[2, 9000],
		[3, 1000],
	] as const)
		utimesSync(join(folder, `${name(each)}.png`), seconds, seconds)
	await read(name(1))

	const next = aCache({ folder })
	next.later(9)
	await next.keep(name(4), png(300))

	expect(await next.read(name(3))).toBeNull()
	expect(await next.read(name(1))).not.toBeNull()
})

test('files of other names are not ours: they are not counted or removed; what a crash cut off is', async () => {
	const { keep, folder } = aCache()
	await keep(name(1), png(300))
	writeFileSync(join(folder, 'holiday.png'), png(5000))
	writeFileSync(join(folder, `${name(2)}.abc.new`), png(10))

	const next = aCache({ folder })
	await next.keep(name(3), png(300))

	expect(readdirSync(folder).sort()).toEqual([`${name(1)}.png`, `${name(3)}.png`, 'holiday.png'])
})

test('where nothing can be written pictures are not kept, and that is said once [B12]', async () => {
	const place = mkdtempSync(join(tmpdir(), 'backseat-pictures-'))
	// A file in the folder's stead, so that even root cannot write there.
	writeFileSync(join(place, 'pictures'), 'no folder')
	const { keep, read, warnings } = aCache({ folder: join(place, 'pictures') })

	await keep(name(1), png(300))
	await keep(name(2), png(300))

	expect(await read(name(1))).toBeNull()
	expect(warnings).toEqual([expect.stringMatching(/^Pictures are not kept in .*: each is drawn again\.$/)])
	expect(readFileSync(join(place, 'pictures'), 'utf8')).toBe('no folder')
})

test('emptied means that none is left, not even one that was being drawn or written', async () => {
	const { keep, keeperFor, read, empty, warnings } = aCache()
	await keep(name(1), png(300))
	const keepDrawn = keeperFor(name(2))
	const writing = keep(name(3), png(300))

	await empty()
	await Promise.all([writing, keepDrawn(png(300))])

	for (const each of [1, 2, 3]) expect(await read(name(each))).toBeNull()
	expect(warnings).toEqual([])
	await keep(name(4), png(300))
	expect(await read(name(4))).toEqual(png(300))
})
