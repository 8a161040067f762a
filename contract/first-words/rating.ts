import type { VisibleUser } from '#contract/accounts.ts'
import { DEMO_DRIVER_ID } from '#contract/known-ids.ts'
import { t } from '#contract/text.ts'

export const whoSeesThis = () => t('Who sees this?')
// Translators: the button that sends a rating: to tell with relish
export const spill = () => t('Spill the tea')

export const headingOf = (name: string): string => t("{name}'s Driving Today", { name })
export const profileOf = (name: string): string => t('Profile of {name}', { name })
// Translators: who sees what of a rating: 'who' is the person who gave it
export const promiseOf = (name: string): string => t('{name} sees the stars and the day. Never who.', { name })

/** Longer names get a smaller heading so that the stars stay on the first screen. */
const LONG_NAME = 24
export const isLong = (name: string): boolean => name.length > LONG_NAME

/**
 * True if the driver cannot tell whose rating it is. The maker of a ghost is public, so one other rating beside the
 * maker's own gives its rater away. Only the maker learns whether there are others; `isAnswered` means the server has
 * confirmed it.
 */
export const canPromise = ({ id, isGhost, isRatedByOthers }: VisibleUser, isAnswered: boolean): boolean =>
	id !== DEMO_DRIVER_ID && (!isGhost || (isAnswered && isRatedByOthers !== false))
