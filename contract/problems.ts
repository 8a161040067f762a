import * as v from 'valibot'
import { UserId } from './ids.ts'

/** The one shape of every error the API answers. `code` is for programs, `message` for people, `requestId` for the log. */
export const Problem = v.object({
	message: v.string(),
	code: v.string(),
	field: v.optional(v.string()),
	/** Of `already_yours`: the member who has what the claim link led to. */
	driverId: v.optional(UserId),
	/** Of `unknown_passkey`: it was made here, and has been removed since. */
	wasRemoved: v.optional(v.boolean()),
	requestId: v.string(),
})
export type Problem = v.InferOutput<typeof Problem>

/** The answer of calls that only succeed or fail. */
export const Success = v.object({ success: v.literal(true) })
