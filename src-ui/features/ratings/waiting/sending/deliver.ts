import type { UserId } from '#contract/ids.ts'
import { verdictOf } from '#contract/impressions.ts'
import { GUEST_ID } from '#contract/known-ids.ts'
import { cancelRating, changeRating, type OwnRating, RATED_OFTEN, RATING_WAIT_MAX_MS } from '#contract/ratings.ts'
import { marked } from '#contract/text.ts'
import { sendRating, tripOf } from '#ui/features/ratings/send-rating.ts'
import type { WaitingDrop, WaitingRating } from '#ui/features/ratings/waiting/waiting-rating.ts'
import { ApiError, api, hasStatus, type SendOptions } from '#ui/platform/api-client.ts'
import { isUnanswered } from '#ui/platform/unanswered.ts'

export type Outcome =
	/** `isAsFirstSaid`: an earlier version had arrived and could no longer be changed. */
	{ kind: 'sent'; rating: OwnRating; isAsFirstSaid: boolean } | NotSent
export type DropOutcome = { kind: 'cancelled' } | NotSent
type NotSent =
	/** No network or no server; retried with growing pauses. */
	| { kind: 'unanswered' }
	| { kind: 'later'; afterMs: number }
	/** The rating belongs to another user of this browser. */
	| { kind: 'not theirs' }
	| { kind: 'refused'; refusal: NonNullable<WaitingRating['refusal']> }

// Kept in English, as the server's words, and translated where they are shown.
const NOT_SENT = marked('Failed to submit rating. Please try again.').text

/** Used if the server sends no Retry-After. */
const LATER_MS = 60_000

/**
 * Sends a waiting rating; the server refuses it if another member is signed in now. A guest's rating is then resent
 * without cookies: it counts, but cannot be adopted or changed later. Trip verdicts are not resent, because the cookie
 * identifies the passenger.
 */
export const deliver = ({ rating, key, earlier }: WaitingRating, signal?: AbortSignal): Promise<Outcome> => {
	const trip = tripOf(rating)
	if (trip !== null) return deliverOnTrip({ rating, key }, { signal })
	return asItsRater<Outcome>(rating.raterId, signal, async (options) => ({
		kind: 'sent',
		...(await send({ rating, key, earlier }, options)),
	}))
}

/** Resending is idempotent, so it does not matter whether the first attempt arrived. */
async function deliverOnTrip(
	{ rating, key }: Pick<WaitingRating, 'rating' | 'key'>,
	options: SendOptions,
): Promise<Outcome> {
	try {
		return { kind: 'sent', rating: await sendRating(rating, key, options), isAsFirstSaid: false }
	} catch (error) {
		const outcome = outcomeOf(error)
		const isForgotten = rating.raterId === GUEST_ID && hasStatus(error, 401)
		if (outcome.kind === 'refused') {
			const message = whyNotOnTrip(error)
			const { status, ...said } = outcome.refusal
			// Words of our own have no reason of the server's.
			return { kind: 'refused', refusal: said.message === message ? { status, ...said } : { status, message } }
		}
		return isForgotten ? { kind: 'refused', refusal: { status: 401, message: NOT_IN } } : outcome
	}
}

const NOT_IN = marked(
	'You are not in the car any more, so this was not saved. Get in again on the page of the trip.',
).text
const TRIP_GONE = marked('This trip is gone, or this driver is no longer on it. Nothing was saved.').text
const OPENED_BEFORE = marked('The envelopes were opened before this one arrived. It does not count.').text

/** The rater has moved on, so the message must explain what happened to the rating. */
function whyNotOnTrip(error: unknown): string {
	if (hasStatus(error, 404)) return TRIP_GONE
	const code = error instanceof ApiError ? error.problemCode : undefined
	if (code === 'trip_is_open') return OPENED_BEFORE
	if (code === 'not_in_the_car') return NOT_IN
	return englishMessage(error)
}

/** Cancels by key, because a guest may have no cookie for it. */
export const cancel = ({ dropped }: WaitingDrop, signal?: AbortSignal): Promise<DropOutcome> =>
	asItsRater<DropOutcome>(dropped.raterId, signal, async (options) => {
		await api.send(cancelRating, { body: { raterId: dropped.raterId, requestKey: dropped.key } }, options)
		return { kind: 'cancelled' }
	})

async function asItsRater<Result extends { kind: string }>(
	raterId: UserId,
	signal: AbortSignal | undefined,
	act: (options: SendOptions) => Promise<Result>,
): Promise<Result | NotSent> {
	const attempt = async (options: SendOptions) => act({ signal, ...options }).catch(outcomeOf)
	const outcome = await attempt({})
	if (outcome.kind !== 'not theirs' || raterId !== GUEST_ID) return outcome
	return attempt({ credentials: 'omit' })
}

type Sent = { rating: OwnRating; isAsFirstSaid: boolean }

/**
 * A changed rating keeps its key. If an earlier version arrived, the server answers 409: resend that version to get its
 * id (idempotent), then change it. It counts once, as last edited, or as first sent if it can no longer be changed.
 */
async function send(
	{ rating, key, earlier }: Pick<WaitingRating, 'rating' | 'key' | 'earlier'>,
	options: SendOptions,
): Promise<Sent> {
	try {
		return { rating: await sendRating(rating, key, options), isAsFirstSaid: false }
	} catch (error) {
		if (!hasStatus(error, 409) || earlier.length === 0) throw error
	}
	const arrived = await arrivedVersion({ rating, key, earlier }, options)
	const said = verdictOf(rating)
	try {
		return {
			rating: await api.send(changeRating, { params: { id: arrived.id }, body: said }, options),
			isAsFirstSaid: false,
		}
	} catch (error) {
		const { kind } = outcomeOf(error)
		const isOver = kind === 'refused' || (kind === 'not theirs' && rating.raterId === GUEST_ID)
		if (!isOver) throw error
		return { rating: arrived, isAsFirstSaid: true }
	}
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

function outcomeOf(error: unknown): NotSent {
	if (isUnanswered(error)) return { kind: 'unanswered' }
	if (hasStatus(error, 429) && error instanceof ApiError) {
		const afterMs = error.retryAfterSeconds === undefined ? LATER_MS : error.retryAfterSeconds * 1000
		// The rater decides: it would hold back their other ratings for up to a day.
		if (error.problemCode === RATED_OFTEN && afterMs > LATER_MS) return { kind: 'refused', refusal: refusalOf(error) }
		return { kind: 'later', afterMs: Math.min(afterMs, RATING_WAIT_MAX_MS) }
	}
	// `desktop_only`: the desktop app requires the omitted cookies.
	const code = error instanceof ApiError ? error.problemCode : undefined
	if (hasStatus(error, 401) || code === 'not_yours' || code === 'desktop_only') return { kind: 'not theirs' }
	return { kind: 'refused', refusal: refusalOf(error) }
}

const englishMessage = (error: unknown): string =>
	(error instanceof ApiError ? error.englishMessage : undefined) ?? NOT_SENT

function refusalOf(error: unknown): NonNullable<WaitingRating['refusal']> {
	if (!(error instanceof ApiError)) return { status: 0, message: NOT_SENT }
	const { status, reason, params } = error
	// A 500 has only a generic message.
	return status < 500 ? { status, message: englishMessage(error), reason, params } : { status, message: NOT_SENT }
}
