/** One font of picture-fonts.bin: one weight, one width, a subset of the letters. */
export type PictureFont = {
	script: string
	role: 'name' | 'display' | 'text' | 'receipt'
	/** Byte offset in the file; the font is TrueType compressed with zstd. */
	at: number
	bytes: number
	/** Supported code points: first, last, first, last, … */
	ranges: readonly number[]
}

export type FontSource = {
	script: string
	role: PictureFont['role']
	from: string
	files: readonly string[]
	axes?: Record<string, number>
	only?: RegExp
}

const slices = (count: number) => Array.from({ length: count }, (_, slice) => String(slice))
const condensed = { axes: { wght: 800, wdth: 75 } }
const noto = (script: string, ...subsets: string[]): FontSource => ({
	script,
	role: 'name',
	from: `@fontsource-variable/noto-sans-${subsets[0]}`,
	files: subsets.map((subset) => `${subset}-standard`),
	...condensed,
})

/** A font of the languages' words; Onest and Cairo have the letters that ours lack. */
const words = (
	script: string,
	role: PictureFont['role'],
	font: string,
	file: string,
	axes: FontSource['axes'],
): FontSource => ({
	script,
	role,
	from: `@fontsource-variable/${font}`,
	files: [file],
	axes,
})
const FOR_WORDS: FontSource[] = [
	...['latin', 'latin-ext'].flatMap((letters) => [
		words(`Our words: headings, ${letters}`, 'display', 'bricolage-grotesque', `${letters}-wght`, { wght: 800 }),
		words(`Our words: text, ${letters}`, 'text', 'figtree', `${letters}-wght`, { wght: 700 }),
		words(`Our words: receipts, ${letters}`, 'receipt', 'martian-mono', `${letters}-wdth`, { wght: 600, wdth: 75 }),
	]),
	words('Our words: headings, Cyrillic', 'display', 'onest', 'cyrillic-wght', { wght: 800 }),
	words('Our words: text, Cyrillic', 'text', 'onest', 'cyrillic-wght', { wght: 700 }),
	words('Our words: receipts, Cyrillic', 'receipt', 'martian-mono', 'cyrillic-wdth', { wght: 600, wdth: 75 }),
	words('Our words: headings, Arabic', 'display', 'cairo', 'arabic-wght', { wght: 800 }),
	words('Our words: text, Arabic', 'text', 'cairo', 'arabic-wght', { wght: 700 }),
	words('Our words: receipts, Arabic', 'receipt', 'cairo', 'arabic-wght', { wght: 700 }),
]

/** Fonts of names, by priority: the number plate's first, then by script. */
const FOR_NAMES: FontSource[] = [
	{
		script: 'Latin, as on a plate',
		role: 'name',
		from: '@fontsource-variable/bricolage-grotesque',
		files: ['latin-wdth', 'latin-ext-wdth', 'vietnamese-wdth'],
		...condensed,
	},
	{
		script: 'Latin, Greek and Cyrillic',
		role: 'name',
		from: '@fontsource-variable/noto-sans',
		files: ['latin', 'latin-ext', 'vietnamese', 'greek', 'greek-ext', 'cyrillic', 'cyrillic-ext'].map(
			(subset) => `${subset}-standard`,
		),
		...condensed,
	},
	noto('Armenian', 'armenian'),
	noto('Georgian', 'georgian'),
	noto('Hebrew', 'hebrew'),
	{ script: 'Arabic', role: 'name', from: '@fontsource/noto-sans-arabic', files: ['arabic-800'] },
	noto('Devanagari', 'devanagari'),
	noto('Bengali', 'bengali'),
	noto('Gurmukhi', 'gurmukhi'),
	noto('Gujarati', 'gujarati'),
	noto('Tamil', 'tamil'),
	noto('Telugu', 'telugu'),
	noto('Kannada', 'kannada'),
	noto('Malayalam', 'malayalam'),
	noto('Thai', 'thai'),
	{ script: 'Hangul, the 2,350 of common use', role: 'name', from: '@fontsource/do-hyeon', files: ['korean-400'] },
	{
		script: 'Han and kana',
		role: 'name',
		from: '@fontsource-variable/noto-sans-sc',
		files: slices(120).map((slice) => `${slice}-wght`),
		axes: { wght: 800 },
		only: /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\uFF01-\uFF60]/u,
	},
	{ script: 'Emoji', role: 'name', from: '@fontsource/noto-emoji', files: ['emoji-700'] },
]

/** The first name font that contains a letter draws it. */
export const FONT_SOURCES: readonly FontSource[] = [...FOR_WORDS, ...FOR_NAMES]
