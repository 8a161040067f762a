import {
	LANGUAGE_COOKIE,
	LANGUAGE_COOKIE_SECONDS,
	type Language,
	languageTagged,
	offeredLanguages,
} from '#contract/languages.ts'
import { basePath } from '#ui/platform/api-client.ts'

const CHOSEN = new RegExp(`(?:^|; )${LANGUAGE_COOKIE}=([^;]*)`)

/** The choice made in this browser, by this page or another. */
export const chosenLanguage = (offered = offeredLanguages): Language | undefined =>
	languageTagged(CHOSEN.exec(document.cookie)?.[1], offered)

/** Null follows the browser. Reloads the page. */
export function chooseLanguage(tag: string | null) {
	const seconds = tag === null ? 0 : LANGUAGE_COOKIE_SECONDS
	const secure = location.protocol === 'https:' ? '; Secure' : ''
	// biome-ignore lint/suspicious/noDocumentCookie: Firefox before 140 and Safari before 18.4 have no other way.
	document.cookie = `${LANGUAGE_COOKIE}=${tag ?? ''}; Path=${basePath || '/'}; Max-Age=${seconds}; SameSite=Lax${secure}`
	location.reload()
}

/**
 * Reloads the page when another language has been chosen since: by a log-in, in another tab, or before going back to a
 * page that the browser has kept. `onNextScreen` registers what happens once another screen has opened.
 */
export function followChosenLanguage(onNextScreen: (opened: () => void) => void, offered = offeredLanguages) {
	const { lang, dataset } = document.documentElement
	// Without network the worker answers each reload with the same page, whatever its language.
	if (dataset.session === 'unknown') return
	const catchUp = () => {
		const chosen = chosenLanguage(offered)
		if (chosen && chosen.tag !== lang) location.reload()
	}
	window.addEventListener('pageshow', ({ persisted }) => persisted && catchUp())
	onNextScreen(catchUp)
}
