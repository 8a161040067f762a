import type { HiddenDriver, HiddenDriverChange } from '#contract/drivers.ts'
import type { UserId } from '#contract/ids.ts'
import type { Context } from '#server/context.ts'
import { invalid, notFound } from '#server/http/problems.ts'

export type HiddenDriverService = ReturnType<typeof hiddenDriverService>

export function hiddenDriverService({ db, queries: { hiddenDrivers, users }, limits, clock, live }: Context) {
	return {
		hiddenBy(me: UserId): UserId[] {
			return hiddenDrivers.driverIdsHiddenBy(me)
		},

		hide({ driverId }: HiddenDriverChange, me: UserId): { hidden: HiddenDriver; isNew: boolean } {
			limits.smallWrites.check(me)
			const driver = users.driverOrClaimer(driverId)
			if (!driver) throw notFound('Driver not found')
			if (driver.id === me) throw invalid('You cannot hide yourself', 'driverId')
			return db.write(() => {
				live.tell(me, 'home')
				const before = hiddenDrivers.hiddenDriver(me, driver.id)
				const row = before ?? hiddenDrivers.hide(me, driver.id, clock.now())
				return { hidden: { ...row, hiddenAt: row.hiddenAt.toISOString() }, isNew: !before }
			})
		},

		unhide({ driverId }: HiddenDriverChange, me: UserId) {
			limits.smallWrites.check(me)
			const driver = users.driverOrClaimer(driverId)
			if (!driver) return
			db.write(() => {
				hiddenDrivers.unhide(me, driver.id)
				live.tell(me, 'home')
			})
		},
	}
}
