import type { Home, HomeDriver } from '#contract/drivers.ts'
import { DEMO_DRIVER_ID, type UserId } from '#contract/ids.ts'
import type { Context } from '#server/context.ts'
import { publicUser } from '#server/features/accounts/user-views.ts'
import { textStreams } from '#server/http/calls/text-streams.ts'
import type { HomeDriverRow } from './home.queries.ts'

export type HomeService = ReturnType<typeof homeService>

/** Drivers of a long list that are read in one turn of the event loop: 1 ms. */
const PAGE = 250

export function homeService({ queries }: Context) {
	const streams = textStreams({ atOnce: 100, ofOne: 10 })
	return {
		/** For a member whose list takes long: the same as `homeOf` answers, as JSON. Null for everybody else. */
		longHomeOf: (me: UserId | null): ReadableStream<Uint8Array<ArrayBuffer>> | null =>
			me !== null && queries.home.isLongFor(me) ? streams.open(me, piecesOfHome(me)) : null,

		/** What the home screen lists: for a member their drivers, for a visitor the demo driver. */
		homeOf(me: UserId | null): Home {
			if (me !== null) return { hasAccount: true, drivers: queries.home.homeDriversOf(me).map(homeDriver) }
			const demo = queries.home.driverWithStats(DEMO_DRIVER_ID)
			return { hasAccount: false, drivers: demo ? [homeDriver(demo)] : [] }
		},
	}

	/** The same drivers in the same order as `homeDriversOf` finds, as JSON; others are answered between the pieces. */
	function* piecesOfHome(me: UserId): Generator<string> {
		const lastAt = new Map<UserId, number>()
		const note = (id: UserId, at: Date) => lastAt.set(id, Math.max(lastAt.get(id) ?? 0, at.getTime()))
		for (let after = 0; ; ) {
			const rated = queries.home.driversRatedAfter(me, { after, limit: PAGE })
			for (const { driverId, at } of rated) note(driverId, at)
			const last = rated.at(-1)
			if (!last) break
			after = last.driverId
			yield ''
		}
		for (const { id, claimedById, createdAt } of queries.ghosts.ghostsCreatedBy(me)) note(claimedById ?? id, createdAt)
		yield ''
		for (const id of [me, ...queries.hiddenDrivers.driverIdsHiddenBy(me)]) lastAt.delete(id)
		yield ''
		const ids = [...lastAt].toSorted(([a, aAt], [b, bAt]) => bAt - aAt || b - a).map(([id]) => id)
		const head: Omit<Home, 'drivers'> = { hasAccount: true }
		yield `${JSON.stringify(head).slice(0, -1)},"drivers":[`
		let before = ''
		for (let from = 0; from < ids.length; from += PAGE) {
			const page = ids.slice(from, from + PAGE)
			const found = new Map(queries.home.driversByIds(page).map((driver) => [driver.id, homeDriver(driver)]))
			const drivers = page.flatMap((id) => found.get(id) ?? [])
			if (drivers.length === 0) continue
			yield before + JSON.stringify(drivers).slice(1, -1)
			before = ','
		}
		yield ']}'
	}
}

const homeDriver = (driver: HomeDriverRow): HomeDriver => ({
	...publicUser(driver),
	averageStar: driver.totalRides ? (driver.starSum ?? 0) / driver.totalRides : 0,
	totalRides: driver.totalRides ?? 0,
})
