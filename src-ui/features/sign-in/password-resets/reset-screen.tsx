import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import * as v from 'valibot'
import type { OwnUser } from '#contract/accounts.ts'
import { PasswordReset, type ResetLookup } from '#contract/password-resets.ts'
import { listed, t } from '#contract/text.ts'
import { Receipt, ReceiptRule } from '#look/receipt.tsx'
import { instanceQuery } from '#ui/features/instance/instance.api.ts'
import { placeAfterAuth } from '#ui/features/sign-in/after-auth.ts'
import { Avatar } from '#ui/kit/avatar/avatar.tsx'
import { EmptyState } from '#ui/kit/feedback/empty-state.tsx'
import { toast } from '#ui/kit/feedback/toast.ts'
import { KnownUsername, PasswordField } from '#ui/kit/forms/text-field.tsx'
import { LinkButton } from '#ui/kit/navigation/link.tsx'
import { Page } from '#ui/kit/page/page.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { hasStatus, serverMessage } from '#ui/platform/api-client.ts'
import { useContractForm } from '#ui/platform/contract-form.ts'
import { PageTitle } from '#ui/platform/page-title.tsx'
import { useMember } from '#ui/session/session-context.ts'
import { ForgotPassword } from './forgot-password.tsx'
import { resetQuery, useResetPassword } from './password-resets.api.ts'

const FORM_ID = 'new-password'
const NewPasswordForm = v.pick(PasswordReset, ['password'])

export function ResetScreen({ token }: { token: string }) {
	const { data: lookup } = useSuspenseQuery(resetQuery(token))
	return lookup.found ? <NewPassword token={token} whose={lookup.found} /> : <DeadLink words={lookup.words} />
}

function NewPassword({ token, whose }: { token: string; whose: ResetLookup }) {
	const reset = useResetPassword(token)
	const navigate = useNavigate()
	const form = useContractForm({
		schema: NewPasswordForm,
		send: ({ password }, handlers) => reset.mutate(password, handlers),
		// Replaces the history entry, because 'back' would lead to a used link.
		onSent: ({ id }: OwnUser) => void navigate({ ...placeAfterAuth({}, id, false), replace: true }),
		onRefused: (error) => {
			const description = serverMessage(error, t('Your password is still the old one. Please try again.'))
			if (hasStatus(error, 400)) form.refuse('password', description)
			else if (!hasStatus(error, 404)) toast({ variant: 'destructive', title: t('No new password yet'), description })
		},
		isSentForGood: true,
	})

	return (
		<Page
			action={
				<PendingButton type="submit" form={FORM_ID} isBlock isPending={reset.isPending || reset.isSuccess}>
					{reset.isPending ? t('Saving...') : t('Set New Password')}
				</PendingButton>
			}
		>
			<PageTitle>{t('New Password')}</PageTitle>
			<h1 className="mb-6 text-center">{t('Cut yourself a new key')}</h1>
			<Receipt>
				<div className="flex flex-col items-center gap-3 text-center">
					<Avatar avatarId={whose.avatarId} name={whose.username} size="lg" />
					<p className="max-w-full font-mono text-sm break-words">{whose.username}</p>
				</div>
				<ReceiptRule />
				<form id={FORM_ID} {...form.props} className="flex flex-col gap-3.5">
					<KnownUsername username={whose.username} />
					<PasswordField
						label={t('New password')}
						autoComplete="new-password"
						hint={t('At least 6 characters. Wherever you were signed in, you are logged out.')}
						{...form.field('password')}
					/>
				</form>
			</Receipt>
			<AlsoRemoved removes={whose.removes} />
			<SignedInAlready username={whose.username} />
		</Page>
	)
}

/** A reset removes all passkeys and connections, because any of them could be an intruder's. */
function AlsoRemoved({ removes: { passkeys, connected } }: Pick<ResetLookup, 'removes'>) {
	if (!passkeys && connected.length === 0) return null
	return (
		<p className="mt-5 text-center text-muted">
			{passkeys ? `${t('Your passkeys are removed, too.')} ` : null}
			{connected.length > 0
				? // Translators: '{providers}' is one name or several: 'Google, The door'
					t('{providers} no longer opens your account: log in by password, and connect yours anew in the settings.', {
						providers: listed(connected),
					})
				: null}
		</p>
	)
}

/** Setting a password logs this browser in, even if another member is logged in here. */
function SignedInAlready({ username }: { username: string }) {
	const member = useMember()
	if (!member || member.username === username) return null
	return (
		<p className="mt-5 text-center text-muted">
			{t('You are riding as {current}. Setting this password moves you over to {username}.', {
				current: member.username,
				username,
			})}
		</p>
	)
}

function DeadLink({ words }: { words: string }) {
	const canMail = useQuery(instanceQuery).data?.mail ?? false
	return (
		<Page action={canMail ? <AskForAnotherLink /> : <WaysOn />}>
			<PageTitle>{t('Link Not Valid')}</PageTitle>
			<EmptyState headingLevel="h1" title={t('This key does not turn')}>
				<p>{words}</p>
				{canMail ? null : <p className="mt-2">{t('Ask whoever runs this Backseat for a new one.')}</p>}
			</EmptyState>
		</Page>
	)
}

function AskForAnotherLink() {
	return (
		<>
			<ForgotPassword label={t('Ask for a New Link')} look={{}} />
			<div className="button-pair">
				<LinkButton to="/auth" size="sm" variant="secondary">
					{t('Log In')}
				</LinkButton>
				<LinkButton to="/" size="sm" variant="secondary">
					{t('Back to Home')}
				</LinkButton>
			</div>
		</>
	)
}

function WaysOn() {
	return (
		<>
			<LinkButton to="/auth" isBlock>
				{t('Log In')}
			</LinkButton>
			<LinkButton to="/" variant="secondary" isBlock>
				{t('Back to Home')}
			</LinkButton>
		</>
	)
}
