import { queryOptions, useMutation } from '@tanstack/react-query'
import * as v from 'valibot'
import { OwnUser } from '#contract/accounts.ts'
import type { UserId } from '#contract/ids.ts'
import { type Goodbye, OwnSession, type PasswordChange, SessionsEnded } from '#contract/own-account.ts'
import { useSession } from '#ui/features/accounts/session/session-context.ts'
import { api, basePath } from '#ui/platform/api-client.ts'
import { SENT_FORM } from '#ui/platform/underway.ts'

const ownAccountKeys = {
	sessions: (id: UserId) => ['own-account', id, 'sessions'] as const,
}

/** Other browsers change this: opening the screen again asks again. */
const FRESH_MS = 2000

export const sessionsQuery = (id: UserId) =>
	queryOptions({
		queryKey: ownAccountKeys.sessions(id),
		queryFn: () => api.get(`/api/users/${id}/sessions`, v.array(OwnSession)),
		staleTime: FRESH_MS,
	})

/** Null removes the address. */
export function useChangeEmail(id: UserId) {
	const session = useSession()
	return useMutation({
		mutationKey: SENT_FORM,
		mutationFn: (change: { email: string | null; password: string }) => api.patch(`/api/users/${id}`, change, OwnUser),
		onSuccess: session.signedIn,
		onError: session.recheckIfRefused,
	})
}

export function useChangePassword(id: UserId) {
	const session = useSession()
	return useMutation({
		mutationKey: SENT_FORM,
		mutationFn: (change: PasswordChange) => api.put(`/api/users/${id}/password`, change, v.unknown()),
		// All others are logged out by it.
		onSuccess: (_answer, _change, _context, { client }) =>
			void client.invalidateQueries({ queryKey: ownAccountKeys.sessions(id) }),
		onError: session.recheckIfRefused,
	})
}

export function useLogOutEverywhereElse(id: UserId) {
	const session = useSession()
	return useMutation({
		mutationKey: SENT_FORM,
		mutationFn: () => api.delete(`/api/users/${id}/sessions`, undefined, SessionsEnded),
		onSuccess: (_answer, _nothing, _context, { client }) =>
			void client.invalidateQueries({ queryKey: ownAccountKeys.sessions(id) }),
		onError: session.recheckIfRefused,
	})
}

export function useDeleteAccount(id: UserId) {
	const session = useSession()
	return useMutation({
		mutationKey: SENT_FORM,
		mutationFn: (goodbye: Goodbye) => api.delete(`/api/users/${id}`, goodbye, v.unknown()),
		onError: session.recheckIfRefused,
	})
}

/** A download that the browser does by itself; the server names the file. */
export const ownDataAddress = (id: UserId, format: 'json' | 'csv') =>
	`${basePath}/api/users/${id}/data?format=${format}`
