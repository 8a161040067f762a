import type { Call } from '#contract/call.ts'

/** An answer as OpenAPI has it: what it means, and what comes with it. */
export type Answer = { description: string; headers?: object; content?: object }

const problem = (description: string, more: Pick<Answer, 'headers'> = {}): Answer => ({
	description,
	...more,
	content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
})

const comeBack = { headers: { 'Retry-After': { description: 'In seconds.', schema: { type: 'integer', minimum: 1 } } } }

/** What any call may answer, whatever it is about. */
export const commonAnswers: Record<number, Answer> = {
	400: problem('Something in the body, or what goes with it, is not what it should be; `field` says what.'),
	401: problem('Nobody is logged in.'),
	403: problem('The request came from another web site.'),
	413: problem('The body is too large.'),
	415: problem('The body is not `application/json`.'),
	421: problem('This server does not answer under that host name.'),
	429: problem('Too many requests. `Retry-After` says when to come back.', comeBack),
	500: problem('A bug. The details are in the log, under `requestId`.'),
	503: problem('Not now: starting, busy, or the storage is full.', comeBack),
}

/** The statuses of `commonAnswers` that one call may answer. */
export function commonStatuses({ method, who }: Call): number[] {
	const isWrite = method !== 'GET'
	// Whoever takes no body still refuses a broken one.
	const isClosed = who === 'member' || who === 'guest-or-member' || who === 'host'
	return [...(isWrite ? [400, 403, 413, 415] : []), ...(isClosed ? [401] : []), 421, 429, 500, 503]
}

/** What a call says of a status of its own. The common meaning stays beside it, where both may be. */
export function ownAnswer(status: number, description: string, isCommon: boolean): Answer {
	const common = commonAnswers[status]
	return problem(isCommon && common ? `${description} ${common.description}` : description)
}
