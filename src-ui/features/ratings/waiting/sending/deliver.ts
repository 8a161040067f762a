import { GUEST_ID } from '#contract/ids.ts'
import { changeRating, type OwnRating } from '#contract/ratings.ts'
import { sendRating } from '#ui/features/ratings/send-rating.ts'
import type { WaitingRating } from '#ui/features/ratings/waiting/waiting-rating.ts'
import { ApiError, api, hasStatus, type SendOptions, serverMessage } from '#ui/platform/api-client.ts'
import { isUnanswered } from '#ui/platform/unanswered.ts'

export type Outcome =
	| { kind: 'sent'; rating: OwnRating }
	/** No network, or no server: it is tried again, after growing pauses. */
	| { kind: 'unanswered' }
	/** The server wants to be left alone for so long. */
	| { kind: 'later'; afterMs: number }
	/** It is not for whoever uses this browser now to send it. */
	| { kind: 'not theirs' }
	| { kind: 'refused'; refusal: { status: number; message: string } }

const NOT_SENT = 'Failed to submit rating. Please try again.'

/** What a server asks for that says 'later' without saying when. */
const LATER_MS = 60_000

/**
 * Takes a waiting rating to the server, which refuses it if somebody else is signed in by now. A guest's then goes without
 * cookies and stays a guest's: it counts, but no cookie will say whose it was, so nobody can keep or change it.
 */
export async function deliver(waiting: WaitingRating, signal?: AbortSignal): Promise<Outcome> {
	const outcome = await delivered(waiting, { signal })
	if (outcome.kind !== 'not theirs' || waiting.rating.raterId !== GUEST_ID) return outcome
	return delivered(waiting, { signal, credentials: 'omit' })
}

async function delivered(waiting: WaitingRating, options: SendOptions): Promise<Outcome> {
	try {
		return { kind: 'sent', rating: await send(waiting, options) }
	} catch (error) {
		return outcomeOf(error)
	}
}

/**
 * A changed rating keeps its key. If an earlier version has arrived after all, the server says that the key is used: that
 * version is repeated, which changes nothing and answers its id, and then it is changed. So it counts once, as said last.
 */
async function send({ rating, key, earlier }: WaitingRating, options: SendOptions): Promise<OwnRating> {
	try {
		return await sendRating(rating, key, options)
	} catch (error) {
		if (!hasStatus(error, 409) || earlier.length === 0) throw error
	}
	const arrived = await arrivedVersion({ rating, key, earlier }, options)
	const { starRating, rideQuality, safetyFeeling, vibeQuality } = rating
	const said = { starRating, rideQuality, safetyFeeling, vibeQuality }
	return api.send(changeRating, { params: { id: arrived.id }, body: said }, options)
}

async function arrivedVersion(
	{ rating, key, earlier: [version, ...others] }: Pick<WaitingRating, 'rating' | 'key' | 'earlier'>,
	options: SendOptions,
): Promise<OwnRating> {
	try {
		return await sendRating({ ...rating, ...version }, key, options)
	} catch (error) {
		if (!hasStatus(error, 409) || others.length === 0) throw error
		return arrivedVersion({ rating, key, earlier: others }, options)
	}
}

function outcomeOf(error: unknown): Outcome {
	if (isUnanswered(error)) return { kind: 'unanswered' }
	if (hasStatus(error, 429) && error instanceof ApiError)
		return { kind: 'later', afterMs: error.retryAfterSeconds === undefined ? LATER_MS : error.retryAfterSeconds * 1000 }
	// `desktop_only`: the desktop app wants the cookies that were left out.
	const code = error instanceof ApiError ? error.problemCode : undefined
	if (hasStatus(error, 401) || code === 'not_yours' || code === 'desktop_only') return { kind: 'not theirs' }
	const status = error instanceof ApiError ? error.status : 0
	// A 500 says of itself only that something went wrong.
	const message = status < 500 ? serverMessage(error, NOT_SENT) : NOT_SENT
	return { kind: 'refused', refusal: { status, message } }
}
