import { expect, test } from 'bun:test'
import { createQueryClient } from './query-client.ts'

test('nothing goes stale by itself, nothing is tried twice, and coming back to the tab asks for nothing', () => {
	const { queries, mutations } = createQueryClient().getDefaultOptions()
	expect(queries).toMatchObject({ staleTime: Number.POSITIVE_INFINITY, retry: false, refetchOnWindowFocus: false })
	expect(mutations).toMatchObject({ retry: false })
})
