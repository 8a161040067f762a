import { get as getOverHttp, type IncomingMessage } from 'node:http'
import { get as getOverHttps } from 'node:https'
import * as v from 'valibot'
import { Health } from '#contract/instance.ts'
import { PIECE_MAX, printable } from '#server/process/log/printable-text.ts'

export type WebAnswer = { status: number; location: string | null; date: Date | null; body: string }

type AskOptions = {
	/** For the whole answer, however slowly it comes. */
	timeoutMs: number
	/** True where the address is this machine's: whatever certificate its server has is our own. */
	takesAnyCertificate?: boolean
	/** The Unix socket of the server, instead of host and port of the address. */
	socket?: string | null
}

/** More than any answer we want to understand. Of headers Bun takes 16 KB by itself. */
const BODY_MAX_BYTES = 64 * 1024

/**
 * The answer of any web server: redirections not followed, of a body the first 64 KB. It may be anybody's: bytes
 * and time are bounded. Throws why nobody answered: an error with a `code`, or an AbortError when time was up.
 * Not `fetch`: that of Bun goes through HTTP_PROXY, even to this machine; the question is what people get who have none.
 */
export async function webAnswer(
	address: URL,
	{ timeoutMs, takesAnyCertificate = false, socket = null }: AskOptions,
): Promise<WebAnswer> {
	const signal = AbortSignal.timeout(timeoutMs)
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
	const body = await beginningOf(answer)
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

async function beginningOf(message: IncomingMessage): Promise<string> {
	const pieces: Uint8Array[] = []
	let bytes = 0
	for await (const piece of message as AsyncIterable<Uint8Array>) {
		pieces.push(piece)
		bytes += piece.byteLength
		// Leaving the loop closes the connection.
		if (bytes >= BODY_MAX_BYTES) break
	}
	return Buffer.concat(pieces).toString('utf8', 0, BODY_MAX_BYTES)
}

const TIMEOUT_MS = 3000

/**
 * Asks a Backseat for its health. Answers what is wrong, or null.
 * `isOwn`: the address is this machine's, and whatever certificate the server has there is its own.
 */
export async function healthProblem(
	address: URL,
	{ isOwn, socket = null }: { isOwn: boolean; socket?: string | null },
): Promise<string | null> {
	try {
		const { status, body } = await webAnswer(address, { timeoutMs: TIMEOUT_MS, takesAnyCertificate: isOwn, socket })
		if (status !== 200) return `it answers ${status}`
		return isHealthy(body) ? null : 'whoever answers there is not Backseat'
	} catch (error) {
		return inWords(error as NodeJS.ErrnoException)
	}
}

function inWords({ name, code, message }: NodeJS.ErrnoException): string {
	if (name === 'AbortError' || name === 'TimeoutError') return `no answer within ${TIMEOUT_MS / 1000} seconds`
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
