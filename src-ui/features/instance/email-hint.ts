import { useQuery } from '@tanstack/react-query'
import { instanceQuery } from './instance.api.ts'

/** What an e-mail address is for here. Without mail it helps only whoever runs this to know whom they help. */
export const useEmailHint = (): string =>
	useQuery(instanceQuery).data?.mail
		? 'For password recovery'
		: 'For password recovery. Only whoever runs this Backseat can see it.'
