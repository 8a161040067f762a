import * as v from 'valibot'
import type { RatingId } from '#contract/ids.ts'
import { remember, remembered } from '#ui/platform/storage.ts'

const KeptCelebration = v.union([
	/** `luck` chose the message; the message is kept once the saved rating has said which pool it comes from. */
	v.object({ luck: v.number(), message: v.optional(v.string()) }),
	v.object({ isTakenBack: v.literal(true) }),
])

// In sessionStorage: a reload and the back button find the same joke, a new tab another one.
const nameOf = (id: RatingId) => `celebration.${id}`
const kept = (id: RatingId) => remembered('sessionStorage', nameOf(id), KeptCelebration)

/** The joke of this rating, drawn when it is first asked for. */
export function keptJoke(id: RatingId): { luck: number; message?: string | undefined } {
	const known = kept(id)
	if (known && 'luck' in known) return known
	const drawn = { luck: Math.random() }
	remember('sessionStorage', nameOf(id), drawn)
	return drawn
}

export const keepJoke = (id: RatingId, joke: { luck: number; message: string }) =>
	remember('sessionStorage', nameOf(id), joke)

/** The page's history still has the celebration: going back there shows the form. */
export const keepTakenBack = (id: RatingId) => remember('sessionStorage', nameOf(id), { isTakenBack: true })

export function isTakenBack(id: RatingId): boolean {
	const known = kept(id)
	return known !== null && 'isTakenBack' in known
}
