import { queryOptions, useMutation } from '@tanstack/react-query'
import {
	askForReset,
	type ForgotPassword,
	lookUpReset,
	RESET_TOKEN,
	type ResetLookup,
	resetPassword,
} from '#contract/password-resets.ts'
import { useWelcome } from '#ui/features/sign-in/session/accounts.api.ts'
import { api, hasStatus, type LinkLookup, orServerMessage, serverMessage } from '#ui/platform/api-client.ts'
import { SENT_FORM } from '#ui/platform/underway.ts'
import { finishPendingLogout } from '#ui/session/pending-logout.ts'

const passwordResetKeys = {
	one: (token: string) => ['password-resets', token] as const,
}

const NOT_VALID = 'This reset link is invalid, has been used, or has expired.'

const deadLink = (words: string): LinkLookup<ResetLookup> => ({ found: null, words })

/** Always answered alike: nobody learns who has an account, or an address. */
export function useForgotPassword() {
	return useMutation({
		mutationKey: SENT_FORM,
		mutationFn: (forgot: ForgotPassword) => api.send(askForReset, { body: forgot }),
	})
}

/** Whose password it will be. Asking uses nothing up. */
export const resetQuery = (token: string) =>
	queryOptions({
		queryKey: passwordResetKeys.one(token),
		queryFn: async (): Promise<LinkLookup<ResetLookup>> =>
			// What no token can look like is not sent: it may be anything that a person pasted.
			RESET_TOKEN.test(token)
				? orServerMessage(api.send(lookUpReset, { params: { token } }), NOT_VALID)
				: deadLink(NOT_VALID),
		// Being signed in makes every open screen ask again, and a used link would turn invalid on the screen.
		staleTime: 'static',
	})

/** Sets the password and signs this browser in. */
export function useResetPassword(token: string) {
	const welcome = useWelcome()
	return useMutation({
		mutationKey: SENT_FORM,
		mutationFn: async (password: string) => {
			await finishPendingLogout()
			return api.send(resetPassword, { body: { token, password } })
		},
		onSuccess: (user) => welcome(user, 'Your new key turns'),
		onError: (error, _password, _context, { client }) => {
			// It ran out while they typed, or was used in another tab.
			if (hasStatus(error, 404))
				client.setQueryData(resetQuery(token).queryKey, deadLink(serverMessage(error, NOT_VALID)))
		},
	})
}
