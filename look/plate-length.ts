import { lettersOf } from './letters.ts'

export function plateLength(name: string): 'short' | 'medium' | 'long' | 'endless' {
	const length = lettersOf(name).length
	if (length <= 10) return 'short'
	if (length <= 16) return 'medium'
	return length <= 26 ? 'long' : 'endless'
}
