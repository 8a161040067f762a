import { queryOptions } from '@tanstack/react-query'
import { getGlovebox } from '#contract/glovebox.ts'
import { api } from '#ui/platform/api-client.ts'

export const gloveboxQuery = queryOptions({
	queryKey: ['glovebox'],
	queryFn: () => api.send(getGlovebox),
	staleTime: 2000,
})
