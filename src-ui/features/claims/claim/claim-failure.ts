import { useForgetUsedLink } from '#ui/features/claims/claims.api.ts'
import { toast } from '#ui/kit/feedback/toast.ts'
import { hasStatus, serverMessage } from '#ui/platform/api-client.ts'

/** Says why a claim failed. That returns a way to take the words back, once another attempt has made them untrue. */
export function useSayWhyClaimFailed(token: string) {
	const forgetUsedLink = useForgetUsedLink(token)
	return (error: unknown): (() => void) => {
		const takeBack = toast({
			variant: 'destructive',
			title: 'Claim failed',
			description: serverMessage(error, 'There was an error claiming this profile. Please try again.'),
		})
		// Somebody was quicker.
		if (hasStatus(error, 404)) forgetUsedLink()
		return takeBack
	}
}
