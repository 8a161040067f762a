import type { QueryClient } from '@tanstack/react-query'
import type { Home } from '#contract/drivers.ts'
import type { UserId } from '#contract/ids.ts'
import { userQuery } from '#ui/features/sign-in/session/accounts.api.ts'
import { driverKeys } from '#ui/platform/query-keys/drivers.keys.ts'

/** Who is on the home list that was just shown can be rated before the server has said more of them: in a tunnel it says nothing. */
export function takeDriverFromHome(queryClient: QueryClient, id: UserId) {
	const { queryKey } = userQuery(id)
	const onList = queryClient.getQueryData<Home>(driverKeys.home)?.drivers.find((driver) => driver.id === id)
	if (!onList || queryClient.getQueryData(queryKey) !== undefined) return
	const { averageStar, totalRides, ...driver } = onList
	// From long ago: it is asked for all the same.
	queryClient.setQueryData(queryKey, driver, { updatedAt: 0 })
}
