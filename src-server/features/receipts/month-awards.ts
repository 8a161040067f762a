import type { Month } from '#contract/ids.ts'
import { monthBefore } from '#contract/receipts.ts'
import { BoundedMap } from '#server/bounded-map.ts'
import type { Context } from '#server/context.ts'
import { awardsOf, type Won } from './awards.ts'
import { addUp } from './period-totals.ts'

const MONTHS_MAX = 60

export type MonthAwards = ReturnType<typeof createMonthAwards>

/**
 * The awards of a month. A glovebox needs those of all months, and past months seldom change, so they are kept until the
 * totals of the month, or of the one before it, are different.
 */
export function createMonthAwards({ db, queries }: Pick<Context, 'db' | 'queries'>) {
	const kept = new BoundedMap<Month, { generation: number; totals: string; won: Won[] }>(MONTHS_MAX)

	return async (month: Month): Promise<Won[]> => {
		const generation = db.generation()
		const known = kept.get(month)
		if (known?.generation === generation) return known.won
		const before = monthBefore(month)
		const totals = await checksumOf([before, month])
		if (known?.totals !== totals) {
			const won = awardsOf((await addUp(queries, [month])).drivers.values(), (await addUp(queries, [before])).drivers)
			kept.set(month, { generation, totals, won })
			return won
		}
		kept.set(month, { ...known, generation })
		return known.won
	}

	async function checksumOf(months: readonly Month[]): Promise<string> {
		const sums: object[] = []
		for (const month of months)
			for (let after = 0; ; ) {
				const page = queries.receipts.checksumOfMonth(month, { after, limit: PAGE })
				if (page) sums.push(page)
				if (!page?.last || page.drivers < PAGE) break
				after = page.last
				await new Promise(setImmediate)
			}
		return JSON.stringify(sums)
	}
}

/** Takes 1 ms. */
const PAGE = 2000
