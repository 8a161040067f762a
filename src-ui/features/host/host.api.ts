import {
	infiniteQueryOptions,
	keepPreviousData,
	type QueryClient,
	queryOptions,
	useQueryClient,
} from '@tanstack/react-query'
import { ringBell } from '#contract/host/alerts.ts'
import { downloadBackup, type HostBackups, listBackups, startBackup, verifyBackup } from '#contract/host/backups.ts'
import { listGhosts } from '#contract/host/ghosts.ts'
import { listInvitations } from '#contract/host/invitations.ts'
import { getJournal } from '#contract/host/journal.ts'
import { acceptLight, getOverview } from '#contract/host/overview.ts'
import { listPeople } from '#contract/host/people.ts'
import { listReports } from '#contract/host/reports.ts'
import { toast } from '#ui/kit/feedback/toast.ts'
import { api, urlOf } from '#ui/platform/api-client.ts'
import { hostKeys } from '#ui/platform/query-keys/host.keys.ts'
import { useHostAct } from './host-act.ts'

/** Members, other hosts and the server itself change all of this: opening a screen again asks again. */
const FRESH_MS = 2000

export const overviewQuery = queryOptions({
	queryKey: ['host', 'overview'] as const,
	queryFn: () => api.send(getOverview),
	staleTime: FRESH_MS,
})

/** `search` may be empty: everybody. */
export const peopleQuery = (search: string) =>
	infiniteQueryOptions({
		queryKey: ['host', 'people', search] as const,
		queryFn: ({ pageParam }) => api.send(listPeople, { query: { search: search || undefined, after: pageParam } }),
		initialPageParam: undefined as string | undefined,
		getNextPageParam: ({ people, hasMore }) => (hasMore ? people.at(-1)?.username : undefined),
		select: ({ pages }) => pages.flatMap(({ people }) => people),
		placeholderData: keepPreviousData,
		staleTime: FRESH_MS,
	})

/** Everybody's ghosts, waiting ones first, by name. One that was claimed while pages came is shown once. */
export const ghostsQuery = (search: string) =>
	infiniteQueryOptions({
		queryKey: ['host', 'ghosts', search] as const,
		queryFn: ({ pageParam: after, signal }) =>
			api.send(listGhosts, { query: { ...(search && { search }), ...(after && { after }) } }, { signal }),
		initialPageParam: null as string | null,
		getNextPageParam: ({ next }) => next,
		select: ({ pages }) => [
			...new Map(pages.flatMap(({ ghosts }) => ghosts).map((ghost) => [ghost.id, ghost])).values(),
		],
		placeholderData: keepPreviousData,
		staleTime: FRESH_MS,
	})

/** Newest first. */
export const invitationsQuery = infiniteQueryOptions({
	queryKey: ['host', 'invitations'] as const,
	queryFn: ({ pageParam: before }) => api.send(listInvitations, { query: { ...(before !== null && { before }) } }),
	initialPageParam: null as number | null,
	getNextPageParam: ({ invitations, hasMore }) => (hasMore ? invitations.at(-1)?.id : undefined),
	select: ({ pages }) => pages.flatMap(({ invitations }) => invitations),
	staleTime: FRESH_MS,
})

/** Those that wait first. */
export const reportsQuery = infiniteQueryOptions({
	queryKey: hostKeys.reports,
	queryFn: ({ pageParam: before }) => api.send(listReports, { query: { before } }),
	initialPageParam: undefined as string | undefined,
	getNextPageParam: ({ next }) => next ?? undefined,
	select: ({ pages }) => pages.flatMap(({ reports }) => reports),
	staleTime: FRESH_MS,
})

/** Newest first. */
export const journalQuery = infiniteQueryOptions({
	queryKey: ['host', 'journal'] as const,
	queryFn: ({ pageParam: before }) => api.send(getJournal, { query: { before } }),
	initialPageParam: undefined as string | undefined,
	getNextPageParam: ({ lines, hasMore }) => (hasMore ? lines.at(-1)?.id.toString() : undefined),
	select: ({ pages }) => pages.flatMap(({ lines }) => lines),
	staleTime: FRESH_MS,
})

const WHILE_BUSY_MS = 1000
const isBusy = ({ underWay, backups }: HostBackups) =>
	underWay !== null || backups.some(({ isBeingVerified }) => isBeingVerified)

/** While one is being made or read the list is asked for again, whoever began it, and in whichever tab. */
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

/** A download that the browser does by itself; the server names the file. */
export const backupAddress = (name: string) => urlOf(downloadBackup, { params: { name } })

/** What arrived where is told by the overview. */
export function useRingBell() {
	const queryClient = useQueryClient()
	return useHostAct({
		send: () => api.send(ringBell),
		onEnd: () => void queryClient.invalidateQueries({ queryKey: overviewQuery.queryKey }),
	})
}

/** The light goes out for 30 days; what is fine, and until when, is in the journal. */
export function useAcceptLight() {
	const queryClient = useQueryClient()
	return useHostAct({
		send: ({ key }: { key: string; about: string }) => api.send(acceptLight, { params: { key } }),
		onDone: (_nothing, { about }) => {
			void queryClient.invalidateQueries({ queryKey: overviewQuery.queryKey })
			toast({ title: 'Fine for you', description: `The light '${about}' is out for 30 days.` })
		},
	})
}
