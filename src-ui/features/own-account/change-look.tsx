import { useState } from 'react'
import * as v from 'valibot'
import type { OwnUser } from '#contract/accounts.ts'
import { OptionalDisplayName } from '#contract/names.ts'
import { FacePicker } from '#ui/kit/avatar/face-picker.tsx'
import { toast } from '#ui/kit/feedback/toast.ts'
import { TextField } from '#ui/kit/forms/text-field.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { useContractForm } from '#ui/platform/contract-form.ts'
import type { RememberedUser } from '#ui/platform/storage.ts'
import { sayWhyRefused, useChangeLook } from './own-account.api.ts'

const LookForm = v.object({ display_name: OptionalDisplayName })

export function ChangeLook({ me }: { me: RememberedUser }) {
	const [avatarId, setAvatarId] = useState(me.avatarId)
	const change = useChangeLook(me.id)
	const form = useContractForm({
		schema: LookForm,
		send: (typed, handlers) => change.mutate({ ...typed, avatarId }, handlers),
		onSent: ({ display_name, username }: OwnUser) =>
			toast({ title: 'Looking good', description: `You ride as ${display_name ?? username}.` }),
		onRefused: (error, isAtField) => isAtField || sayWhyRefused(error, 'Nothing changed'),
	})

	return (
		<>
			<p className="mb-4 text-muted">What your drivers and passengers see of you.</p>
			<form {...form.props} className="flex flex-col gap-4">
				<FacePicker value={avatarId} onChange={setAvatarId} />
				<TextField
					label="Display name"
					autoComplete="nickname"
					placeholder={me.username}
					defaultValue={me.display_name ?? ''}
					hint={`Blank shows your username, ${me.username}.`}
					{...form.field('display_name')}
				/>
				<PendingButton type="submit" isBlock isPending={change.isPending}>
					{change.isPending ? 'Saving...' : 'Save Changes'}
				</PendingButton>
			</form>
		</>
	)
}
