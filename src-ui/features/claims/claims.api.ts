import { hashKey, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import * as v from 'valibot'
import { logIn, whoAmI } from '#contract/accounts.ts'
import { CLAIM_TOKEN, ClaimForm, type ClaimLookup, claim, lookUpClaim } from '#contract/claims.ts'
import type { UserId } from '#contract/ids.ts'
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
 * What a claim link leads to: a ghost; for the member who has claimed with it, their own profile; for everybody else nothing.
 * `mayBeTheirs`: one attempt to claim had no answer, and the next one found the link used.
 */
export type ClaimLink =
	| { is: 'waiting'; lookup: ClaimLookup }
	| { is: 'yours'; driverId: UserId }
	| { is: 'dead'; mayBeTheirs?: boolean }

/** Asking changes nothing. */
export const claimLinkQuery = (token: string) =>
	queryOptions({
		queryKey: claimKeys.link(token),
		queryFn: async (): Promise<ClaimLink> => {
			// What no token can look like is not sent: it may be anything that a person pasted.
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

/** What the link leads to if this is the answer; null where it says nothing of the link. */
function linkRefusedWith(error: unknown): ClaimLink | null {
	if (error instanceof ApiError && error.problemCode === 'already_yours' && error.driverId !== undefined)
		return { is: 'yours', driverId: error.driverId }
	return hasStatus(error, 404) ? { is: 'dead' } : null
}

/** What newcomers make up. Without a password the browser makes a passkey. */
export const NewcomerAccount = v.object({ ...ClaimForm.entries, password: v.optional(ClaimForm.entries.password) })
export type NewcomerAccount = v.InferOutput<typeof NewcomerAccount>

/** Makes an account for a newcomer and gives it the ghost's ratings. With a password nobody is signed in by that. */
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

/** The claim is valid whatever happens here: if logging in fails, the log-in screen shows a note. */
export function useLogInAfterClaim() {
	const welcome = useWelcome()
	return async ({ username, password }: NewcomerAccount, ghostName: string): Promise<boolean> => {
		try {
			if (password === undefined) {
				// A claim by passkey has signed them in.
				welcome({ ...(await api.send(whoAmI)), cameAlong: 0 })
				return true
			}
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
			return api.send(claim, { body: { token, userId: memberId } })
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

/** After the claim the link leads elsewhere: whoever opens it again asks anew. */
export function useForgetUsedLink(token: string) {
	const queryClient = useQueryClient()
	return () => queryClient.removeQueries({ queryKey: claimKeys.link(token) })
}

/** Call with why a claim failed: says what the link leads to, if that is the reason, and shows it. */
export function useNoteWhyClaimFailed(token: string) {
	const queryClient = useQueryClient()
	const hadNoAnswer = useRef(false)
	return (error: unknown): ClaimLink['is'] | null => {
		const link = linkRefusedWith(error)
		if (link?.is === 'dead') link.mayBeTheirs = hadNoAnswer.current
		if (link) queryClient.setQueryData(claimLinkQuery(token).queryKey, link)
		// A proxy's 502 and 504 are no answer either.
		hadNoAnswer.current ||= !(error instanceof ApiError) || error.status > 500
		return link?.is ?? null
	}
}

/**
 * A person who comes back to an open claim page hears whether its link still works: its sender may have replaced it. Not
 * while a claim is on its way, whose own answer says more.
 */
export function useLookAgainOnReturn(token: string) {
	const queryClient = useQueryClient()
	useEffect(() => {
		const lookAgain = () => {
			const isDead = queryClient.getQueryData(claimLinkQuery(token).queryKey)?.is === 'dead'
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
