import { useMutation } from '@tanstack/react-query'
import { type Confirmation, confirm } from '#contract/host/confirmation.ts'
import { useSession } from '#ui/features/accounts/session/session-context.ts'
import { ApiError, api } from '#ui/platform/api-client.ts'

/** Not the key of other forms: the act that waits for the password is under way meanwhile. */
export const CONFIRMING = ['host', 'confirming'] as const

export function useConfirm() {
	const session = useSession()
	return useMutation({
		mutationKey: CONFIRMING,
		mutationFn: (confirmation: Confirmation) => api.send(confirm, { body: confirmation }),
		onError: (error) => {
			if (!isWrongPassword(error)) session.recheckIfRefused(error)
		},
	})
}

const isWrongPassword = (error: unknown) => error instanceof ApiError && error.problemCode === 'wrong_password'
