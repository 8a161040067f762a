import type { QueryClient } from '@tanstack/react-query'
import { hideDriver as hide, unhideDriver as unhideOnServer } from '#contract/drivers.ts'
import type { HomeDriver } from '#contract/home.ts'
import type { UserId } from '#contract/ids.ts'
import { api } from '#ui/platform/api-client.ts'
import { driverKeys } from '#ui/platform/query-keys/drivers.keys.ts'
import type { Session } from '#ui/session/session.ts'
import { homeQuery, refreshLists } from './drivers.api.ts'

export type Hiding = { me: UserId; session: Session; queryClient: QueryClient }

export function hideDriver({ me, session, queryClient }: Hiding, driver: HomeDriver) {
	return change(queryClient, {
		send: () => api.send(hide, { body: { userId: me, driverId: driver.id } }),
		showChanged: () => {
			const place = placeOnList(queryClient, driver)
			takeOffList(queryClient, driver)
			return () => putOnList(queryClient, driver, place)
		},
		onRefused: session.recheckIfRefused,
	})
}

export function unhideDriver({ me, session, queryClient }: Hiding, driver: HomeDriver, place: number) {
	return change(queryClient, {
		send: () => unhide(me, driver.id),
		showChanged: () => {
			putOnList(queryClient, driver, place)
			return () => takeOffList(queryClient, driver)
		},
		onRefused: session.recheckIfRefused,
	})
}

export const unhide = (me: UserId, driverId: UserId) => api.send(unhideOnServer, { body: { userId: me, driverId } })

type Change = {
	send: () => Promise<unknown>
	showChanged: () => () => void
	onRefused: (error: unknown) => void
}

/** A mutation without a component, so that its callbacks run after the row or the list unmounts. */
function change(queryClient: QueryClient, { send, showChanged, onRefused }: Change) {
	const mutation = queryClient.getMutationCache().build<unknown, Error, void, () => void>(queryClient, {
		mutationKey: driverKeys.hiding,
		mutationFn: send,
		onMutate: async () => {
			await queryClient.cancelQueries({ queryKey: driverKeys.home })
			return showChanged()
		},
		onError: (error, _, putBack) => {
			putBack?.()
			onRefused(error)
		},
		onSettled: () => refreshLists(queryClient),
	})
	return mutation.execute()
}

export const placeOnList = (queryClient: QueryClient, driver: HomeDriver): number =>
	(queryClient.getQueryData(homeQuery.queryKey)?.drivers ?? []).findIndex(({ id }) => id === driver.id)

function takeOffList(queryClient: QueryClient, driver: HomeDriver) {
	queryClient.setQueryData(
		homeQuery.queryKey,
		(home) => home && { ...home, drivers: home.drivers.filter(({ id }) => id !== driver.id) },
	)
}

function putOnList(queryClient: QueryClient, driver: HomeDriver, place: number) {
	queryClient.setQueryData(homeQuery.queryKey, (home) => {
		if (!home || home.drivers.some(({ id }) => id === driver.id)) return home
		return { ...home, drivers: home.drivers.toSpliced(Math.max(0, place), 0, driver) }
	})
}
