import { queryOptions } from '@tanstack/react-query'
import type { Month } from '#contract/ids.ts'
import { getReceipt, getWrapped } from '#contract/receipts.ts'
import { api, orNull } from '#ui/platform/api-client.ts'

/** Others keep rating, so reopening refetches. */
const FRESH_MS = 2000

export const receiptQuery = (month: Month) =>
	queryOptions({
		queryKey: ['receipts', month],
		queryFn: () => orNull(api.send(getReceipt, { params: { month } })),
		staleTime: FRESH_MS,
	})

/** `year` comes from the address; without it the server picks the current story. Null for a future year. */
export const wrappedQuery = (year: string | undefined) =>
	queryOptions({
		queryKey: ['wrapped', year ?? 'now'],
		queryFn: () => orNull(api.send(getWrapped, { query: { year } })),
		staleTime: FRESH_MS,
	})
