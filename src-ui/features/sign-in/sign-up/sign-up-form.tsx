import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import type { OwnUser } from '#contract/accounts.ts'
import { emailLabel, optional, signUpPasswordHint } from '#contract/first-words/account-form.ts'
import { signUpLabel } from '#contract/first-words/auth.ts'
import type { RatingId } from '#contract/ids.ts'
import { SignUp } from '#contract/sign-in.ts'
import { useTrack } from '#ui/features/analytics/tracker.ts'
import { instanceQuery, useEmailHint } from '#ui/features/instance/instance.api.ts'
import { NoHostYet, useNeedsHost } from '#ui/features/instance/no-host-yet.tsx'
import { LateElsewhere } from '#ui/features/sign-in/oidc/late-elsewhere.tsx'
import { isDeclined } from '#ui/features/sign-in/passkeys/passkeys.api.ts'
import { PasswordOrNone } from '#ui/features/sign-in/passkeys/password-or-none.tsx'
import { useSignUp } from '#ui/features/sign-in/session/accounts.api.ts'
import { FacePicker, randomFace } from '#ui/kit/avatar/face-picker.tsx'
import { NoSession } from '#ui/kit/feedback/cookies-blocked.tsx'
import { TextField } from '#ui/kit/forms/text-field.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { useContractForm } from '#ui/platform/contract-form.ts'
import { SEAT_TAKEN, sayWhySignUpFailed } from './sign-up-failure.ts'
import { UsernameField } from './username-field.tsx'

/** Absent if the account gets a passkey instead. */
const AccountForm = v.object({ ...SignUp.entries, password: v.optional(SignUp.entries.password) })

export type SignUpFormProps = {
	username: string
	onUsernameChange: (username: string) => void
	ratingId?: RatingId
	invite?: string
	/** The destination after signing up at the provider, which leaves this page. */
	next?: string | undefined
	/** True if `invite` is the set-up link. */
	isSetup?: boolean
	onDone: (user: OwnUser) => void
	/** Called after the error was shown. */
	onRefused?: (error: unknown) => void
}

/** Without a host, a notice about the set-up link precedes the form. */
export function SignUpForm({ isSetup = false, ...props }: SignUpFormProps) {
	const needsHost = useNeedsHost()
	const [hasGoneOn, setHasGoneOn] = useState(false)
	if (needsHost && !isSetup && !hasGoneOn) return <NoHostYet onGoOn={() => setHasGoneOn(true)} />
	return (
		<div ref={hasGoneOn ? focusFirstField : undefined}>
			<NewAccountForm {...props} />
		</div>
	)
}

const focusFirstField = (form: HTMLElement | null) => form?.querySelector('input')?.focus()

function NewAccountForm(props: Omit<SignUpFormProps, 'isSetup'>) {
	const { username, onUsernameChange, ratingId, invite, next, onDone, onRefused } = props
	const [avatarId, setAvatarId] = useState(randomFace)
	const [taken, setTaken] = useState<ReadonlySet<string>>(new Set())
	const canMail = useQuery(instanceQuery).data?.mail ?? false
	const emailHint = useEmailHint()
	const signUp = useSignUp()
	const track = useTrack()
	const form = useContractForm({
		schema: AccountForm,
		send: (typed, handlers) => {
			track('login_signup_clicked', { source: invite ? 'invite' : 'auth', action: 'signup' })
			signUp.mutate({ ...typed, avatarId, ratingId, invite }, handlers)
		},
		onSent: onDone,
		onRefused: (error) => {
			if (isDeclined(error)) return
			if (sayWhySignUpFailed(error, username) === 'other') return onRefused?.(error)
			setTaken(new Set(taken).add(username.trim().toLowerCase()))
			form.refuse('username', SEAT_TAKEN)
		},
		// Blocks a second submit until the next screen is shown.
		isSentForGood: true,
	})

	return (
		<form {...form.props} className="account-form">
			<NoSession />
			<UsernameField value={username} field={form.field('username', onUsernameChange)} taken={taken} />
			<PasswordOrNone hint={signUpPasswordHint({ mail: canMail })} field={form.field('password')} />
			{canMail ? (
				<TextField
					label={emailLabel()}
					type="email"
					inputMode="email"
					autoComplete="email"
					placeholder={optional()}
					hint={emailHint}
					{...form.field('email')}
				/>
			) : null}
			<FacePicker value={avatarId} onChange={setAvatarId} />
			<PendingButton type="submit" isBlock isPending={signUp.isPending || signUp.isSuccess}>
				{signUpLabel()}
			</PendingButton>
			<LateElsewhere luggage={{ invite, ratingId, next }} isSignUp onDone={onDone} />
		</form>
	)
}
