import * as v from 'valibot'
import { t } from './text.ts'

type Pair = readonly [good: string, bad: string]

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
		// Translators: a question about a ride, above its two answers
		question: () => t('Ride', { context: 'question' }),
		// Translators: a button of two side by side, at most 18 characters
		answers: (): Pair => [t('smooth as'), t('a lil bumpy')],
		missing: () => t('Ride is missing. How was the road?'),
		/** Labels of published answers: `words` appear below `name`, `alone` appear without it. */
		name: () => t('Ride quality'),
		// Translators: of a ride
		words: (): Pair => [t('Smooth'), t('Bumpy')],
		alone: (): Pair => [t('Smooth'), t('Bumpy')],
		/** The share of rides with the good answer; cards show `bad` opposite to it. */
		shareOfGood: (percent: number) => t('{percent}% Smooth', { percent }),
		bad: () => t('Bumpy'),
		// Translators: after the label 'Known for'
		knownFor: () => t('gliding'),
		// Translators: after the label 'Still learning'
		stillLearning: () => t('speed bumps'),
	},
	safetyFeeling: {
		values: ['safe', 'unsafe'],
		counts: ['safeRides', 'unsafeRides'],
		category: 'safe',
		share: 'safe',
		check: 'ratings_safety',
		order: 1,
		// Translators: a question about a ride, above its two answers
		question: () => t('Safety'),
		// Translators: a button of two side by side, at most 18 characters; 'yas' is slang for yes: it felt safe
		answers: (): Pair => [t('yas'), t("was sweatin'")],
		missing: () => t('Safety is missing. How did it feel?'),
		name: () => t('Safety feeling'),
		// Translators: of a ride
		words: (): Pair => [t('Safe'), t('Unsafe')],
		alone: (): Pair => [t('Safe'), t('Unsafe')],
		shareOfGood: (percent: number) => t('{percent}% Safe', { percent }),
		bad: () => t('Unsafe'),
		// Translators: after the label 'Known for'
		knownFor: () => t('early braking'),
		// Translators: after the label 'Still learning'
		stillLearning: () => t('the brakes'),
	},
	vibeQuality: {
		values: ['good', 'off'],
		counts: ['goodVibes', 'offVibes'],
		category: 'vibes',
		share: 'goodVibes',
		check: 'ratings_vibe',
		order: 3,
		// Translators: a question about a ride, above its two answers
		question: () => t('Vibe'),
		// Translators: a button of two side by side, at most 18 characters
		answers: (): Pair => [t('good vibes'), t('vibe was off')],
		missing: () => t('Vibe is missing. How was the mood?'),
		name: () => t('Vibe quality'),
		// Translators: below 'Vibe quality'
		words: (): Pair => [t('Good', { context: 'vibe' }), t('Off', { context: 'vibe' })],
		alone: (): Pair => [t('Good vibes'), t('Off vibes')],
		shareOfGood: (percent: number) => t('{percent}% Good Vibes', { percent }),
		bad: () => t('Off Vibes'),
		// Translators: after the label 'Known for'
		knownFor: () => t('the playlist'),
		// Translators: after the label 'Still learning'
		stillLearning: () => t('small talk'),
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

const sideOf = (pair: Pair, isGood: boolean) => pair[isGood ? 0 : 1]

export const answersOf = (rating: Impressions): { question: string; answer: string }[] =>
	SHOWN_KEYS.map((key) => {
		const { values, question, answers } = IMPRESSIONS[key]
		return { question: question(), answer: sideOf(answers(), rating[key] === values[0]) }
	})

export const namedWords = (rating: Impressions): { name: string; word: string }[] =>
	IMPRESSION_KEYS.map((key) => {
		const { values, name, words } = IMPRESSIONS[key]
		return { name: name(), word: sideOf(words(), rating[key] === values[0]) }
	})

export const impressionsInWords = (rating: Impressions, keys = SHOWN_KEYS): { word: string; isGood: boolean }[] =>
	keys.map((key) => {
		const { values, alone } = IMPRESSIONS[key]
		const isGood = rating[key] === values[0]
		return { word: sideOf(alone(), isGood), isGood }
	})
