import bidi from 'bidi-js'
import { Buffer, Direction, shape } from 'harfbuzzjs'
import type { PictureFont } from '#look/picture-fonts/sources.ts'
import { graphemesOf, shapesOf } from './drawable-name.ts'
import { fontFor, type ReadyFont, UNITS } from './picture-fonts.ts'

/** A line of text as outlines, for a font size of one. `paths` begin at 0, on the baseline. */
export type ShapedText = { width: number; paths: { d: string; x: number; y: number }[] }

type Run = { start: number; text: string; font: ReadyFont; level: number }

const { getEmbeddingLevels } = bidi()

/**
 * Text to outlines, as HarfBuzz shapes it: Arabic letters joined, Devanagari signs in their order, right-to-left beside
 * left-to-right, each part in the first font that has its letters. All of them must be drawable.
 */
export function shapedText(text: string, role: PictureFont['role']): ShapedText {
	const paths: ShapedText['paths'] = []
	let x = 0
	for (const { start, text: part, font, level } of inVisualOrder(runsOf(text, role))) {
		const buffer = new Buffer()
		buffer.addText(text, start, part.length)
		buffer.setDirection(level % 2 === 1 ? Direction.RTL : Direction.LTR)
		buffer.guessSegmentProperties()
		shape(font.font, buffer)
		for (const { codepoint: glyph, xAdvance = 0, xOffset = 0, yOffset = 0 } of buffer.getGlyphInfosAndPositions()) {
			const d = font.font.glyphToPath(glyph)
			if (d !== '') paths.push({ d, x: (x + xOffset) / UNITS, y: yOffset / UNITS })
			x += xAdvance
		}
	}
	return { width: x / UNITS, paths }
}

/** Pieces that are of one font and one direction. */
function runsOf(text: string, role: PictureFont['role']): Run[] {
	const { levels } = getEmbeddingLevels(text, 'auto')
	const runs: Run[] = []
	let start = 0
	for (const grapheme of graphemesOf(text)) {
		const last = runs.at(-1)
		const font = fontOf(grapheme, role, last?.font)
		const level = levels[start] ?? 0
		if (last && last.font === font && last.level === level) last.text += grapheme
		else runs.push({ start, text: grapheme, font, level })
		start += grapheme.length
	}
	return runs
}

/** The font before it goes on for as long as it can: words of one script do not change it for a dot or a figure. */
function fontOf(grapheme: string, role: PictureFont['role'], before: ReadyFont | undefined): ReadyFont {
	const shapes = shapesOf(grapheme)
	if (before && !before.isEmoji && shapes.every(before.covers)) return before
	const font = fontFor(role, shapes)
	if (!font) throw new Error(`No font draws ${JSON.stringify(grapheme)}`)
	return font
}

/** Rule L2 of the bidirectional algorithm: from the highest level down, each stretch of it is turned around. */
function inVisualOrder(runs: Run[]): Run[] {
	const ordered = [...runs]
	for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level--)
		for (let from = 0; from < ordered.length; from++) {
			let to = from
			while ((ordered[to]?.level ?? -1) >= level) to++
			if (to > from) ordered.splice(from, to - from, ...ordered.slice(from, to).reverse())
			from = Math.max(from, to)
		}
	return ordered
}
