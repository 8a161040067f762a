import type { Impressions as AllImpressions } from '#contract/impressions.ts'
import { JOKES } from '#contract/my-receipt.ts'

const { POSITIVE, BAD_VIBE, TENSE, GOOD_VIBE } = JOKES

/** Those that the spec's pools ask. */
type Impressions = Pick<AllImpressions, 'rideQuality' | 'safetyFeeling' | 'vibeQuality'>

/** The pool that suits a rating's impressions, in the spec's order; stars do not count. All pools while it is not known yet. */
export function poolFor(rating: Impressions | null | undefined): readonly string[] {
	if (!rating) return ALL_MESSAGES
	const { rideQuality, safetyFeeling, vibeQuality } = rating
	if (safetyFeeling === 'safe' || rideQuality === 'smooth') return POSITIVE
	if (vibeQuality === 'off') return BAD_VIBE
	if (safetyFeeling === 'unsafe' || rideQuality === 'bumpy') return TENSE
	if (vibeQuality === 'good') return GOOD_VIBE
	return JOKES.DEFAULT
}

/** `luck` is from 0 up to 1; keeping it keeps the message. */
export const messageFor = (rating: Impressions | null | undefined, luck: number): string => {
	const pool = poolFor(rating)
	return pool[Math.floor(luck * pool.length)] ?? JOKES.DEFAULT[0]
}

export const ALL_MESSAGES: readonly string[] = [...POSITIVE, ...BAD_VIBE, ...TENSE, ...GOOD_VIBE]
