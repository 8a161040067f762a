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
import { t } from '#contract/text.ts'
import { toast } from '#ui/kit/feedback/toast.ts'
import { api, urlOf } from '#ui/platform/api-client.ts'
import { hostKeys } from '#ui/platform/query-keys/host.keys.ts'
import { useHostAct } from './host-act.ts'

/** Members, other hosts and the server change this data, so reopening a screen refetches it. */
const FRESH_MS = 2000

export const overviewQuery = queryOptions({
	queryKey: ['host', 'overview'] as const,
	queryFn: () => api.send(getOverview),
	staleTime: FRESH_MS,
})

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

/** All ghosts, unclaimed first, by name. A ghost claimed between two page requests is shown once. */
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

export const invitationsQuery = infiniteQueryOptions({
	queryKey: ['host', 'invitations'] as const,
	queryFn: ({ pageParam: before }) => api.send(listInvitations, { query: { ...(before !== null && { before }) } }),
	initialPageParam: null as number | null,
	getNextPageParam: ({ invitations, hasMore }) => (hasMore ? invitations.at(-1)?.id : undefined),
	select: ({ pages }) => pages.flatMap(({ invitations }) => invitations),
	staleTime: FRESH_MS,
})

export const reportsQuery = infiniteQueryOptions({
	queryKey: hostKeys.reports,
	queryFn: ({ pageParam: before }) => api.send(listReports, { query: { before } }),
	initialPageParam: undefined as string | undefined,
	getNextPageParam: ({ next }) => next ?? undefined,
	select: ({ pages }) => pages.flatMap(({ reports }) => reports),
	staleTime: FRESH_MS,
})

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

/** Polls while a backup or verification runs, because it may have been started in another tab or by another host. */
export const backupsQuery = queryOptions({
	queryKey: ['host', 'backups'] as const,
	queryFn: () => api.send(listBackups),
	staleTime: FRESH_MS,
	refetchInterval: ({ state: { data } }) => data !== undefined && isBusy(data) && WHILE_BUSY_MS,
})

/** Cancels requests in flight, whose responses would be older than this list. */
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

export const backupAddress = (name: string) => urlOf(downloadBackup, { params: { name } })

export function useRingBell() {
	const queryClient = useQueryClient()
	return useHostAct({
		send: () => api.send(ringBell),
		onEnd: () => void queryClient.invalidateQueries({ queryKey: overviewQuery.queryKey }),
	})
}

/** Hides a warning for 30 days; the journal records which one and until when. */
export function useAcceptLight() {
	const queryClient = useQueryClient()
	return useHostAct({
		send: ({ key }: { key: string; about: string }) => api.send(acceptLight, { params: { key } }),
		onDone: (_nothing, { about }) => {
			void queryClient.invalidateQueries({ queryKey: overviewQuery.queryKey })
			toast({ title: t('Fine for you'), description: t("The light '{about}' is out for 30 days.", { about }) })
		},
	})
}
