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
/** The letters of Western Europe, of which every page in German, French, Spanish, Italian, Portuguese and Dutch has some. */
const western = [...`${printable(0xc0, 0xff)}„‚«»‹›¡¿€ıŒœŸªº`].filter((letter) => !basic.includes(letter)).join('')
/** The signs of Latin-1 and more: arrows, minus, trade mark. */
const signs = [...`${printable(0xa1, 0xbf)}₂↑↓−™˚`].filter((letter) => !`${basic}${western}`.includes(letter)).join('')
/** Polish and Turkish, of which every page has some. */
const polishAndTurkish = 'ĄĆĘŁŃŚŹŻąćęłńśźżĞİŞğş'
const latinExtended = [...printable(0x100, 0x17f)].filter((letter) => !western.includes(letter)).join('')
/** Ukrainian, Bulgarian, Belarusian and Russian. */
const cyrillic = `${printable(0x410, 0x44f)}ЁЄІЇЎёєіїўҐґ№`
/** Arabic, with the letters of Persian and Urdu for names. */
const arabic = `${printable(0x621, 0x63a)}${printable(0x640, 0x652)}${printable(0x660, 0x669)}،؛؟٪ٱٹپچڈڑژکگںھہیے\u{6f0}\u{6f1}\u{6f2}\u{6f3}\u{6f4}\u{6f5}\u{6f6}\u{6f7}\u{6f8}\u{6f9}`

type Family = { from: string; axis: 'wght' | 'wdth'; axes: Record<string, number | { min: number; max: number }> }

const families: Record<string, Family> = {
	display: { from: 'bricolage-grotesque', axis: 'wght', axes: { wght: { min: 600, max: 800 } } },
	text: { from: 'figtree', axis: 'wght', axes: { wght: { min: 400, max: 800 } } },
	plate: { from: 'bricolage-grotesque', axis: 'wdth', axes: { wdth: 75, wght: 800 } },
	receipt: { from: 'martian-mono', axis: 'wdth', axes: { wdth: 75 } },
}

/** Kerning, marks and local forms; text fonts keep tabular figures, which align stars in columns. */
const FEATURES = ['kern', 'mark', 'mkmk', 'ccmp', 'locl']
/** Arabic letters join. */
const JOINING = ['init', 'medi', 'fina', 'isol', 'rlig', 'liga', 'calt']

async function cut(to: string, from: string, letters: string, axes: Family['axes'], features = FEATURES) {
	const [name = ''] = from.split('/')
	const source = Bun.file(new URL(`${name}/files/${from.replace('/', '-')}-normal.woff2`, packages))
	const font = await subsetFont(Buffer.from(await source.arrayBuffer()), letters, {
		targetFormat: 'woff2',
		variationAxes: axes,
		keepFeatures: features,
	})
	await Bun.write(new URL(`${to}.woff2`, here), font)
}

type LetterSet = [name: string, subset: string, letters: string]
const sets: LetterSet[] = [
	['basic', 'latin', basic],
	['western', 'latin', western],
	['signs', 'latin', signs],
	['pl-tr', 'latin-ext', polishAndTurkish],
]
/** Text and headings take this file from their packages as it is. */
const extendedSet: LetterSet[] = [['latin-ext', 'latin-ext', latinExtended]]
/** Capitals alone are so small that fewer files are better. */
const setsOfPlates: LetterSet[] = [['basic', 'latin', basic], ['western', 'latin', western + signs], ...extendedSet]

for (const [kind, { from, axis, axes }] of Object.entries(families)) {
	const setsOfKind = kind === 'plate' ? setsOfPlates : [...sets, ...(kind === 'receipt' ? extendedSet : [])]
	for (const [name, subset, letters] of setsOfKind)
		await cut(
			`${kind}-${name}`,
			`${from}/${subset}-${axis}`,
			kind === 'plate' ? withoutSmall(letters) : letters,
			axes,
			kind === 'text' ? [...FEATURES, 'tnum'] : FEATURES,
		)
}
await cut('receipt-cyrillic', 'martian-mono/cyrillic-wdth', cyrillic, { wdth: 75 })
// One file each for headings, text and plates: their own families have none of these letters.
await cut('cyrillic', 'onest/cyrillic-wght', cyrillic, { wght: { min: 400, max: 800 } })
await cut('arabic', 'cairo/arabic-wght', arabic, { wght: { min: 400, max: 800 } }, [...FEATURES, ...JOINING])
