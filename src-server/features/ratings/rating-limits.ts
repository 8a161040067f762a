import type { UserId } from '#contract/ids.ts'
import { RATED_OFTEN } from '#contract/ratings.ts'
import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/http/client.ts'
import { refusal } from '#server/http/problems.ts'

/** `address` is null on a trip, because all passengers share one network. */
export type LimitedRater = { viewer: Viewer; address: string | null }

/** Members are limited by account; guests by address and by cookie. */
export function ratingLimits({ limits }: Pick<Context, 'limits'>) {
	const keysOf = ({ viewer: { userId, guestKey }, address }: LimitedRater): string[] => {
		if (userId !== null) return [String(userId)]
		return address === null ? [`guest ${guestKey}`] : [`address ${address}`, `guest ${guestKey}`]
	}

	const checkRate = (rater: LimitedRater) => {
		const { userId } = rater.viewer
		const who = userId === null ? 'guest' : 'member'
		for (const key of keysOf(rater)) {
			limits[`${who}Ratings`].check(key)
			limits[`${who}RatingsHourly`].check(key)
		}
	}

	return {
		checkNew(driverId: UserId, isToBeSealed: boolean, rater: LimitedRater) {
			checkRate(rater)
			const { userId, guestKey } = rater.viewer
			// Sealed verdicts skip the driver's limit: reaching it would reveal how many there are.
			if (userId === null && !isToBeSealed) limits.guestRatingsOfDriver.check(driverId)
			const who = userId === null ? 'guest' : 'member'
			const { take, max } = limits.verdictsOnDriver
			const seconds = take(who, userId === null ? `guest ${guestKey}` : String(userId), driverId)
			if (seconds > 0) throw ratedOften(max[who], seconds)
		},

		checkPlaceholder: checkRate,

		checkChange(rater: LimitedRater) {
			for (const key of keysOf(rater)) limits.ratingChanges.check(key)
		},

		/** Each unused key that is cancelled adds a row, so it counts as a rating. */
		checkUnusedKey({ viewer: { userId }, address }: LimitedRater) {
			if (userId === null) limits.guestRatingsHourly.check(`address ${address}`)
			else limits.memberRatingsHourly.check(userId)
		},
	}
}

const ratedOften = (max: number, seconds: number) =>
	refusal({
		status: 429,
		reason: RATED_OFTEN,
		params: { max, seconds },
		retryAfterSeconds: seconds,
	})
