import { localeOfTexts, t } from '#contract/text.ts'
import { serverNow } from '#ui/platform/server-clock.ts'

/**
 * The page's language, not the browser's: 'JANUAR 2026' does not belong among English words.
 * scripts/build/page-sources.test.ts checks that all dates and figures are formatted here.
 */
export const pageLanguage = () => document.documentElement.lang || 'en'

/** For `Intl`: 'ar-u-nu-latn', because Safari writes 'ar' with other digits than Chrome. */
export const pageLocale = () => localeOfTexts(pageLanguage())

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

const MEDIUM: Intl.DateTimeFormatOptions = { dateStyle: 'medium' }

/** Formats in UTC, so that the reader's time zone cannot shift the day. */
export const dayInWords = (day: string, options = MEDIUM) =>
	new Date(`${day}T00:00:00Z`).toLocaleDateString(pageLocale(), { ...options, timeZone: 'UTC' })

/** 'Nov 21, 2026', in the reader's time zone. */
export const dayOfMoment = (moment: string | Date, options = MEDIUM) =>
	new Date(moment).toLocaleDateString(pageLocale(), options)

/** '2:05 PM', in the reader's time zone. */
export const timeOfMoment = (moment: string | Date) =>
	new Date(moment).toLocaleTimeString(pageLocale(), { timeStyle: 'short' })

/** 'Nov 21, 2026, 2:05 PM', in the reader's time zone. */
export const momentInWords = (moment: string) =>
	new Date(moment).toLocaleString(pageLocale(), { dateStyle: 'medium', timeStyle: 'short' })

/** 'Friday 7:30 PM', in the reader's time zone. */
export const weekdayAndTime = (moment: Date) =>
	moment.toLocaleString(pageLocale(), { weekday: 'long', hour: 'numeric', minute: '2-digit' })

/** '4 minutes ago', '47 hours ago', '2 days ago'. */
export function agoInWords(moment: string, now = serverNow()): string {
	const words = new Intl.RelativeTimeFormat(pageLocale())
	const minutes = Math.floor((now - Date.parse(moment)) / MINUTE_MS)
	const hours = Math.floor(minutes / 60)
	// Translators: as '4 minutes ago', within a sentence or alone
	if (minutes < 1) return t('just now')
	if (hours < 1) return words.format(-minutes, 'minute')
	return hours < 48 ? words.format(-hours, 'hour') : words.format(-Math.floor(hours / 24), 'day')
}

/** In the reader's time zone; null for other days. */
export function nearDay(moment: string | Date, now = new Date(serverNow())): 'today' | 'yesterday' | null {
	const day = new Date(moment).toDateString()
	if (day === now.toDateString()) return 'today'
	const yesterday = new Date(now)
	yesterday.setDate(now.getDate() - 1)
	return day === yesterday.toDateString() ? 'yesterday' : null
}

export function nearDayInWords(moment: string | Date, now?: Date): string | null {
	const near = nearDay(moment, now)
	// Translators: at the beginning of a line: 'Today, 2:05 PM'
	if (near === 'today') return t('Today')
	// Translators: at the beginning of a line: 'Yesterday, 2:05 PM'
	return near === 'yesterday' ? t('Yesterday') : null
}

/** '1,240'. */
export const figureInWords = (figure: number) => figure.toLocaleString(pageLocale())

/** 'today', 'yesterday' or 'Nov 21, 2026', for a UTC day that the server keeps without its time. */
export function recentDayInWords(day: string, now = serverNow()): string {
	const daysAgo = [0, 1].find((days) => new Date(now - days * DAY_MS).toISOString().startsWith(day))
	if (daysAgo === undefined) return dayInWords(day)
	return new Intl.RelativeTimeFormat(pageLocale(), { numeric: 'auto' }).format(-daysAgo, 'day')
}

/** 'Safe, Smooth, Off vibes'. */
export const listInWords = (words: readonly string[]) =>
	// Translators: between the words of a list
	words.join(t(', ', { context: 'list' }))
