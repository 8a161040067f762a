import type { Instance } from '#contract/instance.ts'
import { t } from '#contract/text.ts'

export const usernameLabel = () => t('Username')
export const passwordLabel = () => t('Password')
export const newPasswordHint = () => t('At least 8 characters')
export const signUpPasswordHint = ({ mail }: Pick<Instance, 'mail'>): string =>
	mail ? t('At least 6 characters.') : t('At least 6 characters. No e-mail needed.')
// Translators: a button beside the password field: make the account without one
export const withoutPassword = () => t('Without a password')
export const phoneRemembers = () => t("Your phone remembers, so you don't have to.")
// Translators: the label of five drawn faces, of which one is chosen
export const faceLabel = () => t('Your face')
export const emailLabel = () => t('Email')
// Translators: stands in the empty e-mail field
export const optional = () => t('optional')
// Translators: a button: sign up without the set-up link
export const signUpAnyway = () => t('Sign up without it')
export const nobodyIsHost = () => t('Nobody is host yet. If you set this up, open the link from where it was started.')

/**
 * The purpose of the e-mail field. Without mail delivery the address only helps the operator to recognize the member.
 */
export const emailHintOf = (instance: Pick<Instance, 'mail'> | null | undefined): string =>
	instance?.mail ? t('For password recovery') : t('For password recovery. Only whoever runs this Backseat can see it.')
