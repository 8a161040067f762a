import { pageLanguage } from './dates-and-figures.ts'

/**
 * The page's language and direction for React Aria. vite.config.ts puts this in place of React Aria's own module, which
 * asks for the browser's: `Intl.DateTimeFormat.supportedLocalesOf` loads ICU, 59 to 102 ms of a slow phone's start.
 */
const page = {
	locale: pageLanguage(),
	direction: document.dir === 'rtl' ? 'rtl' : 'ltr',
}

export const useDefaultLocale = () => page

/**
 * In place of @internationalized/number, whose module asks whether `signDisplay` is known: that loads ICU, 23 ms, four times
 * as long on a slow phone. Every supported browser knows it.
 */
export const NumberFormatter = Intl.NumberFormat
