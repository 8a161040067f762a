import type { HiddenDriver, HiddenDriverChange } from '#contract/drivers.ts'
import type { UserId } from '#contract/ids.ts'
import type { Database } from '#db/database.ts'
import type { UserRow } from '#server/features/accounts/user-views.ts'
import type { RateLimits } from '#server/http/limits/rate-limits.ts'
import { invalid, notAllowed, notFound } from '#server/http/problems.ts'
import { driverQueries } from './drivers.queries.ts'

export type HiddenDriverService = ReturnType<typeof hiddenDriverService>

export function hiddenDriverService(house: {
	db: Database
	limits: RateLimits
	/** The driver at an id, the claimer for a claimed ghost. */
	driverOrClaimer: (id: UserId) => UserRow | undefined
}) {
	const { db, limits, driverOrClaimer } = house
	const queries = driverQueries(db)
	return {
		hiddenBy(userId: UserId | null, me: UserId): UserId[] {
			if (userId === null) throw notFound('User not found')
			if (userId !== me) throw notAllowed()
			return queries.driverIdsHiddenBy(me)
		},

		hide({ userId, driverId }: HiddenDriverChange, me: UserId): { hidden: HiddenDriver; isNew: boolean } {
			if (userId !== me) throw notAllowed()
			limits.smallWrites.check(me)
			const driver = driverOrClaimer(driverId)
			if (!driver) throw notFound('Driver not found')
			if (driver.id === me) throw invalid('You cannot hide yourself', 'driverId')
			return db.write(() => {
				const before = queries.hiddenDriver(me, driver.id)
				const row = before ?? queries.hide(me, driver.id)
				return { hidden: { ...row, hiddenAt: row.hiddenAt.toISOString() }, isNew: !before }
			})
		},

		unhide({ userId, driverId }: HiddenDriverChange, me: UserId) {
			if (userId !== me) throw notAllowed()
			limits.smallWrites.check(me)
			const driver = driverOrClaimer(driverId)
			if (driver) db.write(() => queries.unhide(me, driver.id))
		},
	}
}
