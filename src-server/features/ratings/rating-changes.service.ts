import { GUEST_ID, type RatingId } from '#contract/ids.ts'
import { CHANGEABLE_MS, type OwnRating, type RatingChange } from '#contract/ratings.ts'
import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/http/client.ts'
import { notAllowed, notFound } from '#server/http/problems.ts'
import { isTheirs, ownRating } from './rating-views.ts'
import type { RatingRow } from './ratings.queries.ts'
import { repeatedRequests } from './repeated-requests.ts'
import { takeOut, tellRater } from './take-out.ts'

/** Who wants to change a rating, and from where. */
export type Changer = { viewer: Viewer; address: string }

export type RatingChangeService = ReturnType<typeof ratingChangeService>

/** For a day after it came, whoever gave a rating can change it and take it back. The driver is not told who that was. */
export function ratingChangeService(context: Context) {
	const { db, queries, limits, clock } = context
	const { ratings } = queries
	const repeats = repeatedRequests(context)

	const checkLimits = ({ viewer: { userId, guestKey }, address }: Changer) => {
		const guestKeys = [`address ${address}`, `guest ${guestKey}`]
		for (const key of userId === null ? guestKeys : [String(userId)]) limits.ratingChanges.check(key)
	}

	/** Each fills a row, as a rating does. */
	const checkUnusedKeys = ({ viewer: { userId }, address }: Changer) => {
		if (userId === null) limits.guestRatingsHourly.check(`address ${address}`)
		else limits.memberRatingsHourly.check(userId)
	}

	/** The rating, if this is its rater's and still to be changed. For everybody else it does not exist. */
	const changeable = (id: RatingId, viewer: Viewer): RatingRow => {
		const rating = ratings.ratingById(id)
		if (!rating || rating.isPlaceholder || !isTheirs(rating, viewer)) throw notFound('Rating not found')
		return inTime(rating)
	}

	const inTime = (rating: RatingRow): RatingRow => {
		if (clock.now().getTime() - rating.createdAt.getTime() >= CHANGEABLE_MS)
			throw notAllowed('too_late', 'A verdict can be changed for 24 hours. This one stands.')
		return rating
	}

	return {
		/** It keeps its id: the driver sees at most that one of their ratings was changed, as they also would by its absence. */
		change(changer: Changer, id: RatingId, change: RatingChange): OwnRating {
			checkLimits(changer)
			return db.write(() => {
				const rating = changeable(id, changer.viewer)
				repeats.dropOldKeys()
				repeats.keepKeyOf(rating)
				tellRater(context, rating)
				return ownRating(ratings.changeRating(rating, change))
			})
		},

		takeBack(changer: Changer, id: RatingId) {
			checkLimits(changer)
			db.write(() => takeOut(context, changeable(id, changer.viewer)))
		},

		/** The key is the proof: a guest whose first answer was lost has no cookie. Drivers are told of it as little as of that. */
		cancel(changer: Changer, requestKey: string) {
			checkLimits(changer)
			const raterId = changer.viewer.userId ?? GUEST_ID
			db.write(() => {
				repeats.dropOldKeys()
				const rating = repeats.ratingOfKey(raterId, requestKey)
				if (rating === null) return
				if (rating === 'unused') {
					checkUnusedKeys(changer)
					repeats.keepSpentKey(raterId, requestKey)
					return
				}
				// Kept by a member since, or of one who has left.
				const isOthers = rating.raterId !== raterId || (raterId === GUEST_ID && rating.guestKey === null)
				if (isOthers || rating.isPlaceholder) throw notFound('Rating not found')
				takeOut(context, inTime(rating))
			})
		},
	}
}
