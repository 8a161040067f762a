import { invalid, Refusal } from './problems.ts'

/** The JSON gate sits under Bun's own limit, whose bare 413 has neither body nor headers. */
const BODY_MAX_BYTES = 16 * 1024
/** Twenty events of two kilobytes must fit. */
const EVENTS_BODY_MAX_BYTES = 48 * 1024

/** Events nest deepest, by four; printing a refused body nested by thousands took Elysia 9 s and 3 GB. */
const NESTED_MAX = 8

export const badHost = () =>
	new Refusal({ status: 400, code: 'bad_host', message: 'The Host of this request is not the name of a server' })

export const unknownHost = () =>
	new Refusal({
		status: 421,
		code: 'unknown_host',
		message:
			'This server does not answer under that name. Its operator can allow it with --allowed-hosts or --public-url.',
	})

/** Cross-site writes: three gates, each enough alone (docs/threat-model.md, T11). No header at all is not a browser. */
export function checkOrigin(request: Request, ownOrigins: readonly string[]) {
	if (request.method === 'GET' || request.method === 'HEAD') return
	const origin = request.headers.get('origin')
	const site = request.headers.get('sec-fetch-site')
	const isForeign = (origin !== null && !ownOrigins.includes(origin)) || site === 'cross-site' || site === 'same-site'
	if (isForeign) throw new Refusal({ status: 403, code: 'cross_site', message: 'This request came from another site' })
}

/** Reads a JSON body. Anything else, or anything large, is refused before a route sees it. */
export async function readJson(request: Request, path: string): Promise<unknown> {
	const tooLarge = () => new Refusal({ status: 413, code: 'too_large', message: 'That is too much to send at once' })
	const most = path.endsWith('/api/events') ? EVENTS_BODY_MAX_BYTES : BODY_MAX_BYTES
	if (Number(request.headers.get('content-length') ?? 0) > most) throw tooLarge()
	const bytes = await bytesOf(request)
	if (bytes.byteLength > most) throw tooLarge()
	if (bytes.byteLength === 0) return undefined
	checkIsJson(request)
	const value = parseJson(bytes)
	if (isNestedDeeper(value, NESTED_MAX)) throw invalid('Invalid input')
	return value
}

/** Whoever goes away while sending, or never sends what they announced, made no error of ours. */
async function bytesOf(request: Request): Promise<ArrayBuffer> {
	try {
		return await request.arrayBuffer()
	} catch {
		throw new Refusal({ status: 400, code: 'incomplete', message: 'The request ended before all of it was there' })
	}
}

function parseJson(bytes: ArrayBuffer): unknown {
	try {
		return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
	} catch {
		throw invalid('The body is not valid JSON')
	}
}

const isNestedDeeper = (value: unknown, levels: number): boolean =>
	typeof value === 'object' &&
	value !== null &&
	(levels === 0 || Object.values(value).some((inner) => isNestedDeeper(inner, levels - 1)))

function checkIsJson(request: Request) {
	const type = (request.headers.get('content-type') ?? '').toLowerCase().split(';')[0]?.trim()
	if (type !== 'application/json')
		throw new Refusal({ status: 415, code: 'not_json', message: 'Send application/json' })
}
