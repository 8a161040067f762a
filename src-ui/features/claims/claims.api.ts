import { hashKey, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import * as v from 'valibot'
import { whoAmI } from '#contract/accounts.ts'
import { CLAIM_TOKEN, ClaimForm, type ClaimLookup, claim, lookUpClaim } from '#contract/claims.ts'
import type { UserId } from '#contract/ids.ts'
import { logIn } from '#contract/sign-in.ts'
import { t } from '#contract/text.ts'
import { useTrack } from '#ui/features/analytics/tracker.ts'
import { passkeyForAccount } from '#ui/features/sign-in/passkeys/passkeys.api.ts'
import { useWelcome } from '#ui/features/sign-in/session/accounts.api.ts'
import { noteJustClaimed } from '#ui/features/sign-in/session/claim-note.memory.ts'
import { ApiError, api, hasStatus } from '#ui/platform/api-client.ts'
import { SENT_FORM } from '#ui/platform/underway.ts'
import { finishPendingLogout } from '#ui/session/pending-logout.ts'
import { useSession } from '#ui/session/session-context.ts'

const claimKeys = {
	link: (token: string) => ['claims', token] as const,
}

/**
 * Result of a claim link: a ghost, the claimer's own profile, or nothing for any other visitor. `mayBeTheirs`: one
 * claim got no response, and the retry found the link used.
 */
export type ClaimLink =
	| { is: 'waiting'; lookup: ClaimLookup }
	| { is: 'yours'; driverId: UserId }
	| { is: 'dead'; mayBeTheirs?: boolean }

/** The lookup does not use the link. */
export const claimLinkQuery = (token: string) =>
	queryOptions({
		queryKey: claimKeys.link(token),
		queryFn: async (): Promise<ClaimLink> => {
			// Don't send malformed tokens; people paste anything.
			if (!CLAIM_TOKEN.test(token)) return { is: 'dead' }
			try {
				return { is: 'waiting', lookup: await api.send(lookUpClaim, { params: { token } }) }
			} catch (error) {
				const link = linkRefusedWith(error)
				if (link) return link
				throw error
			}
		},
		retry: false,
		refetchOnWindowFocus: false,
	})

function linkRefusedWith(error: unknown): ClaimLink | null {
	if (error instanceof ApiError && error.problemCode === 'already_yours' && error.driverId !== undefined)
		return { is: 'yours', driverId: error.driverId }
	return hasStatus(error, 404) ? { is: 'dead' } : null
}

/** Without a password the browser creates a passkey. */
export const NewcomerAccount = v.object({ ...ClaimForm.entries, password: v.optional(ClaimForm.entries.password) })
export type NewcomerAccount = v.InferOutput<typeof NewcomerAccount>

/** A claim with a password does not open a session. */
export function useClaimWithNewAccount(token: string) {
	const track = useTrack()
	const stopLooking = useStopLooking(token)
	return useMutation({
		mutationKey: SENT_FORM,
		onMutate: stopLooking,
		mutationFn: async ({ form, email, avatarId }: { form: NewcomerAccount; email: string; avatarId: number }) => {
			const { username, password } = form
			const passkey = password === undefined ? await passkeyForAccount({ username, claim: token }) : undefined
			const wish = { token, username, password, passkey, avatarId }
			return api.send(claim, { body: email.includes('@') ? { ...wish, email } : wish })
		},
		onSuccess: ({ user }) => track('account_created', { user_id: user.id, user_name: user.username, by_claim: true }),
	})
}

/** Never rejects: the claim is already valid, and if the login fails the login screen shows a note. */
export function useLogInAfterClaim() {
	const welcome = useWelcome()
	return async ({ username, password }: NewcomerAccount, ghostName: string): Promise<boolean> => {
		try {
			if (password === undefined) {
				welcome({ ...(await api.send(whoAmI)), cameAlong: 0 })
				return true
			}
			await finishPendingLogout()
			welcome(await api.send(logIn, { body: { username, password } }))
			return true
		} catch (error) {
			console.warn('Claimed, but not logged in', error)
			const message = t("{name}'s ratings now belong to you. Log in as {username} to see them.", {
				name: ghostName,
				username,
			})
			noteJustClaimed({ username, message })
			return false
		}
	}
}

/** Fails if the session no longer belongs to `memberId`. */
export function useClaimAsMember(token: string, memberId: UserId) {
	const queryClient = useQueryClient()
	const session = useSession()
	const stopLooking = useStopLooking(token)
	return useMutation({
		onMutate: stopLooking,
		mutationFn: async () => {
			// Checks the session first: the cookie decides who gets the ratings, and a claim cannot be undone.
			const viewer = await queryClient.fetchQuery({ ...session.query, staleTime: 0 })
			if (viewer.kind !== 'member' || viewer.user.id !== memberId) throw new Error('Somebody else is signed in')
			return api.send(claim, { body: { token, userId: memberId } })
		},
		// Refetches everything except the used link, because the member has new ratings.
		onSuccess: () => {
			const linkHash = hashKey(claimKeys.link(token))
			void queryClient.invalidateQueries({ predicate: ({ queryHash }) => queryHash !== linkHash })
		},
		onError: () => void session.recheck(),
	})
}

/** Cancels lookups in flight: after the claim they would report 'not found' to the claimer. */
function useStopLooking(token: string) {
	const queryClient = useQueryClient()
	return () => queryClient.cancelQueries({ queryKey: claimKeys.link(token) })
}

export function useForgetUsedLink(token: string) {
	const queryClient = useQueryClient()
	return () => queryClient.removeQueries({ queryKey: claimKeys.link(token) })
}

/**
 * Returns a handler for a failed claim: if the error is about the link, it updates the cached lookup and returns the
 * link's new state.
 */
export function useNoteWhyClaimFailed(token: string) {
	const queryClient = useQueryClient()
	const hadNoAnswer = useRef(false)
	return (error: unknown): ClaimLink['is'] | null => {
		const link = linkRefusedWith(error)
		if (link?.is === 'dead') link.mayBeTheirs = hadNoAnswer.current
		if (link) queryClient.setQueryData(claimLinkQuery(token).queryKey, link)
		// A proxy's 502 or 504 does not prove that the claim failed either.
		hadNoAnswer.current ||= !(error instanceof ApiError) || error.status > 500
		return link?.is ?? null
	}
}

/**
 * Looks the link up again when the tab becomes visible, because its sender may have replaced it. Skips this during a
 * claim, whose own response is more precise.
 */
export function useLookAgainOnReturn(token: string) {
	const queryClient = useQueryClient()
	useEffect(() => {
		const lookAgain = () => {
			const isDead = queryClient.getQueryData(claimLinkQuery(token).queryKey)?.is === 'dead'
			if (isDead || document.visibilityState === 'hidden' || queryClient.isMutating() > 0) return
			// Reopening a tab fires both events at once.
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
