import { type FormEvent, useState } from 'react'
import { type PublicUser, Rename } from '#contract/accounts.ts'
import { useRename } from '#ui/features/accounts/accounts.api.ts'
import { isNameTaken, SEAT_TAKEN } from '#ui/features/accounts/sign-up/sign-up-failure.ts'
import { Button } from '#ui/kit/button.tsx'
import { toast } from '#ui/kit/feedback/toast.tsx'
import { TextField } from '#ui/kit/forms/text-field.tsx'
import { IconButton } from '#ui/kit/icon-button.tsx'
import { PencilIcon } from '#ui/kit/icons.tsx'
import { Dialog } from '#ui/kit/overlays/dialog.tsx'
import { useFormCheck } from '#ui/platform/form-check.ts'
import { useFormUnderway } from '#ui/platform/underway.ts'

const TRY_AGAIN = 'Failed to update username. Please try again.'

/** The pencil on one's own plate. */
export function EditUsername({ user }: { user: PublicUser }) {
	const [isOpen, setIsOpen] = useState(false)
	return (
		<>
			<IconButton
				label="Edit username"
				onPress={() => setIsOpen(true)}
				className="absolute -top-4 -right-5 rounded-full border-2 border-outline bg-taxi text-asphalt"
			>
				<PencilIcon size={18} />
			</IconButton>
			<Dialog title="Edit username" isOpen={isOpen} onOpenChange={setIsOpen} isDismissable={false}>
				<EditUsernameForm user={user} onClose={() => setIsOpen(false)} />
			</Dialog>
		</>
	)
}

function EditUsernameForm({ user, onClose }: { user: PublicUser; onClose: () => void }) {
	const { errors, check, forget, refuse } = useFormCheck(Rename)
	const rename = useRename(user.id)
	const isUnderway = useFormUnderway()

	const submit = (event: FormEvent<HTMLFormElement>) => {
		event.preventDefault()
		const form = event.currentTarget
		const typed = check(form)
		if (!typed || isUnderway()) return
		rename.mutate(typed.username, {
			onSuccess: onClose,
			onError: (error) => {
				const isTaken = isNameTaken(error)
				refuse(form, 'username', isTaken ? SEAT_TAKEN : TRY_AGAIN)
				if (isTaken) toast({ variant: 'destructive', title: 'Username not available' })
			},
		})
	}

	return (
		<form noValidate onSubmit={submit} className="flex flex-col gap-4">
			<p className="text-muted">Change your username. This will be visible to all users.</p>
			<TextField
				label="Username"
				name="username"
				autoComplete="username"
				placeholder="Enter new username"
				defaultValue={user.username}
				autoFocus
				onChange={() => forget('username')}
				error={errors.username}
			/>
			<div className="mt-2 grid grid-cols-2 gap-2.5">
				<Button variant="secondary" onPress={onClose}>
					Cancel
				</Button>
				<Button type="submit" isPending={rename.isPending} className="px-3 whitespace-nowrap">
					{rename.isPending ? 'Saving...' : 'Save Changes'}
				</Button>
			</div>
		</form>
	)
}
