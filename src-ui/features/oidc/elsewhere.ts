import { useMutation, useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import type { UserId } from '#contract/ids.ts'
import {
	type CameBack,
	type OidcSignUp,
	type OidcStart,
	oidcFinish,
	oidcLink,
	oidcSignUp,
	oidcStart,
	type ProxyLogIn,
	proxyLogIn,
	unlinkIdentity,
} from '#contract/oidc.ts'
import type { Proof } from '#contract/proofs.ts'
import { useWelcome } from '#ui/features/accounts/accounts.api.ts'
import { finishPendingLogout } from '#ui/features/accounts/session/pending-logout.ts'
import { useSession } from '#ui/features/accounts/session/session-context.ts'
import { useTrack } from '#ui/features/analytics/tracker.ts'
import { instanceQuery } from '#ui/features/instance/instance.api.ts'
import { waysInQuery } from '#ui/features/passkeys/passkeys.api.ts'
import { api } from '#ui/platform/api-client.ts'
import { remember, remembered } from '#ui/platform/storage.ts'
import { SENT_FORM } from '#ui/platform/underway.ts'

/*
 * Logging in at a provider, or as whom the proxy says. Few instances have either, so no first screen carries this.
 */

const WENT_FOR_KEY = 'wentToProviderFor'
const WentFor = v.picklist(['link', 'confirm'])

/** What the provider is called; null without one. */
export const useProviderName = (): string | null => useQuery(instanceQuery).data?.signIn.oidc?.name ?? null

/** Why a member has left for the provider, in this tab; null for a log-in. */
export const wentFor = () => remembered(sessionStorage, WENT_FOR_KEY, WentFor)

export type Luggage = Partial<Pick<OidcStart, 'next' | 'ratingId' | 'invite' | 'claim'>>

/** Leaves the page. */
export function useGoToProvider() {
	return useMutation({
		mutationFn: async (start: Luggage & { link?: boolean; confirm?: boolean; proof?: Proof | undefined }) => {
			await finishPendingLogout()
			const { url } = await api.send(oidcStart, { body: start })
			remember(sessionStorage, WENT_FOR_KEY, start.link ? 'link' : start.confirm ? 'confirm' : null)
			window.location.assign(url)
		},
	})
}

export const useComeBack = () =>
	useMutation({
		mutationKey: SENT_FORM,
		mutationFn: (query: string) => api.send(oidcFinish, { body: { query } }),
		onSettled: () => remember(sessionStorage, WENT_FOR_KEY, null),
	})

export const useProxyLogIn = () =>
	useMutation({
		mutationKey: SENT_FORM,
		mutationFn: async (body: ProxyLogIn) => {
			await finishPendingLogout()
			return api.send(proxyLogIn, { body })
		},
	})

export function useSignUpFromElsewhere() {
	const welcome = useWelcome()
	const track = useTrack()
	return useMutation({
		mutationKey: SENT_FORM,
		mutationFn: (body: OidcSignUp) => api.send(oidcSignUp, { body }),
		onSuccess: (user) => {
			track('account_created', { user_id: user.id, user_name: user.username })
			welcome(user)
		},
	})
}

export const useLinkNewcomer = () => useMutation({ mutationKey: SENT_FORM, mutationFn: () => api.send(oidcLink) })

export function useDisconnect(id: UserId) {
	const session = useSession()
	return useMutation({
		mutationKey: SENT_FORM,
		mutationFn: async ({ issuer, prove }: { issuer: string; prove: () => Promise<Proof> }) =>
			api.send(unlinkIdentity, { params: { id, issuer }, body: { proof: await prove() } }),
		onSuccess: (_answer, _change, _context, { client }) => client.invalidateQueries(waysInQuery(id)),
		onError: session.recheckIfRefused,
	})
}

export type Newcomer = Extract<CameBack, { choose: unknown }>

let waiting: Newcomer | null = null

/** Whom the proxy has let in, on the way to the screen where they choose a name. */
export const noteNewcomer = (newcomer: Newcomer | null) => {
	waiting = newcomer
}
export const waitingNewcomer = () => waiting
