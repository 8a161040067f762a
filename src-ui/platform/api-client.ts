import { type AddressParts, addressOf, type Call, type Input, type Output } from '#contract/call.ts'
import type { Problem } from '#contract/problems.ts'
import { noteServerTime } from './server-clock.ts'

/** Base path of this instance, '' or '/rides', which the server writes into the page. */
export const basePath = document.documentElement.dataset.basePath?.replace(/^%.*%$/, '') ?? ''

/** An error response. `message` is '{status}: {body}' as the spec requires; show `serverMessage` to people. */
export class ApiError extends Error {
	override name = 'ApiError'
	readonly serverMessage: string | undefined
	/** To be kept, because the page's language may change. */
	readonly englishMessage: string | undefined
	readonly field: string | undefined
	readonly problemCode: string | undefined
	readonly reason: Problem['reason']
	readonly params: Problem['params']
	readonly driverId: number | undefined
	readonly wasRemoved: boolean | undefined

	constructor(
		readonly status: number,
		text: string,
		readonly retryAfterSeconds?: number,
		inWords?: (problem: Pick<Problem, 'message' | 'reason' | 'params'>) => string,
	) {
		super(`${status}: ${text}`)
		const problem = problemIn(text)
		this.englishMessage = problem.message
		this.serverMessage = problem.message && (inWords?.(problem as Problem) ?? problem.message)
		this.field = problem.field
		this.problemCode = problem.code
		this.reason = problem.reason
		this.params = problem.params
		this.driverId = problem.driverId
		this.wasRemoved = problem.wasRemoved
	}
}

/** Empty unless our server wrote it. Checked by hand, because every page loads this file (decision 28). */
function problemIn(text: string): Partial<Problem> {
	try {
		const problem = Object(JSON.parse(text))
		const isOurs = [problem.message, problem.code, problem.requestId].every((value) => typeof value === 'string')
		return isOurs ? problem : {}
	} catch {
		return {}
	}
}

/** The server's message in the page's language, or `otherwise` without one (no network, a proxy's error page). */
export const serverMessage = (error: unknown, otherwise: string): string =>
	(error instanceof ApiError ? error.serverMessage : undefined) ?? otherwise

export const hasStatus = (error: unknown, status: number): boolean =>
	error instanceof ApiError && error.status === status

type Sent = Parameters<typeof addressOf>[1] & { headers?: Record<string, string>; body?: unknown }

export type SendOptions = Pick<RequestInit, 'credentials' | 'signal'>

async function sendCall(
	call: Call,
	{ params, query, headers, body }: Sent,
	{ credentials = 'include', signal }: SendOptions,
): Promise<unknown> {
	const address = addressOf(call, { params, query })
	if (call.method === 'GET') {
		const sent = takePageAnswer(address)
		// Not checked: the server that wrote it also sent this script.
		if (sent) return sent.body
	} else dropPageAnswers()
	const checks = import('./answer-checks.ts')
	// A write that cannot be checked is not sent, and a read does not wait for the check.
	if (call.method === 'GET') checks.catch(() => undefined)
	else await checks
	const isEmpty = body === undefined
	const response = await fetch(basePath + address, {
		method: call.method,
		credentials,
		signal,
		headers: isEmpty ? headers : { 'Content-Type': 'application/json', ...headers },
		body: isEmpty ? undefined : body instanceof Blob ? body : JSON.stringify(body),
	})
	noteServerTime(response.headers.get('Date'))
	const text = await response.text()
	if (!response.ok) {
		const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN)
		// The page may have loaded only the texts of its screen.
		const [words] = await Promise.all([import('#contract/sentences.ts'), globalThis.backseatTexts?.()]).catch(() => [])
		const wait = seconds >= 0 ? seconds : undefined
		throw new ApiError(response.status, text || response.statusText, wait, words?.refusalInWords)
	}
	return (await checks).checkedAnswer(call, response.status, text === '' ? undefined : JSON.parse(text))
}

/** URL of a call that the browser sends itself: a download, a beacon. */
export const urlOf = <C extends Call>(call: C, ...[input]: OptionalIfEmpty<AddressParts<C>>): string =>
	basePath + addressOf(call, input as Sent)

type OptionalIfEmpty<T> = Record<never, never> extends T ? [T?] : [T]

type WithOptions<T> = Record<never, never> extends T ? [T?, SendOptions?] : [T, SendOptions?]

export const api = {
	send: <C extends Call>(call: C, ...[input, options]: WithOptions<Input<C>>): Promise<Output<C>> =>
		sendCall(call, (input ?? {}) as Sent, options ?? {}) as Promise<Output<C>>,
}

/** For expiring links: returns the server's message if the link is no longer valid. */
export async function orServerMessage<T>(answer: Promise<T>, otherwise: string): Promise<LinkLookup<T>> {
	try {
		return { found: await answer }
	} catch (error) {
		if (hasStatus(error, 404)) return { found: null, words: serverMessage(error, otherwise) }
		throw error
	}
}
export type LinkLookup<T> = { found: T } | { found: null; words: string }

export async function orNull<T>(answer: Promise<T>): Promise<T | null> {
	try {
		return await answer
	} catch (error) {
		if (hasStatus(error, 404)) return null
		throw error
	}
}

const FRESH_MS = 5000

let left = new Map<string, unknown>()
let readAt = 0

/**
 * Returns the server-rendered answer to a call, if the page includes one. Each is used once and only during startup, as
 * fresh as a fetched one. The server picks the calls in page-answers.ts.
 */
function takePageAnswer(address: string): { body: unknown } | null {
	const answers = answersLeft()
	if (!answers.has(address)) return null
	const body = answers.get(address)
	answers.delete(address)
	return { body }
}

/** Call before a write, which makes the embedded answers outdated. */
export const dropPageAnswers = () => answersLeft().clear()

function answersLeft(): Map<string, unknown> {
	const element = document.getElementById('page-answers')
	if (element) {
		left = new Map(Object.entries(JSON.parse(element.textContent || '{}') as object))
		readAt = performance.now()
		element.remove()
	} else if (performance.now() - readAt > FRESH_MS) left.clear()
	return left
}
