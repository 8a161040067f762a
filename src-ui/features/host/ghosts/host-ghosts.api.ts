import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { listGhosts } from '#contract/host/ghosts.ts'
import { api } from '#ui/platform/api-client.ts'

/** Everybody's ghosts, waiting ones first, by name. One that was claimed while pages came is shown once. */
export const hostGhostsQuery = (search: string) =>
	infiniteQueryOptions({
		queryKey: ['host', 'ghosts', search],
		queryFn: ({ pageParam: after, signal }) =>
			api.send(listGhosts, { query: { ...(search && { search }), ...(after && { after }) } }, { signal }),
		initialPageParam: null as string | null,
		getNextPageParam: ({ next }) => next,
		select: ({ pages }) => [
			...new Map(pages.flatMap(({ ghosts }) => ghosts).map((ghost) => [ghost.id, ghost])).values(),
		],
		placeholderData: keepPreviousData,
		staleTime: 2000,
	})
