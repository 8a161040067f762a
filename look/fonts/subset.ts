/**
 * Creates the small files in this folder from the packages: `bun look/fonts/subset.ts`.
 * The width axis of two families costs 15 to 37 KB for Latin, and we use one width of each: plates at 75, receipts at 75.
 * Weights and glyphs that no screen uses are left out, and most pages load the basic file alone (decision 28).
 */
// @ts-expect-error The package has no types.
import subsetFont from 'subset-font'

const packages = new URL('../../node_modules/@fontsource-variable/', import.meta.url)
const here = new URL('./', import.meta.url)

const printable = (from: number, to: number) =>
	Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join('')
const withoutSmall = (text: string) => [...text].filter((letter) => letter === letter.toUpperCase()).join('')

/** Letters of our own texts. */
const basic = `${printable(0x20, 0x7e)}\u{a0}·×‘’“”–—•…←→`
/** The rest of Latin-1 and more, for names and messages: French and Turkish letters, arrows, minus, trade mark. */
const latin = [...`${printable(0xa1, 0xff)}‚„₂€ŒœıŸ↑↓−™˚`].filter((letter) => !basic.includes(letter)).join('')
const latinExtended = printable(0x100, 0x17f)

type Family = { from: string; axis: 'wght' | 'wdth'; axes: Record<string, number | { min: number; max: number }> }

const families: Record<string, Family> = {
	display: { from: 'bricolage-grotesque', axis: 'wght', axes: { wght: { min: 600, max: 800 } } },
	text: { from: 'figtree', axis: 'wght', axes: { wght: { min: 400, max: 800 } } },
	plate: { from: 'bricolage-grotesque', axis: 'wdth', axes: { wdth: 75, wght: 800 } },
	receipt: { from: 'martian-mono', axis: 'wdth', axes: { wdth: 75 } },
}

for (const [kind, { from, axis, axes }] of Object.entries(families)) {
	await cut('basic', 'latin', basic)
	await cut('latin', 'latin', latin)
	// The other two families take this file from their package as it is.
	if (kind === 'plate' || kind === 'receipt') await cut('latin-ext', 'latin-ext', latinExtended)

	async function cut(name: string, subset: string, letters: string) {
		const source = Bun.file(new URL(`${from}/files/${from}-${subset}-${axis}-normal.woff2`, packages))
		const font = await subsetFont(
			Buffer.from(await source.arrayBuffer()),
			kind === 'plate' ? withoutSmall(letters) : letters,
			{
				targetFormat: 'woff2',
				variationAxes: axes,
				// Text fonts keep tabular figures, which align stars in columns.
				keepFeatures: ['kern', 'mark', 'mkmk', 'ccmp', 'locl', ...(kind === 'text' ? ['tnum'] : [])],
			},
		)
		await Bun.write(new URL(`${kind}-${name}.woff2`, here), font)
	}
}
