/**
 * Creates the small files in this folder from the packages: `bun look/fonts/subset.ts`.
 * The width axis of two families costs 15 to 37 KB for Latin, and we use one width of each: plates at 75, receipts at 75.
 * Fonts of the first screen omit unused weights and glyphs: 48 KB instead of 61 (decision 28).
 */
// @ts-expect-error The package has no types.
import subsetFont from 'subset-font'

const packages = new URL('../../node_modules/@fontsource-variable/', import.meta.url)
const here = new URL('./', import.meta.url)

const printable = (from: number, to: number) =>
	Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join('')
const latin = `${printable(0x20, 0x7e)}${printable(0xa0, 0xff)}‘’“”‚„–—…•·₂€`
/** Adds characters that texts may contain: French and Turkish letters, arrows, minus, trade mark. */
const text = `${latin}ŒœıŸ←↑→↓−™˚`
const latinExtended = printable(0x100, 0x17f)
const capitals = (text: string) => [...new Set(text.toUpperCase())].join('')

const files = [
	{
		kind: 'display',
		from: 'bricolage-grotesque',
		subset: 'latin',
		axis: 'wght',
		text,
		axes: { wght: { min: 600, max: 800 } },
	},
	{ kind: 'text', from: 'figtree', subset: 'latin', axis: 'wght', text, axes: { wght: { min: 400, max: 800 } } },
	{
		kind: 'plate',
		from: 'bricolage-grotesque',
		subset: 'latin',
		axis: 'wdth',
		text: capitals(latin),
		axes: { wdth: 75, wght: 800 },
	},
	{
		kind: 'plate',
		from: 'bricolage-grotesque',
		subset: 'latin-ext',
		axis: 'wdth',
		text: capitals(latinExtended),
		axes: { wdth: 75, wght: 800 },
	},
	{ kind: 'receipt', from: 'martian-mono', subset: 'latin', axis: 'wdth', text: latin, axes: { wdth: 75 } },
	{ kind: 'receipt', from: 'martian-mono', subset: 'latin-ext', axis: 'wdth', text: latinExtended, axes: { wdth: 75 } },
]

for (const { kind, from, subset, axis, text, axes } of files) {
	const source = new URL(`${from}/files/${from}-${subset}-${axis}-normal.woff2`, packages)
	const font = await subsetFont(Buffer.from(await Bun.file(source).arrayBuffer()), text, {
		targetFormat: 'woff2',
		variationAxes: axes,
		// Text fonts keep tabular figures, which align stars in columns.
		keepFeatures: ['kern', 'mark', 'mkmk', 'ccmp', 'locl', ...(kind === 'text' ? ['tnum'] : [])],
	})
	await Bun.write(new URL(`${kind}-${subset}.woff2`, here), font)
}
