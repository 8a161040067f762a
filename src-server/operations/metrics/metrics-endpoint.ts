import { createHash, timingSafeEqual } from 'node:crypto'
import { clientOf } from '#server/http/client.ts'
import { problemResponse, Refusal } from '#server/http/problems.ts'
import { type Endpoint, METRICS_PATH } from '#server/http/request-pipeline.ts'
import type { Metrics } from './metrics.service.ts'

/** `GET /metrics`, for requests with the token that the operator set. */
export function metricsEndpoint(token: string, { text, contentType }: Pick<Metrics, 'text' | 'contentType'>): Endpoint {
	const expected = hash(token)
	const isAllowed = (request: Request) => {
		const [, brought = ''] = /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '') ?? []
		return timingSafeEqual(hash(brought), expected)
	}
	return {
		handles: (path) => path === METRICS_PATH,
		handle: async (request) => ({
			caching: 'private',
			response: isAllowed(request)
				? new Response(await text(), { headers: { 'Content-Type': contentType } })
				: askForToken(clientOf(request).requestId),
		}),
	}
}

/** Of equal length whatever was sent, so that comparing takes equally long. */
const hash = (text: string) => createHash('sha256').update(text).digest()

function askForToken(requestId: string): Response {
	const message = 'Send the metrics token as a bearer token'
	const response = problemResponse(new Refusal({ status: 401, code: 'not_signed_in', message }), requestId)
	response.headers.set('WWW-Authenticate', 'Bearer')
	return response
}
