const UNITS = ['kB', 'MB', 'GB', 'TB'] as const

/** Uses powers of 1000, as disk vendors do. */
export function sizeInWords(bytes: number): string {
	let size = bytes / 1000
	let unit = 0
	while (size >= 999.5 && unit < UNITS.length - 1) {
		size /= 1000
		unit++
	}
	return `${size < 10 ? size.toFixed(1) : Math.round(size)} ${UNITS[unit]}`
}
