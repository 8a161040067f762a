import type { UserId } from '#contract/ids.ts'
import { idFromText } from '#contract/known-ids.ts'
import { OWN_DATA_FILE_MAX_BYTES } from '#contract/own-data-limits.ts'
import { readHost } from './addresses/host-names.ts'
import type { Viewer } from './client.ts'
import { busy, fileTooLarge, invalid, notAllowed, notSignedIn, type Refusal, refusal, tooMany } from './problems.ts'

/** Below Bun's own limit, whose bare 413 has neither body nor headers. */
const BODY_MAX_BYTES = 16 * 1024
/** Fits twenty events of 2 KB each. */
const EVENTS_BODY_MAX_BYTES = 48 * 1024
/** Fits the 16 KiB query of a provider's redirect. */
const OIDC_BODY_MAX_BYTES = 24 * 1024

/**
 * Bodies of events nest deepest, four levels. Printing a refused body with thousands of levels took Elysia 9 s and 3
 * GB.
 */
const NESTED_MAX = 8
/** More than twenty events with forty properties each. Code that validates a body visits every value, often slowly. */
const VALUES_MAX = 1000

export const badHost = () => refusal({ status: 400, reason: 'bad_host' })

export const unknownHost = () =>
	refusal({
		status: 421,
		reason: 'unknown_host',
	})

/**
 * Cross-site writes: three gates, each sufficient alone (docs/threat-model.md, T11). A request without any of the headers
 * is not from a browser.
 */
export function checkOrigin(request: Request, path: string, ownOrigins: readonly string[]) {
	if (request.method === 'GET' || request.method === 'HEAD' || isFromAnywhere(path)) return
	const origin = request.headers.get('origin')
	if (origin !== null && !ownOrigins.includes(origin)) throw crossSite()
	refuseOtherSites(request)
}

/** A request without Sec-Fetch-Site passes: programs do not send it, nor do browsers over plain http. A typed address has 'none'. */
function refuseOtherSites(request: Request) {
	const site = request.headers.get('sec-fetch-site')
	if (site === 'cross-site' || site === 'same-site') throw crossSite()
}

/** For links that download data. Over plain http browsers send no Sec-Fetch-Site, but usually the Referer. */
export function refuseLinksElsewhere(request: Request, publicUrl: URL | null) {
	if (request.headers.has('sec-fetch-site')) return refuseOtherSites(request)
	const referer = request.headers.get('referer')
	if (!referer) return
	const page = URL.parse(referer)
	const requested = readHost(request.headers.get('host'))?.authority
	const own = page && requested ? URL.parse(`${page.protocol}//${requested}`)?.host : undefined
	if (!page?.host || (page.host !== own && page.host !== publicUrl?.host)) throw crossSite()
}

const crossSite = () => notAllowed('cross_site')

/** Mail programs post here from any origin. The call needs no session and reads no cookie, so there is nothing to forge. */
const isFromAnywhere = (path: string) => path === '/api/news/stop'

/** The form that mail programs post contains nothing that the address does not. */
const isFormOfMailProgram = (request: Request, path: string) =>
	isFromAnywhere(path) &&
	/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(request.headers.get('content-type') ?? '')

function bodyMaxAt(path: string): number {
	if (path.endsWith('/api/events')) return EVENTS_BODY_MAX_BYTES
	return path.endsWith('/api/oidc/finish') ? OIDC_BODY_MAX_BYTES : BODY_MAX_BYTES
}

const tooLarge = () => refusal({ status: 413, reason: 'too_large' })

/** Refuses bodies that are not JSON or too large before a route sees them. */
export async function readJson(request: Request, path: string): Promise<unknown> {
	const bytes = await bytesOf(request, bodyMaxAt(path), tooLarge)
	if (bytes.byteLength === 0 || isFormOfMailProgram(request, path)) return undefined
	checkIsJson(request)
	if (isUnwieldy(bytes)) throw invalid('invalid_input')
	return parseJson(bytes)
}

const FILES_AT_ONCE = 4
/** By then a file that is on its way has most likely arrived. */
const NEXT_FILE_SECONDS = 5
/** For the upload from a phone with a weak signal. */
export const UPLOAD_SECONDS = 120

/** The member whose file a POST to this path brings; null at other paths. */
export function ownerOfFileAt(path: string): UserId | null {
	const [, id = ''] = /^\/api\/users\/(\d+)\/imports(?:\/preview)?$/.exec(path) ?? []
	return idFromText(id)
}

/**
 * Files of members are much larger than any other body. Only their owner may send one, one at a time, and few members at
 * once, which bounds memory.
 */
export function fileGate() {
	const owners = new Set<UserId>()
	return async <T>(
		request: Request,
		{ owner, viewer }: { owner: UserId; viewer: Viewer },
		use: (bytes: Uint8Array) => Promise<T>,
	): Promise<T> => {
		if (viewer.userId === null) throw notSignedIn()
		if (viewer.userId !== owner) throw notAllowed()
		checkIsJson(request)
		if (owners.has(owner)) throw tooMany(NEXT_FILE_SECONDS)
		if (owners.size >= FILES_AT_ONCE) throw busy()
		owners.add(owner)
		try {
			return await use(await bytesOf(request, OWN_DATA_FILE_MAX_BYTES, fileTooLarge))
		} finally {
			owners.delete(owner)
		}
	}
}

/** A client that disconnects while sending, or sends less than announced, is not a server error. */
async function bytesOf(request: Request, most: number, tooLarge: () => Refusal): Promise<Uint8Array> {
	const announced = request.headers.get('content-length')
	if (Number(announced ?? 0) > most) throw tooLarge()
	const incomplete = () => refusal({ status: 400, reason: 'incomplete' })
	if (announced !== null || request.body === null)
		return request.arrayBuffer().then(
			(buffer) => {
				if (buffer.byteLength > most) throw tooLarge()
				return new Uint8Array(buffer)
			},
			() => {
				throw incomplete()
			},
		)
	// In chunks, whose sum is unknown.
	const pieces: Uint8Array[] = []
	let size = 0
	const reader = request.body.getReader()
	for (;;) {
		const { done, value } = await reader.read().catch(() => {
			throw incomplete()
		})
		if (done) break
		size += value.byteLength
		if (size > most) {
			void reader.cancel().catch(() => {})
			throw tooLarge()
		}
		pieces.push(value)
	}
	return new Uint8Array(Buffer.concat(pieces))
}

function parseJson(bytes: Uint8Array): unknown {
	try {
		return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
	} catch {
		throw invalid('not_valid_json')
	}
}

const [QUOTE, BACKSLASH, COMMA] = Buffer.from('"\\,')
const OPENING = new Set(Buffer.from('[{'))
const CLOSING = new Set(Buffer.from(']}'))

/** Checks nesting depth and number of values on the raw bytes, before JSON.parse allocates anything. */
function isUnwieldy(json: Uint8Array): boolean {
	let values = 1
	let depth = 0
	let isInText = false
	for (let at = 0; at < json.length; at++) {
		const byte = json[at] as number
		if (byte === QUOTE) isInText = !isInText
		else if (isInText) at += byte === BACKSLASH ? 1 : 0
		else if (byte === COMMA) values++
		else if (CLOSING.has(byte)) depth--
		else if (OPENING.has(byte)) {
			values++
			depth++
		}
		if (depth > NESTED_MAX || values > VALUES_MAX) return true
	}
	return false
}

function checkIsJson(request: Request) {
	const type = (request.headers.get('content-type') ?? '').toLowerCase().split(';')[0]?.trim()
	if (type !== 'application/json') throw refusal({ status: 415, reason: 'not_json' })
}
