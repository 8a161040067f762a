import { ValiError } from 'valibot'
import { ApiError } from './api-client.ts'

/**
 * Whether a call got no answer from our server: no network, a proxy in front of a server that is away (502 to 504, 511, and
 * what Cloudflare says from 520 on), a server that is starting, or a hotspot that answers everything with a page of its own.
 * What our server refuses is a Problem.
 */
export function isUnanswered(error: unknown): boolean {
	if (error instanceof ApiError) return error.status > 501 || error.problemCode === undefined
	return [TypeError, DOMException, SyntaxError, ValiError].some((kind) => error instanceof kind)
}

/** For what may never settle, whatever the reason: the same, or a rejection after so long. */
export function within<T>(ms: number, promise: Promise<T>): Promise<T> {
	return new Promise<T>((resolve, reject) => {
		const timer = setTimeout(() => reject(new DOMException('It took too long', 'TimeoutError')), ms)
		promise.then(resolve, reject).finally(() => clearTimeout(timer))
	})
}
