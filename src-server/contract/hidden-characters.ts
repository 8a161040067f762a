/**
 * Characters that show nothing or turn other text round: controls, formats (bidi marks, soft hyphen, tags), line and
 * paragraph separators, fillers, variation selectors, and the blanks that Unicode counts as letters or symbols.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\uFFFC\u{13441}\u{13442}\u{1D159}]/u

/** Scripts whose letters change their shape at a joiner; between others it would only make two names look alike. */
const JOINING =
	'Arab Syrc Mand Nkoo Mong Adlm Rohg Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Mymr Khmr Java Bali'
		.split(' ')
		.map((script) => `\\p{scx=${script}}`)
		.join('')

/** Where one of them does show something. */
const AT_WORK = new RegExp(
	[
		// A picture rather than a sign, ❤️, and a keycap, 1️⃣.
		'(?<=\\p{Extended_Pictographic})\\uFE0F',
		'(?<=[\\d#*])\\uFE0F(?=\\u20E3)',
		// Pictures joined into one: families, professions, 🏳️‍🌈.
		'(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}]\\uFE0F?)\\u200D(?=\\p{Extended_Pictographic})',
		// The flags of England, Scotland, Texas: a black flag and the letters of the place.
		'(?<=\\u{1F3F4})[\\u{E0030}-\\u{E0039}\\u{E0061}-\\u{E007A}]{3,6}\\u{E007F}',
		// Between letters or their marks: می‌خواهم, ක්‍ර.
		`(?<=[\\p{L}\\p{M}])(?<=[${JOINING}])[\\u200C\\u200D](?=[\\p{L}\\p{M}])(?=[${JOINING}])`,
		// Behind a virama it makes a half letter, also at the end of a word: മോഹന്‍.
		'(?<=[\\u094D\\u09CD\\u0A4D\\u0ACD\\u0B4D\\u0BCD\\u0C4D\\u0CCD\\u0D4D\\u0DCA])\\u200D',
	].join('|'),
	'gu',
)

/** Whether there is something in a text that nobody sees. */
export const hidesSomething = (text: string) => HIDDEN.test(text.replace(AT_WORK, ''))

/** Whether anything of a text is seen: not only spaces, or accents without a letter to stand on. */
export const showsSomething = (text: string) => /[\p{L}\p{N}\p{P}\p{S}\p{Extended_Pictographic}]/u.test(text)
