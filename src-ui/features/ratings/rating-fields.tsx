import { useState } from 'react'
import * as v from 'valibot'
import {
	forEachOf,
	IMPRESSIONS,
	type Impression,
	type ImpressionKey,
	type Impressions,
	impressionFields,
	SHOWN_KEYS,
} from '#contract/impressions.ts'
import { type RatingChange, Stars } from '#contract/ratings.ts'
import { t } from '#contract/text.ts'
import { Button } from '#ui/kit/button.tsx'
import { Choice } from '#ui/kit/forms/choice.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { StarPicker } from '#ui/kit/stars/stars.tsx'
import { type FieldProps, useContractForm } from '#ui/platform/contract-form.ts'

const chosen = ({ values, missing }: Impression) => v.pipe(v.optional(v.string(), ''), v.picklist(values, missing))
type Chosen<Key extends ImpressionKey> = v.GenericSchema<string | undefined, Impressions[Key]>

export const RatingForm = v.object({
	starRating: v.pipe(v.optional(v.string(), '0'), v.transform(Number), Stars),
	...(forEachOf(SHOWN_KEYS, (key) => chosen(IMPRESSIONS[key])) as unknown as {
		[Key in ImpressionKey]: v.OptionalSchema<Chosen<Key>, ''>
	}),
})

/** A partial rating: 0 stars and null mean not chosen yet. */
export const RatingDraft = v.object({
	starRating: v.union([v.literal(0), Stars]),
	...(forEachOf(SHOWN_KEYS, (key) => v.nullable(impressionFields[key])) as unknown as {
		[Key in ImpressionKey]: v.NullableSchema<(typeof impressionFields)[Key], undefined>
	}),
})
export type RatingDraft = v.InferOutput<typeof RatingDraft>

type RatingFieldsProps = {
	draft: RatingDraft
	onChange: (change: Partial<RatingDraft>) => void
	field: <Value>(name: keyof RatingDraft, onChange: (value: Value) => void) => FieldProps<Value>
}

export function RatingFields({ draft, onChange, field }: RatingFieldsProps) {
	return (
		<>
			<StarPicker
				label={t('Stars')}
				value={draft.starRating}
				{...field('starRating', (starRating: RatingDraft['starRating']) => onChange({ starRating }))}
			/>
			{SHOWN_KEYS.map((key) => {
				const { question, values, answers } = IMPRESSIONS[key]
				const [good, bad] = answers()
				return (
					<Choice<Impressions[ImpressionKey]>
						key={key}
						label={question()}
						value={draft[key]}
						options={[
							{ value: values[0], label: good, tone: 'good' },
							{ value: values[1], label: bad, tone: 'bad' },
						]}
						{...field(key, (value) => onChange({ [key]: value }))}
					/>
				)
			})}
		</>
	)
}

type EditRatingFormProps<Answer> = {
	said: RatingDraft
	isSaving: boolean
	send: Parameters<typeof useContractForm<typeof RatingForm, Answer>>[0]['send']
	onSent: (answer: Answer, said: RatingChange) => void
	onRefused?: (error: unknown) => void
	onCancel: () => void
}

export function EditRatingForm<Answer>({
	said,
	isSaving,
	send,
	onSent,
	onRefused,
	onCancel,
}: EditRatingFormProps<Answer>) {
	const [draft, setDraft] = useState(said)
	const form = useContractForm({ schema: RatingForm, send, onSent, onRefused })
	return (
		<form {...form.props} className="flex flex-col gap-3.5">
			<RatingFields
				draft={draft}
				onChange={(change) => setDraft((before) => ({ ...before, ...change }))}
				field={form.field}
			/>
			<div className="button-pair mt-2">
				<Button variant="secondary" onPress={onCancel}>
					{t('Cancel')}
				</Button>
				<PendingButton type="submit" isPending={isSaving} className="px-2">
					{/* Translators: a button of two side by side, at most 18 characters */}
					{isSaving ? t('Saving...') : t('Save Changes')}
				</PendingButton>
			</div>
		</form>
	)
}
