import { GUEST_ID, type UserId } from '#contract/ids.ts'
import type { Viewer } from '#ui/features/accounts/session/viewer.ts'

/** Whose waiting ratings are shown to whoever uses this browser now: their own, a guest's to a guest. */
export const raterShownTo = (viewer: Viewer | undefined): UserId =>
	!viewer || viewer.kind === 'visitor' ? GUEST_ID : viewer.user.id
