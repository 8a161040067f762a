/**
 * The state of a row of `ratings`. Only a verdict counts, raises a notice, or is visible to others than its rater. A
 * placeholder is the default rating of 'add an existing driver', until the rater's first verdict replaces it. A sealed
 * rating becomes a verdict when it is opened (features/ratings/sealed).
 */
export const RATING_STATE = { verdict: 0, placeholder: 1, sealed: 2 } as const
export type RatingState = (typeof RATING_STATE)[keyof typeof RATING_STATE]

type HasState = { state: RatingState }
export const isVerdict = ({ state }: HasState) => state === RATING_STATE.verdict
export const isPlaceholder = ({ state }: HasState) => state === RATING_STATE.placeholder
export const isSealed = ({ state }: HasState) => state === RATING_STATE.sealed
