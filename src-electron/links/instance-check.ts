import * as v from 'valibot'
import { shortAnswer, type WebAnswer } from '#desktop/web/short-answer.ts'
import type { Place } from './friends-address.ts'

/** Makes an HTTP request without cookies and without following redirects. */
export type Ask = (url: string, signal: AbortSignal) => Promise<WebAnswer>

/** `message` is for the person. */
export type InstanceCheck = { ok: true; base: string; path: string; version: string } | { ok: false; message: string }

/** What a Backseat says of itself at api/instance; the little of it that matters here. */
const Instance = v.object({ product: v.literal('Backseat'), version: v.pipe(v.string(), v.maxLength(40)) })

/** From the one that says least about what is wrong to the one that says most. */
const PROBLEMS = ['silence', 'stranger', 'moved', 'certificate'] as const
type Problem = (typeof PROBLEMS)[number]

/** Finds out which of the places is a Backseat. Nothing but its public self-description is asked, without cookies. */
export async function checkInstance(
	places: Place[],
	ask: Ask,
	limits: { withinMs?: number } = {},
): Promise<InstanceCheck> {
	let worst: { problem: Problem; base: string } | null = null
	for (const { base, path } of places) {
		const answer = await askInstance(base, ask, limits)
		if ('version' in answer) return { ok: true, base, path, version: answer.version }
		if (!worst || PROBLEMS.indexOf(answer.problem) > PROBLEMS.indexOf(worst.problem)) worst = { ...answer, base }
		// Going on in plain http would do a forger the favour.
		if (answer.problem === 'certificate') break
	}
	return { ok: false, message: worst ? messages[worst.problem](shown(worst.base)) : NO_ADDRESS }
}

async function askInstance(
	base: string,
	ask: Ask,
	limits: { withinMs?: number },
): Promise<{ version: string } | { problem: Problem }> {
	try {
		const { status, json } = await shortAnswer((signal) => ask(`${base}api/instance`, signal), limits)
		if (status >= 300 && status < 400) return { problem: 'moved' }
		// A proxy whose Backseat is not running, or one that is just starting.
		if (status >= 500) return { problem: 'silence' }
		const instance = v.safeParse(Instance, json)
		return instance.success ? { version: instance.output.version } : { problem: 'stranger' }
	} catch (error) {
		return { problem: problemOf(error) }
	}
}

/** By the codes of Chromium ('net::ERR_CERT_DATE_INVALID') and of Node and Bun ('SELF_SIGNED_CERT_IN_CHAIN'). */
function problemOf(error: unknown): Problem {
	const { message = '', code = '', cause } = error as { message?: string; code?: string; cause?: { code?: string } }
	const words = `${message} ${code} ${cause?.code ?? ''}`
	if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/.test(words)) return 'certificate'
	// A redirect that is not followed is an error to all of them.
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
