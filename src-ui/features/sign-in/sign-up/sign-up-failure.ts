import { t } from '#contract/text.ts'
import { passkeyFailure } from '#ui/features/sign-in/passkeys/passkeys.api.ts'
import { toast } from '#ui/kit/feedback/toast.ts'
import { ApiError, hasStatus } from '#ui/platform/api-client.ts'
import { rememberedUser } from '#ui/platform/storage.ts'

export const SEAT_TAKEN = t('That seat is taken. Pick another one')

export const isNameTaken = (error: unknown): boolean =>
	hasStatus(error, 409) || (error instanceof Error && error.message.includes('Username already exists'))

/** `username` is the requested name: another tab of this browser may have made that account. */
export function sayWhySignUpFailed(error: unknown, username?: string): 'taken' | 'other' {
	const isTaken = isNameTaken(error)
	const own = rememberedUser()?.username
	const isOwn = own !== undefined && own.toLowerCase() === username?.trim().toLowerCase()
	const takenWords = isOwn
		? t('You are signed up already, as {username}: another tab was quicker.', { username: own })
		: t('This username is already taken. Please choose another one.')
	toast({
		variant: 'destructive',
		title: t('Signup failed'),
		description: isTaken ? takenWords : otherReason(error),
		isOnScreen: isTaken,
	})
	return isTaken ? 'taken' : 'other'
}

/** If sign-up is closed or the server is busy, its message replaces 'try again'. */
function otherReason(error: unknown): string {
	const explains = error instanceof ApiError && [403, 429, 503].includes(error.status)
	const reason = passkeyFailure(error) ?? (explains ? error.serverMessage : undefined)
	return reason ?? t('Failed to create account. Please try again.')
}
