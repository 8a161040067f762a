import { DEMO_DRIVER_ID, GUEST_ID, type UserId } from '#contract/ids.ts'
import { isPlaceholder, isVerdict } from '#db/rating-state.ts'
import type { Context } from '#server/context.ts'
import type { DriverRow } from '#server/features/accounts/users.queries.ts'
import type { Viewer } from '#server/http/client.ts'
import { notAllowed, notFound, notSignedIn } from '#server/http/problems.ts'
import type { NewRatingRow, RatingRow } from './ratings.queries.ts'

/** Whether there is a person who reads of new verdicts: ghosts and the demo driver have none. */
export const readsNotices = ({ id, isGhost }: Pick<DriverRow, 'id' | 'isGhost'>): boolean =>
	!isGhost && id !== DEMO_DRIVER_ID

/**
 * What holds for every new rating, of a single ride or on a road trip. All of it within a write: whatever it looks at may
 * have changed since the request came.
 */
export function newRatings({ queries: { users, hiddenDrivers, ratings }, clock, live }: Context) {
	return {
		/** All guests have one id. The session was looked at when the request came; the member may have left since. */
		raterOf({ userId }: Viewer): UserId {
			if (userId !== null && !users.userById(userId)) throw notSignedIn()
			return userId ?? GUEST_ID
		},

		refuseOwnDriving(driver: DriverRow, { userId }: Viewer) {
			if (driver.id === userId) throw notAllowed('cannot_rate_self', 'Nice try. You cannot rate your own driving.')
		},

		/** The driver at an id, for a claimed ghost its claimer. */
		driverAt(id: UserId | null): DriverRow {
			const found = id === null ? undefined : users.driverOrClaimer(id)
			if (!found) throw notFound('Driver not found')
			return found
		},

		/**
		 * Members see the driver at home again. Where they have a rating, a placeholder adds none; their first verdict takes a
		 * placeholder's place. The driver has a notice of a verdict at once, and none of a sealed one.
		 */
		save(
			driver: DriverRow,
			given: Omit<NewRatingRow, 'driverId' | 'unseen' | 'createdAt'> & Pick<RatingRow, 'state'>,
		): { row: RatingRow; isNew: boolean } {
			const { raterId } = given
			const at = clock.now()
			const isMember = raterId !== GUEST_ID
			const previous = isMember ? ratings.newestRatingBy(raterId, driver.id) : undefined
			if (isMember) {
				hiddenDrivers.unhide(raterId, driver.id)
				live.tell(raterId, 'home')
			}
			if (previous && isPlaceholder(given)) return { row: previous, isNew: false }
			const unseen = isVerdict(given) && readsNotices(driver) ? 1 : 0
			// A row of its own: one that kept its id would show the driver whose rating it is.
			if (previous && isPlaceholder(previous)) ratings.dropRating(previous)
			const row = ratings.insertRating({ ...given, driverId: driver.id, unseen, createdAt: at })
			if (isVerdict(given)) users.notifyDriver(driver.id, at)
			if (unseen) live.tell(driver.id, 'notice')
			return { row, isNew: true }
		},
	}
}
