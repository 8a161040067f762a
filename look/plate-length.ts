import { lettersOf } from './letters.ts'

/** Letters of other scripts are a third wider than the condensed ones of Latin. */
const WIDE = /[^\0-\u02ff\u1e00-\u1eff]/

export function plateLength(name: string): 'short' | 'medium' | 'long' | 'endless' {
	const length = lettersOf(name).reduce((sum, letter) => sum + (WIDE.test(letter) ? 4 / 3 : 1), 0)
	if (length <= 10) return 'short'
	if (length <= 16) return 'medium'
	return length <= 26 ? 'long' : 'endless'
}
