/** `name` is what its speakers call it, `locale` is for `Intl`. Offered once its catalogue is complete and reviewed. */
type LanguageRow = { tag: string; name: string; direction: 'ltr' | 'rtl'; locale: string; isReady: boolean }

export const LANGUAGES = [
	{ tag: 'en', name: 'English', direction: 'ltr', locale: 'en', isReady: true },
	{ tag: 'de', name: 'Deutsch', direction: 'ltr', locale: 'de', isReady: true },
	{ tag: 'fr', name: 'Français', direction: 'ltr', locale: 'fr', isReady: true },
	{ tag: 'es', name: 'Español', direction: 'ltr', locale: 'es', isReady: true },
	{ tag: 'it', name: 'Italiano', direction: 'ltr', locale: 'it', isReady: true },
	{ tag: 'pt-BR', name: 'Português (Brasil)', direction: 'ltr', locale: 'pt-BR', isReady: true },
	{ tag: 'nl', name: 'Nederlands', direction: 'ltr', locale: 'nl', isReady: true },
	{ tag: 'pl', name: 'Polski', direction: 'ltr', locale: 'pl', isReady: true },
	{ tag: 'tr', name: 'Türkçe', direction: 'ltr', locale: 'tr', isReady: true },
	// Western digits, as phones in the Maghreb and receipts of apps in Cairo have them.
	{ tag: 'ar', name: 'العربية', direction: 'rtl', locale: 'ar-u-nu-latn', isReady: true },
	{ tag: 'uk', name: 'Українська', direction: 'ltr', locale: 'uk', isReady: true },
] as const satisfies readonly LanguageRow[]

export type Language = (typeof LANGUAGES)[number]

// Without side effects, so that scripts which read the schemas alone come without the table.
export const LANGUAGE_TAGS = /* @__PURE__ */ LANGUAGES.map(({ tag }) => tag)

/** The choice of this browser. Scripts of the page write it, so it is not HttpOnly. */
export const LANGUAGE_COOKIE = 'language'
export const LANGUAGE_COOKIE_SECONDS = 365 * 86_400

/** Only in links of people who speak another language than their instance: `?in=pl`. */
export const LANGUAGE_OF_LINK = 'in'

export const ENGLISH: Language = LANGUAGES[0]

export const offeredLanguages: readonly Language[] = /* @__PURE__ */ LANGUAGES.filter(({ isReady }) => isReady)

type Wishes = {
	/** Chosen in this browser. */
	cookie?: string | null
	/** Chosen by the member. */
	setting?: string | null
	acceptLanguage?: string | null
	/** The server's own, for browsers whose languages are not offered. */
	instance: Language
}

/** The first wish that is offered, in this order. */
export const languageOf = (
	{ cookie, setting, acceptLanguage, instance }: Wishes,
	offered: readonly Language[] = offeredLanguages,
): Language =>
	languageTagged(cookie, offered) ??
	languageTagged(setting, offered) ??
	languageAccepted(acceptLanguage ?? '', offered) ??
	instance

export const languageTagged = (tag: string | null | undefined, among: readonly Language[] = offeredLanguages) =>
	among.find((language) => language.tag === tag)

/** Longer than what any browser sends. */
const HEADER_MAX = 500
const RANGE = /^([a-z]{1,8})(?:-[a-z0-9]{1,8})*$/
const QUALITY = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/

/** By RFC 9110, 12.5.4. Another region of a language will do: 'pt' and 'pt-PT' find 'pt-BR'. */
function languageAccepted(header: string, offered: readonly Language[]): Language | undefined {
	const wishes = header
		.slice(0, HEADER_MAX)
		.toLowerCase()
		.split(',')
		.map((part) => {
			const [range = '', parameter = 'q=1'] = part.split(';').map((text) => text.trim())
			return { range, language: RANGE.exec(range)?.[1], quality: Number(QUALITY.exec(parameter)?.[1] ?? 0) }
		})
		.filter(({ language, quality }) => language !== undefined && quality > 0)
		.sort((one, other) => other.quality - one.quality)
	for (const { range, language } of wishes) {
		const found =
			offered.find(({ tag }) => tag.toLowerCase() === range) ??
			offered.find(({ tag }) => tag.replace(/-.*/, '') === language)
		if (found) return found
	}
	return undefined
}
