import * as v from 'valibot'
import { t } from '#contract/text.ts'
import { type HttpResponse, limitedResponse } from '#desktop/web/limited-response.ts'
import type { Candidate } from './friend-address.ts'

/** No cookies, no redirects. */
export type HttpGet = (url: string, signal: AbortSignal) => Promise<HttpResponse>

export type InstanceCheck = { ok: true; base: string; path: string; version: string } | { ok: false; message: string }

const Instance = v.object({ product: v.literal('Backseat'), version: v.pipe(v.string(), v.maxLength(40)) })

/** Ordered from vague to specific: of several candidates, the last problem in this list is reported. */
const PROBLEMS = ['no-answer', 'not-backseat', 'redirects', 'certificate'] as const
type Problem = (typeof PROBLEMS)[number]

/** Requests only the instance's public description, without cookies. */
export async function checkInstance(
	candidates: Candidate[],
	get: HttpGet,
	limits: { withinMs?: number } = {},
): Promise<InstanceCheck> {
	let mostTelling: { problem: Problem; base: string } | null = null
	for (const { base, path } of candidates) {
		const answer = await describeInstance(base, get, limits)
		if ('version' in answer) return { ok: true, base, path, version: answer.version }
		if (!mostTelling || PROBLEMS.indexOf(answer.problem) > PROBLEMS.indexOf(mostTelling.problem))
			mostTelling = { ...answer, base }
		// Never fall back to plain http here: an attacker with a forged certificate wants exactly that.
		if (answer.problem === 'certificate') break
	}
	return { ok: false, message: mostTelling ? messages[mostTelling.problem](shown(mostTelling.base)) : noAddress() }
}

async function describeInstance(
	base: string,
	get: HttpGet,
	limits: { withinMs?: number },
): Promise<{ version: string } | { problem: Problem }> {
	try {
		const { status, json } = await limitedResponse((signal) => get(`${base}api/instance`, signal), limits)
		if (status >= 300 && status < 400) return { problem: 'redirects' }
		// A proxy whose Backseat is stopped or still starting.
		if (status >= 500) return { problem: 'no-answer' }
		const instance = v.safeParse(Instance, json)
		return instance.success ? { version: instance.output.version } : { problem: 'not-backseat' }
	} catch (error) {
		return { problem: problemOf(error) }
	}
}

/** Recognises the error codes of Chromium ('net::ERR_CERT_DATE_INVALID') and of Node and Bun ('SELF_SIGNED_CERT_IN_CHAIN'). */
function problemOf(error: unknown): Problem {
	const { message = '', code = '', cause } = error as { message?: string; code?: string; cause?: { code?: string } }
	const words = `${message} ${code} ${cause?.code ?? ''}`
	if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/.test(words)) return 'certificate'
	// All three report a redirect that is not followed as an error.
	return /redirect/i.test(words) ? 'redirects' : 'no-answer'
}

const noAddress = () => t('There is no address in that. Paste one such as friend.example, or the link you were sent.')

const messages: Record<Problem, (place: string) => string> = {
	'no-answer': (place) =>
		t('Nobody answers at {place}. Check the address, and that the Backseat there is running and within reach.', {
			place,
		}),
	'not-backseat': (place) =>
		t('Somebody answers at {place}, but it is not a Backseat. Ask your friend for the whole address.', { place }),
	redirects: (place) =>
		t('{place} sends visitors on to another address. Open it in a browser and paste the address you end up at.', {
			place,
		}),
	certificate: (place) =>
		t(
			'The certificate of {place} cannot be trusted, so it may be somebody else. Whoever runs it has to put that right.',
			{ place },
		),
}

const shown = (base: string) => base.replace(/^https?:\/\//, '').replace(/\/$/, '')
