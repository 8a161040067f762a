import { SQLiteError } from 'bun:sqlite'
import type { Problem } from '#contract/problems.ts'
import { type Because, type PlainReason, sentenceOf } from '#contract/reasons.ts'
import { storageTrouble } from '#db/file/storage-trouble.ts'
import type { Answer } from './answer.ts'

type Details = { status: number; retryAfterSeconds?: number } & Pick<Problem, 'field' | 'driverId' | 'wasRemoved'>
type Refused = Details & Pick<Problem, 'message' | 'code' | 'reason' | 'params'>

/**
 * An error whose message is written for users. Services throw it; the request pipeline turns it into the wire's Problem.
 * The fields sit under `problem` because Elysia misreads an error with its own `code`.
 */
export class Refusal extends Error {
	override name = 'Refusal'
	private constructor(readonly problem: Refused) {
		super(problem.message)
	}

	/** The code is the reason, unless a coarser one is given. */
	static because({ code, ...why }: Details & Because & { code?: string }): Refusal {
		return new Refusal({ ...why, code: code ?? why.reason, message: sentenceOf(why) })
	}

	/** Has no reason: languages translate the messages of schemas by contract/field-messages.ts. */
	static ofSchema(message: string, field: string | undefined): Refusal {
		return new Refusal({ status: 400, code: 'invalid', message, field })
	}

	/** For words that only commands print, which stay English. */
	static inTerminal(message: string): Refusal {
		return new Refusal({ status: 400, code: 'invalid', message })
	}

	static fromThread(problem: Refused): Refusal {
		return new Refusal(problem)
	}
}

export const refusal = Refusal.because

type Why = PlainReason | Because
const because = (why: Why): Because => (typeof why === 'string' ? { reason: why } : why)

export const invalid = (why: Why, field?: string) => refusal({ status: 400, code: 'invalid', field, ...because(why) })
export const notFound = (why: Why) => refusal({ status: 404, code: 'not_found', ...because(why) })
export const taken = (reason: PlainReason, field?: string) => refusal({ status: 409, code: 'taken', field, reason })
export const conflict = (why: Why) => refusal({ status: 409, ...because(why) })
export const notSignedIn = (reason: PlainReason = 'not_signed_in') =>
	refusal({ status: 401, code: 'not_signed_in', reason })
export const notAllowed = (why: Why = 'not_yours') => refusal({ status: 403, ...because(why) })

export const tooMany = (seconds: number) =>
	refusal({ status: 429, reason: 'rate_limited', params: { seconds }, retryAfterSeconds: seconds })

export const fileTooLarge = () => refusal({ status: 413, code: 'too_large', reason: 'file_too_large' })

export const busy = () => refusal({ status: 503, reason: 'busy', retryAfterSeconds: 1 })

export function problemAnswer({ problem }: Refusal, requestId: string): Answer {
	const { status, retryAfterSeconds, message, code, ...details } = problem
	const body: Problem = { message, code, ...details, requestId }
	const headers: Record<string, string> = {}
	if (retryAfterSeconds !== undefined) headers['Retry-After'] = String(retryAfterSeconds)
	return { status, body: JSON.stringify(body), contentType: 'application/json', headers, caching: 'private' }
}

/** The answer to every unexpected error; the log has the details under the request id. */
export const somethingWentWrong = () => refusal({ status: 500, reason: 'internal' })

const storageRefusals = {
	full: () => refusal({ status: 503, reason: 'storage_full', retryAfterSeconds: 30 }),
	failing: () => refusal({ status: 503, reason: 'storage_failing', retryAfterSeconds: 30 }),
	damaged: () => refusal({ status: 503, reason: 'storage_damaged' }),
}

/** The refusal that an error is or causes (a full disk is not a bug); undefined for unexpected errors. */
export function asRefusal(error: unknown): Refusal | undefined {
	for (let cause = error; cause instanceof Error; cause = cause.cause) {
		if (cause instanceof Refusal) return cause
		const trouble = storageTrouble(cause)
		if (trouble) return storageRefusals[trouble]()
		// A command in another process held the write lock longer than the busy timeout.
		if (cause instanceof SQLiteError && cause.code?.startsWith('SQLITE_BUSY')) return busy()
	}
	return undefined
}
