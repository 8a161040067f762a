import type { Month, UserId } from '#contract/ids.ts'
import type { Queries } from '#server/queries.ts'
import type { Totals } from './awards.ts'

/** Drivers summed in one turn of the event loop, which takes 1 ms. */
const PAGE = 500

export type Period = { drivers: Map<UserId, Totals>; rides: Map<Month, number> }

export async function addUp({ receipts }: Pick<Queries, 'receipts'>, months: readonly Month[]): Promise<Period> {
	const period: Period = { drivers: new Map(), rides: new Map() }
	for (const month of months)
		for (let after = 0; ; ) {
			const page = receipts.totalsOfMonth(month, { after, limit: PAGE })
			for (const row of page) add(period, month, { ...row, isGhost: row.isGhost === 1 })
			const last = page.at(-1)
			if (!last || page.length < PAGE) break
			after = last.driverId
			await new Promise(setImmediate)
		}
	return period
}

function add({ drivers, rides }: Period, month: Month, one: Totals) {
	rides.set(month, (rides.get(month) ?? 0) + one.rides)
	const all = drivers.get(one.driverId)
	if (!all) return void drivers.set(one.driverId, one)
	all.rides += one.rides
	all.starSum += one.starSum
	all.smoothRides += one.smoothRides
	all.safeRides += one.safeRides
	all.goodVibes += one.goodVibes
}
