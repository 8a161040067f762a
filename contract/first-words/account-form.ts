import type { Instance } from '#contract/instance.ts'

export const USERNAME = 'Username'
export const PASSWORD = 'Password'
export const NEW_PASSWORD_HINT = 'At least 8 characters'
export const signUpPasswordHint = ({ mail }: Pick<Instance, 'mail'>): string =>
	mail ? 'At least 6 characters.' : 'At least 6 characters. No e-mail needed.'
export const WITHOUT_PASSWORD = 'Without a password'
export const PHONE_REMEMBERS = "Your phone remembers, so you don't have to."
export const FACE = 'Your face'
export const EMAIL = 'Email'
export const OPTIONAL = 'optional'
export const SIGN_UP_ANYWAY = 'Sign up without it'
export const NOBODY_IS_HOST = 'Nobody is host yet. If you set this up, open the link from where it was started.'

/**
 * The purpose of the e-mail field. Without mail delivery the address only helps the operator to recognize the member.
 */
export const emailHintOf = (instance: Pick<Instance, 'mail'> | null | undefined): string =>
	instance?.mail ? 'For password recovery' : 'For password recovery. Only whoever runs this Backseat can see it.'
