import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import {
	downloadBackup,
	type HostBackups,
	listBackups,
	removeBackup,
	startBackup,
	verifyBackup,
} from '#contract/host/backups.ts'
import { useHostAct } from '#ui/features/host/confirm/use-host-act.ts'
import { api, urlOf } from '#ui/platform/api-client.ts'

/** The server makes some by itself: opening the screen again asks again. */
const FRESH_MS = 2000
const WHILE_BUSY_MS = 1000

const isBusy = ({ underWay, backups }: HostBackups) =>
	underWay !== null || backups.some(({ isBeingVerified }) => isBeingVerified)

/** While something is being made or read it is asked again, whoever began it, and in whichever tab. */
export const backupsQuery = queryOptions({
	queryKey: ['host', 'backups'] as const,
	queryFn: () => api.send(listBackups),
	staleTime: FRESH_MS,
	refetchInterval: ({ state: { data } }) => data !== undefined && isBusy(data) && WHILE_BUSY_MS,
})

/** An answer that was asked for earlier would tell of a time before this one. */
async function show(queryClient: QueryClient, list: HostBackups) {
	await queryClient.cancelQueries({ queryKey: backupsQuery.queryKey })
	queryClient.setQueryData(backupsQuery.queryKey, list)
}

export function useBackUpNow() {
	const queryClient = useQueryClient()
	return useHostAct({ send: () => api.send(startBackup), onDone: (list) => void show(queryClient, list) })
}

export function useVerify(name: string) {
	const queryClient = useQueryClient()
	return useHostAct({
		send: () => api.send(verifyBackup, { params: { name } }),
		onDone: (list) => void show(queryClient, list),
	})
}

/** The list is asked for again once the dialog is gone: see lists/looks-again.tsx. */
export const useRemoveBackup = (onRemoved: () => void) =>
	useHostAct({ send: (name: string) => api.send(removeBackup, { params: { name } }), onDone: onRemoved })

/** A download that the browser does by itself; the server names the file. */
export const backupAddress = (name: string) => urlOf(downloadBackup, { params: { name } })
