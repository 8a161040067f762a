import { createHash, timingSafeEqual } from 'node:crypto'
import type { Answer } from '#server/http/answer.ts'
import { clientOf } from '#server/http/client.ts'
import { problemAnswer, Refusal } from '#server/http/problems.ts'
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
		handle: async (request) =>
			isAllowed(request)
				? { status: 200, body: await text(), contentType, caching: 'private' }
				: askForToken(clientOf(request).requestId),
	}
}

/** Of equal length whatever was sent, so that comparing takes equally long. */
const hash = (text: string) => createHash('sha256').update(text).digest()

function askForToken(requestId: string): Answer {
	const message = 'Send the metrics token as a bearer token'
	const answer = problemAnswer(new Refusal({ status: 401, code: 'not_signed_in', message }), requestId)
	return { ...answer, headers: { ...answer.headers, 'WWW-Authenticate': 'Bearer' } }
}
