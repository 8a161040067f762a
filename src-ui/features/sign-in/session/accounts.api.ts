import { useMutation } from '@tanstack/react-query'
import { type CameIn, type Login, logIn, type register, type SignUp, signUp } from '#contract/sign-in.ts'
import { t } from '#contract/text.ts'
import { useTrack } from '#ui/features/analytics/tracker.ts'
import { signUpWithPasskey } from '#ui/features/sign-in/passkeys/passkeys.api.ts'
import { toast } from '#ui/kit/feedback/toast.ts'
import { api } from '#ui/platform/api-client.ts'
import { noteHomeShape } from '#ui/platform/storage.ts'
import { SENT_FORM } from '#ui/platform/underway.ts'
import { finishPendingLogout } from '#ui/session/pending-logout.ts'
import { useSession } from '#ui/session/session-context.ts'

export function useLogIn() {
	const welcome = useWelcome()
	return useMutation({
		mutationKey: SENT_FORM,
		mutationFn: async (login: Login) => {
			await finishPendingLogout()
			return api.send(logIn, { body: login })
		},
		onSuccess: (user) => welcome(user),
	})
}

/** Without a password the browser makes a passkey. */
type WantedAccount = Omit<SignUp, 'password'> & { password?: SignUp['password'] | undefined }

/** `register` is for members whom the server no longer knows. */
export function useSignUp(call: typeof signUp | typeof register = signUp) {
	const track = useTrack()
	const welcome = useWelcome()
	return useMutation({
		mutationKey: SENT_FORM,
		mutationFn: async ({ password, ...account }: WantedAccount) => {
			if (password === undefined) return signUpWithPasskey(account)
			await finishPendingLogout()
			return api.send(call, { body: { ...account, password } })
		},
		onSuccess: (user) => {
			track('account_created', { user_id: user.id, user_name: user.username })
			welcome(user)
		},
	})
}

export function useWelcome() {
	const session = useSession()
	const track = useTrack()
	return (user: CameIn, title = t('Welcome!')) => {
		if (user.cameAlong > 0) noteHomeShape({ space: 'line' })
		session.signedIn(user)
		track('logged_in', { user_id: user.id, user_name: user.username })
		toast({ title, description: t("You've successfully logged in as {username}", { username: user.username }) })
	}
}
