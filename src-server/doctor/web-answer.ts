import { get as getOverHttp, type IncomingMessage } from 'node:http'
import { get as getOverHttps } from 'node:https'

export type WebAnswer = { status: number; location: string | null; date: Date | null; body: string }

const PATIENCE_MS = 10_000
/** More than any answer we want to understand. */
const BODY_MAX_BYTES = 64 * 1024

/**
 * What stands at an address, redirections not followed. Throws why nobody answered: an error with a `code`.
 * Not `fetch`: that of Bun goes through HTTP_PROXY, and the question is what people get who have none.
 */
export async function webAnswer(address: URL): Promise<WebAnswer> {
	const signal = AbortSignal.timeout(PATIENCE_MS)
	const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
	const get = address.protocol === 'https:' ? getOverHttps : getOverHttp
	get(address, { signal, headers: { Accept: 'application/json' } }, resolve).on('error', reject)
	const answer = await promise
	const { location, date = '' } = answer.headers
	return {
		status: answer.statusCode ?? 0,
		location: location ?? null,
		date: Number.isNaN(Date.parse(date)) ? null : new Date(date),
		body: await textOf(answer),
	}
}

async function textOf(message: IncomingMessage): Promise<string> {
	let text = ''
	for await (const chunk of message.setEncoding('utf8')) {
		text += String(chunk)
		if (text.length > BODY_MAX_BYTES) break
	}
	return text
}
