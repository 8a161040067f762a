import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import { type InvitationWithToken, makeInvitation, NewInvitation } from '#contract/host/invitations.ts'
import { t } from '#contract/text.ts'
import { useHostAct } from '#ui/features/host/host-act.ts'
import { TextField } from '#ui/kit/forms/text-field.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { api, serverMessage } from '#ui/platform/api-client.ts'
import { useContractForm } from '#ui/platform/contract-form.ts'
import { InvitationDialog } from './invitation-dialog.tsx'

/** An empty field means no limit. */
const numberOrNothing = <Schema extends v.GenericSchema<number | null, number | null>>(schema: Schema) =>
	v.pipe(
		v.string(),
		v.transform((text) => (text === '' ? null : Number(text))),
		schema,
	)

const { note, uses, days } = NewInvitation.entries
const InvitationForm = v.object({ note, uses: numberOrNothing(uses), days: numberOrNothing(days) })

export function NewInvitationForm() {
	const queryClient = useQueryClient()
	const [made, setMade] = useState<InvitationWithToken | null>(null)
	const [isShown, setIsShown] = useState(false)
	const invite = useHostAct({
		send: (typed: v.InferOutput<typeof InvitationForm>) => api.send(makeInvitation, { body: typed }),
		onDone: () => void queryClient.invalidateQueries({ queryKey: ['host'] }),
	})
	const form = useContractForm({
		schema: InvitationForm,
		send: (typed, handlers) => invite.run(typed, handlers),
		onSent: (invitation: InvitationWithToken) => {
			form.reset()
			setMade(invitation)
			setIsShown(true)
		},
		onRefused: (error, isAtField) => {
			if (!isAtField) form.refuse('note', serverMessage(error, t('No invitation was made. Please try again.')))
		},
	})
	return (
		<>
			<form {...form.props} autoComplete="off" className="flex flex-col gap-4">
				<TextField
					label={t('Note')}
					hint={t('For you and other hosts. Not in the link.')}
					placeholder={t('e.g. the choir')}
					autoComplete="off"
					{...form.field('note')}
				/>
				<div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-3">
					<TextField
						// Translators: how many people an invitation is for
						label={t('People', { context: 'how many' })}
						hint={t('Empty: no limit.')}
						inputMode="numeric"
						defaultValue="1"
						{...form.field('uses')}
					/>
					<TextField
						// Translators: for how many days an invitation is good
						label={t('Days')}
						hint={t('Empty: until you revoke it.')}
						inputMode="numeric"
						defaultValue="7"
						{...form.field('days')}
					/>
				</div>
				<PendingButton type="submit" isBlock isPending={invite.isPending}>
					{invite.isPending ? t('Writing it...') : t('Make an invitation')}
				</PendingButton>
			</form>
			<InvitationDialog invitation={made} isOpen={isShown} onOpenChange={setIsShown} />
		</>
	)
}
