import type { HiddenDriver, HiddenDriverChange } from '#contract/drivers.ts'
import type { UserId } from '#contract/ids.ts'
import type { Context } from '#server/context.ts'
import { invalid, notAllowed, notFound } from '#server/http/problems.ts'

export type HiddenDriverService = ReturnType<typeof hiddenDriverService>

export function hiddenDriverService({ db, queries: { hiddenDrivers, users }, limits, clock }: Context) {
	return {
		hiddenBy(userId: UserId | null, me: UserId): UserId[] {
			if (userId === null) throw notFound('User not found')
			if (userId !== me) throw notAllowed()
			return hiddenDrivers.driverIdsHiddenBy(me)
		},

		hide({ userId, driverId }: HiddenDriverChange, me: UserId): { hidden: HiddenDriver; isNew: boolean } {
			if (userId !== me) throw notAllowed()
			limits.smallWrites.check(me)
			const driver = users.driverOrClaimer(driverId)
			if (!driver) throw notFound('Driver not found')
			if (driver.id === me) throw invalid('You cannot hide yourself', 'driverId')
			return db.write(() => {
				const before = hiddenDrivers.hiddenDriver(me, driver.id)
				const row = before ?? hiddenDrivers.hide(me, driver.id, clock.now())
				return { hidden: { ...row, hiddenAt: row.hiddenAt.toISOString() }, isNew: !before }
			})
		},

		unhide({ userId, driverId }: HiddenDriverChange, me: UserId) {
			if (userId !== me) throw notAllowed()
			limits.smallWrites.check(me)
			const driver = users.driverOrClaimer(driverId)
			if (driver) db.write(() => hiddenDrivers.unhide(me, driver.id))
		},
	}
}
