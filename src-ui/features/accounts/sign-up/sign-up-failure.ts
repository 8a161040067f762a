import { passkeyFailure } from '#ui/features/passkeys/passkeys.api.ts'
import { toast } from '#ui/kit/feedback/toast.ts'
import { ApiError, hasStatus } from '#ui/platform/api-client.ts'

/** Shown at the field wherever a name turns out to be taken. */
export const SEAT_TAKEN = 'That seat is taken. Pick another one'

export const isNameTaken = (error: unknown): boolean =>
	hasStatus(error, 409) || (error instanceof Error && error.message.includes('Username already exists'))

export function sayWhySignUpFailed(error: unknown): 'taken' | 'other' {
	const isTaken = isNameTaken(error)
	toast({
		variant: 'destructive',
		title: 'Signup failed',
		description: isTaken ? 'This username is already taken. Please choose another one.' : otherReason(error),
		isOnScreen: isTaken,
	})
	return isTaken ? 'taken' : 'other'
}

/** A server that takes nobody new, or is busy, says so itself; trying again would not help there. */
function otherReason(error: unknown): string {
	const explains = error instanceof ApiError && [403, 429, 503].includes(error.status)
	const reason = passkeyFailure(error) ?? (explains ? error.serverMessage : undefined)
	return reason ?? 'Failed to create account. Please try again.'
}
