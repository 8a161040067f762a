import * as v from 'valibot'
import { UserId } from '#contract/ids.ts'
import { remember, remembered } from './storage.ts'

const KEY = 'cameAlong'

/** The member whose adoption receipt is shown until closed, across reloads and tabs. */
export const cameAlongFor = (): UserId | null => remembered('localStorage', KEY, UserId)

export function noteCameAlong({ id, cameAlong }: { id: UserId; cameAlong: number }) {
	if (cameAlong > 0) remember('localStorage', KEY, id)
}

export const forgetCameAlong = () => remember('localStorage', KEY, null)

const READ_KEY = 'cameAlongRead'
const RatingIds = v.array(v.number())

/** Ratings listed on closed receipts, so that another log-in within the day does not list them again. */
export const cameAlongRead = (): number[] => remembered('localStorage', READ_KEY, RatingIds) ?? []
export const noteCameAlongRead = (ids: number[]) => remember('localStorage', READ_KEY, ids)
