import { toast } from '#ui/kit/feedback/toast.tsx'
import { ApiError, hasStatus, serverMessage } from '#ui/platform/api-client.ts'

/** Where the server names the field, that is where it is said; otherwise in a toast. */
export function sayWhyRefused(error: unknown, title: string, atField: (field: string, words: string) => void) {
	if (error instanceof ApiError && error.field) return atField(error.field, serverMessage(error, TRY_AGAIN))
	// The notice about the ended session says it all.
	if (hasStatus(error, 401)) return
	toast({ variant: 'destructive', title, description: serverMessage(error, TRY_AGAIN) })
}

const TRY_AGAIN = 'Nothing has changed. Please try again.'
