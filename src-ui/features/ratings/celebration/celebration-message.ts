import type { Impressions as AllImpressions } from '#contract/impressions.ts'
import { ALL_MESSAGES, BAD_VIBE, DEFAULT_MESSAGE, GOOD_VIBE, POSITIVE, TENSE } from './phrases.ts'

// Not in celebration.tsx: phrases.test.ts tests it without rendering.

/** Those that the spec's pools ask. */
type Impressions = Pick<AllImpressions, 'rideQuality' | 'safetyFeeling' | 'vibeQuality'>

/** The pool that suits a rating, asked in the spec's order; all of them while the rating is not known yet. */
export function poolFor(rating: Impressions | null | undefined): readonly string[] {
	if (!rating) return ALL_MESSAGES
	const { rideQuality, safetyFeeling, vibeQuality } = rating
	if (safetyFeeling === 'safe' || rideQuality === 'smooth') return POSITIVE
	if (vibeQuality === 'off') return BAD_VIBE
	if (safetyFeeling === 'unsafe' || rideQuality === 'bumpy') return TENSE
	if (vibeQuality === 'good') return GOOD_VIBE
	return [DEFAULT_MESSAGE]
}

/** `luck` is from 0 up to 1; keeping it keeps the message. */
export const messageFor = (rating: Impressions | null | undefined, luck: number): string => {
	const pool = poolFor(rating)
	return pool[Math.floor(luck * pool.length)] ?? DEFAULT_MESSAGE
}
