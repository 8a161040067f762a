/** Letters that Unicode does not take apart into a plain letter and a mark, and signs that keyboards put in place of others. */
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
 * A name as it is searched and sorted: small plain letters without accents. One folding for the index, the query and the
 * browser, as SQLite's own differs from JavaScript's. Upper case spells out ß, ſ and ı; ẞ becomes ß before.
 */
export const foldedName = (name: string): string => (QUICK.test(name) ? name.toLowerCase() : folded(name))

/** Most names are in plain letters, and home folds thousands of them. */
const QUICK = /^[\0-_a-\x7f]*$/

const folded = (name: string): string =>
	name
		// Unicode takes the acute accent and its Greek twin apart into a space and a mark.
		.replace(/[\u00B4\u1FFD]/g, "'")
		.normalize('NFKD')
		.replace(/(?=\p{M})[\p{Diacritic}\p{Script=Inherited}]|\p{Default_Ignorable_Code_Point}/gu, '')
		.toLowerCase()
		.toUpperCase()
		.toLowerCase()
		.replace(/[łøđðħŧæœþς]/g, (letter) => PLAIN[letter] ?? letter)
		.replace(/[\u2018\u2019\u201B\u02BB\u02BC\u2032`]/g, "'")
		.replace(/[\u2010-\u2015\u2212]/g, '-')
