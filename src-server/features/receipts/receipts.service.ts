import { foldedName } from '#contract/folded-name.ts'
import type { Month, UserId } from '#contract/ids.ts'
import type { Judging } from '#contract/judging.ts'
import type { DriverPictures } from '#contract/pictures.ts'
import {
	AWARDED_FROM,
	type Award,
	type AwardKey,
	awardPictures,
	getReceipt,
	getWrapped,
	monthOf,
	type OwnDriving,
	type Receipt,
	type Wrapped,
	wrappedPictures,
	yearToShow,
} from '#contract/receipts.ts'
import { percentOf } from '#contract/stats.ts'
import type { Context } from '#server/context.ts'
import type { PublicUserRow } from '#server/features/accounts/users.queries.ts'
import { publicUser } from '#server/features/accounts/users.ts'
import { judgingOfMember } from '#server/features/ratings/judging.ts'
import { kindOfRides } from '#server/features/stats/driver-figures.ts'
import type { RequestOrigin } from '#server/http/addresses/own-addresses.ts'
import { route } from '#server/http/calls/route.ts'
import { notFound } from '#server/http/problems.ts'
import type { ShownYear, WonAward } from '#server/operations/pictures/picture-content.ts'
import { awardsOf, namedTo, type Won } from './awards.ts'
import type { MonthAwards } from './month-awards.ts'
import { addUp, type Period } from './period-totals.ts'

type Pictures = {
	picturesOfAward(driver: UserId, award: WonAward, requestOrigin: RequestOrigin): DriverPictures
	picturesOfYear(member: UserId, year: ShownYear, requestOrigin: RequestOrigin): DriverPictures
}

type Parts = { pictures: Pictures; awardsOfMonth: MonthAwards }

function receiptService({ queries, clock }: Context, { pictures, awardsOfMonth }: Parts) {
	function monthToShow(requested: Month | null): Month {
		if (requested === null || requested > monthOf(clock.now())) throw notFound('month_to_come')
		return requested
	}

	/** `undefined` means the latest year that has reached December. */
	function requestedYear(requested: number | null | undefined): number {
		const year = requested === undefined ? yearToShow(clock.now()) : requested
		if (year === null || year > clock.now().getUTCFullYear()) throw notFound('year_to_come')
		return year
	}

	function named(won: readonly Won[], me: UserId): Award[] {
		const hidden = new Set(queries.hiddenDrivers.driverIdsHiddenBy(me))
		const shown = won.map((award) => ({ ...award, ids: namedTo(me, hidden, award.winners) }))
		const people = queries.home.driversByIds([...new Set(shown.flatMap(({ ids }) => ids))])
		const byName = people
			.map((row) => ({ user: publicUser(row), name: foldedName(row.displayName || row.username) }))
			.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.user.id - b.user.id))
		const strangers = new Set(people.filter((row) => !isInCircle(row, me)).map(({ id }) => id))
		return shown.map(({ key, figure, ids }) => {
			const those = new Set(ids)
			const users = byName.flatMap(({ user }) => (those.has(user.id) ? [user] : []))
			return {
				key,
				drivers: users.filter(({ id }) => !strangers.has(id)),
				ghosts: users.flatMap(({ id, display_name, username, avatarId }) =>
					strangers.has(id) ? [{ display_name: display_name ?? username, avatarId }] : [],
				),
				figure,
			}
		})
	}

	/** All members know each other. An unclaimed ghost is known to its creator and its raters. */
	const isInCircle = ({ id, isGhost, claimedById }: PublicUserRow, me: UserId): boolean =>
		!isGhost ||
		claimedById !== null ||
		queries.users.userById(id)?.createdById === me ||
		queries.ratings.hasRated(id, { userId: me, guestKey: null })

	function ownDriving(me: UserId, year: number): OwnDriving | null {
		const totals = queries.receipts.totalsOfDriver(me, monthIn(year, 1), monthIn(year, 12))
		if (!totals || totals.totalRides < AWARDED_FROM) return null
		const { totalRides: rides, starSum, smoothRides, safeRides, goodVibes } = totals
		return {
			rides,
			averageStar: starSum / rides,
			smooth: percentOf(smoothRides, rides),
			safe: percentOf(safeRides, rides),
			goodVibes: percentOf(goodVibes, rides),
			kind: kindOfRides(totals, () => queries.stats.newestFiveStarsBefore(me, startOf(year + 1))),
		}
	}

	/** Compares the member with all other raters of the same drivers, including ratings of other years. */
	async function ownJudging(me: UserId, year: number): Promise<Judging | null> {
		const judging = await judgingOfMember(queries, me, { from: startOf(year), to: startOf(year + 1) })
		return judging.verdicts < AWARDED_FROM ? null : judging
	}

	/** Refuses all but its winners. */
	async function awardOf(requested: Month | null, key: AwardKey | null, me: UserId): Promise<WonAward> {
		const month = monthToShow(requested)
		const won = (await awardsOfMonth(month)).find((award) => award.key === key && award.winners.includes(me))
		if (!won) throw notFound('award_not_yours')
		return { award: won.key, month, figure: won.figure }
	}

	/** The driving of that year, or the judging if they drove fewer than three rides. */
	async function yearOf(requested: number | null | undefined, me: UserId): Promise<ShownYear> {
		const year = requestedYear(requested)
		const driving = ownDriving(me, year)
		if (driving) {
			const { averageStar, kind: driverKind, ...shown } = driving
			return { kind: 'year', ...shown, year, averageStar: averageStar.toFixed(1), driverKind }
		}
		const { verdicts = 0, averageStar, kind: judgeKind } = (await ownJudging(me, year)) ?? {}
		if (!averageStar || !judgeKind) throw notFound('too_few_rides')
		return { kind: 'judge', year, verdicts, averageStar: averageStar.toFixed(1), judgeKind }
	}

	return {
		async receiptOf(requested: Month | null, me: UserId): Promise<Receipt> {
			const month = monthToShow(requested)
			const period = await addUp(queries, [month])
			const drivers = [...period.drivers.values()]
			return {
				month,
				rides: period.rides.get(month) ?? 0,
				people: drivers.length,
				bumpy: drivers.reduce((sum, { rides, smoothRides }) => sum + rides - smoothRides, 0),
				awards: named(await awardsOfMonth(month), me),
			}
		},

		awardOf,
		async picturesOfAward(requested: Month | null, key: AwardKey | null, me: UserId, requestOrigin: RequestOrigin) {
			return pictures.picturesOfAward(me, await awardOf(requested, key, me), requestOrigin)
		},

		async wrappedOf(requested: number | null | undefined, me: UserId): Promise<Wrapped> {
			const year = requestedYear(requested)
			const period = await addUp(queries, monthsOf(year))
			const { drivers: before } = await addUp(queries, monthsOf(year - 1))
			return {
				year,
				group: groupOf(period),
				awards: named(awardsOf(period.drivers.values(), before), me),
				own: { driving: ownDriving(me, year), judging: await ownJudging(me, year) },
			}
		},

		yearOf,
		async picturesOfYear(requested: number | null | undefined, me: UserId, requestOrigin: RequestOrigin) {
			return pictures.picturesOfYear(me, await yearOf(requested, me), requestOrigin)
		},
	}
}

export function receiptFeature(context: Context, parts: Parts) {
	const receipts = receiptService(context, parts)
	return {
		...receipts,
		routes: [
			route(getReceipt, ({ params, me }) => receipts.receiptOf(params.month, me)),
			route(awardPictures, ({ params, me, requestOrigin }) =>
				receipts.picturesOfAward(params.month, params.key, me, requestOrigin),
			),
			route(getWrapped, ({ query, me }) => receipts.wrappedOf(query.year, me)),
			route(wrappedPictures, ({ query, me, requestOrigin }) => receipts.picturesOfYear(query.year, me, requestOrigin)),
		],
	}
}

function groupOf({ drivers, rides }: Period): Wrapped['group'] {
	const all = [...rides.values()].reduce((sum, count) => sum + count, 0)
	const [best] = [...rides].reduce((best, month) => (month[1] > best[1] ? month : best), ['', 0])
	return all < AWARDED_FROM ? null : { rides: all, people: drivers.size, bestMonth: best }
}

const monthIn = (year: number, nth: number): Month => `${year}-${String(nth).padStart(2, '0')}`
const monthsOf = (year: number) => Array.from({ length: 12 }, (_, nth) => monthIn(year, nth + 1))
const startOf = (year: number) => new Date(Date.UTC(year, 0))
