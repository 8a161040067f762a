import type { Month } from '#contract/ids.ts'
import { monthBefore } from '#contract/receipts.ts'
import { BoundedMap } from '#server/bounded-map.ts'
import type { Context } from '#server/context.ts'
import { awardsOf, type Won } from './awards.ts'
import { addUp } from './period-totals.ts'

const MONTHS_MAX = 60
/** Drivers in one turn of the event loop, which takes 2 ms. */
const PAGE = 2000

export type MonthAwards = ReturnType<typeof createMonthAwards>

/**
 * The awards of a month. A glovebox needs those of all months, and past months seldom change, so they are kept until the
 * totals of the month, or of the one before it, are different.
 */
export function createMonthAwards({ db, queries }: Pick<Context, 'db' | 'queries'>) {
	const kept = new BoundedMap<Month, { totals: string; won: Won[] }>(MONTHS_MAX)
	const checksums = new BoundedMap<Month, { generation: number; sums: string }>(MONTHS_MAX + 1)

	return async (month: Month): Promise<Won[]> => {
		const before = monthBefore(month)
		const totals = `${await checksumOf(before)} ${await checksumOf(month)}`
		const known = kept.get(month)
		if (known?.totals === totals) return known.won
		const won = awardsOf((await addUp(queries, [month])).drivers.values(), (await addUp(queries, [before])).drivers)
		kept.set(month, { totals, won })
		return won
	}

	async function checksumOf(month: Month): Promise<string> {
		const generation = db.generation()
		const known = checksums.get(month)
		if (known?.generation === generation) return known.sums
		const pages: object[] = []
		for (let after = 0; ; ) {
			const page = queries.receipts.checksumOfMonth(month, { after, limit: PAGE })
			if (page) pages.push(page)
			if (!page?.last || page.drivers < PAGE) break
			after = page.last
			await new Promise(setImmediate)
		}
		const sums = JSON.stringify(pages)
		checksums.set(month, { generation, sums })
		return sums
	}
}
