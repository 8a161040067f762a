import { t } from '#contract/text.ts'

export const skipToContent = () => t('Skip to content')
// Translators: a button in the header of narrow phones, at most 20 characters
export const logInOrSignUp = () => t('Login or Sign Up')
/** A button of several screens. */
// Translators: a button that opens the ways to hand out one's link
export const getRated = () => t('Get rated')
// Translators: an arrow to the screen before
export const back = () => t('Back')
