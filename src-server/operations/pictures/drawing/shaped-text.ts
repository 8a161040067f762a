import bidi from 'bidi-js'
import { Buffer, Direction, shape } from 'harfbuzzjs'
import type { PictureFont } from '#look/picture-fonts/sources.ts'
import { fontFor, graphemesOf, type ReadyFont, shapesOf, UNITS } from './drawable-name.ts'

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

export type FittedLines = { size: number; lines: ShapedText[] }

/**
 * Room for a text. `leading` is the height of a line in font sizes. A word is cut only where it would otherwise be smaller than
 * `smallestWhole`, a share of the largest size.
 */
export type Room = { width: number; height: number; largest: number; leading: number; smallestWhole?: number }

const LINES_MAX = 3
const SMALLEST_WHOLE = 0.34

/** A name, or words of our own, as large as they can be in this room, on one to three lines. */
export function fittedLines(text: string, room: Room, role: PictureFont['role'] = 'name'): FittedLines {
	const words = text.split(' ')
	const options = [1, 2, 3]
		.filter((count) => count <= words.length)
		.map((count) => fit(balanced(words, count, ' '), room, role))
	const best = largest(options)
	if (best.size >= room.largest * (room.smallestWhole ?? SMALLEST_WHOLE)) return best
	const pieces = graphemesOf(text)
	const cut = [2, LINES_MAX]
		.filter((count) => count <= pieces.length)
		.map((count) => fit(balanced(pieces, count, ''), room, role))
	return largest([best, ...cut])
}

const largest = (options: FittedLines[]): FittedLines =>
	options.reduce((best, option) => (option.size > best.size * 1.02 ? option : best))

function fit(texts: string[], { width, height, largest, leading }: Room, role: PictureFont['role']): FittedLines {
	const lines = texts.map((text) => shapedText(text, role))
	const widest = Math.max(...lines.map((line) => line.width))
	return { lines, size: Math.min(largest, width / widest, height / (leading * lines.length)) }
}

/** Pieces on so many lines that the longest is as short as can be. */
function balanced(pieces: string[], count: number, between: string): string[] {
	const lengths = pieces.map((piece) => graphemesOf(piece).length + between.length)
	const lengthOf = (from: number, to: number) => lengths.slice(from, to).reduce((sum, length) => sum + length, 0)
	const split = (from: number, rest: number): { longest: number; ends: number[] } => {
		if (rest === 1) return { longest: lengthOf(from, pieces.length), ends: [pieces.length] }
		let best = { longest: Number.POSITIVE_INFINITY, ends: [] as number[] }
		for (let end = from + 1; end <= pieces.length - rest + 1; end++) {
			const after = split(end, rest - 1)
			const longest = Math.max(lengthOf(from, end), after.longest)
			if (longest < best.longest) best = { longest, ends: [end, ...after.ends] }
		}
		return best
	}
	const { ends } = split(0, count)
	return ends.map((end, line) => pieces.slice(ends[line - 1] ?? 0, end).join(between))
}
