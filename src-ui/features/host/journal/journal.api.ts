import { infiniteQueryOptions } from '@tanstack/react-query'
import { getJournal } from '#contract/host/journal.ts'
import { api } from '#ui/platform/api-client.ts'

/** Newest first, a page at a time. Other acts change it: opening the screen again asks again. */
export const journalQuery = infiniteQueryOptions({
	queryKey: ['host', 'journal'] as const,
	queryFn: ({ pageParam: before }) => api.send(getJournal, { query: { before } }),
	initialPageParam: undefined as string | undefined,
	getNextPageParam: ({ lines, hasMore }) => (hasMore ? lines.at(-1)?.id.toString() : undefined),
	select: ({ pages }) => pages.flatMap(({ lines }) => lines),
	staleTime: 2000,
})
