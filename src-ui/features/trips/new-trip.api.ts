import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { getUser } from '#contract/accounts.ts'
import { listUsers } from '#contract/drivers.ts'
import type { UserId } from '#contract/ids.ts'
import { type NewTrip, startTrip } from '#contract/trips.ts'
import { api, orNull } from '#ui/platform/api-client.ts'
import { userKeys } from '#ui/platform/query-keys/accounts.keys.ts'
import { driverKeys } from '#ui/platform/query-keys/drivers.keys.ts'
import { tripKeys } from '#ui/platform/query-keys/trips.keys.ts'
import { SENT_FORM } from '#ui/platform/underway.ts'
import { useSession } from '#ui/session/session-context.ts'
import { raterOf } from '#ui/session/viewer.ts'
import { isGone } from './trips.api.ts'
import { noteTrip } from './trips.memory.ts'

const PEOPLE = 60
/** The server ignores single-letter searches. */
const SEARCH_MIN = 2
const PEOPLE_FRESH_MS = 5000

/** Members whose name contains the text; without text also the member's own and rated ghosts, the newest first. */
export const peopleQuery = (typed: string) => {
	const search = typed.length < SEARCH_MIN ? '' : typed
	return queryOptions({
		queryKey: userKeys.search(search, PEOPLE),
		queryFn: () => api.send(listUsers, { query: { limit: PEOPLE, ...(search && { search }) } }),
		staleTime: PEOPLE_FRESH_MS,
	})
}

/** Those of them whom the server still knows. */
export async function stillHere<Driver extends { id: UserId }>(drivers: readonly Driver[]): Promise<Driver[]> {
	const known = await Promise.all(drivers.map(({ id }) => orNull(api.send(getUser, { params: { id } }))))
	return drivers.filter((_, nth) => known[nth] !== null)
}

export function useStartTrip() {
	const queryClient = useQueryClient()
	const session = useSession()
	return useMutation({
		mutationKey: SENT_FORM,
		mutationFn: (trip: NewTrip) => api.send(startTrip, { body: { ...trip, userId: raterOf(session.viewer()) } }),
		onSuccess: ({ token, ...trip }) => {
			queryClient.setQueryData(tripKeys.one(token), trip)
			noteTrip(token, raterOf(session.viewer()), trip)
		},
		onError: (error) => {
			session.recheckIfRefused(error)
			// A chosen driver no longer exists, so the lists are out of date.
			if (!isGone(error)) return
			void queryClient.invalidateQueries({ queryKey: driverKeys.home })
			void queryClient.invalidateQueries({ queryKey: userKeys.all })
		},
	})
}
