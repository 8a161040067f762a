import { serverNow } from '#ui/platform/server-clock.ts'

const MINUTE_MS = 60_000

/** '5 minutes ago' */
export function ageInWords(moment: string, now = serverNow()): string {
	const minutes = Math.floor((now - new Date(moment).getTime()) / MINUTE_MS)
	if (minutes < 1) return 'just now'
	if (minutes < 60) return `${some(minutes, 'minute')} ago`
	const hours = Math.floor(minutes / 60)
	return hours < 48 ? `${some(hours, 'hour')} ago` : `${some(Math.floor(hours / 24), 'day')} ago`
}

const some = (number: number, word: string) => `${number} ${word}${number === 1 ? '' : 's'}`

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
