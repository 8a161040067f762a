import { createHash, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Answer } from './front-door.ts'
import { problemResponse, Refusal } from './problems.ts'
import { isThisMachine } from './request-gates.ts'
import { secure } from './security-headers.ts'

const COOKIE = 'backseat_desktop'

/**
 * Stands before everything in desktop mode: of this computer only the desktop app's own windows, which know the secret,
 * come in. Everybody else's programs run here too. Phones come from elsewhere, and only when the network is let in.
 */
export function desktopGate({ secret, basePath }: { secret: string; basePath: string }, answer: Answer): Answer {
	const hasSecret = secretTest(secret)
	return async (request, peer) => {
		if (isElsewhere(peer.address) || hasSecret(request.headers.get('cookie'))) return answer(request, peer)
		const response = wantsPage(request, basePath) ? refusalPage() : problemResponse(desktopOnly(), crypto.randomUUID())
		const isTrustworthy = isThisMachine(request.headers.get('host'))
		return secure(response, { caching: 'private', isPublicHttps: false, isTrustworthy })
	}
}

/** By the socket's other end, never a header. Unknown counts as here. */
function isElsewhere(peer: string | null): boolean {
	return peer !== null && isIP(peer) !== 0 && ipaddr.process(peer).range() !== 'loopback'
}

/** Compares hashes: they have one length, and comparing them takes one time, whatever was sent. */
function secretTest(secret: string): (cookies: string | null) => boolean {
	const hash = (text: string) => createHash('sha256').update(text).digest()
	const expected = hash(secret)
	return (cookies) =>
		(cookies ?? '').split(/[;,]/).some((pair) => {
			const [name, value = ''] = pair.trim().split('=', 2)
			return name === COOKIE && timingSafeEqual(hash(value), expected)
		})
}

const MESSAGE = 'This Backseat belongs to the desktop app on this computer. Open it there.'

const desktopOnly = () => new Refusal({ status: 403, code: 'desktop_only', message: MESSAGE })

function wantsPage({ method, url, headers }: Request, basePath: string): boolean {
	const { pathname } = new URL(url)
	const isForApi = pathname === `${basePath}/api` || pathname.startsWith(`${basePath}/api/`)
	return method === 'GET' && !isForApi && (headers.get('accept') ?? '').includes('text/html')
}

/** For a person who typed the address into an ordinary browser. Without styles: the policy allows none. */
const refusalPage = () => new Response(PAGE, { status: 403, headers: { 'Content-Type': 'text/html; charset=utf-8' } })

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Backseat</title>
<h1>This seat is taken</h1>
<p>${MESSAGE}</p>
</html>
`
