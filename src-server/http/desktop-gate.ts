import { createHash, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { DESKTOP_COOKIE } from '#contract/start-problems.ts'
import { isThisMachine, readHost } from './addresses/host-names.ts'
import { respond, toAnybody } from './answer.ts'
import { html, noticePage, wantsPage } from './pages/notice-page.ts'
import { problemAnswer, Refusal } from './problems.ts'
import { pathUnder } from './request-paths.ts'
import type { RequestHandler } from './request-pipeline.ts'

/**
 * Goes before the request pipeline in desktop mode: of this computer only the desktop app's own windows, which know the
 * secret, are answered, as other programs run here too. Phones are elsewhere, and reach it only where `lan` is on.
 */
export function desktopGate(
	{ secret, basePath }: { secret: string; basePath: string },
	handler: RequestHandler,
): RequestHandler {
	const hasSecret = secretTest(secret)
	return async (request, peer) => {
		// A sender elsewhere is no window of the app, whatever it sends.
		if (isElsewhere(peer.address)) return handler(request, { ...peer, isDesktopWindow: false })
		if (hasSecret(request.headers.get('cookie'))) return handler(request, { ...peer, isDesktopWindow: true })
		const host = readHost(request.headers.get('host'))
		const to = { ...toAnybody(), isTrustworthy: host !== null && isThisMachine(host.name) }
		const isPage = isForPerson(request, basePath)
		return respond(isPage ? desktopOnlyPage() : problemAnswer(desktopOnly(), to.requestId), to)
	}
}

/** By the socket's other end, never a header. Unknown counts as here. */
function isElsewhere(peer: string | null): boolean {
	return peer !== null && isIP(peer) !== 0 && ipaddr.process(peer).range() !== 'loopback'
}

/** Compares hashes, which have one length, in constant time. */
function secretTest(secret: string): (cookies: string | null) => boolean {
	const hash = (text: string) => createHash('sha256').update(text).digest()
	const expected = hash(secret)
	return (cookies) =>
		(cookies ?? '').split(/[;,]/).some((pair) => {
			const [name, value = ''] = pair.trim().split('=', 2)
			return name === DESKTOP_COOKIE && timingSafeEqual(hash(value), expected)
		})
}

const MESSAGE = 'This Backseat belongs to the desktop app on this computer. Open it there.'

const desktopOnly = () => new Refusal({ status: 403, code: 'desktop_only', message: MESSAGE })

/** For a person who typed the address into an ordinary browser. */
const desktopOnlyPage = () =>
	noticePage({ status: 403, title: 'Taken', heading: 'This seat is taken', text: html`<p>${MESSAGE}</p>` })

function isForPerson(request: Request, basePath: string): boolean {
	// An address that cannot be parsed is not a bug: nothing is thrown.
	const { pathname = '' } = URL.parse(request.url) ?? {}
	return wantsPage(request, pathUnder(basePath, pathname) ?? pathname)
}
