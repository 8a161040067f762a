import * as fc from 'fast-check'

/*
 * Texts for which some algorithms take quadratic time: long runs of characters that are composed, joined, trimmed,
 * split or matched.
 */

/** Characters that headers can carry. */
const LATIN_UNITS = [
	'a',
	'é',
	'1',
	' ',
	'.',
	'@',
	'/',
	'-',
	'+',
	'_',
	'%',
	'%CC%80',
	';',
	',',
	'=',
	':',
	'"',
	'\\',
	'(',
	')',
	'[',
	']',
	'backseat_session=',
	'backseat_guest=',
	'; ',
	', ',
	'10.0.0.1,',
	'::1, ',
	'127.',
	'W/"x",',
	'gzip;q=0,',
	'../',
	'Mozilla/5.0 (',
	'Version/1',
	'Android ',
	'Bearer ',
	'application/json;',
	'xn--',
	'\t',
]

const OTHER_UNITS = [
	// Marks that normalization reorders, some of them composed of several.
	'\u0300',
	'\u0316',
	'\u0344',
	'\u0345',
	'\u0327',
	'\u0301',
	'\u0F73',
	'\u1DFA',
	'\u{1D165}',
	'\u{1D16E}',
	'\u1100',
	'\u1161',
	'\u11A8',
	'\u3164',
	'\uFDFA',
	'\u0130',
	'\u1E9E',
	'\u200D',
	'\u200C',
	'\uFE0F',
	'❤',
	'👩',
	'🏽',
	'🇩',
	'🏴',
	'\u{E0067}',
	'\u{E007F}',
	'\u20E3',
	'م',
	'क',
	'्',
	'\u00A0',
	'\u3000',
	'\u2028',
	'\u0000',
	'\uD800',
]

/** The units are repeated to fill the room; the ends make regular expressions start early and fail late. */
export type Run = { start: string; units: string; end: string }

const runOf = (units: readonly string[]): fc.Arbitrary<Run> =>
	fc.record({
		start: fc.constantFrom('', 'a', 'mum@', '[', 'Bearer '),
		units: fc.array(fc.constantFrom(...units), { minLength: 1, maxLength: 4 }).map((some) => some.join('')),
		end: fc.constantFrom('', '!', 'a', '\\'),
	})

export const anyRun = runOf([...LATIN_UNITS, ...OTHER_UNITS])
export const headerRun = runOf(LATIN_UNITS)

/** Composing 16 KiB of these takes 80 ms. */
export const WORST_RUNS: Run[] = ['\u0300\u0316', '\u0F73'].map((units) => ({ start: 'a', units, end: '' }))

/** A run that fills the room as exactly as possible. `sizeOf` measures a text. */
export function filled({ start, units, end }: Run, room: number, sizeOf = (text: string) => text.length): string {
	const times = Math.floor((room - sizeOf(start) - sizeOf(end)) / Math.max(1, sizeOf(units)))
	return start + units.repeat(Math.max(1, times)) + end
}

/** JSON of at most this many bytes, with many values or with few large ones. */
export const LARGE_JSON: Record<string, (bytes: number) => string> = {
	'as many texts as may be': (bytes) =>
		`[${Array(MANY)
			.fill(`"${'x'.repeat(each(bytes) - 3)}"`)
			.join()}]`,
	'as many names as may be': (bytes) => `{${names(MANY, each(bytes) - 5).join()}}`,
	'lists eight deep': (bytes) =>
		`[${Array(100)
			.fill(`[[[["${'x'.repeat(bytes / 100 - 12)}"]]]]`)
			.join()}]`,
	'too many zeros': (bytes) => `[0${',0'.repeat(bytes / 2 - 2)}]`,
	'too many empty lists': (bytes) => `[[]${',[]'.repeat(bytes / 3 - 2)}]`,
	'too many names': (bytes) => `{${names(bytes / 9 - 1, 4).join()}}`,
	'brackets only': (bytes) => '['.repeat(bytes),
	'quotes only': (bytes) => '"'.repeat(bytes),
	'backslashes only': (bytes) => `"${'\\'.repeat(bytes - 2)}"`,
	'one long number': (bytes) => '9'.repeat(bytes),
	'one long fraction': (bytes) => `0.${'3'.repeat(bytes - 2)}`,
}

/** Slightly below the gate's limit, because the surrounding text counts too. */
const MANY = 970
const each = (bytes: number) => Math.floor(bytes / MANY)
const names = (count: number, length: number) =>
	Array.from({ length: Math.floor(count) }, (_, i) => `"${i.toString(36).padStart(length, 'k')}":0`)
