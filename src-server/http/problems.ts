import { SQLiteError } from 'bun:sqlite'
import type { Problem } from '#contract/problems.ts'
import { storageTrouble } from '#db/file/storage-trouble.ts'
import type { Answer } from './answer.ts'

/**
 * An error whose message is written for users. Services throw it; the request pipeline turns it into the wire's Problem.
 * The fields sit under `problem` because Elysia misreads an error with its own `code`.
 */
export class Refusal extends Error {
	override name = 'Refusal'
	constructor(readonly problem: Omit<Problem, 'requestId'> & { status: number; retryAfterSeconds?: number }) {
		super(problem.message)
	}
}

const refusal = (status: number, code: string) => (message: string, field?: string) =>
	new Refusal({ status, code, message, field })

export const invalid = refusal(400, 'invalid')
export const notFound = refusal(404, 'not_found')
export const taken = refusal(409, 'taken')

export const notSignedIn = (message = 'You must be logged in') =>
	new Refusal({ status: 401, code: 'not_signed_in', message })

export const notAllowed = (code = 'not_yours', message = 'You can only do this for your own account') =>
	new Refusal({ status: 403, code, message })

export const tooMany = (retryAfterSeconds: number) =>
	new Refusal({
		status: 429,
		code: 'rate_limited',
		message: `Too many requests. Please try again in ${retryAfterSeconds} ${retryAfterSeconds === 1 ? 'second' : 'seconds'}.`,
		retryAfterSeconds,
	})

export const busy = () =>
	new Refusal({
		status: 503,
		code: 'busy',
		message: 'The server is busy. Please try again in a moment.',
		retryAfterSeconds: 1,
	})

export function problemAnswer({ problem }: Refusal, requestId: string): Answer {
	const { status, code, message, field, driverId, wasRemoved, retryAfterSeconds } = problem
	const said: Problem = { message, code, field, driverId, wasRemoved, requestId }
	const headers: Record<string, string> = {}
	if (retryAfterSeconds !== undefined) headers['Retry-After'] = String(retryAfterSeconds)
	return { status, body: JSON.stringify(said), contentType: 'application/json', headers, caching: 'private' }
}

/** The answer to every unexpected error; the log has the details under the request id. */
export const somethingWentWrong = () => new Refusal({ status: 500, code: 'internal', message: 'Something went wrong' })

const storageFull = () =>
	new Refusal({
		status: 503,
		code: 'storage_full',
		message: 'Storage is full. Nothing was saved.',
		retryAfterSeconds: 30,
	})

const storageFailing = () =>
	new Refusal({
		status: 503,
		code: 'storage_failing',
		message: 'The disk could not be written to. Nothing was saved.',
		retryAfterSeconds: 30,
	})

const storageDamaged = () =>
	new Refusal({ status: 503, code: 'storage_damaged', message: 'The data file is damaged. Nothing was saved.' })

const storageRefusals = { full: storageFull, failing: storageFailing, damaged: storageDamaged }

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
