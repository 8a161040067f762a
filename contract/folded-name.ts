/** Letters that Unicode does not decompose into a base letter and a mark, and typographic variants of signs. */
const PLAIN: Record<string, string> = {
	ł: 'l',
	ø: 'o',
	đ: 'd',
	ð: 'd',
	ħ: 'h',
	ŧ: 't',
	æ: 'ae',
	œ: 'oe',
	þ: 'th',
	ς: 'σ',
}

/**
 * A name for search and sort: lowercase base letters without accents. The index, the query and the browser share this
 * function, because SQLite's folding differs from JavaScript's. Upper case expands ß, ſ and ı; ẞ becomes ß first.
 */
export const foldedName = (name: string): string => (QUICK.test(name) ? name.toLowerCase() : folded(name))

/** A fast path, because most names are ASCII and home folds thousands of them. */
const QUICK = /^[\0-_a-\x7f]*$/

const folded = (name: string): string =>
	name
		// Unicode decomposes the acute accent and its Greek twin into a space and a mark.
		.replace(/[\u00B4\u1FFD]/g, "'")
		.normalize('NFKD')
		.replace(/(?=\p{M})[\p{Diacritic}\p{Script=Inherited}]|\p{Default_Ignorable_Code_Point}/gu, '')
		.toLowerCase()
		.toUpperCase()
		.toLowerCase()
		.replace(/[łøđðħŧæœþς]/g, (letter) => PLAIN[letter] ?? letter)
		.replace(/[\u2018\u2019\u201B\u02BB\u02BC\u2032`]/g, "'")
		.replace(/[\u2010-\u2015\u2212]/g, '-')
