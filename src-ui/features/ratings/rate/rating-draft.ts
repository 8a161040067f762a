import { useRef, useState } from 'react'
import * as v from 'valibot'
import type { UserId } from '#contract/ids.ts'
import { forEachOf, SHOWN_KEYS } from '#contract/impressions.ts'
import { IdempotencyKey } from '#contract/ratings.ts'
import { RatingDraft } from '#ui/features/ratings/rating-fields.tsx'
import { newRequestKey, type RatingToSend } from '#ui/features/ratings/send-rating.ts'
import { remembered } from '#ui/platform/remembered.ts'
import { remember } from '#ui/platform/storage.ts'

const NOTHING_CHOSEN: RatingDraft = { starRating: 0, ...forEachOf(SHOWN_KEYS, () => null) }

const SentRequest = v.object({ key: IdempotencyKey, body: v.string() })

// sessionStorage: a draft survives reload, back and the end of the session, but not the tab.
const draftName = (subject: string) => `ratingDraft.${subject}`
const requestName = (driverId: UserId) => `ratingRequest.${driverId}`

/** The draft starts from `said`, the earlier answers. */
export function useRatingDraft(
	subject: string,
	said: RatingDraft = NOTHING_CHOSEN,
): [RatingDraft, (change: Partial<RatingDraft>) => void] {
	const [draft, setDraft] = useState(() => remembered('sessionStorage', draftName(subject), RatingDraft) ?? said)
	// A second tap can come before the first one renders.
	const latest = useRef(draft)
	return [
		draft,
		(change) => {
			latest.current = { ...latest.current, ...change }
			setDraft(latest.current)
			remember('sessionStorage', draftName(subject), latest.current)
		},
	]
}

export const hasDraft = (subject: string) => remembered('sessionStorage', draftName(subject), RatingDraft) !== null

/** Each retry of a rating reuses its key, even after a reload, so a lost response does not count twice. */
export function requestKeyFor(rating: RatingToSend): string {
	const body = JSON.stringify(rating)
	const sent = remembered('sessionStorage', requestName(rating.driverId), SentRequest)
	if (sent?.body === body) return sent.key
	const key = newRequestKey()
	remember('sessionStorage', requestName(rating.driverId), { key, body })
	return key
}

export function forgetRequestKey(driverId: UserId) {
	remember('sessionStorage', requestName(driverId), null)
}

export const forgetDraft = (subject: string) => remember('sessionStorage', draftName(subject), null)
