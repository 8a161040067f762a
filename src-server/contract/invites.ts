import * as v from 'valibot'

/** What the token of an invitation looks like; anything else is answered exactly like an unknown one. */
export const INVITE_TOKEN = /^[A-Za-z0-9_-]{10,64}$/

/** `GET /api/invites/{token}`: the link still opens the door. Looking uses nothing up. */
export const InviteLookup = v.object({
	/** The link of a first start: whoever follows it is the first here. */
	isSetup: v.boolean(),
})
export type InviteLookup = v.InferOutput<typeof InviteLookup>
