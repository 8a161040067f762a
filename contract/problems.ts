import * as v from 'valibot'
import { UserId } from './ids.ts'

/**
 * `code` is for programs, `message` for people, `requestId` for the log. `reason` is finer than `code`, one for each sentence
 * (reasons.ts), and `params` are the values in it; the messages of schemas have none.
 */
export const Problem = v.object({
	message: v.string(),
	code: v.string(),
	reason: v.optional(v.string()),
	params: v.optional(v.record(v.string(), v.union([v.string(), v.number()]))),
	field: v.optional(v.string()),
	/** Only for `already_yours`: the member who already has the claimed ghost. */
	driverId: v.optional(UserId),
	/** Only for `unknown_passkey`: true if it existed here and was removed. */
	wasRemoved: v.optional(v.boolean()),
	requestId: v.string(),
})
export type Problem = v.InferOutput<typeof Problem>

export const Success = v.object({ success: v.literal(true) })
