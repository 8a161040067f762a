import { expect, test } from 'bun:test'
import { formatStars, starColor } from './star-value.tsx'

test('an average is read with one decimal [spec 9.19]', () => {
	expect([4.75, 3, 0, 5].map(formatStars)).toEqual(['4.8', '3.0', '0.0', '5.0'])
})

test('what is not a number is read as 0.0 [spec 9.19]', () => {
	expect([undefined, null, Number.NaN, Number.POSITIVE_INFINITY, '4', {}].map(formatStars)).toEqual(
		Array(6).fill('0.0'),
	)
})

test('a star pales with the driving [spec 9.20]', () => {
	const name = (value: unknown) => starColor(value).replace(/^var\(--color-|\)$/g, '')

	expect([5, 3.5].map(name)).toEqual(['yellow-400', 'yellow-400'])
	expect([3.49, 2.5].map(name)).toEqual(['yellow-300', 'yellow-300'])
	expect([2.49, 1.5].map(name)).toEqual(['yellow-200', 'yellow-200'])
	expect([1.49, 0, -1, Number.NaN, undefined, '5'].map(name)).toEqual(Array(6).fill('gray-300'))
})
