import * as v from 'valibot'
import { UserId } from './ids.ts'

/** `code` is for programs, `message` for people, `requestId` for the log. */
export const Problem = v.object({
	message: v.string(),
	code: v.string(),
	field: v.optional(v.string()),
	/** Only for `already_yours`: the member who already has the claimed ghost. */
	driverId: v.optional(UserId),
	/** Only for `unknown_passkey`: true if it existed here and was removed. */
	wasRemoved: v.optional(v.boolean()),
	requestId: v.string(),
})
export type Problem = v.InferOutput<typeof Problem>

export const Success = v.object({ success: v.literal(true) })
