/** Rows on a page of hosts' lists. */
const PAGE = 50
/** Rows to ask for: one more says whether a page follows. */
export const PAGE_AND_ONE = PAGE + 1

/** `last`: the row after which the next page begins; null on the last page. */
export const pageOf = <Row>(rows: readonly Row[]): { rows: Row[]; last: Row | null } => ({
	rows: rows.slice(0, PAGE),
	last: (rows.length > PAGE && rows[PAGE - 1]) || null,
})
