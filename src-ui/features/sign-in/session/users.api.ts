import { queryOptions } from '@tanstack/react-query'
import { getUser } from '#contract/accounts.ts'
import type { UserId } from '#contract/ids.ts'
import { api, orNull } from '#ui/platform/api-client.ts'
import { userKeys } from '#ui/platform/query-keys/accounts.keys.ts'

// Apart from accounts.api.ts, whose calls about passkeys and settings are 5 KB that a driver's screens need not load.

/** Other people change these: reopening a screen refetches, mounting it twice at once does not. */
const FRESH_MS = 2000

export const userQuery = (id: UserId) =>
	queryOptions({
		queryKey: userKeys.one(id),
		queryFn: async () => (id === 0 ? null : orNull(api.send(getUser, { params: { id } }))),
		staleTime: FRESH_MS,
	})
