import type { VisibleUser } from '#contract/accounts.ts'
import { DEMO_DRIVER_ID } from '#contract/known-ids.ts'

export const WHO_SEES_THIS = 'Who sees this?'
export const SPILL = 'Spill the tea'

export const headingOf = (name: string): string => `${name}'s Driving Today`
export const profileOf = (name: string): string => `Profile of ${name}`
export const promiseOf = (name: string): string => `${name} sees the stars and the day. Never who.`

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
