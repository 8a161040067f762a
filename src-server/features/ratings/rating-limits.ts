import type { UserId } from '#contract/ids.ts'
import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/http/client.ts'

/** `address` is null on a trip, because all passengers share one network. */
export type LimitedRater = { viewer: Viewer; address: string | null }

/** Members are limited by account; guests by address and by cookie. */
export function ratingLimits({ limits }: Pick<Context, 'limits'>) {
	const keysOf = ({ viewer: { userId, guestKey }, address }: LimitedRater): string[] => {
		if (userId !== null) return [String(userId)]
		return address === null ? [`guest ${guestKey}`] : [`address ${address}`, `guest ${guestKey}`]
	}

	return {
		checkNew(driverId: UserId, isToBeSealed: boolean, rater: LimitedRater) {
			const { userId } = rater.viewer
			const who = userId === null ? 'guest' : 'member'
			for (const key of keysOf(rater)) {
				limits[`${who}Ratings`].check(key)
				limits[`${who}RatingsHourly`].check(key)
			}
			if (userId !== null) limits.memberRatingsOfDriver.check(`${userId} ${driverId}`)
			// Sealed verdicts skip the driver's limit: reaching it would reveal how many there are.
			else if (!isToBeSealed) limits.guestRatingsOfDriver.check(driverId)
		},

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
