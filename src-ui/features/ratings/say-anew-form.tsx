import { useState } from 'react'
import type { RatingChange } from '#contract/ratings.ts'
import { type RatingDraft, RatingFields, RatingForm } from '#ui/features/ratings/rating-fields.tsx'
import { Button } from '#ui/kit/button.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { useContractForm } from '#ui/platform/contract-form.ts'

type SayAnewFormProps<Answer> = {
	/** Filled in. */
	said: RatingDraft
	isSaving: boolean
	send: Parameters<typeof useContractForm<typeof RatingForm, Answer>>[0]['send']
	onSent: (answer: Answer, said: RatingChange) => void
	onRefused?: (error: unknown) => void
	onCancel: () => void
}

/** The form of the rating page, filled in with what was said. */
export function SayAnewForm<Answer>({ said, isSaving, send, onSent, onRefused, onCancel }: SayAnewFormProps<Answer>) {
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
					Cancel
				</Button>
				<PendingButton type="submit" isPending={isSaving} className="px-3 whitespace-nowrap">
					{isSaving ? 'Saving...' : 'Save Changes'}
				</PendingButton>
			</div>
		</form>
	)
}
