import { readFileSync } from 'node:fs'
import { Blob, Face, Font } from 'harfbuzzjs'
import type { PictureFont } from '#look/picture-fonts/sources.ts'
import { pictureFile } from './rasterizer.ts'

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

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** What people see as one character each: a family emoji is one, not seven. */
export const graphemesOf = (text: string): string[] => [...graphemes.segment(text)].map(({ segment }) => segment)

/** What has no shape of its own: joiners, variation selectors, spaces. */
const SHAPELESS = /[\p{Default_Ignorable_Code_Point}\p{White_Space}]/u

/** The code points of a text that a font must have to draw it. */
export const shapesOf = (text: string): number[] =>
	[...text].filter((character) => !SHAPELESS.test(character)).map((character) => character.codePointAt(0) ?? 0)

const EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20E3|\p{S}/u

/**
 * A name as it can be drawn, in capitals, as on a plate. Emoji and signs that no font has are left out. Null if any letter is
 * missing, or nothing is left: half a name would be another one, and a box is nobody's.
 */
export function drawableName(name: string): string | null {
	let drawable = ''
	for (const grapheme of graphemesOf(name.normalize('NFC').toUpperCase())) {
		const shapes = shapesOf(grapheme)
		if (fontFor('name', shapes)) drawable += grapheme
		else if (!EMOJI.test(grapheme)) return null
	}
	const [trimmed] = [drawable.replaceAll(/\s+/gu, ' ').trim()]
	return shapesOf(trimmed).length === 0 ? null : trimmed
}
