import { queryOptions } from '@tanstack/react-query'
import { INVITE_TOKEN, type InviteLookup, lookUpInvite } from '#contract/invites.ts'
import { api, type LinkLookup, orServerMessage } from '#ui/platform/api-client.ts'

const NOT_VALID = 'This invitation is invalid, used up or expired.'

const inviteKeys = {
	one: (code: string) => ['invites', code] as const,
}

/** Whether the invitation still lets a person in. Asking uses nothing up. */
export const inviteQuery = (code: string) =>
	queryOptions({
		queryKey: inviteKeys.one(code),
		queryFn: async (): Promise<LinkLookup<InviteLookup>> =>
			// What no token can look like is not sent: it may be anything that a person pasted.
			INVITE_TOKEN.test(code)
				? orServerMessage(api.send(lookUpInvite, { params: { token: code } }), NOT_VALID)
				: { found: null, words: NOT_VALID },
		// Signing up makes every open screen ask again, and a used invitation would turn invalid on the screen.
		staleTime: 'static',
	})
