/*
 * Proposes usernames for people who entered, or would enter, an invalid or taken one. The server proposes one for a nickname
 * and knows which are taken; the browser proposes one for the input and knows only those that the server refused.
 */

const LENGTH_MIN = 3
const LENGTH_MAX = 20
/** The highest number that is tried: people would not recognise a higher one as part of their own name. */
const TRIES = 100

const SPELT: Record<string, string> = {
	ä: 'ae',
	ö: 'oe',
	ü: 'ue',
	ß: 'ss',
	æ: 'ae',
	œ: 'oe',
	ø: 'o',
	ł: 'l',
	đ: 'd',
	ð: 'd',
	þ: 'th',
	ı: 'i',
}

/**
 * `elke.mueller` for 'Elke Müller', or `elke.mueller2` if it is taken. Always a valid username (contract/names.ts); null if
 * the name has too few usable letters.
 */
export function proposedUsername(name: string, isTaken: (username: string) => boolean = () => false): string | null {
	const plain = name
		.normalize('NFC')
		.toLowerCase()
		.replace(/[^\0-\x7f]/gu, (letter) => SPELT[letter] ?? letter)
		.normalize('NFKD')
		.toLowerCase()
		.replace(/\s+/gu, '.')
		.replace(/[^a-z0-9._-]/gu, '')
		.replace(/\.{2,}/g, '.')
	const first = withoutEdges(withoutEdges(plain).slice(0, LENGTH_MAX))
	if (first.length < LENGTH_MIN) return null
	// A number with a leading zero counts as part of the stem, because incrementing it would drop the zero.
	const [, stem = '', number = ''] = /^(.*?)([1-9]\d{0,3})?$/.exec(first) ?? []
	for (let tried = 0, next = Number(number || 1), username = first; tried < TRIES; tried++) {
		if (!isTaken(username)) return username
		next += 1
		username = `${stem.slice(0, LENGTH_MAX - String(next).length)}${next}`
	}
	return null
}

const withoutEdges = (text: string) => text.replace(/^[._-]+|[._-]+$/g, '')

export const signNotAllowed = (text: string): string | null => /[^A-Za-z0-9._-]/u.exec(text)?.[0] ?? null
