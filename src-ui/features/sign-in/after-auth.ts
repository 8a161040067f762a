import { linkOptions } from '@tanstack/react-router'
import type { UserId } from '#contract/ids.ts'
import type { AuthSearch } from './auth-search.ts'

/** Where people go once they are signed in. Ids and places of a list only: nobody can be sent anywhere else. */
export function placeAfterAuth({ next, ratingId, driverId }: AuthSearch, userId: UserId, hasJustClaimed: boolean) {
	// Its search goes along; `to` is for the types.
	if (next) return linkOptions({ to: '/', href: next })
	if (ratingId && driverId) return linkOptions({ to: '/profile/$id', params: { id: driverId } })
	if (hasJustClaimed) return linkOptions({ to: '/profile/$id', params: { id: userId } })
	return linkOptions({ to: '/', state: { skipsSplash: true } })
}
