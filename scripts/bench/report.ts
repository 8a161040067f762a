import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { projectFolder, runQuietly } from '../run.ts'
import { nodeBinary, packageVersion } from './servers.ts'

type Target = { what: string; target: string; measured: string; isMet: boolean }

export type Section = { title: string; text: string; targets: Target[] }

const target =
	(sign: '≥' | '≤') =>
	(what: string, bound: number, value: number, unit = ' ×', digits = 2): Target => ({
		what,
		target: `${sign} ${bound}${unit}`,
		measured: value.toFixed(digits) + unit,
		isMet: sign === '≥' ? value >= bound : value <= bound,
	})
export const atLeast = target('≥')
export const atMost = target('≤')

/** The median; for an even count the upper of the middle two. */
export const median = (values: readonly number[]): number =>
	values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** The median of each figure: a slow moment of the machine spoils one figure, seldom all. */
export const medians = <Figure extends string>(runs: readonly Record<Figure, number>[]) =>
	Object.fromEntries(
		(Object.keys(runs[0] ?? {}) as Figure[]).map((figure) => [figure, median(runs.map((run) => run[figure]))]),
	) as Record<Figure, number>

export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
	const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
	const rule = `|${head.map((_, column) => (column === 0 ? '---' : '--:')).join('|')}|`
	return [line(head), rule, ...rows.map(line)].join('\n')
}

/** A table with a column per server and a row per figure. */
export const comparisonTable = <Figure extends string>(
	columns: readonly { head: string; figures: Record<Figure, number> }[],
	rows: Record<Figure, readonly [what: string, show: (value: number) => string]>,
): string =>
	markdownTable(
		['', ...columns.map(({ head }) => head)],
		(Object.keys(rows) as Figure[]).map((figure) => [
			rows[figure][0],
			...columns.map(({ figures }) => rows[figure][1](figures[figure])),
		]),
	)

const PAGE = join(projectFolder, 'docs', 'performance.md')
const FIGURES = /(?<=<!-- figures of bun run bench -->\n)[\s\S]*(?=<!-- end of figures -->)/

/** Replaces only the figures of docs/performance.md; the other text there is written by hand. */
export async function writeFigures(sections: readonly Section[]) {
	const targets = sections.flatMap((section) => section.targets)
	const met = targets.filter(({ isMet }) => isMet).length
	const table = markdownTable(
		['', 'target', 'measured', ''],
		targets.map(({ what, target, measured, isMet }) => [what, target, measured, isMet ? 'met' : '**not met**']),
	)
	const figures = [
		await circumstances(),
		`### Targets: ${met} of ${targets.length} met\n\n${table}`,
		...sections.map(({ title, text }) => `### ${title}\n\n${text}`),
	]
	const page = await Bun.file(PAGE).text()
	await Bun.write(
		PAGE,
		page.replace(FIGURES, () => `\n${figures.join('\n\n')}\n\n`),
	)
}

async function circumstances(): Promise<string> {
	const node = (await runQuietly([nodeBinary(), '--version'])).output.trim().replace('v', '')
	const packages = ['autocannon', 'lighthouse'].map((name) => `${name} ${packageVersion(name)}`)
	const machine = `${cpus().length} cores of ${cpus()[0]?.model ?? 'an unknown processor'}, ${(totalmem() / 2 ** 30).toFixed(0)} GB, ${process.platform} ${process.arch}`
	return `${new Date().toISOString().slice(0, 10)}, ${machine}. Bun ${Bun.version}, Node ${node}, ${packages.join(', ')}.`
}
