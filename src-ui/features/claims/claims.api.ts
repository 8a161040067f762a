import { queryOptions, useMutation } from '@tanstack/react-query'
import { OwnUser, type PublicUser } from '#contract/accounts.ts'
import { CLAIM_TOKEN, type Claim, Claimed, type ClaimForm, ClaimLookup } from '#contract/claims.ts'
import type { UserId } from '#contract/ids.ts'
import { welcome } from '#ui/features/accounts/accounts.api.ts'
import { noteJustClaimed } from '#ui/features/accounts/just-claimed.ts'
import { finishPendingLogout, recheckSession, sessionQuery } from '#ui/features/accounts/session.ts'
import { track } from '#ui/features/analytics/track.ts'
import { api, hasStatus, orNull } from '#ui/platform/api-client.ts'
import { queryClient } from '#ui/platform/query-client.ts'

/** What waits behind a claim link; null for every link that leads nowhere. Asking changes nothing. */
export const claimLookupQuery = (token: string) =>
	queryOptions({
		queryKey: ['/api/ghost-drivers/claim', token],
		queryFn: async () =>
			// What no token can look like is not sent: it may be anything that somebody pasted.
			CLAIM_TOKEN.test(token) ? orNull(api.get(`/api/ghost-drivers/claim/${token}`, ClaimLookup)) : null,
		retry: false,
		refetchOnWindowFocus: false,
	})

/** How a claim ended: whose the ratings are now, and whether that person is signed in already. */
export type ClaimOutcome = { user: PublicUser; transferredRatings: number; isSignedIn: boolean }

/** Makes an account for somebody new, gives it the ghost's ratings and tries to log in. */
export function useClaimWithNewAccount(token: string) {
	return useMutation({
		mutationFn: async ({ form, email, name }: { form: ClaimForm; email: string; name: string }) => {
			const wish: Claim = { token, ...form, email: null }
			const body = email.includes('@') ? { ...wish, email } : { token, ...form }
			const claimed = await api.post('/api/ghost-drivers/claim', body, Claimed)
			track('account_created', { user_id: claimed.user.id, user_name: claimed.user.username, by_claim: true })
			return { ...claimed, isSignedIn: await logIn(form, name) }
		},
	})
}

/** The claim stands whatever happens here: who cannot be logged in by us finds a note on the log-in screen. */
async function logIn({ username, password }: ClaimForm, name: string): Promise<boolean> {
	try {
		await finishPendingLogout()
		welcome(await api.post('/api/login', { username, password }, OwnUser))
		return true
	} catch (error) {
		console.warn('Claimed, but not logged in', error instanceof Error ? error.name : error)
		noteJustClaimed({ username, message: `${name}'s ratings now belong to you. Log in as ${username} to see them.` })
		return false
	}
}

/** Gives the ghost's ratings to the member who is signed in, if that is still who they think they are. */
export function useClaimAsMember(token: string, memberId: UserId) {
	return useMutation({
		mutationFn: async (): Promise<ClaimOutcome> => {
			// A claim cannot be taken back, and it goes to whoever the cookie says.
			const session = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
			if (session.kind !== 'member' || session.user.id !== memberId) throw new Error('Somebody else is signed in')
			const claimed = await api.post('/api/ghost-drivers/claim', { token }, Claimed)
			return { ...claimed, isSignedIn: true }
		},
		onSuccess: () => queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] !== token }),
		onError: () => void recheckSession(),
	})
}

/** Somebody was quicker: from here on the link leads nowhere. */
export function forgetUsedLink(token: string, error: unknown) {
	if (hasStatus(error, 404)) queryClient.setQueryData(claimLookupQuery(token).queryKey, null)
}
