/** The middle one; of an even number the upper of the two. */
export const median = (values: readonly number[]): number =>
	values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** How far the values lie apart, as a share of their median. */
export const spread = (values: readonly number[]): number =>
	(Math.max(...values) - Math.min(...values)) / median(values)

/** A table as it stands in a page of docs. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
	const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
	return [line(head), `|${head.map((_, column) => (column === 0 ? '---' : '--:')).join('|')}|`, ...rows.map(line)].join(
		'\n',
	)
}
