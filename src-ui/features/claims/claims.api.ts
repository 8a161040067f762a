import { hashKey, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { logIn } from '#contract/accounts.ts'
import { CLAIM_TOKEN, type ClaimForm, claim, lookUpClaim } from '#contract/claims.ts'
import type { UserId } from '#contract/ids.ts'
import { useWelcome } from '#ui/features/accounts/accounts.api.ts'
import { noteJustClaimed } from '#ui/features/accounts/claim-notes.ts'
import { finishPendingLogout } from '#ui/features/accounts/session/pending-logout.ts'
import { useSession } from '#ui/features/accounts/session/session-context.ts'
import { useTrack } from '#ui/features/analytics/tracker.ts'
import { api, orNull } from '#ui/platform/api-client.ts'
import { SENT_FORM } from '#ui/platform/underway.ts'

const claimKeys = {
	link: (token: string) => ['claims', token] as const,
}

/** What waits behind a claim link; null for every link that leads nowhere. Asking changes nothing. */
export const claimLookupQuery = (token: string) =>
	queryOptions({
		queryKey: claimKeys.link(token),
		queryFn: async () =>
			// What no token can look like is not sent: it may be anything that a person pasted.
			CLAIM_TOKEN.test(token) ? orNull(api.send(lookUpClaim, { params: { token } })) : null,
		retry: false,
		refetchOnWindowFocus: false,
	})

/** Makes an account for a newcomer and gives it the ghost's ratings. Nobody is signed in by that. */
export function useClaimWithNewAccount(token: string) {
	const track = useTrack()
	const stopLooking = useStopLooking(token)
	return useMutation({
		mutationKey: SENT_FORM,
		onMutate: stopLooking,
		mutationFn: ({ form, email }: { form: ClaimForm; email: string }) => {
			const wish = { token, ...form }
			return api.send(claim, { body: email.includes('@') ? { ...wish, email } : wish })
		},
		onSuccess: ({ user }) => track('account_created', { user_id: user.id, user_name: user.username, by_claim: true }),
	})
}

/** The claim is valid whatever happens here: if logging in fails, the log-in screen shows a note. */
export function useLogInAfterClaim() {
	const welcome = useWelcome()
	return async ({ username, password }: ClaimForm, ghostName: string): Promise<boolean> => {
		try {
			await finishPendingLogout()
			welcome(await api.send(logIn, { body: { username, password } }))
			return true
		} catch (error) {
			console.warn('Claimed, but not logged in', error)
			const message = `${ghostName}'s ratings now belong to you. Log in as ${username} to see them.`
			noteJustClaimed({ username, message })
			return false
		}
	}
}

/** Gives the ghost's ratings to the member who is signed in, if that is still who they think they are. */
export function useClaimAsMember(token: string, memberId: UserId) {
	const queryClient = useQueryClient()
	const session = useSession()
	const stopLooking = useStopLooking(token)
	return useMutation({
		onMutate: stopLooking,
		mutationFn: async () => {
			// A claim cannot be taken back, and the cookie decides who gets the ratings.
			const viewer = await queryClient.fetchQuery({ ...session.query, staleTime: 0 })
			if (viewer.kind !== 'member' || viewer.user.id !== memberId) throw new Error('Somebody else is signed in')
			return api.send(claim, { body: { token } })
		},
		// The member has new ratings, so everything is asked for again but the link, which is used up.
		onSuccess: () => {
			const linkHash = hashKey(claimKeys.link(token))
			void queryClient.invalidateQueries({ predicate: ({ queryHash }) => queryHash !== linkHash })
		},
		onError: () => void session.recheck(),
	})
}

/** A look at the link that is answered after the claim would say 'not found' to the one who has just claimed. */
function useStopLooking(token: string) {
	const queryClient = useQueryClient()
	return () => queryClient.cancelQueries({ queryKey: claimKeys.link(token) })
}

/** From here on the link leads nowhere. */
export function useForgetUsedLink(token: string) {
	const queryClient = useQueryClient()
	return () => queryClient.setQueryData(claimLookupQuery(token).queryKey, null)
}

/**
 * A person who comes back to an open claim page hears whether its link still works: its sender may have replaced it. Not
 * while a claim is on its way, whose own answer says more.
 */
export function useLookAgainOnReturn(token: string) {
	const queryClient = useQueryClient()
	useEffect(() => {
		const lookAgain = () => {
			const isDead = queryClient.getQueryData(claimLookupQuery(token).queryKey) === null
			if (isDead || document.visibilityState === 'hidden' || queryClient.isMutating() > 0) return
			// Both events come at once when a tab is opened again.
			void queryClient.refetchQueries({ queryKey: claimKeys.link(token) }, { cancelRefetch: false })
		}
		window.addEventListener('focus', lookAgain)
		document.addEventListener('visibilitychange', lookAgain)
		return () => {
			window.removeEventListener('focus', lookAgain)
			document.removeEventListener('visibilitychange', lookAgain)
		}
	}, [queryClient, token])
}
