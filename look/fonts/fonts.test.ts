import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Blob, Face } from 'harfbuzzjs'
// @ts-expect-error The package has no types.
import subsetFont from 'subset-font'

const css = await Bun.file(join(import.meta.dir, 'fonts.css')).text()
const faces = [...css.matchAll(/url\("\.\/([\w-]+\.woff2)"\).*?unicode-range:([^;]+);/gs)].map(
	([, file = '', ranges = '']) => ({ file, ranges: rangesIn(ranges) }),
)

test('every font file is declared', () => {
	const files = readdirSync(import.meta.dir).filter((name) => name.endsWith('.woff2'))

	expect([...new Set(faces.map(({ file }) => file))].toSorted()).toEqual(files.toSorted())
})

test.each(faces)('$file has letters of its unicode-range alone', async ({ file, ranges }) => {
	const letters = await lettersOf(file)
	const others = letters.filter((letter) => !ranges.some(([from, to]) => from <= letter && letter <= to))

	expect(letters.length).toBeGreaterThan(10)
	expect(others.map((letter) => String.fromCodePoint(letter))).toEqual([])
})

function rangesIn(text: string): [from: number, to: number][] {
	return [...text.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g)].map(([, from = '', to = from]) => [
		Number.parseInt(from, 16),
		Number.parseInt(to, 16),
	])
}

async function lettersOf(file: string): Promise<number[]> {
	const font = Buffer.from(await Bun.file(join(import.meta.dir, file)).arrayBuffer())
	const truetype: Buffer = await subsetFont(font, '', { targetFormat: 'truetype', keepAllGlyphs: true })
	return [...new Face(new Blob(new Uint8Array(truetype).buffer)).collectUnicodes()]
}
