/*
 * Usernames for people who were about to type, or had typed, something else. The server proposes one for a nickname and
 * knows which are taken; the browser proposes one for what was typed and knows only what the server has refused.
 */

const LENGTH_MIN = 3
const LENGTH_MAX = 20
/** With a higher number nobody would take it for their own name. */
const TRIES = 100

/** Letters of Latin alphabets that are more than a plain letter with a mark. */
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
 * `elke.mueller` for 'Elke Müller', `elke.mueller2` where that one is taken. Always a valid username (contract/names.ts);
 * null where the name has too few letters that can be in one.
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
	// A number that begins with a nought keeps it: the next one must not be shorter.
	const [, stem = '', number = ''] = /^(.*?)([1-9]\d{0,3})?$/.exec(first) ?? []
	for (let tried = 0, next = Number(number || 1), username = first; tried < TRIES; tried++) {
		if (!isTaken(username)) return username
		next += 1
		username = `${stem.slice(0, LENGTH_MAX - String(next).length)}${next}`
	}
	return null
}

const withoutEdges = (text: string) => text.replace(/^[._-]+|[._-]+$/g, '')

/** The first sign of a text that no username can have; null where there is none. */
export const signNotAllowed = (text: string): string | null => /[^A-Za-z0-9._-]/u.exec(text)?.[0] ?? null
