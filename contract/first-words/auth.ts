import type { Instance } from '#contract/instance.ts'
import { t } from '#contract/text.ts'

export const title = () => t('Login or Sign Up')
export const saveYourRoasts = () =>
	t('Save your roasts. Every star you give stays yours, and your drivers wait in one list.')
export const goodFor = (): readonly (readonly [title: string, text: string])[] => [
	[t('All your verdicts'), t('In one place, on every phone you log in on.')],
	[t('All your drivers'), t('In one list, two taps from the next rating.')],
	[t('A link of your own'), t('Hand it out, and read what the back seat thinks of you.')],
]
// Translators: a tab and a button, at most 16 characters
export const logInLabel = () => t('Log In')
// Translators: a tab and a button, at most 16 characters
export const signUpLabel = () => t('Sign Up')
export const forgotPassword = () => t('Forgot your password?')
export const askForLink = () => t('Forgot your password? Ask whoever runs this Backseat: they can give you a link.')
export const skipForNow = () => t('Skip for now')
export const withoutAccount = () => t('Without an account your stars disappear into traffic.')

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
