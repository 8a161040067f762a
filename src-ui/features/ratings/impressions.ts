import type { RideQuality, SafetyFeeling, VibeQuality } from '#contract/ratings.ts'
import type { ChoiceOption } from '#ui/kit/forms/choice.tsx'

type Pair<T extends string> = [ChoiceOption<T>, ChoiceOption<T>]

export const SAFETY: Pair<SafetyFeeling> = [
	{ value: 'safe', label: 'yas', tone: 'good' },
	{ value: 'unsafe', label: "was sweatin'", tone: 'bad' },
]

export const RIDE: Pair<RideQuality> = [
	{ value: 'smooth', label: 'smooth as', tone: 'good' },
	{ value: 'bumpy', label: 'a lil bumpy', tone: 'bad' },
]

export const VIBE: Pair<VibeQuality> = [
	{ value: 'good', label: 'good vibes', tone: 'good' },
	{ value: 'off', label: 'vibe was off', tone: 'bad' },
]

/** What the rater tapped, in the words they tapped. */
export const labelOf = <T extends string>([first, second]: Pair<T>, value: T): string =>
	first.value === value ? first.label : second.label
