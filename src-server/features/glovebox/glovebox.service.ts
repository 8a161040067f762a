import * as v from 'valibot'
import { type Glovebox, getGlovebox, KINDS_OF_DRIVER } from '#contract/glovebox.ts'
import type { Month, UserId } from '#contract/ids.ts'
import { AWARDED_FROM, AwardKey, monthBefore, monthOf, yearToShow } from '#contract/receipts.ts'
import { SENT_DAYS, sentPath } from '#contract/sent.ts'
import type { Context } from '#server/context.ts'
import type { MonthAwards } from '#server/features/receipts/month-awards.ts'
import { stateOf } from '#server/features/trips/opening-trips.ts'
import { type Feature, route } from '#server/http/calls/route.ts'
import type { Viewer } from '#server/http/client.ts'

const DAY_MS = 86_400_000
/** The server deletes trips this long after they were opened. */
const TRIP_MS = 90 * DAY_MS
const SENT_MS = SENT_DAYS * DAY_MS

/** Ratings read in one turn of the event loop, 1 to 2 ms. */
const PAGE = 1000

type OfMember = Pick<Glovebox, 'months' | 'years' | 'awards'> & { seen: Glovebox['kinds']['seen'] }
const OF_NOBODY: OfMember = { months: [], years: [], awards: [], seen: [] }

/** Trips, months, years, kinds, awards and sent pages of the member; only trips and sent pages for a guest. */
function gloveboxService({ queries, clock }: Context, awardsOfMonth: MonthAwards) {
	const { glovebox, notices, receipts, stats, users } = queries

	const tripsOf = (viewer: Viewer): Glovebox['trips'] => {
		const now = clock.now()
		return notices.tripsAboard(viewer, new Date(now.getTime() - TRIP_MS)).map((trip) => ({
			token: trip.token,
			title: trip.title,
			state: stateOf(trip, now),
			openedAt: trip.openedAt?.toISOString() ?? null,
		}))
	}

	const sentBy = (viewer: Viewer): Glovebox['sent'] =>
		queries.sent
			.pagesOf(viewer, new Date(clock.now().getTime() - SENT_MS))
			.filter(({ isLive }) => isLive)
			.map(({ id, kind, driver, month, award, year, createdAt }) => ({
				id,
				kind,
				...(driver !== null && { driver }),
				...(month !== null && { month }),
				...(v.is(AwardKey, award) && { award }),
				...(year !== null && { year }),
				path: sentPath(id),
				createdAt: createdAt.toISOString(),
				expiresAt: new Date(createdAt.getTime() + SENT_MS).toISOString(),
			}))

	async function monthsJudgedBy(me: UserId): Promise<Set<Month>> {
		const months = new Set<Month>()
		for (let before = Number.MAX_SAFE_INTEGER; ; ) {
			const page = glovebox.ratingsGivenBy(me, { before, limit: PAGE })
			for (const { createdAt } of page) months.add(monthOf(createdAt))
			const last = page.at(-1)
			if (!last || page.length < PAGE) return months
			before = last.id
			await new Promise(setImmediate)
		}
	}

	/** Printed months with rides that the member drove or judged in, or was a member in. */
	const monthsOf = (me: UserId, driven: readonly Month[], judged: ReadonlySet<Month>): Month[] => {
		const now = monthOf(clock.now())
		const joined = monthOf(users.userById(me)?.createdAt ?? clock.now())
		const months = new Set([...driven, ...judged].filter((month) => month < now && receipts.hasRides(month)))
		for (let month = monthBefore(now); month >= joined; month = monthBefore(month))
			if (receipts.hasRides(month)) months.add(month)
		return [...months].toSorted().toReversed()
	}

	const yearsOf = (driven: readonly Month[], judged: ReadonlySet<Month>): number[] => {
		const years = new Set([...driven, ...judged].map((month) => Number(month.slice(0, 4))))
		return [...years].filter((year) => year <= yearToShow(clock.now())).toSorted((a, b) => b - a)
	}

	async function ofMember(me: UserId): Promise<OfMember> {
		const byMonth = receipts.monthsOfDriver(me)
		const [driven, judged] = [byMonth.map(({ month }) => month), await monthsJudgedBy(me)]
		const now = monthOf(clock.now())
		const awards: Glovebox['awards'] = []
		for (const { month, rides } of byMonth)
			if (month < now && rides >= AWARDED_FROM)
				for (const { key, winners } of await awardsOfMonth(month))
					if (winners.includes(me)) awards.push({ month, award: key })
		return {
			months: monthsOf(me, driven, judged),
			years: yearsOf(driven, judged),
			awards,
			seen: stats.kindsSeenBy(me),
		}
	}

	return {
		async of(viewer: Viewer): Promise<Glovebox> {
			const { seen, ...lists } = viewer.userId === null ? OF_NOBODY : await ofMember(viewer.userId)
			return {
				trips: tripsOf(viewer),
				...lists,
				kinds: { seen, of: KINDS_OF_DRIVER },
				sent: sentBy(viewer),
				brought: viewer.userId === null ? 0 : queries.imports.broughtCountOf(viewer.userId),
			}
		},
	}
}

export function gloveboxFeature(context: Context, awardsOfMonth: MonthAwards): Feature {
	const glovebox = gloveboxService(context, awardsOfMonth)
	return { routes: [route(getGlovebox, ({ viewer }) => glovebox.of(viewer))] }
}
