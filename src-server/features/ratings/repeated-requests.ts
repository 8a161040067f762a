import { createHash } from 'node:crypto'
import { GUEST_ID, type UserId } from '#contract/ids.ts'
import { type ImpressionKey, isSameVerdict, verdictOf } from '#contract/impressions.ts'
import type { NewRating } from '#contract/ratings.ts'
import { isPlaceholder } from '#db/rating-state.ts'
import type { Context } from '#server/context.ts'
import { Refusal } from '#server/http/problems.ts'
import type { RatingRow, UsedKeyRow } from './ratings.queries.ts'

/** A repeat comes at most so late: a browser that was without a network is opened again. */
const KEY_KEPT_MS = 30 * 86_400_000

type Said = Pick<RatingRow, ImpressionKey | 'starRating'> & { isPlaceholder: boolean }

/** `isKeyInRow`: nobody has changed or kept it since, and no other cookie took it along. */
export type EarlierAnswer = { rating: RatingRow; isKeyInRow: boolean }

/** What `rateDriver` and those who mend ratings know of requests that may come again. */
export function repeatedRequests({ queries: { ratings, usedKeys }, clock }: Pick<Context, 'queries' | 'clock'>) {
	/**
	 * A guest's key counts as a member's too once the member took that rating along: the browser may repeat in the session
	 * what it first sent without one. A spent key names no rating, so it is spent for both.
	 */
	const usedKeyOf = (raterId: UserId, requestKey: string): UsedKeyRow | undefined => {
		const own = usedKeys.usedKey(keyHash(raterId, requestKey))
		if (own || raterId === GUEST_ID) return own
		const guests = usedKeys.usedKey(keyHash(GUEST_ID, requestKey))
		const wasTakenAlong =
			guests && (guests.ratingId === null || ratings.ratingByPlace(guests.ratingId)?.raterId === raterId)
		return wasTakenAlong ? guests : undefined
	}

	/** The rating of an earlier request with this key, and whether that one said the same. */
	const firstOf = (raterId: UserId, requestKey: string, said: Said, driverId: UserId) => {
		const rating = ratings.ratingByRequestKey(raterId, requestKey)
		if (rating)
			return { rating, isKeyInRow: true, isSame: isSame(saidIn(rating), said) && rating.driverId === driverId }
		const used = usedKeyOf(raterId, requestKey)
		if (!used) return undefined
		const found = used.ratingId === null ? undefined : ratings.ratingByPlace(used.ratingId)
		if (!found) throw takenBack()
		const isSameAsFirst = used.saidHash === saidHash(requestKey, said) && found.driverId === driverId
		return { rating: found, isKeyInRow: false, isSame: isSameAsFirst }
	}

	/** Whatever comes with this key saves nothing. Within a write. */
	const keepSpentKey = (raterId: UserId, requestKey: string) =>
		usedKeys.insertUsedKey({
			keyHash: keyHash(raterId, requestKey),
			raterId,
			ratingId: null,
			saidHash: null,
			createdAt: clock.now(),
		})

	return {
		/** The rating that this very request made before, if it did, as it is now. */
		earlierAnswer(
			raterId: UserId,
			{ isPlaceholder = false, ...sent }: NewRating,
			requestKey: string | null,
		): EarlierAnswer | undefined {
			const first = requestKey ? firstOf(raterId, requestKey, { ...sent, isPlaceholder }, sent.driverId) : undefined
			if (first && !first.isSame) throw keyReused()
			return first
		},

		/** The rating that a request with this key made: 'unused' if none has come yet, null if it was taken back. */
		ratingOfKey(raterId: UserId, requestKey: string): RatingRow | 'unused' | null {
			const rating = ratings.ratingByRequestKey(raterId, requestKey)
			if (rating) return rating
			const used = usedKeyOf(raterId, requestKey)
			if (!used) return 'unused'
			return (used.ratingId === null ? undefined : ratings.ratingByPlace(used.ratingId)) ?? null
		},

		keepSpentKey,

		/** Before the key goes from the rating's row: a repeat of its request must still be known. Within a write. */
		keepKeyOf(rating: RatingRow) {
			const { id, raterId, requestKey } = rating
			if (requestKey === null) return
			usedKeys.insertUsedKey({
				keyHash: keyHash(raterId, requestKey),
				raterId,
				ratingId: id,
				saidHash: saidHash(requestKey, saidIn(rating)),
				createdAt: clock.now(),
			})
		},

		/** Before a rating is taken back or removed: a repeat of its request must not bring it back. Within a write. */
		keepKeyOfTakenBack(rating: RatingRow) {
			const { raterId, requestKey } = rating
			usedKeys.markTakenBack(rating, clock.now())
			if (requestKey !== null) keepSpentKey(raterId, requestKey)
		},

		dropOldKeys: () => usedKeys.dropKeysBefore(clock.now().getTime() - KEY_KEPT_MS),
	}
}

/** Whether it was sealed is not asked: since then it may have been opened. */
const saidIn = (rating: RatingRow): Said => ({ ...rating, isPlaceholder: isPlaceholder(rating) })

const isSame = (row: Said, said: Said): boolean => isSameVerdict(row, said) && row.isPlaceholder === said.isPlaceholder

const hashOf = (...parts: (string | number | boolean)[]) =>
	createHash('sha256').update(JSON.stringify(parts)).digest('hex')

const keyHash = (raterId: UserId, requestKey: string) => hashOf('key', raterId, requestKey)

/** With the key in it, which is random and kept nowhere: without it, the few things one can say would soon be tried. */
const saidHash = (requestKey: string, said: Said) =>
	hashOf('said', requestKey, ...Object.values(verdictOf(said)), said.isPlaceholder)

const keyReused = () =>
	new Refusal({ status: 409, code: 'key_reused', message: 'This Idempotency-Key was used for another rating' })

const takenBack = () =>
	new Refusal({ status: 410, code: 'taken_back', message: 'This rating was taken back. Nothing was saved.' })
