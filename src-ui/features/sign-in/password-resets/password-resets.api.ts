import { queryOptions, useMutation } from '@tanstack/react-query'
import {
	askForReset,
	type ForgotPassword,
	lookUpReset,
	RESET_TOKEN,
	type ResetLookup,
	resetPassword,
} from '#contract/password-resets.ts'
import { t } from '#contract/text.ts'
import { useWelcome } from '#ui/features/sign-in/session/accounts.api.ts'
import { api, hasStatus, type LinkLookup, orServerMessage, serverMessage } from '#ui/platform/api-client.ts'
import { SENT_FORM } from '#ui/platform/underway.ts'
import { finishPendingLogout } from '#ui/session/pending-logout.ts'

const passwordResetKeys = {
	one: (token: string) => ['password-resets', token] as const,
}

const NOT_VALID = t('This reset link is invalid, has been used, or has expired.')

const deadLink = (words: string): LinkLookup<ResetLookup> => ({ found: null, words })

/** The answer is the same for all input, to hide which accounts and addresses exist. */
export function useForgotPassword() {
	return useMutation({
		mutationKey: SENT_FORM,
		mutationFn: (forgot: ForgotPassword) => api.send(askForReset, { body: forgot }),
	})
}

/** The lookup does not consume the token. */
export const resetQuery = (token: string) =>
	queryOptions({
		queryKey: passwordResetKeys.one(token),
		queryFn: async (): Promise<LinkLookup<ResetLookup>> =>
			// Don't send malformed tokens; people paste anything.
			RESET_TOKEN.test(token)
				? orServerMessage(api.send(lookUpReset, { params: { token } }), NOT_VALID)
				: deadLink(NOT_VALID),
		// Never refetched: logging in refetches open screens, and a used link would turn invalid on the screen.
		staleTime: 'static',
	})

export function useResetPassword(token: string) {
	const welcome = useWelcome()
	return useMutation({
		mutationKey: SENT_FORM,
		mutationFn: async (password: string) => {
			await finishPendingLogout()
			return api.send(resetPassword, { body: { token, password } })
		},
		onSuccess: (user) => welcome(user, t('Your new key turns')),
		onError: (error, _password, _context, { client }) => {
			if (hasStatus(error, 404))
				client.setQueryData(resetQuery(token).queryKey, deadLink(serverMessage(error, NOT_VALID)))
		},
	})
}
