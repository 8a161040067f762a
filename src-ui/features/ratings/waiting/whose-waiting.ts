import * as v from 'valibot'
import { GUEST_ID, UserId } from '#contract/ids.ts'
import { basePath } from '#ui/platform/api-client.ts'
import { remembered } from '#ui/platform/storage.ts'
import type { Viewer } from '#ui/session/viewer.ts'

/** Two instances may live below one origin. */
export const WHOSE_WAITING_KEY = `ratingsWaiting${basePath}`
const RaterIds = v.array(UserId)

/*
 * Whose ratings wait in this browser: known at once, so that the database with the ratings themselves, and the code that
 * reads it, is only asked for where something waits.
 */
const raterIds = () => remembered('localStorage', WHOSE_WAITING_KEY, RaterIds) ?? []

export const isWaitingFor = (raterId: UserId) => raterIds().includes(raterId)

export const isAnythingWaiting = () => raterIds().length > 0

/** Calls back when another answer may be right; `noteWhoseWaiting` sends this event to its own tab, too. */
export function followWhoseWaiting(listener: () => void) {
	window.addEventListener('storage', listener)
	return () => window.removeEventListener('storage', listener)
}

/** Whose waiting ratings are shown to whoever uses this browser now: their own, a guest's to a guest. */
export const raterShownTo = (viewer: Viewer | undefined): UserId =>
	!viewer || viewer.kind === 'visitor' ? GUEST_ID : viewer.user.id
