import { pageLocale } from '#ui/platform/dates-and-figures.ts'

const UNITS = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** Uses powers of 1000, as disk vendors do. */
export function sizeInWords(bytes: number): string {
	let size = bytes / 1000
	let unit = 0
	while (size >= 999.5 && unit < UNITS.length - 1) {
		size /= 1000
		unit++
	}
	const digits = size < 10 ? 1 : 0
	return Number(size.toFixed(digits)).toLocaleString(pageLocale(), {
		style: 'unit',
		unit: UNITS[unit],
		minimumFractionDigits: digits,
		maximumFractionDigits: digits,
		useGrouping: false,
	})
}
