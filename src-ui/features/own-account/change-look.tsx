import { useState } from 'react'
import * as v from 'valibot'
import type { OwnUser } from '#contract/accounts.ts'
import { OptionalDisplayName } from '#contract/names.ts'
import { t } from '#contract/text.ts'
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
			toast({ title: t('Looking good'), description: t('You ride as {name}.', { name: display_name ?? username }) }),
		onRefused: (error, isAtField) => isAtField || sayWhyRefused(error, t('Nothing changed')),
	})

	return (
		<>
			<p className="mb-4 text-muted">{t('What your drivers and passengers see of you.')}</p>
			<form {...form.props} className="flex flex-col gap-4">
				<FacePicker value={avatarId} onChange={setAvatarId} />
				<TextField
					label={t('Display name')}
					autoComplete="nickname"
					placeholder={me.username}
					defaultValue={me.display_name ?? ''}
					hint={t('Blank shows your username, {username}.', { username: me.username })}
					{...form.field('display_name')}
				/>
				<PendingButton type="submit" isBlock isPending={change.isPending}>
					{change.isPending ? t('Saving...') : t('Save Changes')}
				</PendingButton>
			</form>
		</>
	)
}
