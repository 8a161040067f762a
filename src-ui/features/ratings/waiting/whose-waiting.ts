import type { UserId } from '#contract/ids.ts'
import { GUEST_ID, isId } from '#contract/known-ids.ts'
import { basePath } from '#ui/platform/api-client.ts'
import { storedValue } from '#ui/platform/storage.ts'
import type { Viewer } from '#ui/session/viewer.ts'

/** Two instances can share one origin. */
export const WHOSE_WAITING_KEY = `ratingsWaiting${basePath}`

/* Ids of raters with waiting ratings, in localStorage for a synchronous check: the database and its code load only
   if there are any. */
function raterIds(): UserId[] {
	const ids = storedValue('localStorage', WHOSE_WAITING_KEY)
	return Array.isArray(ids) && ids.every(isId) ? ids : []
}

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
