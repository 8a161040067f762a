import type { Home, HomeDriver } from '#contract/drivers.ts'
import { DEMO_DRIVER_ID, type UserId } from '#contract/ids.ts'
import type { Context } from '#server/context.ts'
import { publicUser } from '#server/features/accounts/user-views.ts'
import type { HomeDriverRow } from './home.queries.ts'

export type HomeService = ReturnType<typeof homeService>

export function homeService({ queries }: Context) {
	return {
		/** What the home screen lists: for a member their drivers, for a visitor the demo driver. */
		homeOf(me: UserId | null): Home {
			if (me !== null) return { hasAccount: true, drivers: queries.home.homeDriversOf(me).map(homeDriver) }
			const demo = queries.home.driverWithStats(DEMO_DRIVER_ID)
			return { hasAccount: false, drivers: demo ? [homeDriver(demo)] : [] }
		},
	}
}

const homeDriver = (driver: HomeDriverRow): HomeDriver => ({
	...publicUser(driver),
	averageStar: driver.totalRides ? (driver.starSum ?? 0) / driver.totalRides : 0,
	totalRides: driver.totalRides ?? 0,
})
