/**
 * Characters that are invisible or reverse other text: controls, formats (bidi marks, soft hyphen, tags), line and paragraph
 * separators, fillers, variation selectors, blanks that Unicode classes as letters or symbols, and lone surrogates.
 */
const HIDDEN =
	/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\uFFFC\u{13441}\u{13442}\u{1D159}]/u

/**
 * Scripts whose letters change shape at a joiner. In other scripts a joiner is invisible, so it would let two names
 * look alike.
 */
const JOINING =
	'Arab Syrc Mand Nkoo Mong Adlm Rohg Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Mymr Khmr Java Bali'
		.split(' ')
		.map((script) => `\\p{scx=${script}}`)
		.join('')

/** Made when first needed, because compiling it takes 7 ms, 30 on a slow phone. */
let atWork: RegExp | null = null
const makeAtWork = () =>
	new RegExp(
		[
			// Emoji or text presentation, ❤️ or ❤︎, and a keycap, 1️⃣.
			'(?<=\\p{Extended_Pictographic})[\\uFE0E\\uFE0F]',
			'(?<=[\\d#*])\\uFE0F(?=\\u20E3)',
			// A registered variant of a Han character, 葛󠄀. Variants are numbered from U+E0100; no character has more than 48.
			'(?<=\\p{Unified_Ideograph})[\\u{E0100}-\\u{E012F}]',
			// Joined emoji: families, professions, 🏳️‍🌈.
			'(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}]\\uFE0F?)\\u200D(?=\\p{Extended_Pictographic})',
			// The flags of England, Scotland and Texas: a black flag and tag letters.
			'(?<=\\u{1F3F4})[\\u{E0030}-\\u{E0039}\\u{E0061}-\\u{E007A}]{3,6}\\u{E007F}',
			// Between letters or their marks: می‌خواهم, ක්‍ර.
			`(?<=[\\p{L}\\p{M}])(?<=[${JOINING}])[\\u200C\\u200D](?=[\\p{L}\\p{M}])(?=[${JOINING}])`,
			// A joiner after a virama makes a half letter, also at the end of a word: മോഹന്‍.
			'(?<=[\\u094D\\u09CD\\u0A4D\\u0ACD\\u0B4D\\u0BCD\\u0C4D\\u0CCD\\u0D4D\\u0DCA])\\u200D',
		].join('|'),
		'gu',
	)

export function hiddenCharacter(text: string): string | null {
	if (!HIDDEN.test(text)) return null
	atWork ??= makeAtWork()
	return HIDDEN.exec(text.replace(atWork, ''))?.[0] ?? null
}

export const codeOf = (character: string) =>
	`U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

/**
 * Contact books and chats wrap names in these: direction marks, embeddings, isolates, soft hyphens, zero-width spaces, byte
 * order marks. Overrides (U+202D, U+202E) are excluded, because they change how the name reads.
 */
const WRAPPED =
	/^[\s\u00AD\u061C\u200B\u200E\u200F\u202A-\u202C\u2060\u2066-\u2069\uFEFF]+|[\s\u00AD\u061C\u200B\u200E\u200F\u202A-\u202C\u2060\u2066-\u2069\uFEFF]+$/gu

export const unwrapped = (text: string) => text.replace(WRAPPED, '')

/** Spaces, and accents without a base letter, do not count. */
export const showsSomething = (text: string) => /[\p{L}\p{N}\p{P}\p{S}\p{Extended_Pictographic}]/u.test(text)
