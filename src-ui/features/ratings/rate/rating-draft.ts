import { useRef, useState } from 'react'
import * as v from 'valibot'
import type { UserId } from '#contract/ids.ts'
import { forEachOf, SHOWN_KEYS } from '#contract/impressions.ts'
import { IdempotencyKey, type NewRating } from '#contract/ratings.ts'
import { RatingDraft } from '#ui/features/ratings/rating-fields.tsx'
import { newRequestKey } from '#ui/features/ratings/send-rating.ts'
import { remember, remembered } from '#ui/platform/storage.ts'

const NOTHING_CHOSEN: RatingDraft = { starRating: 0, ...forEachOf(SHOWN_KEYS, () => null) }

const SentRequest = v.object({ key: IdempotencyKey, body: v.string() })

// In sessionStorage: a draft outlives reloads, the back button and the end of a session, but not the tab.
const draftName = (driverId: UserId) => `ratingDraft.${driverId}`
const requestName = (driverId: UserId) => `ratingRequest.${driverId}`

export function useRatingDraft(driverId: UserId): [RatingDraft, (change: Partial<RatingDraft>) => void] {
	const [draft, setDraft] = useState(
		() => remembered(sessionStorage, draftName(driverId), RatingDraft) ?? NOTHING_CHOSEN,
	)
	// A second tap may come before the first one is rendered.
	const latest = useRef(draft)
	return [
		draft,
		(change) => {
			latest.current = { ...latest.current, ...change }
			setDraft(latest.current)
			remember(sessionStorage, draftName(driverId), latest.current)
		},
	]
}

/** The same for every retry of the same rating, also after a reload: an answer that got lost counts once. */
export function requestKeyFor(rating: NewRating): string {
	const body = JSON.stringify(rating)
	const sent = remembered(sessionStorage, requestName(rating.driverId), SentRequest)
	if (sent?.body === body) return sent.key
	const key = newRequestKey()
	remember(sessionStorage, requestName(rating.driverId), { key, body })
	return key
}

export function forgetRequestKey(driverId: UserId) {
	remember(sessionStorage, requestName(driverId), null)
}

export function forgetDraft(driverId: UserId) {
	remember(sessionStorage, draftName(driverId), null)
	forgetRequestKey(driverId)
}
