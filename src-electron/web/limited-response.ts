/** What came back, before anybody has read it. A `Response` is one. */
export type HttpResponse = { status: number; body: AsyncIterable<Uint8Array> | null }

export type LimitedResponse = {
	status: number
	/** Undefined when it is not a success, not JSON, or too long. */
	json: unknown
}

const LONGEST_BYTES = 64 * 1024
const WITHIN_MS = 6_000

/**
 * The only way in which the app's main process reads what a server says: a friend's instance may be anybody, and say
 * something without end, byte by byte, or packed so that it fills the memory. `ask` must pass the signal on and follow no
 * redirect. Rejects when nobody answers, or not in time.
 */
export async function limitedResponse(
	ask: (signal: AbortSignal) => Promise<HttpResponse>,
	{ longestBytes = LONGEST_BYTES, withinMs = WITHIN_MS } = {},
): Promise<LimitedResponse> {
	const stop = new AbortController()
	const late = Promise.withResolvers<never>()
	const timer = setTimeout(() => late.reject(new Error('Too slow')), withinMs)
	try {
		// Whatever becomes of the work: not everything ends when it is told to stop.
		return await Promise.race([readWithin(ask, stop.signal, longestBytes), late.promise])
	} finally {
		clearTimeout(timer)
		// Also after an answer: of one that is too long nobody reads the rest.
		stop.abort()
	}
}

async function readWithin(
	ask: (signal: AbortSignal) => Promise<HttpResponse>,
	signal: AbortSignal,
	longestBytes: number,
): Promise<LimitedResponse> {
	const { status, body } = await ask(signal)
	const isSuccess = status >= 200 && status < 300
	return { status, json: isSuccess && body ? jsonOf(await textWithin(body, longestBytes)) : undefined }
}

/** Null when it is longer. What counts is what it unpacks to. */
async function textWithin(body: AsyncIterable<Uint8Array>, longestBytes: number): Promise<string | null> {
	const parts: Uint8Array[] = []
	let bytes = 0
	for await (const part of body) {
		bytes += part.byteLength
		if (bytes > longestBytes) return null
		parts.push(part)
	}
	return Buffer.concat(parts).toString()
}

function jsonOf(text: string | null): unknown {
	try {
		return text === null ? undefined : JSON.parse(text)
	} catch {
		return undefined
	}
}
