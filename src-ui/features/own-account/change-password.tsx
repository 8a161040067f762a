import type { FormEvent } from 'react'
import { PasswordChange } from '#contract/own-account.ts'
import { Button } from '#ui/kit/button.tsx'
import { toast } from '#ui/kit/feedback/toast.tsx'
import { KnownUsername, PasswordField } from '#ui/kit/forms/password-field.tsx'
import { useFormCheck } from '#ui/platform/form-check.ts'
import type { RememberedUser } from '#ui/platform/storage.ts'
import { useFormUnderway } from '#ui/platform/underway.ts'
import { useChangePassword } from './own-account.api.ts'
import { sayWhyRefused } from './own-account-failure.ts'

export function ChangePassword({ me }: { me: RememberedUser }) {
	const { errors, check, forget, refuse } = useFormCheck(PasswordChange)
	const change = useChangePassword(me.id)
	const isUnderway = useFormUnderway()

	const submit = (event: FormEvent<HTMLFormElement>) => {
		event.preventDefault()
		const form = event.currentTarget
		const typed = check(form)
		if (!typed || isUnderway()) return
		change.mutate(typed, {
			onSuccess: () => {
				form.reset()
				toast({ title: 'Password changed', description: 'The old key turns nowhere any more.' })
			},
			onError: (error) => sayWhyRefused(error, 'Password not changed', (field, words) => refuse(form, field, words)),
		})
	}

	return (
		<section aria-labelledby="change-password">
			<h2 id="change-password">Change your password</h2>
			<p className="mt-1.5 mb-4 text-muted">
				Cut a new key. Wherever else you are signed in, the old one lets you out.
			</p>
			<form noValidate onSubmit={submit} className="flex flex-col gap-4">
				<KnownUsername username={me.username} />
				<PasswordField
					label="Current password"
					name="currentPassword"
					autoComplete="current-password"
					onChange={() => forget('currentPassword')}
					error={errors.currentPassword}
				/>
				<PasswordField
					label="New password"
					name="newPassword"
					autoComplete="new-password"
					hint="At least 6 characters."
					onChange={() => forget('newPassword')}
					error={errors.newPassword}
				/>
				<Button type="submit" isBlock isPending={change.isPending}>
					{change.isPending ? 'Saving...' : 'Change Password'}
				</Button>
			</form>
		</section>
	)
}
