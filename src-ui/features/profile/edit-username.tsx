import { useState } from 'react'
import { Rename } from '#contract/own-account.ts'
import type { PublicUser } from '#contract/public-user.ts'
import { t } from '#contract/text.ts'
import { useRename } from '#ui/features/own-account/own-account.api.ts'
import { isNameTaken, SEAT_TAKEN } from '#ui/features/sign-in/sign-up/sign-up-failure.ts'
import { Button } from '#ui/kit/button.tsx'
import { toast } from '#ui/kit/feedback/toast.ts'
import { TextField } from '#ui/kit/forms/text-field.tsx'
import { Dialog } from '#ui/kit/overlays/dialog.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { PlatePencil } from '#ui/kit/plate-pencil.tsx'
import { T } from '#ui/kit/t.tsx'
import { useContractForm } from '#ui/platform/contract-form.ts'

const TRY_AGAIN = t('Failed to update username. Please try again.')

export function EditUsername({ user }: { user: PublicUser }) {
	const [isOpen, setIsOpen] = useState(false)
	return (
		<>
			<PlatePencil label={t('Edit username')} onPress={() => setIsOpen(true)} />
			<Dialog title={t('Edit username')} isOpen={isOpen} onOpenChange={setIsOpen} isDismissable={false}>
				<EditUsernameForm user={user} onClose={() => setIsOpen(false)} />
			</Dialog>
		</>
	)
}

function EditUsernameForm({ user, onClose }: { user: PublicUser; onClose: () => void }) {
	const rename = useRename(user.id)
	const form = useContractForm({
		schema: Rename,
		send: ({ username }, handlers) => rename.mutate(username, handlers),
		onSent: onClose,
		onRefused: (error) => {
			const isTaken = isNameTaken(error)
			form.refuse('username', isTaken ? SEAT_TAKEN : TRY_AGAIN)
			if (isTaken) toast({ variant: 'destructive', title: t('Username not available'), isOnScreen: true })
		},
	})

	return (
		<form {...form.props} className="flex flex-col gap-4">
			<div className="flex flex-col gap-1 text-muted">
				<p>{t('Change your username. This will be visible to all users.')}</p>
				{user.display_name && user.display_name !== user.username ? (
					<p>
						<T
							text="It takes the place of your display name, <b>{name}</b>, as well."
							b={<strong className="wrap-anywhere text-ink" />}
							name={user.display_name}
						/>
					</p>
				) : null}
			</div>
			<TextField
				label={t('Username')}
				autoComplete="username"
				placeholder={t('Enter new username')}
				defaultValue={user.username}
				autoFocus
				{...form.field('username')}
			/>
			<div className="button-pair mt-2">
				<Button variant="secondary" onPress={onClose}>
					{t('Cancel')}
				</Button>
				<PendingButton type="submit" isPending={rename.isPending} className="px-2">
					{rename.isPending ? t('Saving...') : t('Save Changes')}
				</PendingButton>
			</div>
		</form>
	)
}
