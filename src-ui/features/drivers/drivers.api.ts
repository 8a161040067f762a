import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { markRatingsSeen as markSeen } from '#contract/accounts.ts'
import { getHome, type HomeDriver, hideDriver, unhideDriver } from '#contract/drivers.ts'
import type { UserId } from '#contract/ids.ts'
import { userKeys } from '#ui/features/accounts/accounts.keys.ts'
import type { Session } from '#ui/features/accounts/session/session.ts'
import { useSession } from '#ui/features/accounts/session/session-context.ts'
import { api } from '#ui/platform/api-client.ts'
import { driverKeys } from './drivers.keys.ts'

export const FRESH_MS = 5000

/** The home list. Others rate too: opened again it is asked for again. */
export const homeQuery = queryOptions({
	queryKey: driverKeys.home,
	queryFn: () => api.send(getHome),
	staleTime: FRESH_MS,
})

const HIDING = ['hide-driver']

/** Takes a driver off the list at once; puts them back if the server refuses. */
export function useHideDriver(me: UserId) {
	const session = useSession()
	const queryClient = useQueryClient()
	return useMutation({
		mutationKey: HIDING,
		mutationFn: (driver: HomeDriver) => api.send(hideDriver, { body: { userId: me, driverId: driver.id } }),
		onMutate: async (driver) => {
			await queryClient.cancelQueries({ queryKey: driverKeys.home })
			return { place: takeOffList(queryClient, driver) }
		},
		onError: (error, driver, context) => {
			if (context) putOnList(queryClient, driver, context.place)
			session.recheckIfRefused(error)
		},
		onSettled: () => refreshLists(queryClient),
	})
}

export function useUnhideDriver(me: UserId) {
	const session = useSession()
	const queryClient = useQueryClient()
	return useMutation({
		mutationKey: HIDING,
		mutationFn: ({ driver }: { driver: HomeDriver; place: number }) => unhide(me, driver.id),
		onMutate: async ({ driver, place }) => {
			await queryClient.cancelQueries({ queryKey: driverKeys.home })
			putOnList(queryClient, driver, place)
		},
		onError: (error, { driver }) => {
			takeOffList(queryClient, driver)
			session.recheckIfRefused(error)
		},
		onSettled: () => refreshLists(queryClient),
	})
}

export const unhide = (me: UserId, driverId: UserId) => api.send(unhideDriver, { body: { userId: me, driverId } })

function takeOffList(queryClient: QueryClient, driver: HomeDriver): number {
	const drivers = queryClient.getQueryData(homeQuery.queryKey)?.drivers ?? []
	queryClient.setQueryData(
		homeQuery.queryKey,
		(home) => home && { ...home, drivers: home.drivers.filter(({ id }) => id !== driver.id) },
	)
	return drivers.findIndex(({ id }) => id === driver.id)
}

function putOnList(queryClient: QueryClient, driver: HomeDriver, place: number) {
	queryClient.setQueryData(homeQuery.queryKey, (home) => {
		if (!home || home.drivers.some(({ id }) => id === driver.id)) return home
		return { ...home, drivers: home.drivers.toSpliced(Math.max(0, place), 0, driver) }
	})
}

/**
 * `isFromElsewhere`: nobody has done anything here. People are looked up again by the next screen that shows them, not by the one
 * that is open: a claim would take a half filled in rating away.
 */
export async function refreshLists(queryClient: QueryClient, { isFromElsewhere = false } = {}) {
	// While another one is still on its way, the server's list would show that driver again for a moment.
	if (queryClient.isMutating({ mutationKey: HIDING }) > 1) return
	await Promise.all([
		queryClient.invalidateQueries({ queryKey: driverKeys.home }),
		queryClient.invalidateQueries({ queryKey: userKeys.all, refetchType: isFromElsewhere ? 'none' : 'active' }),
	])
}

/** Closing the notice makes them seen on no profile. A failure is only logged: it comes again. */
export async function markRatingsSeen(session: Session, me: UserId, { isOnProfile = false } = {}) {
	try {
		await api.send(markSeen, { params: { id: me }, body: { isOnProfile } })
		await session.recheck()
	} catch (error) {
		console.warn('The new rating stays unseen', error)
	}
}
