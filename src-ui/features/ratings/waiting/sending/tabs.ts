import * as v from 'valibot'
import { OwnRating } from '#contract/ratings.ts'
import { WaitingRating } from '#ui/features/ratings/waiting/waiting-rating.ts'

const Message = v.union([
	v.object({ kind: v.literal('changed') }),
	v.object({
		kind: v.literal('sent'),
		waiting: WaitingRating,
		rating: OwnRating,
		/** Not told by older versions of the app. */
		isAsFirstSaid: v.optional(v.boolean(), false),
	}),
])
export type TabMessage = v.InferOutput<typeof Message>

/** Tells the other tabs of this instance; where there is no such channel they look for themselves. */
export function otherTabs(name: string, onMessage: (message: TabMessage) => void) {
	const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name)
	if (channel)
		channel.onmessage = ({ data }) => {
			const message = v.safeParse(Message, data)
			if (message.success) onMessage(message.output)
		}
	return {
		tell: (message: TabMessage) => channel?.postMessage(message),
		close: () => channel?.close(),
	}
}
