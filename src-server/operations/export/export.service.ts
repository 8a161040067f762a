import { stringify } from 'csv-stringify/sync'
import { IMPRESSION_KEYS } from '#contract/impressions.ts'
import type { Context } from '#server/context.ts'
import { safeInSpreadsheets } from '#server/log/printable-text.ts'
import { VERSION } from '#server/version.ts'

/** Rows held in memory at a time, which keeps memory constant for any size of instance. */
const PAGE = 5000

const COLUMNS = [
	'id',
	'driverId',
	'driver',
	'raterId',
	'starRating',
	...IMPRESSION_KEYS,
	'isPlaceholder',
	'isSealed',
	'reply',
	'createdAt',
]

export function* exportAsJson({ queries }: Context): Generator<string> {
	const { people, hidden, trips } = queries.export
	const head = { product: 'Backseat', version: VERSION, exportedAt: new Date() }
	yield `${JSON.stringify(head).slice(0, -1)},\n`
	yield `"people": ${rows(people())},\n`
	yield `"hiddenDrivers": ${rows(hidden())},\n`
	yield `"trips": ${rows(trips())},\n`
	yield '"broughtVerdicts": ['
	yield* jsonLines(pagesOf(queries.export.broughtAfter))
	yield '\n],\n"ratings": ['
	yield* jsonLines(pagesOf(queries.export.ratingsAfter))
	yield '\n]}\n'
}

function* jsonLines(pages: Iterable<object[]>): Generator<string> {
	let before = '\n'
	for (const page of pages) {
		yield before + page.map((row) => JSON.stringify(row)).join(',\n')
		before = ',\n'
	}
}

/** Streams all ratings as CSV. Names that a spreadsheet would run as a formula are escaped. */
export function* exportAsCsv({ queries }: Context): Generator<string> {
	// The byte order mark makes Excel read the file as UTF-8.
	yield stringify([], { header: true, columns: COLUMNS, bom: true })
	for (const page of pagesOf(queries.export.ratingsAfter)) {
		const lines = page.map((rating) => ({
			...rating,
			driver: safeInSpreadsheets(rating.driver),
			isPlaceholder: String(rating.isPlaceholder),
			isSealed: String(rating.isSealed),
			createdAt: rating.createdAt.toISOString(),
		}))
		yield stringify(lines, { columns: COLUMNS, escape_formulas: true })
	}
}

function* pagesOf<Row extends { rowId: number }>(read: (after: number, count: number) => Row[]) {
	// Ratings of a moved person have negative row ids.
	let last = Number.MIN_SAFE_INTEGER
	for (;;) {
		const page = read(last, PAGE)
		last = page.at(-1)?.rowId ?? last
		if (page.length === 0) return
		yield page.map(({ rowId: _, ...row }) => row)
	}
}

const rows = (all: readonly object[]) => `[\n${all.map((row) => JSON.stringify(row)).join(',\n')}\n]`

/** Runs `work` in one read transaction, so it needs a connection of its own. */
export async function atOneMoment<T>({ queries }: Context, work: () => Promise<T>): Promise<T> {
	queries.export.beginReading()
	try {
		return await work()
	} finally {
		queries.export.endReading()
	}
}
