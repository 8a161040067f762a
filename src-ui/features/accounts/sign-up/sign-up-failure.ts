import { toast } from '#ui/kit/feedback/toast.tsx'
import { ApiError, hasStatus } from '#ui/platform/api-client.ts'

/** At the field, wherever a name turns out to belong to somebody. */
export const SEAT_TAKEN = 'That seat is taken. Pick another one'

export const isNameTaken = (error: unknown): boolean =>
	hasStatus(error, 409) || (error instanceof Error && error.message.includes('Username already exists'))

export function sayWhySignUpFailed(error: unknown): 'taken' | 'other' {
	const isTaken = isNameTaken(error)
	toast({
		variant: 'destructive',
		title: 'Signup failed',
		description: isTaken ? 'This username is already taken. Please choose another one.' : otherReason(error),
	})
	return isTaken ? 'taken' : 'other'
}

/** Waiting lists and closed doors explain themselves; trying again would not help there. */
function otherReason(error: unknown): string {
	const explains = error instanceof ApiError && [403, 429, 503].includes(error.status)
	return (explains ? error.serverMessage : undefined) ?? 'Failed to create account. Please try again.'
}
