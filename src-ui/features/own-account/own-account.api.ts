import { queryOptions, useMutation } from '@tanstack/react-query'
import type { UserId } from '#contract/ids.ts'
import {
	type AccountChange,
	type AccountDeletion,
	changeAccount,
	changePassword,
	deleteAccount,
	endOtherSessions,
	exportOwnData,
	listSessions,
	type PasswordChange,
	rename,
} from '#contract/own-account.ts'
import { t } from '#contract/text.ts'
import { credentialsQuery, isDeclined, passkeyFailure } from '#ui/features/sign-in/passkeys/passkeys.api.ts'
import type { ProofChoice } from '#ui/features/sign-in/passkeys/proof-field.tsx'
import { forgetClaimedNickname } from '#ui/features/sign-in/session/claim-note.memory.ts'
import { userQuery } from '#ui/features/sign-in/session/users.api.ts'
import { toast } from '#ui/kit/feedback/toast.ts'
import { api, hasStatus, serverMessage, urlOf } from '#ui/platform/api-client.ts'
import { SENT_FORM } from '#ui/platform/underway.ts'
import { useSession } from '#ui/session/session-context.ts'
import { accessTokensQuery } from './tokens/access-tokens.api.ts'

const ownAccountKeys = {
	sessions: (id: UserId) => ['own-account', id, 'sessions'] as const,
}

/** Other browsers change this, so reopening the screen refetches. */
const FRESH_MS = 2000

export const sessionsQuery = (id: UserId) =>
	queryOptions({
		queryKey: ownAccountKeys.sessions(id),
		queryFn: () => api.send(listSessions, { params: { id } }),
		staleTime: FRESH_MS,
	})

type Shown<Change> = Change & Pick<ProofChoice, 'show'>

/** Null removes the address. */
export function useChangeEmail(id: UserId) {
	const session = useSession()
	return useMutation({
		mutationKey: SENT_FORM,
		mutationFn: async ({ show, ...change }: Shown<{ email: string | null; password?: string | undefined }>) =>
			api.send(changeAccount, { params: { id }, body: { ...change, proof: await show() } }),
		onSuccess: session.signedIn,
		onError: session.recheckIfRefused,
	})
}

export function useChangePassword(id: UserId) {
	const session = useSession()
	return useMutation({
		mutationKey: SENT_FORM,
		mutationFn: async ({ show, ...change }: Shown<PasswordChange>) =>
			api.send(changePassword, { params: { id }, body: { ...change, proof: await show() } }),
		// The server ended all other sessions and all tokens, and the account now has a password.
		onSuccess: (_answer, _change, _context, { client }) => {
			session.renewed()
			void client.invalidateQueries({ queryKey: ownAccountKeys.sessions(id) })
			void client.invalidateQueries({ queryKey: accessTokensQuery(id).queryKey })
			void client.invalidateQueries({ queryKey: credentialsQuery(id).queryKey })
		},
		onError: session.recheckIfRefused,
	})
}

export function useLogOutEverywhereElse(id: UserId) {
	const session = useSession()
	return useMutation({
		mutationKey: SENT_FORM,
		mutationFn: () => api.send(endOtherSessions, { params: { id } }),
		onSuccess: (_answer, _nothing, _context, { client }) =>
			void client.invalidateQueries({ queryKey: ownAccountKeys.sessions(id) }),
		onError: session.recheckIfRefused,
	})
}

/** `onDeleted` is called even if the form is gone, because the page may learn first that the session ended. */
export function useDeleteAccount(id: UserId, onDeleted: () => void) {
	const session = useSession()
	return useMutation({
		mutationKey: SENT_FORM,
		mutationFn: async ({ show, ...deletion }: Shown<AccountDeletion>) =>
			api.send(deleteAccount, { params: { id }, body: { ...deletion, proof: await show() } }),
		onSuccess: onDeleted,
		onError: session.recheckIfRefused,
	})
}

/** A plain download; the server sets the file name. */
export const ownDataAddress = (id: UserId, format: 'json' | 'csv') =>
	urlOf(exportOwnData, { params: { id }, query: { format } })

export function sayWhyRefused(error: unknown, title: string) {
	if (hasStatus(error, 401) || isDeclined(error)) return
	const description = passkeyFailure(error) ?? serverMessage(error, t('Nothing has changed. Please try again.'))
	toast({ variant: 'destructive', title, description })
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
			toast({ title: t('Username updated') })
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
