/**
 * Creates picture-fonts.bin, its list and the table in README.md from the packages: `bun look/picture-fonts/subset.ts`. The server
 * draws the pictures (src-server/operations/pictures) and uses one weight and one width of each font.
 */
import { Blob, Face } from 'harfbuzzjs'
// @ts-expect-error The package has no types.
import subsetFont from 'subset-font'
import type { PictureFont } from './sources.ts'
import { FONT_SOURCES, type FontSource } from './sources.ts'

const packages = new URL('../../node_modules/', import.meta.url)
const here = new URL('./', import.meta.url)

const made: PictureFont[] = []
const parts: Uint8Array<ArrayBuffer>[] = []
let at = 0

async function add({ script, role, from, files, axes, only }: FontSource) {
	const name = from.split('/')[1]
	for (const file of files) {
		const source = Bun.file(new URL(`${from}/files/${name}-${file}-normal.woff2`, packages))
		// The numbering of a large font's slices has gaps.
		if (only && !(await source.exists())) continue
		const whole = Buffer.from(await source.arrayBuffer())
		const wanted = (await codePointsOf(whole)).filter((point) => point > 0x20 && isWanted(point, only))
		if (wanted.length === 0) continue
		const font: Buffer = await subsetFont(whole, wanted.map((point) => String.fromCodePoint(point)).join(' '), {
			targetFormat: 'truetype',
			noHinting: true,
			...(axes && { variationAxes: axes }),
		})
		const packed = Bun.zstdCompressSync(font, { level: 19 })
		made.push({ script, role, at, bytes: packed.length, ranges: rangesOf(await codePointsOf(font)) })
		parts.push(new Uint8Array(packed))
		at += packed.length
	}
}

const isWanted = (point: number, only: RegExp = /./su) => only.test(String.fromCodePoint(point))

async function codePointsOf(font: Buffer): Promise<number[]> {
	const truetype: Buffer = await subsetFont(font, '', { targetFormat: 'truetype', keepAllGlyphs: true })
	return [...new Face(new Blob(new Uint8Array(truetype).buffer)).collectUnicodes()]
}

function rangesOf(points: readonly number[]): number[] {
	const ranges: number[] = []
	for (const [index, point] of points.entries()) {
		if (point !== (points[index - 1] ?? -2) + 1) ranges.push(point)
		if (point !== (points[index + 1] ?? -2) - 1) ranges.push(point)
	}
	return ranges
}

for (const source of FONT_SOURCES) await add(source)

await Bun.write(new URL('picture-fonts.bin', here), new globalThis.Blob(parts))
await Bun.write(new URL('picture-fonts.json', here), `[\n${made.map((font) => JSON.stringify(font)).join(',\n')}\n]\n`)

const sizes = new Map<string, { letters: number; bytes: number }>()
for (const { script, bytes, ranges } of made) {
	const sum = sizes.get(script) ?? { letters: 0, bytes: 0 }
	const letters = ranges.reduce((all, point, index) => all + (index % 2 === 0 ? -point : point + 1), 0)
	sizes.set(script, { letters: sum.letters + letters, bytes: sum.bytes + bytes })
}
const kilobytes = (bytes: number) => `${Math.round(bytes / 1024)} KB`
const rows = FONT_SOURCES.map(({ script }) => {
	const { letters = 0, bytes = 0 } = sizes.get(script) ?? {}
	return `| ${script} | ${letters.toLocaleString('en')} | ${kilobytes(bytes)} |`
})
const table = [...rows, `| together | | ${kilobytes(at)} |`].join('\n')
const readme = new URL('README.md', here)
const text = await Bun.file(readme).text()
await Bun.write(readme, text.replace(/(?<=\| --- \|\n)(\|.*\n)*/, `${table}\n`))
