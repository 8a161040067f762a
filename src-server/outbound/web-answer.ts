import { get as getOverHttp, type IncomingMessage } from 'node:http'
import { get as getOverHttps } from 'node:https'
import * as v from 'valibot'
import { Health } from '#contract/instance.ts'
import { PIECE_MAX, printable } from '#server/log/printable-text.ts'
import { noAnswerWithin, PURPOSES, type Purpose } from './purposes.ts'

export type WebAnswer = { status: number; location: string | null; date: Date | null; body: string }

type AskOptions = {
	/** Gives up earlier than the purpose's time limit. */
	signal?: AbortSignal
	/** True where the address is this machine's: whatever certificate its server has is our own. */
	takesAnyCertificate?: boolean
	/** The Unix socket of the server, instead of host and port of the address. */
	socket?: string | null
}

/**
 * The answer of a web server at an address that the operator typed, within the limits of the purpose: redirects are not
 * followed, and only the beginning of the body is read. Throws an error with a `code` where nothing answers, or an AbortError
 * when time is up. Not `fetch`: Bun's goes through HTTP_PROXY, even to this machine, and the question is what people get who
 * have none. Of headers Bun takes 16 KB by itself.
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
	// Bun ends the body then, as if that had been all of it.
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
		// Leaving the loop closes the connection.
		if (bytes >= max) break
	}
	return Buffer.concat(pieces).toString('utf8', 0, max)
}

/**
 * Asks a Backseat for its health. Answers what is wrong, or null.
 * `isOwn`: the address is this machine's, and whatever certificate the server has there is its own.
 */
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
	// A socket that no file is of any more is as dead as a port.
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
