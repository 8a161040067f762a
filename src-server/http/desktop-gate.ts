import ipaddr from 'ipaddr.js'
import { ENGLISH, languageOf, languageTagged } from '#contract/languages.ts'
import { REASONS } from '#contract/reasons.ts'
import { DESKTOP_COOKIE } from '#contract/start-problems.ts'
import { inLanguage, messageInWords, t } from '#contract/text.ts'
import { catalogueOf } from '#server/catalogues.ts'
import { isIP } from '#server/ip-address.ts'
import { isThisMachine, readHost } from './addresses/host-names.ts'
import { respond, toAnybody } from './answer.ts'
import { html, noticePage, wantsPage } from './pages/notice-page.ts'
import { notAllowed, problemAnswer } from './problems.ts'
import { pathUnder } from './request-paths.ts'
import type { RequestHandler } from './request-pipeline.ts'

/**
 * Runs before the request pipeline in desktop mode. On this computer it answers only the desktop app's own windows, which
 * know the secret, because other programs run here too. Phones connect from elsewhere, and only if `lan` is on.
 */
export function desktopGate(
	{ secret, basePath, language = ENGLISH.tag }: { secret: string; basePath: string; language?: string },
	handler: RequestHandler,
): RequestHandler {
	const hasSecret = secretTest(secret)
	return async (request, peer) => {
		// A remote sender is never a window of the app, even with the secret.
		if (isElsewhere(peer.address)) return handler(request, { ...peer, isDesktopWindow: false })
		if (hasSecret(request.headers.get('cookie'))) return handler(request, { ...peer, isDesktopWindow: true })
		const host = readHost(request.headers.get('host'))
		const to = { ...toAnybody(), isTrustworthy: host !== null && isThisMachine(host.name) }
		const isPage = isForPerson(request, basePath)
		if (!isPage) return respond(problemAnswer(desktopOnly(), to.requestId), to)
		const acceptLanguage = request.headers.get('accept-language')
		const { tag } = languageOf({ acceptLanguage, instance: languageTagged(language) ?? ENGLISH })
		return respond(inLanguage(catalogueOf(tag), desktopOnlyPage), to)
	}
}

/** Uses the socket's address, never a header. An unknown address counts as local. */
function isElsewhere(peer: string | null): boolean {
	return peer !== null && isIP(peer) !== 0 && ipaddr.process(peer).range() !== 'loopback'
}

/** Compares hashes, which have equal length, in constant time. */
function secretTest(secret: string): (cookies: string | null) => boolean {
	const hash = (text: string) => Bun.SHA256.hash(text)
	const expected = hash(secret)
	return (cookies) =>
		(cookies ?? '').split(/[;,]/).some((pair) => {
			const [name, value = ''] = pair.trim().split('=', 2)
			return name === DESKTOP_COOKIE && crypto.timingSafeEqual(hash(value), expected)
		})
}

const desktopOnly = () => notAllowed('desktop_only')

const desktopOnlyPage = () =>
	noticePage({
		status: 403,
		// Translators: the title of the page 'This seat is taken'
		title: t('Taken'),
		heading: t('This seat is taken'),
		text: html`<p>${messageInWords(REASONS.desktop_only)}</p>`,
	})

function isForPerson(request: Request, basePath: string): boolean {
	// A malformed address is not a bug, so it must not throw.
	const { pathname = '' } = URL.parse(request.url) ?? {}
	return wantsPage(request, pathUnder(basePath, pathname) ?? pathname)
}
