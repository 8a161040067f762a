import { serverNow } from '#ui/platform/server-clock.ts'

/**
 * The language of the page, not of the browser: 'JANUAR 2026' does not belong among English words. All dates and figures are
 * made here; scripts/build/page-sources.test.ts holds the rest to it.
 */
const language = () => document.documentElement.lang || 'en'

const MEDIUM: Intl.DateTimeFormatOptions = { dateStyle: 'medium' }

/** The day as the server has it, not as the reader's time zone would shift it. */
export const dayInWords = (day: string, options = MEDIUM) =>
	new Date(`${day}T00:00:00Z`).toLocaleDateString(language(), { ...options, timeZone: 'UTC' })

/** The day of a moment, by the reader's clock: 'Nov 21, 2026'. */
export const dayOfMoment = (moment: string | Date, options = MEDIUM) =>
	new Date(moment).toLocaleDateString(language(), options)

/** '2:05 PM', by the reader's clock. */
export const timeOfMoment = (moment: string | Date) =>
	new Date(moment).toLocaleTimeString(language(), { timeStyle: 'short' })

/** 'Nov 21, 2026, 2:05 PM', by the reader's clock. */
export const momentInWords = (moment: string) =>
	new Date(moment).toLocaleString(language(), { dateStyle: 'medium', timeStyle: 'short' })

/** In the reader's time zone; null for any other day. */
export function nearDayInWords(moment: string | Date, now = new Date(serverNow())): 'Today' | 'Yesterday' | null {
	const day = new Date(moment).toDateString()
	if (day === now.toDateString()) return 'Today'
	const yesterday = new Date(now)
	yesterday.setDate(now.getDate() - 1)
	return day === yesterday.toDateString() ? 'Yesterday' : null
}

/** '1,240'. */
export const figureInWords = (figure: number) => figure.toLocaleString(language())
