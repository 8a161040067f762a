import * as v from 'valibot'
import { call } from './call.ts'
import { LINK_DEAD } from './call-docs.ts'
import { TokenText } from './ids.ts'

export const INVITE_TOKEN = /^[A-Za-z0-9_-]{10,64}$/

export const InviteLookup = v.object({
	/** The link of a first start: it creates the first account, a host. */
	isSetup: v.boolean(),
})
export type InviteLookup = v.InferOutput<typeof InviteLookup>

export const lookUpInvite = call({
	method: 'GET',
	path: '/invites/:token',
	who: 'anyone',
	params: v.object({ token: TokenText }),
	answers: { 200: InviteLookup },
	docs: () => ({
		tag: 'Links',
		summary: 'Whether an invitation can still be used',
		description: 'Looking uses nothing up.',
		answers: { 200: 'It does.', 404: LINK_DEAD },
	}),
})
