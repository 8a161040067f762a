import type { Home, HomeDriver } from '#contract/drivers.ts'
import { DEMO_DRIVER_ID, type UserId } from '#contract/ids.ts'
import type { Database } from '#db/database.ts'
import { publicUser } from '#server/features/accounts/user-views.ts'
import { driverQueries, type HomeDriverRow } from './drivers.queries.ts'

export type HomeService = ReturnType<typeof homeService>

export function homeService({ db }: { db: Database }) {
	const queries = driverQueries(db)
	return {
		/** What the home screen lists: for a member their drivers, for a visitor the demo driver. */
		homeOf(me: UserId | null): Home {
			if (me !== null) return { hasAccount: true, drivers: queries.homeDriversOf(me).map(homeDriver) }
			const demo = queries.driverWithStats(DEMO_DRIVER_ID)
			return { hasAccount: false, drivers: demo ? [homeDriver(demo)] : [] }
		},
	}
}

const homeDriver = ({ user, starSum, totalRides }: HomeDriverRow): HomeDriver => ({
	...publicUser(user),
	averageStar: totalRides ? (starSum ?? 0) / totalRides : 0,
	totalRides: totalRides ?? 0,
})
