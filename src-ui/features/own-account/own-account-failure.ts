import { toast } from '#ui/kit/feedback/toast.ts'
import { hasStatus, serverMessage } from '#ui/platform/api-client.ts'

export function sayWhyRefused(error: unknown, title: string) {
	// The notice about the ended session says it all.
	if (hasStatus(error, 401)) return
	const description = serverMessage(error, 'Nothing has changed. Please try again.')
	toast({ variant: 'destructive', title, description })
}
