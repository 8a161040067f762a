/**
 * Makes the four small files in this folder from the packages: `bun look/fonts/subset.ts`.
 * The width axis of either family costs 15 to 37 KB for Latin, and we use one width of each: plates at 75, receipts at 75.
 */
// @ts-expect-error The package has no types.
import subsetFont from 'subset-font'

const packages = new URL('../../node_modules/@fontsource-variable/', import.meta.url)
const here = new URL('./', import.meta.url)

const printable = (from: number, to: number) =>
	Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join('')
const latin = `${printable(0x20, 0x7e)}${printable(0xa0, 0xff)}‘’“”‚„–—…•·₂€`
const latinExtended = printable(0x100, 0x17f)
/** Plates are stamped in capitals, so lower-case shapes need not travel. */
const capitals = (text: string) => [...new Set(text.toUpperCase())].join('')

const files = [
	{ from: 'bricolage-grotesque', subset: 'latin', axis: 'wdth', text: capitals(latin), axes: { wdth: 75, wght: 800 } },
	{
		from: 'bricolage-grotesque',
		subset: 'latin-ext',
		axis: 'wdth',
		text: capitals(latinExtended),
		axes: { wdth: 75, wght: 800 },
	},
	{ from: 'martian-mono', subset: 'latin', axis: 'wdth', text: latin, axes: { wdth: 75 } },
	{ from: 'martian-mono', subset: 'latin-ext', axis: 'wdth', text: latinExtended, axes: { wdth: 75 } },
]

for (const { from, subset, axis, text, axes } of files) {
	const source = new URL(`${from}/files/${from}-${subset}-${axis}-normal.woff2`, packages)
	const font = await subsetFont(Buffer.from(await Bun.file(source).arrayBuffer()), text, {
		targetFormat: 'woff2',
		variationAxes: axes,
		keepFeatures: ['kern', 'mark', 'mkmk', 'ccmp', 'locl'],
	})
	const kind = from === 'martian-mono' ? 'receipt' : 'plate'
	await Bun.write(new URL(`${kind}-${subset}.woff2`, here), font)
}
