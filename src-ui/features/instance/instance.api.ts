import { queryOptions, useQuery } from '@tanstack/react-query'
import { emailHintOf } from '#contract/first-words/account-form.ts'
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

export const useEmailHint = (): string => emailHintOf(useQuery(instanceQuery).data)
