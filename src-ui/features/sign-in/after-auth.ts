import { linkOptions } from '@tanstack/react-router'
import type { UserId } from '#contract/ids.ts'
import type { AuthSearch } from './auth-search.ts'

/** Built only from ids and listed pages, so a crafted link cannot redirect elsewhere. */
export function placeAfterAuth({ next, ratingId, driverId }: AuthSearch, userId: UserId, hasJustClaimed: boolean) {
	// `href` keeps the search; `to` only satisfies the types.
	if (next) return linkOptions({ to: '/', href: next })
	if (ratingId && driverId) return linkOptions({ to: '/profile/$id', params: { id: driverId } })
	if (hasJustClaimed) return linkOptions({ to: '/profile/$id', params: { id: userId } })
	return linkOptions({ to: '/', state: { skipsSplash: true } })
}
