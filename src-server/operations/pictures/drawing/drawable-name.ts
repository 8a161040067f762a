import { readFileSync } from 'node:fs'
import { Blob, Face, Font } from 'harfbuzzjs'
import { t } from '#contract/text.ts'
import type { PictureFont } from '#look/picture-fonts/sources.ts'
import { pictureFile } from './rasterizer.ts'

/** Metrics are in thousandths of the font size. */
export type ReadyFont = { font: Font; isEmoji: boolean; covers(codePoint: number): boolean }

export const UNITS = 1000

const LIST = 'picture-fonts.json'
const PACKED = 'picture-fonts.bin'

let known: { described: PictureFont; covers: ReadyFont['covers']; ready?: ReadyFont }[] | undefined

/** Each font is unpacked on first use. */
function fonts() {
	known ??= (JSON.parse(readFileSync(pictureFile(LIST), 'utf8')) as PictureFont[]).map((described) => ({
		described,
		covers: (codePoint) => isWithin(described.ranges, codePoint),
	}))
	return known
}

/** Binary search, because the Han font has thousands of ranges. */
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

export function fontFor(role: PictureFont['role'], codePoints: readonly number[]): ReadyFont | null {
	const found = fonts().find((entry) => entry.described.role === role && codePoints.every(entry.covers))
	return found ? ready(found) : null
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Splits text into graphemes: a family emoji is one grapheme, not seven code points. */
export const graphemesOf = (text: string): string[] => [...graphemes.segment(text)].map(({ segment }) => segment)

/** Characters without a glyph: joiners, variation selectors, spaces. */
const SHAPELESS = /[\p{Default_Ignorable_Code_Point}\p{White_Space}]/u

export const shapesOf = (text: string): number[] =>
	[...text].filter((character) => !SHAPELESS.test(character)).map((character) => character.codePointAt(0) ?? 0)

const EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20E3|\p{S}/u

/** In place of a name that cannot be drawn. */
export const noLetters = (): string => t('Our printer lacks these letters')

/**
 * The name in capitals, as on a plate, without emoji and signs that no font has. Null if a letter is missing or nothing is
 * left, because a partial name would be a different one.
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
