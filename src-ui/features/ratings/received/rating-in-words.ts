import type { RatingImpressions } from '#contract/ratings.ts'
import type { SeenRating } from './received-ratings.api.ts'

export const RIDE_WORDS = { smooth: 'Smooth', bumpy: 'Bumpy' }
export const SAFETY_WORDS = { safe: 'Safe', unsafe: 'Unsafe' }
export const VIBE_WORDS = { good: 'Good', off: 'Off' }

type Impressions = Pick<RatingImpressions, 'safetyFeeling' | 'rideQuality' | 'vibeQuality'>

/** The three impressions where nothing beside them says what they are about. */
export const impressionsInWords = ({ safetyFeeling, rideQuality, vibeQuality }: Impressions) => [
	{ word: SAFETY_WORDS[safetyFeeling], isGood: safetyFeeling === 'safe' },
	{ word: RIDE_WORDS[rideQuality], isGood: rideQuality === 'smooth' },
	{ word: `${VIBE_WORDS[vibeQuality]} vibes`, isGood: vibeQuality === 'good' },
]

/** One after the other as they come, by the month of their day. */
export function byMonth(ratings: SeenRating[]): { month: string; ratings: SeenRating[] }[] {
	const months: { month: string; ratings: SeenRating[] }[] = []
	for (const rating of ratings) {
		const month = rating.createdAt.slice(0, '2026-11'.length)
		const last = months.at(-1)
		if (last?.month === month) last.ratings.push(rating)
		else months.push({ month, ratings: [rating] })
	}
	return months
}
