import { hashKey, queryOptions, useMutation } from '@tanstack/react-query'
import { OwnUser } from '#contract/accounts.ts'
import { CLAIM_TOKEN, Claimed, type ClaimForm, ClaimLookup } from '#contract/claims.ts'
import type { UserId } from '#contract/ids.ts'
import { welcome } from '#ui/features/accounts/accounts.api.ts'
import { noteJustClaimed } from '#ui/features/accounts/auth/just-claimed.ts'
import { finishPendingLogout, recheckSession, sessionQuery } from '#ui/features/accounts/session/session.ts'
import { track } from '#ui/features/analytics/track.ts'
import { api, orNull } from '#ui/platform/api-client.ts'
import { queryClient } from '#ui/platform/query-client.ts'
import { SENT_FORM } from '#ui/platform/underway.ts'

const claimKeys = {
	link: (token: string) => ['claims', token] as const,
}

/** What waits behind a claim link; null for every link that leads nowhere. Asking changes nothing. */
export const claimLookupQuery = (token: string) =>
	queryOptions({
		queryKey: claimKeys.link(token),
		queryFn: async () =>
			// What no token can look like is not sent: it may be anything that somebody pasted.
			CLAIM_TOKEN.test(token) ? orNull(api.get(`/api/ghost-drivers/claim/${token}`, ClaimLookup)) : null,
		retry: false,
		refetchOnWindowFocus: false,
	})

/** Makes an account for somebody new and gives it the ghost's ratings. Nobody is signed in by that. */
export function useClaimWithNewAccount(token: string) {
	return useMutation({
		mutationKey: SENT_FORM,
		mutationFn: ({ form, email }: { form: ClaimForm; email: string }) => {
			const wish = { token, ...form }
			return api.post('/api/ghost-drivers/claim', email.includes('@') ? { ...wish, email } : wish, Claimed)
		},
		onSuccess: ({ user }) => track('account_created', { user_id: user.id, user_name: user.username, by_claim: true }),
	})
}

/** The claim stands whatever happens here: who cannot be logged in by us finds a note on the log-in screen. */
export async function logInAfterClaim({ username, password }: ClaimForm, ghostName: string): Promise<boolean> {
	try {
		await finishPendingLogout()
		welcome(await api.post('/api/login', { username, password }, OwnUser))
		return true
	} catch (error) {
		console.warn('Claimed, but not logged in', error)
		const message = `${ghostName}'s ratings now belong to you. Log in as ${username} to see them.`
		noteJustClaimed({ username, message })
		return false
	}
}

/** Gives the ghost's ratings to the member who is signed in, if that is still who they think they are. */
export function useClaimAsMember(token: string, memberId: UserId) {
	return useMutation({
		mutationFn: async () => {
			// A claim cannot be taken back, and it goes to whoever the cookie says.
			const session = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
			if (session.kind !== 'member' || session.user.id !== memberId) throw new Error('Somebody else is signed in')
			return api.post('/api/ghost-drivers/claim', { token }, Claimed)
		},
		// The member has new ratings, and news of them; only the link has nothing more to tell.
		onSuccess: () =>
			void queryClient.invalidateQueries({
				predicate: ({ queryHash }) => queryHash !== hashKey(claimKeys.link(token)),
			}),
		onError: () => void recheckSession(),
	})
}

/** From here on the link leads nowhere. */
export const forgetUsedLink = (token: string) => queryClient.setQueryData(claimLookupQuery(token).queryKey, null)
