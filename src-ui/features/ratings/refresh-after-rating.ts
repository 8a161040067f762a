import type { QueryClient } from '@tanstack/react-query'
import { userKeys } from '#ui/features/accounts/accounts.keys.ts'
import { driverKeys } from '#ui/features/drivers/drivers.keys.ts'
import { statsKeys } from '#ui/features/stats/stats.keys.ts'
import { ratingKeys } from './ratings.keys.ts'

const FOLLOWS_RATINGS = [userKeys.all, driverKeys.home, ratingKeys.all, statsKeys.all]

/** After a rating was given, changed or taken back: every list and figure it counts in is asked for again. */
export function refreshAfterRating(queryClient: QueryClient) {
	for (const queryKey of FOLLOWS_RATINGS) void queryClient.invalidateQueries({ queryKey })
}
