import { graphemesOf } from './drawable-name.ts'
import { type ShapedText, shapedText } from './shaped-text.ts'

export type FittedLines = { size: number; lines: ShapedText[] }

/** Room for a text. `leading` is the height of a line in font sizes. */
export type Room = { width: number; height: number; largest: number; leading: number }

const LINES_MAX = 3
/** A word is cut only where it would otherwise be smaller than this share of the largest size. */
const SMALLEST_WHOLE = 0.34

/** A name as large as it can be in this room, on one to three lines. */
export function fittedLines(text: string, room: Room): FittedLines {
	const words = text.split(' ')
	const options = [1, 2, 3]
		.filter((count) => count <= words.length)
		.map((count) => fit(balanced(words, count, ' '), room))
	const best = largest(options)
	if (best.size >= room.largest * SMALLEST_WHOLE) return best
	const pieces = graphemesOf(text)
	const cut = [2, LINES_MAX]
		.filter((count) => count <= pieces.length)
		.map((count) => fit(balanced(pieces, count, ''), room))
	return largest([best, ...cut])
}

const largest = (options: FittedLines[]): FittedLines =>
	options.reduce((best, option) => (option.size > best.size * 1.02 ? option : best))

function fit(texts: string[], { width, height, largest, leading }: Room): FittedLines {
	const lines = texts.map((text) => shapedText(text, 'name'))
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
