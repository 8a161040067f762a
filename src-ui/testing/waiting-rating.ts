import { spyOn } from 'bun:test'
import { ALL_GOOD } from '#contract/impressions.ts'
import type { NewWaiting } from '#ui/features/ratings/waiting/waiting-rating.ts'

export const NOW = Date.parse('2026-11-22T12:00:00Z')

type Said = Partial<NewWaiting['rating']>

/** A guest's stored rating: three stars for Uncle Bob (id 7), waiting from now on. */
export const aWaitingRating = (said: Said = {}, rest: Partial<NewWaiting> = {}): NewWaiting => ({
	key: 'a-key-of-this-rating',
	rating: {
		driverId: 7,
		raterId: 1,
		starRating: 3,
		...ALL_GOOD,
		...said,
	},
	driverName: 'Uncle Bob',
	madeAt: NOW,
	earlier: [],
	notBefore: 0,
	refusal: null,
	...rest,
})

/** Advances the clock past the retry pause, so that stored ratings are sent at once. */
export function afterAWhile() {
	const now = Date.now
	spyOn(Date, 'now').mockImplementation(() => now() + 60_000)
}
