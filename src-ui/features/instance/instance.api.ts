import { queryOptions, useQuery } from '@tanstack/react-query'
import { getInstance } from '#contract/instance.ts'
import { api } from '#ui/platform/api-client.ts'

export const instanceKeys = {
	about: ['instance', 'about'] as const,
	addressForOthers: ['instance', 'address-for-others'] as const,
}

export const instanceQuery = queryOptions({
	queryKey: instanceKeys.about,
	queryFn: () => api.send(getInstance),
})

/** What an e-mail address is for here. Without mail it helps only the operator to know whom they help. */
export const useEmailHint = (): string =>
	useQuery(instanceQuery).data?.mail
		? 'For password recovery'
		: 'For password recovery. Only whoever runs this Backseat can see it.'
