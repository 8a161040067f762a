import * as v from 'valibot'
import { Problem } from '#contract/problems.ts'
import type { HostileRequest } from './hostile-requests.ts'
import { HOSTILE_PASSWORD } from './hostile-text.ts'

export type HostileAnswer = { status: number; headers: Headers; body: string }

/** Headers that every answer must have, with their values. */
const ALWAYS: Record<string, RegExp> = {
	'content-security-policy': /^default-src 'none'; .*frame-ancestors 'none'/,
	'x-content-type-options': /^nosniff$/,
	'x-frame-options': /^DENY$/,
	'referrer-policy': /^same-origin$/,
	'cross-origin-resource-policy': /^(same|cross)-origin$/,
	'permissions-policy': /^camera=\(\)/,
	'x-robots-tag': /^noindex$/,
	'cache-control': /^(no-store|no-cache|public, max-age=31536000, immutable)$/,
}
const NEVER = /^(server|x-powered-by|location|access-control-.*|clear-site-data|refresh)$/

/**
 * Text that only the server's internals contain. No hostile request contains it, so an echo cannot be mistaken for it.
 */
const INSIDE =
	/SQLITE|\$argon2|constraint failed|\bat .+:\d+:\d+|\.tsx?:\d|node_modules|\$bunfs|src-server|backseat\.db|TypeError|SyntaxError|RangeError|ValiError|\[object |drizzle|INSERT INTO|PRAGMA/

/** The page to which a repaired link redirects. */
const MEANT_PAGE = /^(\/[a-z-]+){1,2}(\/[\w-]+)?(\?[\x21-\x7e]*)?$/
/**
 * The other permitted redirect, to a page below the base path: people may open the address that mail programs post to.
 */
const STOP_PAGE = /^(\/[a-z]+)?\/unsubscribe\/[\w.!~*'()%-]*$/

/**
 * Faults in an answer to a hostile request; normally none.
 * `secrets` belong to people who did not send it.
 */
export function faultsIn(request: HostileRequest, answer: HostileAnswer, secrets: readonly string[]): string[] {
	const { status, headers, body } = answer
	const faults: string[] = []
	const type = headers.get('content-type') ?? ''
	const isOwnWord = /json|html/.test(type) || type === ''

	if (status < 200 || status > 599) faults.push(`status ${status}`)
	const location = headers.get('location') ?? ''
	const isToOwnPage = (status === 303 && STOP_PAGE.test(location)) || (status === 302 && MEANT_PAGE.test(location))
	if (status >= 300 && status < 400 && status !== 304 && !isToOwnPage) faults.push(`sends people elsewhere (${status})`)
	if (status >= 500 && !isBusy(answer)) faults.push(`answers ${status}`)
	if (status >= 400 && !isProblem(request, answer)) faults.push('an error that is not a Problem')
	if (status >= 400 && headers.get('cache-control') !== 'no-store') faults.push('an error that may be kept')
	for (const name in ALWAYS)
		if (!ALWAYS[name]?.test(headers.get(name) ?? '')) faults.push(`${name}: ${headers.get(name)}`)
	for (const [name] of headers)
		if (NEVER.test(name) && !(isToOwnPage && name === 'location')) faults.push(`carries ${name}`)
	for (const cookie of headers.getSetCookie())
		if (!/; Path=\/[a-z]*; Max-Age=\d+;( Secure;)? HttpOnly; SameSite=Lax$/.test(cookie))
			faults.push(`cookie ${cookie}`)
	const [inside] = (isOwnWord && INSIDE.exec(body)) || []
	if (inside) faults.push(`reveals internals: ${inside}`)
	const everything = `${body}\n${[...headers].flat().join('\n')}`
	for (const secret of [HOSTILE_PASSWORD, ...secrets])
		if (everything.includes(secret)) faults.push(`reveals a secret: ${secret.slice(0, 12)}…`)
	return faults
}

/** The only 5xx that strangers can cause, because the number of concurrent password checks is limited. */
function isBusy({ status, body }: HostileAnswer): boolean {
	return status === 503 && (body === '' || JSON.parse(body).code === 'busy')
}

function isProblem({ method, target }: HostileRequest, { status, headers, body }: HostileAnswer): boolean {
	const type = headers.get('content-type') ?? ''
	if (/^text\/(html|plain);/.test(type)) return method !== 'POST' && [404, 421].includes(status) && !isForApi(target)
	if (!type.startsWith('application/json')) return false
	// A HEAD request has no body on the wire, whatever the answer.
	if (method === 'HEAD') return true
	try {
		return v.is(v.strictObject(Problem.entries), JSON.parse(body))
	} catch {
		return false
	}
}

/** True for addresses of the API in any spelling, which must not return a page. */
const isForApi = (target: string) => /^(\/rides)?\/api(\/|$)/.test(URL.parse(`http://x${target}`)?.pathname ?? '')
