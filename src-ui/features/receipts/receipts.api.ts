import { queryOptions } from '@tanstack/react-query'
import type { Month } from '#contract/ids.ts'
import { getReceipt, getWrapped } from '#contract/receipts.ts'
import { api, orNull } from '#ui/platform/api-client.ts'

/** Others rate meanwhile: opened again it is counted again. */
const FRESH_MS = 2000

/** Null when that month is still to come. */
export const receiptQuery = (month: Month) =>
	queryOptions({
		queryKey: ['receipts', month],
		queryFn: () => orNull(api.send(getReceipt, { params: { month } })),
		staleTime: FRESH_MS,
	})

/** `year`: as it is in the address; without it the one that is told now. Null when that one is still to come. */
export const wrappedQuery = (year: string | undefined) =>
	queryOptions({
		queryKey: ['wrapped', year ?? 'now'],
		queryFn: () => orNull(api.send(getWrapped, { query: { year } })),
		staleTime: FRESH_MS,
	})
