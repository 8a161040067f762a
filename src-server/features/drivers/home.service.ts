import {
	type HiddenDriver,
	type HiddenDriverChange,
	hideDriver,
	listHiddenDrivers,
	unhideDriver,
} from '#contract/drivers.ts'
import { foldedName } from '#contract/folded-name.ts'
import { getHome, type Home, type HomeDriver, type HomeMe } from '#contract/home.ts'
import type { UserId } from '#contract/ids.ts'
import { DEMO_DRIVER_ID } from '#contract/known-ids.ts'
import type { Notice } from '#contract/notices.ts'
import type { Sticker } from '#contract/stickers.ts'
import type { Context } from '#server/context.ts'
import { publicUser } from '#server/features/accounts/users.ts'
import { answer, type Feature, route, streamRoute } from '#server/http/calls/route.ts'
import { textStreams } from '#server/http/calls/text-streams.ts'
import type { Viewer } from '#server/http/client.ts'
import { invalid, notFound } from '#server/http/problems.ts'
import type { HomeDriverRow, OwnDriverRow } from './home.queries.ts'

const PAGE = 250

type Notices = { noticeFor(viewer: Viewer): Notice | null }

export function homeService({ queries }: Context, notices: Notices) {
	const streams = textStreams({ atOnce: 100, ofOne: 10 })
	/** In the order of the ratings, so the newest answer of a driver is kept. */
	const answersTo = (me: UserId) =>
		new Map(queries.notices.newAnswersTo(me).map(({ driverId, reply }) => [driverId, reply]))
	return {
		longHomeOf: (me: UserId | null): ReadableStream<Uint8Array<ArrayBuffer>> | null =>
			me !== null && queries.home.isLongFor(me) ? streams.open(me, piecesOfHome(me)) : null,

		homeOf({ userId: me, guestKey }: Viewer): Home {
			if (me !== null) {
				const answers = answersTo(me)
				const drivers = inOrder(queries.home.homeDriversOf(me)).map((driver) => homeDriver(driver, answers))
				return { ...headOf(me), drivers }
			}
			const demo = queries.home.driverWithStats(DEMO_DRIVER_ID)
			const drivers = demo ? [homeDriver(demo)] : []
			const notice = notices.noticeFor({ userId: null, guestKey })
			return { hasAccount: false, drivers, notice, ...(guestKey !== null && ratedByGuest(guestKey)) }
		},
	}

	function ratedByGuest(guestKey: string): Pick<Home, 'rated' | 'given'> {
		const given = queries.home.countGivenByGuest(guestKey)
		if (given === 0) return {}
		const rated = queries.home.driversRatedByGuest(guestKey).map((driver) => homeDriver(driver))
		return { given, ...(rated.length > 0 && { rated }) }
	}

	function homeMe(id: UserId): HomeMe {
		const stats = queries.stats.statsOf(id)
		return { id, ...ridesOf(stats), unseen: queries.ratings.unseenCountOf(id) }
	}

	function headOf(me: UserId): Omit<Home, 'drivers'> {
		const notice = notices.noticeFor({ userId: me, guestKey: null })
		return { hasAccount: true, me: homeMe(me), notice, others: queries.home.othersOf(me).map(publicUser) }
	}

	/** Yields empty pieces so that other requests run in between. */
	function* piecesOfHome(me: UserId): Generator<string> {
		const lastRated = new Map<UserId, number>()
		for (let after = 0; ; ) {
			const rated = queries.home.driversRatedAfter(me, { after, limit: PAGE })
			for (const driver of rated) lastRated.set(driver.driverId, driver.lastRated)
			const last = rated.at(-1)
			if (!last) break
			after = last.driverId
			yield ''
		}
		for (const { id, claimedById } of queries.ghosts.ghostsCreatedBy(me)) {
			const driverId = claimedById ?? id
			lastRated.set(driverId, lastRated.get(driverId) ?? 0)
		}
		yield ''
		for (const id of [me, ...queries.hiddenDrivers.driverIdsHiddenBy(me)]) lastRated.delete(id)
		yield ''
		const pieces = piecesOf([...lastRated].toSorted(([a, aAt], [b, bAt]) => bAt - aAt || b - a))
		yield `${JSON.stringify(headOf(me)).slice(0, -1)},"drivers":[`
		const answers = answersTo(me)
		let before = ''
		for (const drivers of pieces) {
			if (drivers.length > 0) {
				yield before + JSON.stringify(drivers.map((driver) => homeDriver(driver, answers))).slice(1, -1)
				before = ','
			} else yield ''
		}
		yield ']}'
	}

	/** Rated drivers stream in order; the rest must all be read before they can be sorted by name. */
	function* piecesOf(lastRated: [id: UserId, at: number][]): Generator<HomeDriverRow[]> {
		const others: HomeDriverRow[] = []
		for (let from = 0; from < lastRated.length; from += PAGE) {
			const page = lastRated.slice(from, from + PAGE)
			const found = new Map(queries.home.driversByIds(page.map(([id]) => id)).map((driver) => [driver.id, driver]))
			const rowsOf = (isRated: boolean) => page.flatMap(([id, at]) => (at > 0 === isRated ? (found.get(id) ?? []) : []))
			others.push(...rowsOf(false))
			yield rowsOf(true)
		}
		const sorted = byName(others)
		for (let from = 0; from < sorted.length; from += PAGE) yield sorted.slice(from, from + PAGE)
	}
}

const inOrder = (drivers: OwnDriverRow[]): HomeDriverRow[] => [
	...drivers.filter(({ lastRated }) => lastRated > 0).toSorted((a, b) => b.lastRated - a.lastRated),
	...byName(drivers.filter(({ lastRated }) => lastRated <= 0)),
]

const byName = (drivers: HomeDriverRow[]): HomeDriverRow[] =>
	drivers
		.map((driver) => ({ driver, key: `${driver.isGhost && !driver.totalRides ? 1 : 0} ${sortName(driver)}` }))
		.toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : b.driver.id - a.driver.id))
		.map(({ driver }) => driver)

/** Sorts by folded names, because locale-aware comparison of thousands is too slow. */
const sortName = ({ displayName, username }: HomeDriverRow) => foldedName(displayName || username)

const ridesOf = (stats: Pick<HomeDriverRow, 'starSum' | 'totalRides'> | undefined) => ({
	averageStar: stats?.totalRides ? (stats.starSum ?? 0) / stats.totalRides : 0,
	totalRides: stats?.totalRides ?? 0,
})

function homeDriver(driver: HomeDriverRow, answers?: ReadonlyMap<UserId, Sticker>): HomeDriver {
	const answer = answers?.get(driver.id)
	return { ...publicUser(driver), ...ridesOf(driver), ...(answer && { answer }) }
}

export function hiddenDriverService({ db, queries: { hiddenDrivers, users }, clock, live }: Context) {
	return {
		hiddenBy(me: UserId): UserId[] {
			return hiddenDrivers.driverIdsHiddenBy(me)
		},

		hide({ driverId }: HiddenDriverChange, me: UserId): { hidden: HiddenDriver; isNew: boolean } {
			const driver = users.driverOrClaimer(driverId)
			if (!driver) throw notFound('driver_not_found')
			if (driver.id === me) throw invalid('cannot_hide_self', 'driverId')
			return db.write(() => {
				live.notify(me, 'home')
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
				live.notify(me, 'home')
			})
		},
	}
}

export function homeFeature(context: Context, notices: Notices): Feature {
	const home = homeService(context, notices)
	const hiddenDrivers = hiddenDriverService(context)
	const { smallWrites } = context.limits
	return {
		routes: [
			streamRoute(getHome, ({ viewer, browser, setHeader }) => {
				browser.forgetDeadSession()
				const long = home.longHomeOf(viewer.userId)
				if (long) setHeader('content-type', 'application/json')
				return long ?? home.homeOf(viewer)
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
