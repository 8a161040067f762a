import { spyOn } from 'bun:test'
import { ALL_GOOD } from '#contract/impressions.ts'
import type { NewWaiting } from '#ui/features/ratings/waiting/waiting-rating.ts'

export const NOW = Date.parse('2026-11-22T12:00:00Z')

type Said = Partial<NewWaiting['rating']>

/** Three stars of a guest for Uncle Bob, number 7, which wait since now. */
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

/** A while after the last try: what waits may be sent again at once. */
export function afterAWhile() {
	const now = Date.now
	spyOn(Date, 'now').mockImplementation(() => now() + 60_000)
}
