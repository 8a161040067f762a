import { useQueryClient } from '@tanstack/react-query'

/** The mutation key of what forms send; a person fills in one form at a time. */
export const SENT_FORM = ['sent form'] as const

/**
 * Whether a form is being sent. A mutation's `isPending` is what the last render knew; on a busy phone two Enters can
 * come before the next one, and this knows at once.
 */
export function useFormUnderway(mutationKey: readonly unknown[] = SENT_FORM): () => boolean {
	const queryClient = useQueryClient()
	return () => queryClient.isMutating({ mutationKey }) > 0
}
