import { useQuery } from '@tanstack/react-query'
import type { OwnUser } from '#contract/accounts.ts'
import { askForLink, logInLabel } from '#contract/first-words/auth.ts'
import type { RatingId } from '#contract/ids.ts'
import { Login } from '#contract/sign-in.ts'
import { t } from '#contract/text.ts'
import { useTrack } from '#ui/features/analytics/tracker.ts'
import { instanceQuery } from '#ui/features/instance/instance.api.ts'
import { LateElsewhere } from '#ui/features/sign-in/oidc/late-elsewhere.tsx'
import type { PasskeyLogInProps } from '#ui/features/sign-in/passkeys/passkey-log-in.tsx'
import { noteCameByPassword } from '#ui/features/sign-in/passkeys/passkey-offer.ts'
import { useCanUsePasskeys } from '#ui/features/sign-in/passkeys/passkeys.api.ts'
import { ForgotPassword } from '#ui/features/sign-in/password-resets/forgot-password.tsx'
import { useLogIn } from '#ui/features/sign-in/session/accounts.api.ts'
import { NoSession } from '#ui/kit/feedback/cookies-blocked.tsx'
import { toast } from '#ui/kit/feedback/toast.ts'
import { latePart, useLatePart } from '#ui/kit/late-part.ts'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { hasStatus, serverMessage } from '#ui/platform/api-client.ts'
import { useContractForm } from '#ui/platform/contract-form.ts'
import { NameAndPassword } from './name-and-password.tsx'

const passkeyLogIn = latePart<PasskeyLogInProps>(() =>
	import('#ui/features/sign-in/passkeys/passkey-log-in.tsx').then(({ PasskeyLogIn }) => PasskeyLogIn),
)

type LogInProps = LogInFormProps & { next?: string | undefined }

export function LogIn({ next, ...props }: LogInProps) {
	const { data: instance } = useQuery(instanceQuery)
	const { ratingId, onDone } = props
	const hasPasswords = instance?.signIn.password ?? true
	const canUsePasskeys = useCanUsePasskeys()
	const PasskeyLogIn = useLatePart(passkeyLogIn, canUsePasskeys)
	const elsewhere = (
		<LateElsewhere luggage={{ next, ratingId }} isFirst={!hasPasswords} hasLine={!canUsePasskeys} onDone={onDone} />
	)
	// Its space is reserved, so that nothing below moves when it arrives.
	const passkey = canUsePasskeys ? (
		<div className="passkey-space">{PasskeyLogIn ? <PasskeyLogIn ratingId={ratingId} onDone={onDone} /> : null}</div>
	) : null
	if (!hasPasswords)
		return (
			<div className="ways-in">
				<NoSession />
				{elsewhere}
				{passkey}
			</div>
		)
	return (
		<div className="ways-in">
			<NoSession />
			<LogInForm {...props} />
			{passkey}
			{elsewhere}
			{instance?.mail ? <ForgotPassword username={props.username} /> : null}
			{instance?.mail === false ? <p className="ask-for-link">{askForLink()}</p> : null}
		</div>
	)
}

const CHECK_AND_RETRY = t('Please check your username and password and try again.')

type LogInFormProps = {
	username: string
	onUsernameChange: (username: string) => void
	ratingId?: RatingId
	autoFocusPassword?: boolean
	onDone: (user: OwnUser) => void
}

function LogInForm({ username, onUsernameChange, ratingId, autoFocusPassword, onDone }: LogInFormProps) {
	const logIn = useLogIn()
	const track = useTrack()
	const form = useContractForm({
		schema: Login,
		send: (typed, handlers) => {
			track('login_signup_clicked', { source: 'auth', action: 'login' })
			logIn.mutate({ ...typed, ratingId }, handlers)
		},
		onSent: (user: OwnUser) => {
			noteCameByPassword()
			onDone(user)
		},
		onRefused: (error) => {
			// After 429 or 503 no password was checked, so the server's message replaces the hint to check it.
			const mustWait = hasStatus(error, 429) || hasStatus(error, 503)
			toast({
				variant: 'destructive',
				title: t('Login failed'),
				description: mustWait ? serverMessage(error, CHECK_AND_RETRY) : CHECK_AND_RETRY,
				isOnScreen: hasStatus(error, 401),
			})
			if (hasStatus(error, 401)) form.refuse('password', t('That is not the right key'))
		},
	})

	return (
		<form {...form.props} className="account-form">
			<NameAndPassword
				username={username}
				onUsernameChange={onUsernameChange}
				password="current-password"
				autoFocusPassword={autoFocusPassword}
				form={form}
			/>
			<PendingButton type="submit" isBlock isPending={logIn.isPending}>
				{logInLabel()}
			</PendingButton>
		</form>
	)
}
