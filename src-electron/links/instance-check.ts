import * as v from 'valibot'
import type { Place } from './friends-address.ts'

/** How the web is asked; Electron's `net.fetch` in the product. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** `message` is for the person. */
export type InstanceCheck = { ok: true; base: string; path: string; version: string } | { ok: false; message: string }

const TIMEOUT_MS = 6_000
const LONGEST_ANSWER = 64 * 1024

/** What a Backseat says of itself at api/instance; the little of it that matters here. */
const Instance = v.object({ product: v.literal('Backseat'), version: v.pipe(v.string(), v.maxLength(40)) })

/** From the one that says least about what is wrong to the one that says most. */
const PROBLEMS = ['silence', 'stranger', 'moved', 'certificate'] as const
type Problem = (typeof PROBLEMS)[number]

/** Finds out which of the places is a Backseat. Nothing but its public self-description is asked, without cookies. */
export async function checkInstance(
	places: Place[],
	fetch: Fetch,
	{ timeoutMs = TIMEOUT_MS } = {},
): Promise<InstanceCheck> {
	let worst: { problem: Problem; base: string } | null = null
	for (const { base, path } of places) {
		const answer = await askInstance(base, fetch, timeoutMs)
		if ('version' in answer) return { ok: true, base, path, version: answer.version }
		if (!worst || PROBLEMS.indexOf(answer.problem) > PROBLEMS.indexOf(worst.problem)) worst = { ...answer, base }
		// Going on in plain http would do a forger the favour.
		if (answer.problem === 'certificate') break
	}
	return { ok: false, message: worst ? messages[worst.problem](shown(worst.base)) : NO_ADDRESS }
}

async function askInstance(
	base: string,
	fetch: Fetch,
	timeoutMs: number,
): Promise<{ version: string } | { problem: Problem }> {
	const stop = new AbortController()
	try {
		return await inTime(timeoutMs, async () => {
			const response = await fetch(`${base}api/instance`, {
				...{ redirect: 'manual', credentials: 'omit', cache: 'no-store' },
				...{ headers: { accept: 'application/json' }, signal: stop.signal },
			})
			if (response.status >= 300 && response.status < 400) return { problem: 'moved' }
			// A proxy whose Backseat is not running, or one that is just starting.
			if (response.status >= 500) return { problem: 'silence' }
			const instance = v.safeParse(Instance, await shortJson(response))
			return response.ok && instance.success ? { version: instance.output.version } : { problem: 'stranger' }
		})
	} catch (error) {
		return { problem: problemOf(error) }
	} finally {
		// Also after an answer: of one that was refused, nobody reads the rest.
		stop.abort()
	}
}

/** Undefined when it is no JSON or too long to be about an instance. */
async function shortJson(response: Response): Promise<unknown> {
	const reader = response.body?.getReader()
	const decoder = new TextDecoder()
	let text = ''
	let length = 0
	for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
		length += part.value.byteLength
		if (length > LONGEST_ANSWER) {
			reader?.cancel().catch(() => {})
			return undefined
		}
		text += decoder.decode(part.value, { stream: true })
	}
	try {
		return JSON.parse(text)
	} catch {
		return undefined
	}
}

/** Rejects when it takes longer, whatever becomes of the work: an aborted `net.fetch` leaves its body unfinished. */
async function inTime<T>(ms: number, work: () => Promise<T>): Promise<T> {
	let timer: ReturnType<typeof setTimeout> | undefined
	const late = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(new Error('Too slow')), ms)
	})
	try {
		return await Promise.race([work(), late])
	} finally {
		clearTimeout(timer)
	}
}

/** By the codes of Chromium ('net::ERR_CERT_DATE_INVALID') and of Node and Bun ('SELF_SIGNED_CERT_IN_CHAIN'). */
function problemOf(error: unknown): Problem {
	const { message = '', code = '', cause } = error as { message?: string; code?: string; cause?: { code?: string } }
	const words = `${message} ${code} ${cause?.code ?? ''}`
	if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/.test(words)) return 'certificate'
	// net.fetch throws on a redirect that it was told not to follow.
	return /redirect/i.test(words) ? 'moved' : 'silence'
}

const NO_ADDRESS = 'There is no address in that. Paste one such as friend.example, or the link you were sent.'

const messages: Record<Problem, (place: string) => string> = {
	silence: (place) =>
		`Nobody answers at ${place}. Check the address, and that the Backseat there is running and within reach.`,
	stranger: (place) => `Somebody answers at ${place}, but it is not a Backseat. Ask your friend for the whole address.`,
	moved: (place) =>
		`${place} sends visitors on to another address. Open it in a browser and paste the address you end up at.`,
	certificate: (place) =>
		`The certificate of ${place} cannot be trusted, so it may be somebody else. Whoever runs it has to put that right.`,
}

/** 'friend.example/rides' */
const shown = (base: string) => base.replace(/^https?:\/\//, '').replace(/\/$/, '')
