import * as v from 'valibot'
import { Moment, type RatingId } from '#contract/ids.ts'
import type { Joke } from '#contract/my-receipt.ts'
import { RatingImpressions } from '#contract/ratings.ts'
import { remembered } from '#ui/platform/remembered.ts'
import { remember } from '#ui/platform/storage.ts'

export const FinishedRating = v.object({
	...RatingImpressions.entries,
	createdAt: Moment,
	sealed: v.optional(v.boolean(), false),
})
export type FinishedRating = v.InferOutput<typeof FinishedRating>

/**
 * `luck` picks the joke. The joke is stored once the saved rating is known, because that determines the pool; as a place,
 * not as a text, so that it survives a switch of the language.
 */
const KeptJoke = v.object({
	luck: v.number(),
	joke: v.optional(v.object({ pool: v.string(), place: v.number() })),
})
export type KeptJoke = v.InferOutput<typeof KeptJoke>

const KeptCelebration = v.union([KeptJoke, v.object({ isTakenBack: v.literal(true) })])

// sessionStorage: reload and back show the same joke, a new tab another one.
const nameOf = (id: RatingId) => `celebration.${id}`
const kept = (id: RatingId) => remembered('sessionStorage', nameOf(id), KeptCelebration)

export function keptJoke(id: RatingId): KeptJoke {
	const known = kept(id)
	if (known && 'luck' in known) return known
	const drawn = { luck: Math.random() }
	remember('sessionStorage', nameOf(id), drawn)
	return drawn
}

export const keepJoke = (id: RatingId, joke: { luck: number; joke: Joke | undefined }) =>
	remember('sessionStorage', nameOf(id), joke)

/** Makes the back button show the form instead of the celebration that is still in the page's history. */
export const keepTakenBack = (id: RatingId) => remember('sessionStorage', nameOf(id), { isTakenBack: true })

export function isTakenBack(id: RatingId): boolean {
	const known = kept(id)
	return known !== null && 'isTakenBack' in known
}
