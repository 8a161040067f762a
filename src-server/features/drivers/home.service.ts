import {
	getHome,
	type HiddenDriver,
	type HiddenDriverChange,
	type Home,
	type HomeDriver,
	hideDriver,
	listHiddenDrivers,
	unhideDriver,
} from '#contract/drivers.ts'
import { DEMO_DRIVER_ID, type UserId } from '#contract/ids.ts'
import type { Context } from '#server/context.ts'
import { publicUser } from '#server/features/accounts/users.ts'
import { answer, type Feature, route, streamRoute } from '#server/http/calls/route.ts'
import { textStreams } from '#server/http/calls/text-streams.ts'
import { invalid, notFound } from '#server/http/problems.ts'
import type { HomeDriverRow } from './home.queries.ts'

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

/** Whom a member does not want in that list. */
export function hiddenDriverService({ db, queries: { hiddenDrivers, users }, clock, live }: Context) {
	return {
		hiddenBy(me: UserId): UserId[] {
			return hiddenDrivers.driverIdsHiddenBy(me)
		},

		hide({ driverId }: HiddenDriverChange, me: UserId): { hidden: HiddenDriver; isNew: boolean } {
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
			const driver = users.driverOrClaimer(driverId)
			if (!driver) return
			db.write(() => {
				hiddenDrivers.unhide(me, driver.id)
				live.tell(me, 'home')
			})
		},
	}
}

export function homeFeature(context: Context): Feature {
	const home = homeService(context)
	const hiddenDrivers = hiddenDriverService(context)
	const { smallWrites } = context.limits
	return {
		routes: [
			streamRoute(getHome, ({ viewer, browser, setHeader }) => {
				browser.forgetDeadSession()
				const long = home.longHomeOf(viewer.userId)
				if (long) setHeader('content-type', 'application/json')
				return long ?? home.homeOf(viewer.userId)
			}),
			route(listHiddenDrivers, ({ me }) => hiddenDrivers.hiddenBy(me)),
			route(
				hideDriver,
				({ body, me }) => {
					const { hidden, isNew } = hiddenDrivers.hide(body, me)
					return isNew ? answer(201, hidden) : answer(200, hidden)
				},
				{ limit: smallWrites },
			),
			route(
				unhideDriver,
				({ body, me }) => {
					hiddenDrivers.unhide(body, me)
					return { success: true as const }
				},
				{ limit: smallWrites },
			),
		],
	}
}
