import { linkOptions, type RegisteredRouter } from '@tanstack/react-router'
import { getHome } from '#contract/home.ts'
import type { UserId } from '#contract/ids.ts'
import { api } from '#ui/platform/api-client.ts'
import { driverKeys } from '#ui/platform/query-keys/drivers.keys.ts'
import { within } from '#ui/platform/unanswered.ts'
import type { AuthSearch } from './auth-search.ts'

/** Home's data decides its layout, so it is awaited, unless the line is slow. */
const HOME_WITHIN_MS = 1000
/** As in drivers.api.ts, which depends on this feature. */
const homeQuery = { queryKey: driverKeys.home, queryFn: () => api.send(getHome) }

/** Replaces the form in the history, because 'back' must not lead to a used link. `claimer` has just claimed a ghost. */
export async function leaveAfterAuth(router: RegisteredRouter, search: AuthSearch = {}, claimer: UserId | null = null) {
	const place = placeAfterAuth(search, claimer)
	if ('state' in place)
		await within(HOME_WITHIN_MS, router.options.context.queryClient.prefetchQuery(homeQuery)).catch(() => undefined)
	await router.navigate({ ...place, replace: true })
}

/** Built only from ids and listed pages, so a crafted link cannot redirect elsewhere. */
function placeAfterAuth({ next, ratingId, driverId }: AuthSearch, claimer: UserId | null) {
	// `href` keeps the search; `to` only satisfies the types.
	if (next) return linkOptions({ to: '/', href: next })
	if (ratingId && driverId) return linkOptions({ to: '/profile/$id', params: { id: driverId } })
	if (claimer !== null) return linkOptions({ to: '/profile/$id', params: { id: claimer } })
	return linkOptions({ to: '/', state: { skipsSplash: true } })
}
