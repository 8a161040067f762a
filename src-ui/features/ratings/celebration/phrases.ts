import type { Impressions as AllImpressions } from '#contract/impressions.ts'
import { JOKES } from '#contract/my-receipt.ts'

const { POSITIVE, BAD_VIBE, TENSE, GOOD_VIBE } = JOKES

type Impressions = Pick<AllImpressions, 'rideQuality' | 'safetyFeeling' | 'vibeQuality'>

/**
 * The first pool in the spec's order that matches the impressions (stars do not count); all pools until the rating is
 * known.
 */
export function poolFor(rating: Impressions | null | undefined): readonly string[] {
	if (!rating) return ALL_MESSAGES
	const { rideQuality, safetyFeeling, vibeQuality } = rating
	if (safetyFeeling === 'safe' || rideQuality === 'smooth') return POSITIVE
	if (vibeQuality === 'off') return BAD_VIBE
	if (safetyFeeling === 'unsafe' || rideQuality === 'bumpy') return TENSE
	if (vibeQuality === 'good') return GOOD_VIBE
	return JOKES.DEFAULT
}

/** `luck` is in [0, 1); the same luck gives the same message. */
export const messageFor = (rating: Impressions | null | undefined, luck: number): string => {
	const pool = poolFor(rating)
	return pool[Math.floor(luck * pool.length)] ?? JOKES.DEFAULT[0]
}

export const ALL_MESSAGES: readonly string[] = [...POSITIVE, ...BAD_VIBE, ...TENSE, ...GOOD_VIBE]
