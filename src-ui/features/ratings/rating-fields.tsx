import * as v from 'valibot'
import { RideQuality, SafetyFeeling, Stars, VibeQuality } from '#contract/ratings.ts'
import { Choice } from '#ui/kit/forms/choice.tsx'
import { StarPicker } from '#ui/kit/stars/stars.tsx'
import type { FieldProps } from '#ui/platform/contract-form.ts'
import { RIDE, SAFETY, VIBE } from './impressions.ts'

/** The value of the chosen radio button; at first none is chosen. */
const chosen = <const T extends readonly string[]>(options: T, message: string) =>
	v.pipe(v.optional(v.string(), ''), v.picklist(options, message))

/** The contract's impressions and stars, as they come out of radio buttons. */
export const RatingForm = v.object({
	starRating: v.pipe(v.optional(v.string(), '0'), v.transform(Number), Stars),
	safetyFeeling: chosen(SafetyFeeling.options, 'Safety is missing. How did it feel?'),
	rideQuality: chosen(RideQuality.options, 'Ride is missing. How was the road?'),
	vibeQuality: chosen(VibeQuality.options, 'Vibe is missing. How was the mood?'),
})

/** A rating half filled in. 0 stars and null are still to be chosen. */
export const RatingDraft = v.object({
	starRating: v.union([v.literal(0), Stars]),
	safetyFeeling: v.nullable(SafetyFeeling),
	rideQuality: v.nullable(RideQuality),
	vibeQuality: v.nullable(VibeQuality),
})
export type RatingDraft = v.InferOutput<typeof RatingDraft>

type RatingFieldsProps = {
	draft: RatingDraft
	onChange: (change: Partial<RatingDraft>) => void
	/** Of a form over RatingForm. */
	field: <Value>(name: keyof RatingDraft, onChange: (value: Value) => void) => FieldProps<Value>
}

/** What is asked of a ride: stars and the three impressions, in the order in which impressions are shown. */
export function RatingFields({ draft, onChange, field }: RatingFieldsProps) {
	return (
		<>
			<StarPicker
				label="Stars"
				value={draft.starRating}
				{...field('starRating', (starRating: RatingDraft['starRating']) => onChange({ starRating }))}
			/>
			<Choice
				label="Safety"
				value={draft.safetyFeeling}
				options={SAFETY}
				{...field('safetyFeeling', (safetyFeeling: RatingDraft['safetyFeeling']) => onChange({ safetyFeeling }))}
			/>
			<Choice
				label="Ride"
				value={draft.rideQuality}
				options={RIDE}
				{...field('rideQuality', (rideQuality: RatingDraft['rideQuality']) => onChange({ rideQuality }))}
			/>
			<Choice
				label="Vibe"
				value={draft.vibeQuality}
				options={VIBE}
				{...field('vibeQuality', (vibeQuality: RatingDraft['vibeQuality']) => onChange({ vibeQuality }))}
			/>
		</>
	)
}
