import type { UserId } from '#contract/ids.ts'
import type { Viewer } from '#ui/features/accounts/session/viewer.ts'

/** Also when the session has ended meanwhile: a name half typed must not go away with it. */
export const isOwnProfile = (viewer: Viewer, id: UserId): boolean => viewer.kind !== 'visitor' && viewer.user.id === id
