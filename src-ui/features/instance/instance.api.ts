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

/**
 * The purpose of the e-mail field. Without mail delivery the address only helps the operator to recognize the member.
 */
export const useEmailHint = (): string =>
	useQuery(instanceQuery).data?.mail
		? 'For password recovery'
		: 'For password recovery. Only whoever runs this Backseat can see it.'
