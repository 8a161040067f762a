import * as v from 'valibot'
import { type AddressParts, addressOf, type Call, type Input, type Output } from '#contract/call.ts'
import { Problem } from '#contract/problems.ts'
import { noteServerTime } from './server-clock.ts'

/** Where this instance lives below its origin: '' or '/rides'. The server writes it into the page. */
export const basePath = document.documentElement.dataset.basePath?.replace(/^%.*%$/, '') ?? ''

/** The server said no. `message` is '{status}: {body}' as the spec has it; show `serverMessage` to people. */
export class ApiError extends Error {
	override name = 'ApiError'
	readonly serverMessage: string | undefined
	readonly field: string | undefined
	readonly problemCode: string | undefined
	readonly driverId: number | undefined
	readonly wasRemoved: boolean | undefined

	constructor(
		readonly status: number,
		text: string,
		/** How long the server asks to be left alone. */
		readonly retryAfterSeconds?: number,
	) {
		super(`${status}: ${text}`)
		const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Problem), text)
		const problem: Partial<Problem> = parsed.success ? parsed.output : {}
		this.serverMessage = problem.message
		this.field = problem.field
		this.problemCode = problem.code
		this.driverId = problem.driverId
		this.wasRemoved = problem.wasRemoved
	}
}

/** What the server wanted to say, or other words when it said nothing (no network, a proxy's error page). */
export const serverMessage = (error: unknown, otherwise: string): string =>
	(error instanceof ApiError ? error.serverMessage : undefined) ?? otherwise

export const hasStatus = (error: unknown, status: number): boolean =>
	error instanceof ApiError && error.status === status

type Sent = Parameters<typeof addressOf>[1] & { headers?: Record<string, string>; body?: unknown }

/** How a call is sent, where that is not as usual. */
export type SendOptions = Pick<RequestInit, 'credentials' | 'signal'>

async function sendCall(
	call: Call,
	{ params, query, headers, body }: Sent,
	{ credentials = 'include', signal }: SendOptions,
): Promise<unknown> {
	const address = addressOf(call, { params, query })
	if (call.method === 'GET') {
		const sent = takePageAnswer(address)
		if (sent) return v.parse(call.answers[200] ?? v.never(), sent.body)
	} else dropPageAnswers()
	const isEmpty = body === undefined
	const response = await fetch(basePath + address, {
		method: call.method,
		credentials,
		signal,
		headers: isEmpty ? headers : { 'Content-Type': 'application/json', ...headers },
		body: isEmpty ? undefined : JSON.stringify(body),
	})
	noteServerTime(response.headers.get('Date'))
	const text = await response.text()
	if (!response.ok) {
		const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN)
		throw new ApiError(response.status, text || response.statusText, seconds >= 0 ? seconds : undefined)
	}
	const answer = call.answers[response.status] ?? Object.values(call.answers)[0]
	return answer && v.parse(answer, text === '' ? undefined : JSON.parse(text))
}

/** The address of a call, for what is not sent from here: a download, a beacon. */
export const urlOf = <C extends Call>(call: C, ...[input]: OptionalIfEmpty<AddressParts<C>>): string =>
	basePath + addressOf(call, input as Sent)

type OptionalIfEmpty<T> = Record<never, never> extends T ? [T?] : [T]

type WithOptions<T> = Record<never, never> extends T ? [T?, SendOptions?] : [T, SendOptions?]

/** The instance's API: makes a call of the contract, and checks the answer against it. */
export const api = {
	send: <C extends Call>(call: C, ...[input, options]: WithOptions<Input<C>>): Promise<Output<C>> =>
		sendCall(call, (input ?? {}) as Sent, options ?? {}) as Promise<Output<C>>,
}

/** For links that expire: what the link leads to, or the server's message when it no longer works. */
export async function orServerMessage<T>(answer: Promise<T>, otherwise: string): Promise<LinkLookup<T>> {
	try {
		return { found: await answer }
	} catch (error) {
		if (hasStatus(error, 404)) return { found: null, words: serverMessage(error, otherwise) }
		throw error
	}
}
export type LinkLookup<T> = { found: T } | { found: null; words: string }

/** For things that may not be there: null instead of a 404. */
export async function orNull<T>(answer: Promise<T>): Promise<T | null> {
	try {
		return await answer
	} catch (error) {
		if (hasStatus(error, 404)) return null
		throw error
	}
}

/** What came longer ago would be asked for again anyway. */
const FRESH_MS = 5000

let left = new Map<string, unknown>()
let readAt = 0

/**
 * The answer to a call at this address, if the page came with it: as good as one that has just been fetched, so each is
 * given once, and only while the page starts. The server asks its API for what each page needs (page-answers.ts there).
 */
function takePageAnswer(address: string): { body: unknown } | null {
	const answers = answersLeft()
	if (!answers.has(address)) return null
	const body = answers.get(address)
	answers.delete(address)
	return { body }
}

/** Something changes on the server: what came before that no longer counts. */
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
