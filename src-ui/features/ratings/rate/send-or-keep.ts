import { GUEST_ID } from '#contract/ids.ts'
import type { NewRating, OwnRating } from '#contract/ratings.ts'
import { noAnswerSignal, PATIENCE_MS, sendRating } from '#ui/features/ratings/send-rating.ts'
import type { Waiting } from '#ui/features/ratings/waiting/waiting-context.ts'
import type { WaitingRating } from '#ui/features/ratings/waiting/waiting-rating.ts'
import { isWaitingFor } from '#ui/features/ratings/waiting/whose-waiting.ts'
import { isUnanswered, within } from '#ui/platform/unanswered.ts'
import { requestKeyFor } from './rating-draft.ts'

/** What became of a rating: the server has it, or it waits in this browser. */
export type Rated = { saved: OwnRating } | { waiting: WaitingRating }

/** What is waiting gets so long to be sent first, and the browser so long to keep a rating. */
const STUCK_AFTER_MS = 3000
const KEPT_WITHIN_MS = 2500

/**
 * Sends a rating, or keeps it until it can be sent. Whatever hangs (the network, a lock, the browser's database, code that
 * does not arrive), it ends within 12 seconds: `PATIENCE_MS` from the start for sending, and `KEPT_WITHIN_MS`.
 */
export async function sendOrKeep(rating: NewRating, driverName: string, waiting: Waiting): Promise<Rated> {
	const begun = performance.now()
	const signal = noAnswerSignal()
	const key = requestKeyFor(rating)
	const keep = async () => ({ waiting: await keepWithin({ rating, key, driverName }, waiting) })
	if (isWaitingFor(rating.raterId ?? GUEST_ID) && (await isStuck(rating, waiting))) {
		// Where it cannot be kept it is tried all the same.
		const kept = await keep().catch(() => null)
		if (kept) return kept
	}
	try {
		const left = PATIENCE_MS - (performance.now() - begun)
		return { saved: await within(left, sendRating(rating, key, { signal })) }
	} catch (error) {
		if (!isUnanswered(error)) throw error
		return keep().catch((whyNot: unknown) => {
			console.warn('The rating could not be kept here', whyNot)
			throw error
		})
	}
}

/** No answer in time is one, too: what is sent in this moment stays in front of it. */
const isStuck = (rating: NewRating, waiting: Waiting): Promise<boolean> =>
	within(
		STUCK_AFTER_MS,
		waiting.load().then((ratings) => ratings.isStuck(rating)),
	).catch((error: unknown) => error instanceof DOMException && error.name === 'TimeoutError')

type ToKeep = { rating: NewRating; key: string; driverName: string }

async function keepWithin({ rating, key, driverName }: ToKeep, waiting: Waiting): Promise<WaitingRating> {
	const keeping = waiting.load().then((ratings) => ratings.keep(rating, key, driverName))
	try {
		return await within(KEPT_WITHIN_MS, keeping)
	} catch (error) {
		// Kept after all, but too late: the form has it by then, and it would be sent twice.
		const forgetLate = async () => (await waiting.load()).forget((await keeping).place)
		forgetLate().catch(() => undefined)
		throw error
	}
}
