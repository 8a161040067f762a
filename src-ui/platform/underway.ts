import { useQueryClient } from '@tanstack/react-query'

/** Shared by all forms, since a person submits one at a time. */
export const SENT_FORM = ['sent form'] as const

/** True while the form is submitting. `isPending` lags by one render, so two quick Enters could submit twice. */
export function useFormUnderway(mutationKey: readonly unknown[] = SENT_FORM): () => boolean {
	const queryClient = useQueryClient()
	return () => queryClient.isMutating({ mutationKey }) > 0
}
