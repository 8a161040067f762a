import { type AnyColumn, and, between, count, desc, eq, gt, max, ne, sql } from 'drizzle-orm'
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Month, UserId } from '#contract/ids.ts'
import { DEMO_DRIVER_ID } from '#contract/known-ids.ts'
import type { Database } from '#db/database.ts'
import { lazyStatement } from '#db/lazy-statement.ts'
import { driverMonths, users } from '#db/schema.ts'

/** Reads monthly totals only, never a rating; the demo driver is excluded. */
export function receiptQueries({ orm, prepareRows }: Database) {
	const { placeholder } = sql
	const { month, driverId, rides, starSum, smoothRides, safeRides, goodVibes } = driverMonths
	const isOfPeople = ne(driverId, sql.raw(String(DEMO_DRIVER_ID)))
	const isGhost = sql<number>`(${users.isGhost} = 1 and ${users.claimedById} is null)`
	const totals = prepareRows({ driverId, rides, starSum, smoothRides, safeRides, goodVibes, isGhost }, (selection) =>
		orm
			.select(selection)
			.from(driverMonths)
			.innerJoin(users, eq(users.id, driverId))
			.where(and(eq(month, placeholder('month')), gt(driverId, placeholder('after')), isOfPeople))
			.orderBy(driverId)
			.limit(placeholder('limit')),
	)
	const checksum = lazyStatement(() => {
		const page = orm
			.select({ driverId, rides, starSum, smoothRides, safeRides, goodVibes })
			.from(driverMonths)
			.where(and(eq(month, placeholder('month')), gt(driverId, placeholder('after')), isOfPeople))
			.orderBy(driverId)
			.limit(placeholder('limit'))
			.as('page')
		const weighted = (column: AnyColumn) => sql<number | null>`sum((${page.driverId} % 1048573 + 1) * ${column})`
		return orm
			.select({
				drivers: count(),
				last: max(page.driverId),
				rides: weighted(page.rides),
				stars: weighted(page.starSum),
				smooth: weighted(page.smoothRides),
				safe: weighted(page.safeRides),
				vibes: weighted(page.goodVibes),
			})
			.from(page)
	})
	const anybody = lazyStatement(() =>
		orm
			.select({ driverId })
			.from(driverMonths)
			.where(and(eq(month, placeholder('month')), isOfPeople))
			.limit(1),
	)
	const sum = (column: AnySQLiteColumn) => sql<number>`coalesce(sum(${column}), 0)`
	const { oneStar, twoStars, threeStars, fourStars, fiveStars } = driverMonths
	const sums = {
		totalRides: sum(rides),
		starSum: sum(starSum),
		oneStar: sum(oneStar),
		twoStars: sum(twoStars),
		threeStars: sum(threeStars),
		fourStars: sum(fourStars),
		fiveStars: sum(fiveStars),
		smoothRides: sum(smoothRides),
		safeRides: sum(safeRides),
		goodVibes: sum(goodVibes),
	}
	const ofDriver = lazyStatement(() =>
		orm
			.select(sums)
			.from(driverMonths)
			.where(and(eq(driverId, placeholder('driverId')), between(month, placeholder('from'), placeholder('to')))),
	)
	const ofDriverByMonth = lazyStatement(() =>
		orm
			.select({ month, rides })
			.from(driverMonths)
			.where(eq(driverId, placeholder('driverId')))
			.orderBy(desc(month)),
	)
	return {
		totalsOfMonth: (month: Month, page: { after: UserId; limit: number }) => totals.all({ month, ...page }),
		/**
		 * Differs after any change to the totals of these drivers. Sums are weighted by driver, because a claim moves rides
		 * from one driver to another.
		 */
		checksumOfMonth: (month: Month, page: { after: UserId; limit: number }) => checksum.get({ month, ...page }),
		hasRides: (month: Month): boolean => anybody.get({ month }) !== undefined,
		/** Newest first. */
		monthsOfDriver: (driverId: UserId): { month: Month; rides: number }[] => ofDriverByMonth.all({ driverId }),
		totalsOfDriver: (driverId: UserId, from: Month, to: Month) => ofDriver.get({ driverId, from, to }),
	}
}
