import * as v from 'valibot'
import type { Impressions as AllImpressions } from '#contract/impressions.ts'
import { Joke, jokesOf, textOfJoke } from '#contract/my-receipt.ts'
import type { KeptJoke } from './kept-celebration.ts'

type Impressions = Pick<AllImpressions, 'rideQuality' | 'safetyFeeling' | 'vibeQuality'>

/**
 * The first pool in the spec's order that matches the impressions (stars do not count); all pools until the rating is
 * known.
 */
export function poolFor(rating: Impressions | null | undefined): readonly string[] {
	if (!rating) return allMessages()
	const { rideQuality, safetyFeeling, vibeQuality } = rating
	if (safetyFeeling === 'safe' || rideQuality === 'smooth') return jokesOf('POSITIVE')
	if (vibeQuality === 'off') return jokesOf('BAD_VIBE')
	if (safetyFeeling === 'unsafe' || rideQuality === 'bumpy') return jokesOf('TENSE')
	if (vibeQuality === 'good') return jokesOf('GOOD_VIBE')
	return jokesOf('DEFAULT')
}

/** `luck` is in [0, 1); the same luck gives the same message. */
export const messageFor = (rating: Impressions | null | undefined, luck: number): string => {
	const pool = poolFor(rating)
	return pool[Math.floor(luck * pool.length)] ?? textOfJoke({ pool: 'DEFAULT', place: 0 })
}

/** A rating keeps its joke unless an edit moves it to another pool. */
export function keptMessageFor(rating: Impressions | null | undefined, { luck, joke }: KeptJoke): string {
	const kept = v.is(Joke, joke) ? textOfJoke(joke) : undefined
	return kept !== undefined && poolFor(rating).includes(kept) ? kept : messageFor(rating, luck)
}

export const allMessages = (): readonly string[] => [
	...jokesOf('POSITIVE'),
	...jokesOf('BAD_VIBE'),
	...jokesOf('TENSE'),
	...jokesOf('GOOD_VIBE'),
]
