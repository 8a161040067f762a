import { useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { PasswordChange } from '#contract/own-account.ts'
import { t } from '#contract/text.ts'
import { instanceQuery } from '#ui/features/instance/instance.api.ts'
import { ProofField, useProof } from '#ui/features/sign-in/passkeys/proof-field.tsx'
import { toast } from '#ui/kit/feedback/toast.ts'
import { KnownUsername, PasswordField } from '#ui/kit/forms/text-field.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { useContractForm } from '#ui/platform/contract-form.ts'
import type { RememberedUser } from '#ui/platform/storage.ts'
import { sayWhyRefused, useChangePassword } from './own-account.api.ts'

const { currentPassword, newPassword } = PasswordChange.entries
const PasswordForm = v.object({ currentPassword, newPassword })

export function ChangePassword({ me }: { me: RememberedUser }) {
	const change = useChangePassword(me.id)
	const proof = useProof(me.id)
	const isFirst = !proof.hasPassword
	const { data: instance } = useQuery(instanceQuery)
	const form = useContractForm({
		schema: PasswordForm,
		send: (typed, handlers) => change.mutate({ ...typed, show: proof.show }, handlers),
		onSent: () => {
			form.reset()
			toast(isFirst ? SET : CHANGED)
		},
		onRefused: (error, isAtField) => isAtField || sayWhyRefused(error, t('Password not changed')),
	})

	// Where passwords open nothing, a new one would not either.
	if (instance?.signIn.password === false) return null
	return (
		<>
			<h3>{isFirst ? t('Set a password') : t('Password: set')}</h3>
			<p className="mt-1.5 mb-4 text-muted">
				{isFirst
					? t(
							'A spare key, for where there is no passkey. You stay signed in here, and are signed out everywhere else.',
						)
					: t('Cut a new key. You stay signed in here; everywhere else you are signed out and need the new one.')}
			</p>
			<form {...form.props} className="flex flex-col gap-4">
				<KnownUsername username={me.username} />
				<ProofField proof={proof} label={t('Current password')} field={form.field('currentPassword')} />
				<PasswordField
					label={t('New password')}
					autoComplete="new-password"
					hint={t('At least 6 characters.')}
					{...form.field('newPassword')}
				/>
				<PendingButton type="submit" isBlock isPending={change.isPending}>
					{change.isPending ? t('Saving...') : isFirst ? t('Set a password') : t('Change Password')}
				</PendingButton>
			</form>
		</>
	)
}

const CHANGED = { title: t('Password changed'), description: t('The old key turns nowhere any more.') }
const SET = { title: t('Password set'), description: t('One more key on the ring.') }
