import { useMutation, useQuery } from '@tanstack/react-query'
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
	TabSecret,
	unlinkIdentity,
} from '#contract/oidc.ts'
import type { Proof } from '#contract/proofs.ts'
import { t } from '#contract/text.ts'
import { useTrack } from '#ui/features/analytics/tracker.ts'
import { instanceQuery } from '#ui/features/instance/instance.api.ts'
import { credentialsQuery, passkeyWords } from '#ui/features/sign-in/passkeys/passkeys.api.ts'
import { useWelcome } from '#ui/features/sign-in/session/accounts.api.ts'
import { api } from '#ui/platform/api-client.ts'
import { remembered } from '#ui/platform/remembered.ts'
import { remember } from '#ui/platform/storage.ts'
import { SENT_FORM } from '#ui/platform/underway.ts'
import { finishPendingLogout } from '#ui/session/pending-logout.ts'
import { useSession } from '#ui/session/session-context.ts'

/* Log-in at a provider or through a proxy. Few instances have either, so this is not in the first bundle. */

const TAB_SECRET_KEY = 'tabSecret'

/** Binds a log-in to this tab: an attacker who plants the cookie in this browser does not know the secret. */
function tabSecret(): string {
	const known = remembered('sessionStorage', TAB_SECRET_KEY, TabSecret)
	if (known !== null) return known
	const made = randomText()
	keepSecret(made)
	return made
}
const randomText = () =>
	Array.from(crypto.getRandomValues(new Uint8Array(24)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Returns false if it will not survive leaving the page. */
const keepSecret = (secret: string) => remember('sessionStorage', TAB_SECRET_KEY, secret)
const headers = () => ({ 'Tab-Secret': tabSecret() })

/** Without session storage the log-in would be lost when the browser goes to the provider. */
class ForgetsOnLeaving extends Error {
	override name = 'ForgetsOnLeaving'
	override message = t(
		'This browser keeps nothing for this page, so it would not know you when you come back: allow site data here, or use another way in.',
	)
}

/** Explains why the provider could not be opened; null if no message is needed. */
export const goWords = (error: unknown): string | null =>
	error instanceof ForgetsOnLeaving ? error.message : passkeyWords(error)

export const useProviderName = (): string | null => useQuery(instanceQuery).data?.signIn.oidc?.name ?? null

export type Luggage = Partial<Pick<OidcStart, 'next' | 'ratingId' | 'invite' | 'claim'>>

export function useGoToProvider() {
	return useMutation({
		mutationFn: async (start: Luggage & { link?: boolean; confirm?: boolean; proof?: Proof | undefined }) => {
			if (!keepSecret(tabSecret())) throw new ForgetsOnLeaving()
			await finishPendingLogout()
			const { url } = await api.send(oidcStart, { body: start, headers: headers() })
			window.location.assign(url)
		},
	})
}

export const useComeBack = () =>
	useMutation({
		mutationKey: SENT_FORM,
		mutationFn: (query: string) => api.send(oidcFinish, { body: { query }, headers: headers() }),
	})

export const useProxyLogIn = () =>
	useMutation({
		mutationKey: SENT_FORM,
		mutationFn: async (body: ProxyLogIn) => {
			await finishPendingLogout()
			return api.send(proxyLogIn, { body, headers: headers() })
		},
	})

export function useSignUpFromElsewhere() {
	const welcome = useWelcome()
	const track = useTrack()
	return useMutation({
		mutationKey: SENT_FORM,
		mutationFn: (body: OidcSignUp) => api.send(oidcSignUp, { body, headers: headers() }),
		onSuccess: (user) => {
			track('account_created', { user_id: user.id, user_name: user.username })
			welcome(user)
		},
	})
}

/** `userId` is the member who just logged in here; another tab may have logged in a different one. */
export const useLinkNewcomer = () =>
	useMutation({
		mutationKey: SENT_FORM,
		mutationFn: (userId: UserId) => api.send(oidcLink, { body: { userId }, headers: headers() }),
	})

export function useDisconnect(id: UserId) {
	const session = useSession()
	return useMutation({
		mutationKey: SENT_FORM,
		mutationFn: async ({ issuer, prove }: { issuer: string; prove: () => Promise<Proof> }) =>
			api.send(unlinkIdentity, { params: { id, issuer }, body: { proof: await prove() } }),
		onSuccess: (_answer, _change, _context, { client }) => client.invalidateQueries(credentialsQuery(id)),
		onError: session.recheckIfRefused,
	})
}

export type Newcomer = Extract<CameBack, { choose: unknown }>

let waiting: Newcomer | null = null

/** Keeps the person whom the proxy authenticated until they choose a name. */
export const noteNewcomer = (newcomer: Newcomer | null) => {
	waiting = newcomer
}
export const waitingNewcomer = () => waiting
