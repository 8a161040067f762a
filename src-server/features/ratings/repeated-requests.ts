import type { UserId } from '#contract/ids.ts'
import { type ImpressionKey, isSameVerdict, verdictOf } from '#contract/impressions.ts'
import { GUEST_ID } from '#contract/known-ids.ts'
import type { NewRating } from '#contract/ratings.ts'
import { isPlaceholder } from '#db/rating-state.ts'
import type { Context } from '#server/context.ts'
import { conflict, refusal } from '#server/http/problems.ts'
import type { RatingRow, UsedKeyRow } from './ratings.queries.ts'

/** A browser may resend this long after it went offline. */
const KEY_KEPT_MS = 30 * 86_400_000
/** Each rating would otherwise look for old keys, a tenth of its statements. */
const DROP_EVERY_MS = 3_600_000

type Verdict = Pick<RatingRow, ImpressionKey | 'starRating'> & { isPlaceholder: boolean }

/**
 * `isKeyInRow` is false if the rating's row no longer holds the Idempotency-Key: the rating was edited, adopted by a member
 * at log-in, or moved to another guest cookie.
 */
export type EarlierAnswer = { rating: RatingRow; isKeyInRow: boolean }

/** Idempotency of ratings: finds the rating that an earlier request with the same key made. */
export function repeatedRequests({ queries: { ratings, usedKeys }, clock }: Pick<Context, 'queries' | 'clock'>) {
	let droppedAt = Number.NEGATIVE_INFINITY

	/**
	 * A guest's key also counts for the member who adopted the rating, because the browser may retry with a session. A
	 * spent key has no rating, so it is spent for both.
	 */
	const usedKeyOf = (raterId: UserId, requestKey: string): UsedKeyRow | undefined => {
		const own = usedKeys.usedKey(keyHash(raterId, requestKey))
		if (own || raterId === GUEST_ID) return own
		const guests = usedKeys.usedKey(keyHash(GUEST_ID, requestKey))
		const wasAdopted =
			guests && (guests.ratingId === null || ratings.ratingByRowId(guests.ratingId)?.raterId === raterId)
		return wasAdopted ? guests : undefined
	}

	const firstOf = (raterId: UserId, requestKey: string, verdict: Verdict, driverId: UserId) => {
		const rating = ratings.ratingByRequestKey(raterId, requestKey)
		if (rating)
			return { rating, isKeyInRow: true, isSame: isSame(verdictIn(rating), verdict) && rating.driverId === driverId }
		const used = usedKeyOf(raterId, requestKey)
		if (!used) return undefined
		const found = used.ratingId === null ? undefined : ratings.ratingByRowId(used.ratingId)
		if (!found) throw takenBack()
		const isSameAsFirst = used.saidHash === saidHash(requestKey, verdict) && found.driverId === driverId
		return { rating: found, isKeyInRow: false, isSame: isSameAsFirst }
	}

	/** Turns later requests with this key into no-ops. Call inside a write transaction. */
	const keepSpentKey = (raterId: UserId, requestKey: string) =>
		usedKeys.insertUsedKey({
			keyHash: keyHash(raterId, requestKey),
			raterId,
			ratingId: null,
			saidHash: null,
			createdAt: clock.now(),
		})

	return {
		/** Returns the rating in its current state. Throws `key_reused` if that request differed. */
		earlierAnswer(
			raterId: UserId,
			{ isPlaceholder = false, ...sent }: NewRating,
			requestKey: string | null,
		): EarlierAnswer | undefined {
			const first = requestKey ? firstOf(raterId, requestKey, { ...sent, isPlaceholder }, sent.driverId) : undefined
			if (first && !first.isSame) throw keyReused()
			return first
		},

		/** 'unused' if no request has used the key, null if its rating was withdrawn. */
		ratingOfKey(raterId: UserId, requestKey: string): RatingRow | 'unused' | null {
			const rating = ratings.ratingByRequestKey(raterId, requestKey)
			if (rating) return rating
			const used = usedKeyOf(raterId, requestKey)
			if (!used) return 'unused'
			return (used.ratingId === null ? undefined : ratings.ratingByRowId(used.ratingId)) ?? null
		},

		keepSpentKey,

		/**
		 * Keeps the key before it is removed from the rating's row, so that a retry is still recognized. Call inside a
		 * write transaction.
		 */
		keepKeyOf(rating: RatingRow) {
			const { id, raterId, requestKey } = rating
			if (requestKey === null) return
			usedKeys.insertUsedKey({
				keyHash: keyHash(raterId, requestKey),
				raterId,
				ratingId: id,
				saidHash: saidHash(requestKey, verdictIn(rating)),
				createdAt: clock.now(),
			})
		},

		/**
		 * Keeps the key of a rating that is being deleted, so that a retry does not create it again. Call inside a write
		 * transaction.
		 */
		keepKeyOfTakenBack(rating: RatingRow) {
			const { raterId, requestKey } = rating
			usedKeys.markTakenBack(rating, clock.now())
			if (requestKey !== null) keepSpentKey(raterId, requestKey)
		},

		/** At most once an hour. */
		dropOldKeys() {
			const now = clock.now().getTime()
			if (Math.abs(now - droppedAt) < DROP_EVERY_MS) return
			usedKeys.dropKeysBefore(now - KEY_KEPT_MS)
			droppedAt = now
		},
	}
}

/** Ignores whether it was sealed, because it may have been opened since. */
const verdictIn = (rating: RatingRow): Verdict => ({ ...rating, isPlaceholder: isPlaceholder(rating) })

const isSame = (row: Verdict, verdict: Verdict): boolean =>
	isSameVerdict(row, verdict) && row.isPlaceholder === verdict.isPlaceholder

const hashOf = (...parts: (string | number | boolean)[]) => Bun.SHA256.hash(JSON.stringify(parts), 'hex')

const keyHash = (raterId: UserId, requestKey: string) => hashOf('key', raterId, requestKey)

/** Salted with the key, which is random and stored nowhere; otherwise the few possible verdicts could be tried out. */
const saidHash = (requestKey: string, verdict: Verdict) =>
	hashOf('said', requestKey, ...Object.values(verdictOf(verdict)), verdict.isPlaceholder)

const keyReused = () => conflict('key_reused')

const takenBack = () => refusal({ status: 410, reason: 'taken_back' })
