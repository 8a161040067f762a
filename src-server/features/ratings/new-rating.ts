import type { UserId } from '#contract/ids.ts'
import { DEMO_DRIVER_ID, GUEST_ID } from '#contract/known-ids.ts'
import { isPlaceholder, isVerdict } from '#db/rating-state.ts'
import type { Context } from '#server/context.ts'
import type { DriverRow } from '#server/features/accounts/users.queries.ts'
import type { Viewer } from '#server/http/client.ts'
import { notAllowed, notFound, notSignedIn } from '#server/http/problems.ts'
import type { NewRatingRow, PartiesRow, RatingRow } from './ratings.queries.ts'

/** `previous` is the member's newest rating of the driver; guests have none. */
export type Parties = Omit<PartiesRow, 'isRaterKnown'> & { raterId: UserId }

export const readsNotices = ({ id, isGhost }: Pick<DriverRow, 'id' | 'isGhost'>): boolean =>
	!isGhost && id !== DEMO_DRIVER_ID

/**
 * Rules of every new rating, of a single ride or on a trip. Call all of it inside a write transaction, because the data
 * may have changed since the request arrived.
 */
export function newRatings({ queries: { users, hiddenDrivers, ratings }, clock, live }: Context) {
	return {
		/** In one statement. Throws like `raterOf` and `driverAt`. */
		partiesOf({ userId }: Viewer, driverId: UserId | null): Parties {
			const found = driverId === null || driverId === GUEST_ID ? undefined : ratings.partiesOf(userId, driverId)
			if (userId !== null && !(found ? found.isRaterKnown : users.userById(userId))) throw notSignedIn()
			if (!found) throw driverNotFound()
			return { ...found, raterId: userId ?? GUEST_ID }
		},

		/** All guests share one id. Throws if the member has left since the session was checked. */
		raterOf({ userId }: Viewer): UserId {
			if (userId !== null && !users.userById(userId)) throw notSignedIn()
			return userId ?? GUEST_ID
		},

		refuseOwnDriving(driver: DriverRow, { userId }: Viewer) {
			if (driver.id === userId) throw notAllowed('cannot_rate_self')
		},

		driverAt(id: UserId | null): DriverRow {
			const found = id === null ? undefined : users.driverOrClaimer(id)
			if (!found) throw driverNotFound()
			return found
		},

		/**
		 * Shows the driver on the member's home again. A placeholder adds no row where the member has a rating, and their
		 * first verdict replaces a placeholder. A verdict notifies the driver at once; a sealed one does not.
		 */
		save(
			{ raterId, driver, previous, isHidden }: Parties,
			given: Omit<NewRatingRow, 'raterId' | 'driverId' | 'unseen' | 'createdAt'> & Pick<RatingRow, 'state'>,
		): { row: RatingRow; isNew: boolean } {
			const at = clock.now()
			if (isHidden) hiddenDrivers.unhide(raterId, driver.id)
			if (raterId !== GUEST_ID) live.notify(raterId, 'home')
			if (previous && isPlaceholder(given)) {
				const row = ratings.ratingByRowId(previous.id)
				if (row) return { row, isNew: false }
			}
			const unseen = isVerdict(given) && readsNotices(driver) ? 1 : 0
			// Inserts a new row, because a row that kept its id would show the driver who gave it.
			if (previous && isPlaceholder(previous)) ratings.dropRating(previous)
			const row = ratings.insertRating({ ...given, raterId, driverId: driver.id, unseen, createdAt: at })
			if (isVerdict(given)) users.notifyDriver(driver.id, at)
			if (unseen) live.notify(driver.id, 'notice')
			return { row, isNew: true }
		},
	}
}

const driverNotFound = () => notFound('driver_not_found')
