import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import type { UserId } from '#contract/ids.ts'
import type { Instance } from '#contract/instance.ts'
import {
	addPasskey,
	listWaysIn,
	newPasskeyOptions,
	type PasskeySignUp,
	passkeyLogIn,
	passkeyOptions,
	passkeySignUp,
	passkeySignUpOptions,
	removePasskey,
	renamePasskey,
} from '#contract/passkeys.ts'
import type { NewPasskey, Proof } from '#contract/proofs.ts'
import type { CameIn } from '#contract/sign-in.ts'
import { t } from '#contract/text.ts'
import { instanceQuery } from '#ui/features/instance/instance.api.ts'
import { ApiError, api, serverMessage } from '#ui/platform/api-client.ts'
import { SENT_FORM } from '#ui/platform/underway.ts'
import { finishPendingLogout } from '#ui/session/pending-logout.ts'
import { useSession } from '#ui/session/session-context.ts'

const browserPart = () => import('./ask-browser.ts')

const passkeyKeys = { waysIn: (id: UserId) => ['passkeys', id] as const }

/** Other browsers change this, so reopening the screen refetches. */
const FRESH_MS = 2000

export const credentialsQuery = (id: UserId) =>
	queryOptions({
		queryKey: passkeyKeys.waysIn(id),
		queryFn: () => api.send(listWaysIn, { params: { id } }),
		staleTime: FRESH_MS,
	})

const isCapable = () => typeof PublicKeyCredential === 'function'

export const canUsePasskeys = (instance: Instance | undefined): boolean =>
	instance?.signIn.passkeys === true && isCapable()

export const useCanUsePasskeys = (): boolean => canUsePasskeys(useQuery(instanceQuery).data)

export const isDeclined = (error: unknown) => error instanceof Error && error.name === 'Declined'

/** The user-facing reason for a failure in the browser; undefined for other errors. */
export const passkeyFailure = (error: unknown): string | undefined =>
	error instanceof Error && error.name === 'PasskeyFailure' ? error.message : undefined

/** The user-facing reason for any failure; null if no message is needed. */
export const passkeyWords = (error: unknown): string | null =>
	isDeclined(error)
		? null
		: (passkeyFailure(error) ?? serverMessage(error, t('The server does not answer. Please try again.')))

/** `signal` aborts the prompt; `isOffered` lists passkeys at the username field. */
export async function logInWithPasskey(
	more: { ratingId?: number | undefined } = {},
	asking: { signal?: AbortSignal; isOffered?: boolean } = {},
): Promise<CameIn> {
	const { askForPasskey, forgetInBrowser } = await browserPart()
	await finishPendingLogout()
	const request = await api.send(passkeyOptions, { body: { purpose: 'log_in' } })
	const response = await askForPasskey(request, asking)
	// Another log-in is in flight, and this one would replace its session.
	if (asking.signal?.aborted) throw new DOMException('Given up', 'AbortError')
	try {
		return await api.send(passkeyLogIn, { body: { response, ...more } })
	} catch (error) {
		if (error instanceof ApiError && error.wasRemoved) forgetInBrowser(request.rpId, response.id)
		throw error
	}
}

type NewAccount = Omit<PasskeySignUp, 'response'>

export async function signUpWithPasskey(account: NewAccount): Promise<CameIn> {
	const { username, invite } = account
	const response = await passkeyForAccount({ username, invite })
	return api.send(passkeySignUp, { body: { ...account, response } })
}

export async function passkeyForAccount(wanted: {
	username: string
	invite?: string | undefined
	claim?: string
}): Promise<NewPasskey> {
	const { makePasskey } = await browserPart()
	await finishPendingLogout()
	return makePasskey(await api.send(passkeySignUpOptions, { body: wanted }))
}

export async function proofByPasskey(): Promise<Proof> {
	const { askForPasskey } = await browserPart()
	return { passkey: await askForPasskey(await api.send(passkeyOptions, { body: { purpose: 'confirm' } })) }
}

function useChange<Change, Answer>(id: UserId, send: (change: Change) => Promise<Answer>) {
	const session = useSession()
	return useMutation({
		mutationKey: SENT_FORM,
		mutationFn: send,
		onSuccess: (_answer, _change, _context, { client }) =>
			void client.invalidateQueries({ queryKey: passkeyKeys.waysIn(id) }),
		onError: session.recheckIfRefused,
	})
}

export const useAddPasskey = (id: UserId) =>
	useChange(id, async (proof: Proof) => {
		const { makePasskey } = await browserPart()
		const response = await makePasskey(await api.send(newPasskeyOptions, { params: { id } }))
		return api.send(addPasskey, { params: { id }, body: { response, proof } })
	})

export const useRenamePasskey = (id: UserId) =>
	useChange(id, ({ credentialId, label }: { credentialId: string; label: string }) =>
		api.send(renamePasskey, { params: { id, credentialId }, body: { label } }),
	)

export const useRemovePasskey = (id: UserId) =>
	useChange(id, async ({ credentialId, prove }: { credentialId: string; prove: () => Promise<Proof> }) =>
		api.send(removePasskey, { params: { id, credentialId }, body: { proof: await prove() } }),
	)
