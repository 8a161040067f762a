import { queryOptions } from '@tanstack/react-query'
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
