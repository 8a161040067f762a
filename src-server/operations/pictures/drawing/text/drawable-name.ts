import { fontFor } from './picture-fonts.ts'

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** What people see as one character each: a family emoji is one, not seven. */
export const graphemesOf = (text: string): string[] => [...graphemes.segment(text)].map(({ segment }) => segment)

/** What has no shape of its own: joiners, variation selectors, spaces. */
const SHAPELESS = /[\p{Default_Ignorable_Code_Point}\p{White_Space}]/u

/** The code points of a text that a font must have to draw it. */
export const shapesOf = (text: string): number[] =>
	[...text].filter((character) => !SHAPELESS.test(character)).map((character) => character.codePointAt(0) ?? 0)

const EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20E3|\p{S}/u

/**
 * A name as it can be drawn, in capitals, as on a plate. Emoji and signs that no font has are left out. Null if any letter is
 * missing, or nothing is left: half a name would be another one, and a box is nobody's.
 */
export function drawableName(name: string): string | null {
	let drawable = ''
	for (const grapheme of graphemesOf(name.normalize('NFC').toUpperCase())) {
		const shapes = shapesOf(grapheme)
		if (fontFor('name', shapes)) drawable += grapheme
		else if (!EMOJI.test(grapheme)) return null
	}
	const [trimmed] = [drawable.replaceAll(/\s+/gu, ' ').trim()]
	return shapesOf(trimmed).length === 0 ? null : trimmed
}
