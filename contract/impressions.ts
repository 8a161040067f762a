import * as v from 'valibot'

/**
 * The questions about a ride besides stars. The API, columns, forms, receipts, figures, pictures and exports derive from
 * this table. The good answer comes first in every pair.
 */
export const IMPRESSIONS = {
	rideQuality: {
		values: ['smooth', 'bumpy'],
		counts: ['smoothRides', 'bumpyRides'],
		category: 'smooth',
		/** A key in signed picture content, so it must never change. */
		share: 'smooth',
		check: 'ratings_ride',
		order: 2,
		question: 'Ride',
		answers: ['smooth as', 'a lil bumpy'],
		missing: 'Ride is missing. How was the road?',
		/** Labels of published answers: `words` appear below `name`, `alone` appear without it. */
		name: 'Ride quality',
		words: ['Smooth', 'Bumpy'],
		alone: ['Smooth', 'Bumpy'],
		figures: ['Smooth', 'Bumpy'],
		knownFor: 'gliding',
		stillLearning: 'speed bumps',
	},
	safetyFeeling: {
		values: ['safe', 'unsafe'],
		counts: ['safeRides', 'unsafeRides'],
		category: 'safe',
		share: 'safe',
		check: 'ratings_safety',
		order: 1,
		question: 'Safety',
		answers: ['yas', "was sweatin'"],
		missing: 'Safety is missing. How did it feel?',
		name: 'Safety feeling',
		words: ['Safe', 'Unsafe'],
		alone: ['Safe', 'Unsafe'],
		figures: ['Safe', 'Unsafe'],
		knownFor: 'early braking',
		stillLearning: 'the brakes',
	},
	vibeQuality: {
		values: ['good', 'off'],
		counts: ['goodVibes', 'offVibes'],
		category: 'vibes',
		share: 'goodVibes',
		check: 'ratings_vibe',
		order: 3,
		question: 'Vibe',
		answers: ['good vibes', 'vibe was off'],
		missing: 'Vibe is missing. How was the mood?',
		name: 'Vibe quality',
		words: ['Good', 'Off'],
		alone: ['Good vibes', 'Off vibes'],
		figures: ['Good Vibes', 'Off Vibes'],
		knownFor: 'the playlist',
		stillLearning: 'small talk',
	},
} as const

type Table = typeof IMPRESSIONS
export type ImpressionKey = keyof Table
export type Impression = Table[ImpressionKey]
export type Impressions = { [Key in ImpressionKey]: Table[Key]['values'][number] }
export type CountKey = Impression['counts'][number]

export const IMPRESSION_KEYS = Object.keys(IMPRESSIONS) as ImpressionKey[]
export const SHOWN_KEYS = [...IMPRESSION_KEYS].sort((one, other) => IMPRESSIONS[one].order - IMPRESSIONS[other].order)
export const COUNT_KEYS: CountKey[] = IMPRESSION_KEYS.flatMap((key) => IMPRESSIONS[key].counts)

export function forEachOf<Name extends string, Value>(names: readonly Name[], make: (name: Name) => Value) {
	const made = {} as Record<Name, Value>
	for (const name of names) made[name] = make(name)
	return made
}

const sides = (side: 0 | 1) => forEachOf(IMPRESSION_KEYS, (key) => IMPRESSIONS[key].values[side])
export const ALL_GOOD = sides(0) as { [Key in ImpressionKey]: Table[Key]['values'][0] }
export const ALL_BAD = sides(1) as { [Key in ImpressionKey]: Table[Key]['values'][1] }

export const impressionFields = forEachOf(IMPRESSION_KEYS, (key) => v.picklist(IMPRESSIONS[key].values)) as unknown as {
	[Key in ImpressionKey]: v.PicklistSchema<Table[Key]['values'], undefined>
}

type VerdictKey = ImpressionKey | 'starRating'
const VERDICT_KEYS: VerdictKey[] = [...IMPRESSION_KEYS, 'starRating']

export const verdictOf = <From extends Record<VerdictKey, unknown>>(from: From) =>
	forEachOf(VERDICT_KEYS, (key) => from[key]) as Pick<From, VerdictKey>

export const isSameVerdict = (one: Record<VerdictKey, unknown>, other: Record<VerdictKey, unknown>): boolean =>
	VERDICT_KEYS.every((key) => one[key] === other[key])

export const answersOf = (rating: Impressions): { question: string; answer: string }[] =>
	SHOWN_KEYS.map((key) => {
		const { values, question, answers } = IMPRESSIONS[key]
		return { question, answer: answers[rating[key] === values[0] ? 0 : 1] }
	})

export const namedWords = (rating: Impressions): { name: string; word: string }[] =>
	IMPRESSION_KEYS.map((key) => {
		const { values, name, words } = IMPRESSIONS[key]
		return { name, word: words[rating[key] === values[0] ? 0 : 1] }
	})

export const impressionsInWords = (rating: Impressions, keys = SHOWN_KEYS): { word: string; isGood: boolean }[] =>
	keys.map((key) => {
		const { values, alone } = IMPRESSIONS[key]
		const isGood = rating[key] === values[0]
		return { word: alone[isGood ? 0 : 1], isGood }
	})
