import bidi from 'bidi-js'
import { Buffer, Direction, shape } from 'harfbuzzjs'
import { isRightToLeft } from '#contract/text.ts'
import type { PictureFont } from '#look/picture-fonts/sources.ts'
import { fontFor, graphemesOf, type ReadyFont, shapesOf, UNITS } from './drawable-name.ts'

/** Outlines at font size 1; `paths` start at 0 on the baseline. */
export type ShapedText = { width: number; paths: { d: string; x: number; y: number }[] }

type Run = { start: number; text: string; font: ReadyFont; level: number }

const { getEmbeddingLevels } = bidi()

/**
 * Converts text to outlines with HarfBuzz, which joins Arabic letters, reorders Devanagari signs and mixes writing
 * directions. Each part uses the first font that covers it; every character must be drawable.
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

const RIGHT_TO_LEFT = /\p{Script=Arabic}/u

function runsOf(text: string, role: PictureFont['role']): Run[] {
	// A name on a plate has its own direction, as has an address.
	const isOurs = role !== 'name' && isRightToLeft() && RIGHT_TO_LEFT.test(text)
	const { levels } = getEmbeddingLevels(text, isOurs ? 'rtl' : 'auto')
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

/** Keeps the previous font while it covers the text, so that a full stop or a digit does not switch fonts within a word. */
function fontOf(grapheme: string, role: PictureFont['role'], before: ReadyFont | undefined): ReadyFont {
	const shapes = shapesOf(grapheme)
	if (before && !before.isEmoji && shapes.every(before.covers)) return before
	const font = fontFor(role, shapes)
	if (!font) throw new Error(`No font draws ${JSON.stringify(grapheme)}`)
	return font
}

/** Rule L2 of the Unicode bidirectional algorithm: reverses each run, from the highest level down. */
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
 * The area for a text. `leading` is the line height in font sizes. Words break only if the text would otherwise shrink
 * below `smallestWhole`, a share of the largest size.
 */
export type Room = { width: number; height: number; largest: number; leading: number; smallestWhole?: number }

const LINES_MAX = 3
const SMALLEST_WHOLE = 0.34

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
