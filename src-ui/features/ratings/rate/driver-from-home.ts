import type { QueryClient } from '@tanstack/react-query'
import type { Home } from '#contract/home.ts'
import type { UserId } from '#contract/ids.ts'
import { userQuery } from '#ui/features/sign-in/session/users.api.ts'
import { driverKeys } from '#ui/platform/query-keys/drivers.keys.ts'

/** Seeds the query with the driver from the home list, so that the form opens without network. */
export function takeDriverFromHome(queryClient: QueryClient, id: UserId) {
	const { queryKey } = userQuery(id)
	const onList = queryClient.getQueryData<Home>(driverKeys.home)?.drivers.find((driver) => driver.id === id)
	if (!onList || queryClient.getQueryData(queryKey) !== undefined) return
	const { averageStar, totalRides, ...driver } = onList
	// `updatedAt: 0` makes it stale, so it is still refetched.
	queryClient.setQueryData(queryKey, driver, { updatedAt: 0 })
}
