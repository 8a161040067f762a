import { readFileSync } from 'node:fs'
import { Blob, Face, Font } from 'harfbuzzjs'
import type { PictureFont } from '#look/picture-fonts/sources.ts'
import { pictureFile } from '#server/operations/pictures/drawing/picture-files.ts'

/** A font that is ready to be drawn with, in units of a thousandth of its size. */
export type ReadyFont = { font: Font; isEmoji: boolean; covers(codePoint: number): boolean }

export const UNITS = 1000

const LIST = 'picture-fonts.json'
const PACKED = 'picture-fonts.bin'

let known: { described: PictureFont; covers: ReadyFont['covers']; ready?: ReadyFont }[] | undefined

/** Which fonts there are; each is unpacked when something is first drawn with it. */
function fonts() {
	known ??= (JSON.parse(readFileSync(pictureFile(LIST), 'utf8')) as PictureFont[]).map((described) => ({
		described,
		covers: (codePoint) => isWithin(described.ranges, codePoint),
	}))
	return known
}

/** By halving: the font of Han letters has thousands of ranges. */
function isWithin(ranges: readonly number[], codePoint: number): boolean {
	let [from, to] = [0, ranges.length / 2]
	while (from < to) {
		const middle = Math.floor((from + to) / 2)
		if (codePoint > (ranges[2 * middle + 1] ?? 0)) from = middle + 1
		else to = middle
	}
	return codePoint >= (ranges[2 * from] ?? Number.POSITIVE_INFINITY)
}

function ready(entry: ReturnType<typeof fonts>[number]): ReadyFont {
	entry.ready ??= unpack(entry.described, entry.covers)
	return entry.ready
}

function unpack({ script, at, bytes }: PictureFont, covers: ReadyFont['covers']): ReadyFont {
	const packed = readFileSync(pictureFile(PACKED)).subarray(at, at + bytes)
	const font = new Font(new Face(new Blob(new Uint8Array(Bun.zstdDecompressSync(packed)).buffer)))
	font.setScale(UNITS, UNITS)
	return { font, isEmoji: script === 'Emoji', covers }
}

/** The first font with a role that draws all of these code points. */
export function fontFor(role: PictureFont['role'], codePoints: readonly number[]): ReadyFont | null {
	const found = fonts().find((entry) => entry.described.role === role && codePoints.every(entry.covers))
	return found ? ready(found) : null
}
