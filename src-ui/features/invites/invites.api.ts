import { queryOptions } from '@tanstack/react-query'
import { INVITE_TOKEN, type InviteLookup, lookUpInvite } from '#contract/invites.ts'
import { api, type LinkLookup, orServerMessage } from '#ui/platform/api-client.ts'

const NOT_VALID = 'This invitation is invalid, used up or expired.'

const inviteKeys = {
	one: (code: string) => ['invites', code] as const,
}

/** Looking up an invitation does not use it up. */
export const inviteQuery = (code: string) =>
	queryOptions({
		queryKey: inviteKeys.one(code),
		queryFn: async (): Promise<LinkLookup<InviteLookup>> =>
			// Don't send malformed tokens; people paste anything.
			INVITE_TOKEN.test(code)
				? orServerMessage(api.send(lookUpInvite, { params: { token: code } }), NOT_VALID)
				: { found: null, words: NOT_VALID },
		// Never refetched: signing up refetches everything, and the used invitation would turn invalid on the screen.
		staleTime: 'static',
	})
