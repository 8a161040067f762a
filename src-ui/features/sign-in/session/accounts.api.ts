import { useMutation } from '@tanstack/react-query'
import type { UserId } from '#contract/ids.ts'
import { type AccountChange, changeAccount, rename } from '#contract/own-account.ts'
import { type CameIn, type Login, logIn, type register, type SignUp, signUp } from '#contract/sign-in.ts'
import { useTrack } from '#ui/features/analytics/tracker.ts'
import { signUpWithPasskey } from '#ui/features/sign-in/passkeys/passkeys.api.ts'
import { toast } from '#ui/kit/feedback/toast.ts'
import { api } from '#ui/platform/api-client.ts'
import { noteHomeShape } from '#ui/platform/storage.ts'
import { SENT_FORM } from '#ui/platform/underway.ts'
import { finishPendingLogout } from '#ui/session/pending-logout.ts'
import { useSession } from '#ui/session/session-context.ts'
import { forgetClaimedNickname } from './claim-note.memory.ts'
import { userQuery } from './users.api.ts'

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
	return (user: CameIn, title = 'Welcome!') => {
		if (user.cameAlong > 0) noteHomeShape({ space: 'line' })
		session.signedIn(user)
		track('logged_in', { user_id: user.id, user_name: user.username })
		toast({ title, description: `You've successfully logged in as ${user.username}` })
	}
}

export function useRename(id: UserId) {
	const session = useSession()
	return useMutation({
		mutationKey: SENT_FORM,
		mutationFn: (username: string) => {
			// The spec sends both; the server needs one.
			const names = { username, display_name: username }
			return api.send(rename, { params: { id }, body: names })
		},
		onSuccess: (user, _username, _context, { client }) => {
			client.setQueryData(userQuery(id).queryKey, user)
			session.signedIn(user)
			forgetClaimedNickname(id)
			toast({ title: 'Username updated' })
		},
		onError: session.recheckIfRefused,
	})
}

/** Absent fields stay unchanged. */
export function useChangeLook(id: UserId) {
	const session = useSession()
	return useMutation({
		mutationKey: SENT_FORM,
		mutationFn: (look: Pick<AccountChange, 'avatarId' | 'display_name'>) =>
			api.send(changeAccount, { params: { id }, body: look }),
		onSuccess: (user, { display_name }, _context, { client }) => {
			client.setQueryData(userQuery(id).queryKey, user)
			session.signedIn(user)
			if (display_name !== undefined) forgetClaimedNickname(id)
		},
		onError: session.recheckIfRefused,
	})
}
