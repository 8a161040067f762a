import { ApiError } from './api-client.ts'

/**
 * Whether a call got no answer from our server: no network, a proxy in front of a server that is away, a server that is
 * starting, or a hotspot that answers everything with a page of its own.
 */
export function isUnanswered(error: unknown): boolean {
	if (error instanceof ApiError) return [502, 503, 504].includes(error.status)
	return error instanceof TypeError || error instanceof DOMException || error instanceof SyntaxError
}
