import { forgetUsedLink } from '#ui/features/claims/claims.api.ts'
import { toast } from '#ui/kit/feedback/toast.tsx'
import { hasStatus, serverMessage } from '#ui/platform/api-client.ts'

/** Returns a way to take the words back, once another attempt has made them untrue. */
export function sayWhyClaimFailed(token: string, error: unknown): () => void {
	const takeBack = toast({
		variant: 'destructive',
		title: 'Claim failed',
		description: serverMessage(error, 'There was an error claiming this profile. Please try again.'),
	})
	// Somebody was quicker.
	if (hasStatus(error, 404)) forgetUsedLink(token)
	return takeBack
}
