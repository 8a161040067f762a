import { get as getOverHttp, type IncomingMessage } from 'node:http'
import { get as getOverHttps } from 'node:https'
import * as v from 'valibot'
import { Health } from '#contract/instance.ts'
import { PIECE_MAX, printable } from '#server/log/printable-text.ts'
import { noAnswerWithin, PURPOSES, type Purpose } from './purposes.ts'

export type WebAnswer = { status: number; location: string | null; date: Date | null; body: string }

type AskOptions = {
	signal?: AbortSignal
	takesAnyCertificate?: boolean
	socket?: string | null
}

/**
 * The response of a web server at an address that the operator typed, within the limits of the purpose: no redirects, and
 * only the beginning of the body. Throws an error with a `code` if the connection fails, or an AbortError on timeout. Not
 * `fetch`: Bun's uses HTTP_PROXY even for this machine, but the check is for clients without a proxy. Bun limits headers to
 * 16 KB.
 */
export async function webAnswer(
	purpose: Purpose,
	address: URL,
	{ takesAnyCertificate = false, socket = null, signal: earlier }: AskOptions = {},
): Promise<WebAnswer> {
	const { timeoutMs, bodyMaxBytes } = PURPOSES[purpose]
	const timeout = AbortSignal.timeout(timeoutMs)
	const signal = earlier ? AbortSignal.any([earlier, timeout]) : timeout
	const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
	const get = address.protocol === 'https:' ? getOverHttps : getOverHttp
	const options = {
		signal,
		rejectUnauthorized: !takesAnyCertificate,
		headers: { Accept: 'application/json' },
		...(socket !== null && { socketPath: socket }),
	}
	get(address, options, resolve).on('error', reject)
	const answer = await promise
	const body = await beginningOf(answer, bodyMaxBytes)
	// On abort, Bun ends the body as if it were complete.
	signal.throwIfAborted()
	const { location, date = '' } = answer.headers
	return {
		status: answer.statusCode ?? 0,
		location: location ?? null,
		date: Number.isNaN(Date.parse(date)) ? null : new Date(date),
		body,
	}
}

async function beginningOf(message: IncomingMessage, max: number): Promise<string> {
	const pieces: Uint8Array[] = []
	let bytes = 0
	for await (const piece of message as AsyncIterable<Uint8Array>) {
		pieces.push(piece)
		bytes += piece.byteLength
		if (bytes >= max) break
	}
	return Buffer.concat(pieces).toString('utf8', 0, max)
}

/** Null means healthy. `isOwn` marks an address of this machine, whose certificate is trusted. */
export async function healthProblem(
	address: URL,
	{ isOwn, socket = null }: { isOwn: boolean; socket?: string | null },
): Promise<string | null> {
	try {
		const { status, body } = await webAnswer('health', address, { takesAnyCertificate: isOwn, socket })
		if (status !== 200) return `it answers ${status}`
		return isHealthy(body) ? null : 'whoever answers there is not Backseat'
	} catch (error) {
		return inWords(error as NodeJS.ErrnoException)
	}
}

function inWords({ name, code, message }: NodeJS.ErrnoException): string {
	if (name === 'AbortError' || name === 'TimeoutError') return noAnswerWithin(PURPOSES.health.timeoutMs)
	if (code === 'ECONNREFUSED' || code === 'ENOENT') return `nobody answers there (${code})`
	return printable(code ?? message, PIECE_MAX)
}

function isHealthy(body: string): boolean {
	try {
		return v.is(Health, JSON.parse(body))
	} catch {
		return false
	}
}
