import fc from 'fast-check'
import { COUNT_KEYS, forEachOf, IMPRESSION_KEYS, IMPRESSIONS, type Impressions } from '#contract/impressions.ts'

/** An arbitrary verdict for property tests. */
export const aVerdict = (): fc.Arbitrary<Impressions & { starRating: number }> =>
	fc
		.record({
			...forEachOf(IMPRESSION_KEYS, (key) => fc.constantFrom<string[]>(...IMPRESSIONS[key].values)),
			starRating: fc.integer({ min: 1, max: 5 }),
		})
		.map((verdict) => verdict as Impressions & { starRating: number })

/** Counts each impression by a scan of all ratings. */
export function recountImpressions(ratings: readonly Impressions[]) {
	const counts = forEachOf(COUNT_KEYS, () => 0)
	for (const rating of ratings)
		for (const key of IMPRESSION_KEYS) {
			const {
				values,
				counts: [good, bad],
			} = IMPRESSIONS[key]
			counts[rating[key] === values[0] ? good : bad]++
		}
	return counts
}
