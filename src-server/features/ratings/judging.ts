import type { UserId } from '#contract/ids.ts'
import { type Judging, type JudgingFigures, judgingOf, STAR } from '#contract/judging.ts'
import type { Queries } from '#server/queries.ts'
import type { JudgedRow, Time } from './judging.queries.ts'

const ALL_TIME: Time = { from: new Date(0), to: new Date(8.64e15) }

/** Drivers summed in one turn of the event loop, which takes 1 ms. */
const PAGE = 250

export async function judgingOfMember(
	{ judging }: Pick<Queries, 'judging'>,
	me: UserId,
	time = ALL_TIME,
): Promise<Judging> {
	const rows: JudgedRow[] = []
	for (let after = 0; ; ) {
		const page = judging.judgedByMember(me, time, { after, limit: PAGE })
		rows.push(...page)
		const last = page.at(-1)
		if (!last || page.length < PAGE) break
		after = last.driverId
		await new Promise(setImmediate)
	}
	return judgingOf(figuresOf(rows))
}

export const judgingOfGuest = ({ judging }: Pick<Queries, 'judging'>, guestKey: string | null): Judging =>
	judgingOf(figuresOf(guestKey === null ? [] : judging.judgedByGuest(guestKey, ALL_TIME)))

function figuresOf(rows: readonly JudgedRow[]): JudgingFigures {
	const sum = (key: keyof JudgedRow) => rows.reduce((total, row) => total + row[key], 0)
	const stars: JudgingFigures['stars'] = [sum('one'), sum('two'), sum('three'), sum('four'), sum('five')]
	return { stars, compared: sum('compared'), kinderBy: Math.round(STAR * sum('kinderBy')) }
}
