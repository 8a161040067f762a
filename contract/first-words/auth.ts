import type { Instance } from '#contract/instance.ts'

export const TITLE = 'Login or Sign Up'
export const SAVE_YOUR_ROASTS = 'Save your roasts. Every star you give stays yours, and your drivers wait in one list.'
export const GOOD_FOR = [
	['All your verdicts', 'In one place, on every phone you log in on.'],
	['All your drivers', 'In one list, two taps from the next rating.'],
	['A link of your own', 'Hand it out, and read what the back seat thinks of you.'],
] as const
export const LOG_IN = 'Log In'
export const SIGN_UP = 'Sign Up'
export const FORGOT_PASSWORD = 'Forgot your password?'
export const ASK_FOR_LINK = 'Forgot your password? Ask whoever runs this Backseat: they can give you a link.'
export const SKIP_FOR_NOW = 'Skip for now'
export const WITHOUT_ACCOUNT = 'Without an account your stars disappear into traffic.'

type Arrival = { isNew: boolean; hasRating: boolean; hasGuestRatings: boolean }

/**
 * Guests who have rated start at sign-up, and so do all visitors of an instance without a host, unless a member has logged
 * in on this browser before.
 */
export const isSignUpFirst = (
	{ isNew, hasRating, hasGuestRatings }: Arrival,
	instance: Pick<Instance, 'signup' | 'needsHost'> | undefined,
): boolean =>
	(isNew || hasRating || hasGuestRatings || instance?.needsHost === true) && (instance?.signup ?? 'open') === 'open'
