export type HttpResponse = { status: number; body: AsyncIterable<Uint8Array> | null }

export type LimitedResponse = {
	status: number
	/** Undefined unless the response is a success, valid JSON and within the limit. */
	json: unknown
}

const LONGEST_BYTES = 64 * 1024
const WITHIN_MS = 6_000

/**
 * All responses that the main process reads go through here: a friend's instance is untrusted and may send an endless, trickling
 * or compressed body that fills the memory. `ask` must pass the signal on and follow no redirect. Rejects on failure or timeout.
 */
export async function limitedResponse(
	ask: (signal: AbortSignal) => Promise<HttpResponse>,
	{ longestBytes = LONGEST_BYTES, withinMs = WITHIN_MS } = {},
): Promise<LimitedResponse> {
	const stop = new AbortController()
	const late = Promise.withResolvers<never>()
	const timer = setTimeout(() => late.reject(new Error('Too slow')), withinMs)
	try {
		// Race the timeout as well: not everything stops on abort.
		return await Promise.race([readWithin(ask, stop.signal, longestBytes), late.promise])
	} finally {
		clearTimeout(timer)
		// Abort after a response, too: the rest of an oversized one is never read.
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

/** Null beyond the limit, which counts decompressed bytes. */
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
