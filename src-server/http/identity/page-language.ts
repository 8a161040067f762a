import type { UserId } from '#contract/ids.ts'
import {
	ENGLISH,
	LANGUAGE_COOKIE,
	LANGUAGE_COOKIE_SECONDS,
	LANGUAGE_OF_LINK,
	type Language,
	languageOf,
	languageTagged,
	offeredLanguages,
} from '#contract/languages.ts'
import { clientOf, type Viewer } from '#server/http/client.ts'
import { cookieValues } from './identity.ts'

export type PageLanguages = ReturnType<typeof createPageLanguages>

type Parts = {
	basePath: string
	/** The tag of `--language`. */
	instance: string
	settingOf: (member: UserId) => string | null | undefined
	offered?: readonly Language[] | undefined
}

export function createPageLanguages({ basePath, instance, settingOf, offered = offeredLanguages }: Parts) {
	const ofInstance = languageTagged(instance, offered) ?? ENGLISH

	const chosenIn = (request: Request): string | undefined =>
		cookieValues(request.headers.get('cookie'), LANGUAGE_COOKIE).find((tag) => languageTagged(tag, offered))

	const keep = (request: Request, tag: string) => {
		const client = clientOf(request)
		const cookie = new Bun.Cookie(LANGUAGE_COOKIE, tag, {
			path: basePath || '/',
			maxAge: LANGUAGE_COOKIE_SECONDS,
			sameSite: 'lax',
			secure: client.isHttps,
		})
		client.cookies = [...client.cookies, cookie.serialize()]
	}

	return {
		ofInstance,

		of(request: Request, { userId }: Viewer): Language {
			const cookie = chosenIn(request)
			const setting = cookie === undefined && userId !== null ? settingOf(userId) : null
			const acceptLanguage = request.headers.get('accept-language')
			return languageOf({ cookie, setting, acceptLanguage, instance: ofInstance }, offered)
		},

		/** The language of who sent the link, for chats, which have none of their own. */
		inLink: ({ searchParams }: URL): Language | undefined =>
			languageTagged(searchParams.get(LANGUAGE_OF_LINK), offered),

		/** Sends the cookie again with each page: Safari keeps a cookie that a script has set for seven days only. */
		renewChoice(request: Request) {
			const cookie = chosenIn(request)
			if (cookie !== undefined) keep(request, cookie)
		},

		/** A member who logs in gets their own language, whatever was chosen in this browser before. */
		followSetting(request: Request, member: UserId) {
			const setting = languageTagged(settingOf(member), offered)
			if (setting) keep(request, setting.tag)
		},
	}
}
