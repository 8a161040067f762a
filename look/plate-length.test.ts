import { expect, test } from 'bun:test'
import { plateLength } from './plate-length.ts'

test('letters are counted as people see them; those of other scripts than Latin are wider', () => {
	expect(['Elif Ümit', '👨‍👩‍👧‍👦 Bob', 'Демо', 'Демо-водій', 'Grandma Elke'].map(plateLength)).toEqual([
		'short',
		'short',
		'short',
		'medium',
		'medium',
	])
})
