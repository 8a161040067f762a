import type { UserId } from '#contract/ids.ts'
import type { PublicUser } from '#contract/public-user.ts'
import type { OwnRating } from '#contract/ratings.ts'
import type { Trip } from '#contract/trips.ts'
import { tripOf } from '#ui/features/ratings/send-rating.ts'
import { useOwnWaiting } from '#ui/features/ratings/waiting/waiting-buttons.tsx'
import type { WaitingRating } from '#ui/features/ratings/waiting/waiting-rating.ts'
import { isWaitingFor } from '#ui/features/ratings/waiting/whose-waiting.ts'

/** The viewer's rating of one driver of a trip: as the server has it, and as it waits in this browser. */
export type OnDriver = { driver: PublicUser; said: OwnRating | undefined; waiting: WaitingRating | undefined }

/** True if the server has it or will get it. */
export const isSaid = ({ said, waiting }: OnDriver): boolean => said !== undefined || waiting?.refusal === null

/** Leaves out the rater. Undefined until the waiting ratings are loaded. */
export function useOnDrivers(token: string, trip: Trip, raterId: UserId): OnDriver[] | undefined {
	const { own } = useOwnWaiting()
	if (!own && isWaitingFor(raterId)) return undefined
	const waiting = own?.filter(({ rating }) => rating.raterId === raterId && tripOf(rating) === token) ?? []
	return trip.drivers
		.filter(({ id }) => id !== raterId)
		.map((driver) => ({
			driver,
			said: trip.said.find(({ driverId }) => driverId === driver.id),
			waiting: waiting.find(({ rating }) => rating.driverId === driver.id),
		}))
}
