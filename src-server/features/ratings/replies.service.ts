import type { RatingId, UserId } from '#contract/ids.ts'
import { GUEST_ID } from '#contract/known-ids.ts'
import { markRepliesSeen, replyToRating, takeReplyBack } from '#contract/replies.ts'
import type { Sticker } from '#contract/stickers.ts'
import { isVerdict } from '#db/rating-state.ts'
import type { Context } from '#server/context.ts'
import { type Feature, route } from '#server/http/calls/route.ts'
import { notFound } from '#server/http/problems.ts'
import type { RatingRow } from './ratings.queries.ts'

/** A driver never learns who gave a rating, nor whether the rater has seen the reply. */
function replyService({ db, queries, live }: Context) {
	const { ratings } = queries

	const ratingOf = (me: UserId, id: RatingId): RatingRow => {
		const rating = ratings.ratingById(id)
		if (rating?.driverId !== me || !isVerdict(rating)) throw notFound('rating_not_found')
		return rating
	}

	const setReply = (me: UserId, id: RatingId, reply: Sticker | null): undefined =>
		void db.write(() => {
			const rating = ratingOf(me, id)
			if (rating.reply === reply) return
			const isOfMember = rating.raterId !== GUEST_ID
			ratings.setReply(rating, { reply, isReplyNew: reply !== null && isOfMember })
			if (isOfMember) live.notify(rating.raterId, 'replies')
			live.notify(me, 'replies')
		})

	return {
		reply(me: UserId, id: RatingId, sticker: Sticker): { reply: Sticker } {
			setReply(me, id, sticker)
			return { reply: sticker }
		},

		takeBack: (me: UserId, id: RatingId): undefined => setReply(me, id, null),

		markSeen: (me: UserId) =>
			db.write(() => {
				if (ratings.markRepliesSeen(me) > 0) live.notify(me, 'replies')
			}),
	}
}

export function replyFeature(context: Context): Feature {
	const replies = replyService(context)
	const limited = { limit: context.limits.smallWrites }
	return {
		routes: [
			route(replyToRating, ({ me, params, body }) => replies.reply(me, params.id, body.sticker), limited),
			route(takeReplyBack, ({ me, params }) => replies.takeBack(me, params.id), limited),
			route(
				markRepliesSeen,
				({ me }) => {
					replies.markSeen(me)
					return { success: true as const }
				},
				limited,
			),
		],
	}
}
