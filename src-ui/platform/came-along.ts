import * as v from 'valibot'
import { UserId } from '#contract/ids.ts'
import { remember, remembered } from './storage.ts'

const KEY = 'cameAlong'

/** Whose receipt of what came along is to be shown here, until it is closed; a reload and other tabs find it, too. */
export const cameAlongFor = (): UserId | null => remembered('localStorage', KEY, UserId)

/** With the answer to a log-in or sign-up. */
export function noteCameAlong({ id, cameAlong }: { id: UserId; cameAlong: number }) {
	if (cameAlong > 0) remember('localStorage', KEY, id)
}

export const forgetCameAlong = () => remember('localStorage', KEY, null)

const READ_KEY = 'cameAlongRead'
const RatingIds = v.array(v.number())

/** What was on a receipt that was closed: a member who logs in again within the day does not read it once more. */
export const cameAlongRead = (): number[] => remembered('localStorage', READ_KEY, RatingIds) ?? []
export const noteCameAlongRead = (ids: number[]) => remember('localStorage', READ_KEY, ids)
