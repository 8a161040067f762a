import { infiniteQueryOptions } from '@tanstack/react-query'
import { listInvitations } from '#contract/host/invitations.ts'
import { api } from '#ui/platform/api-client.ts'

/** Newest first, a page at a time. */
export const hostInvitationsQuery = infiniteQueryOptions({
	queryKey: ['host', 'invitations'],
	queryFn: ({ pageParam: before }) => api.send(listInvitations, { query: { ...(before !== null && { before }) } }),
	initialPageParam: null as number | null,
	getNextPageParam: ({ invitations, hasMore }) => (hasMore ? invitations.at(-1)?.id : undefined),
	select: ({ pages }) => pages.flatMap(({ invitations }) => invitations),
	staleTime: 2000,
})
