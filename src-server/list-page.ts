const PAGE = 50
export const PAGE_AND_ONE = PAGE + 1

/** `last` is the cursor row for the next page; null on the last page. */
export const pageOf = <Row>(rows: readonly Row[]): { rows: Row[]; last: Row | null } => ({
	rows: rows.slice(0, PAGE),
	last: (rows.length > PAGE && rows[PAGE - 1]) || null,
})
