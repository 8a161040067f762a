import { infiniteQueryOptions } from '@tanstack/react-query'
import { listPeople } from '#contract/host/people.ts'
import { api } from '#ui/platform/api-client.ts'

/** Other hosts, and people themselves, change this: opening the screen again asks again. */
const FRESH_MS = 2000

/** `search` may be empty: everybody. */
export const peopleQuery = (search: string) =>
	infiniteQueryOptions({
		queryKey: ['host', 'people', search] as const,
		queryFn: ({ pageParam }) => api.send(listPeople, { query: { search: search || undefined, after: pageParam } }),
		initialPageParam: undefined as string | undefined,
		getNextPageParam: ({ people, hasMore }) => (hasMore ? people.at(-1)?.username : undefined),
		select: ({ pages }) => pages.flatMap(({ people }) => people),
		staleTime: FRESH_MS,
	})
