import { PasswordChange } from '#contract/own-account.ts'
import { toast } from '#ui/kit/feedback/toast.ts'
import { KnownUsername, PasswordField } from '#ui/kit/forms/text-field.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { useContractForm } from '#ui/platform/contract-form.ts'
import type { RememberedUser } from '#ui/platform/storage.ts'
import { sayWhyRefused, useChangePassword } from './own-account.api.ts'

export function ChangePassword({ me }: { me: RememberedUser }) {
	const change = useChangePassword(me.id)
	const form = useContractForm({
		schema: PasswordChange,
		send: (typed, handlers) => change.mutate(typed, handlers),
		onSent: () => {
			form.reset()
			toast({ title: 'Password changed', description: 'The old key turns nowhere any more.' })
		},
		onRefused: (error, isAtField) => isAtField || sayWhyRefused(error, 'Password not changed'),
	})

	return (
		<section aria-labelledby="change-password">
			<h2 id="change-password">Change your password</h2>
			<p className="mt-1.5 mb-4 text-muted">
				Cut a new key. You stay signed in here; everywhere else you are signed out and need the new one.
			</p>
			<form {...form.props} className="flex flex-col gap-4">
				<KnownUsername username={me.username} />
				<PasswordField label="Current password" autoComplete="current-password" {...form.field('currentPassword')} />
				<PasswordField
					label="New password"
					autoComplete="new-password"
					hint="At least 6 characters."
					{...form.field('newPassword')}
				/>
				<PendingButton type="submit" isBlock isPending={change.isPending}>
					{change.isPending ? 'Saving...' : 'Change Password'}
				</PendingButton>
			</form>
		</section>
	)
}
