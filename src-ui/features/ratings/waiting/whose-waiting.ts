import * as v from 'valibot'
import { GUEST_ID, UserId } from '#contract/ids.ts'
import { basePath } from '#ui/platform/api-client.ts'
import { remembered } from '#ui/platform/storage.ts'
import type { Viewer } from '#ui/session/viewer.ts'

/** Two instances can share one origin. */
export const WHOSE_WAITING_KEY = `ratingsWaiting${basePath}`
const RaterIds = v.array(UserId)

/* Ids of raters with waiting ratings, in localStorage for a synchronous check: the database and its code load only
   if there are any. */
const raterIds = () => remembered('localStorage', WHOSE_WAITING_KEY, RaterIds) ?? []

export const isWaitingFor = (raterId: UserId) => raterIds().includes(raterId)

export const isAnythingWaiting = () => raterIds().length > 0

/**
 * Calls `listener` when the ids change. `noteWhoseWaiting` dispatches the event in its own tab, which gets no storage
 * event.
 */
export function followWhoseWaiting(listener: () => void) {
	window.addEventListener('storage', listener)
	return () => window.removeEventListener('storage', listener)
}

export const raterShownTo = (viewer: Viewer | undefined): UserId =>
	!viewer || viewer.kind === 'visitor' ? GUEST_ID : viewer.user.id
