import { closest, distance } from 'fastest-levenshtein'

/** A name further away is another one, not a typing error. */
const MOST_EDITS = 3
const MOST_OF_THE_WORD = 0.6

/** The name that was probably meant; null when none is near enough to say so. */
export function nearestName(typed: string, names: readonly string[]): string | null {
	const word = typed.toLowerCase().replaceAll('_', '-')
	const name = closest(word, names)
	const edits = distance(word, name)
	return edits <= MOST_EDITS && edits < MOST_OF_THE_WORD * Math.max(word.length, name.length) ? name : null
}
