import { ApiError } from './api-client.ts'

/**
 * True if the call did not reach our server: no network, a proxy's error (502 to 504, 511, Cloudflare's 520 and up), a
 * starting server, or a captive portal's page. Our server's own errors are Problems.
 */
export function isUnanswered(error: unknown): boolean {
	if (error instanceof ApiError) return error.status > 501 || error.problemCode === undefined
	if (error instanceof Error && error.name === 'ValiError') return true
	return [TypeError, DOMException, SyntaxError].some((kind) => error instanceof kind)
}

/** Rejects with a TimeoutError if `promise` has not settled after `ms`. */
export function within<T>(ms: number, promise: Promise<T>): Promise<T> {
	return new Promise<T>((resolve, reject) => {
		const timer = setTimeout(() => reject(new DOMException('It took too long', 'TimeoutError')), ms)
		promise.then(resolve, reject).finally(() => clearTimeout(timer))
	})
}
