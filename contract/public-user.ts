import * as v from 'valibot'
import { UserId } from './ids.ts'

// Not part of accounts.ts, with whose calls home would load it and valibot.

export const PublicUser = v.object({
	id: UserId,
	username: v.string(),
	display_name: v.nullable(v.string()),
	avatarId: v.number(),
	isGhost: v.boolean(),
	claimedById: v.nullable(UserId),
})
export type PublicUser = v.InferOutput<typeof PublicUser>
