import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { projectFolder, runQuietly } from '../run.ts'
import { nodeBinary, packageVersion } from './servers.ts'

export type Target = { what: string; target: string; measured: string; isMet: boolean }

export type Section = { title: string; text: string; targets: Target[] }

const target =
	(sign: '≥' | '≤') =>
	(what: string, bound: number, value: number, unit = ' ×', digits = 2, detail = ''): Target => ({
		what,
		target: `${sign} ${bound}${unit}`,
		measured: value.toFixed(digits) + unit + detail,
		isMet: sign === '≥' ? value >= bound : value <= bound,
	})
export const atLeast = target('≥')
export const atMost = target('≤')

/** The median; for an even count the upper of the middle two. */
export const median = (values: readonly number[]): number =>
	values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
	const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
	return [line(head), `|${head.map((_, column) => (column === 0 ? '---' : '--:')).join('|')}|`, ...rows.map(line)].join(
		'\n',
	)
}

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
	const versions = {
		Bun: Bun.version,
		Node: (await runQuietly([nodeBinary(), '--version'])).output.trim().replace('v', ''),
		...Object.fromEntries(
			['fastify', 'hono', 'better-sqlite3', 'autocannon', 'lighthouse'].map((name) => [name, packageVersion(name)]),
		),
	}
	const machine = `${cpus().length} cores of ${cpus()[0]?.model ?? 'an unknown processor'}, ${(totalmem() / 2 ** 30).toFixed(0)} GB, ${process.platform} ${process.arch}`
	const named = Object.entries(versions).map(([name, version]) => `${name} ${version}`)
	return `${new Date().toISOString().slice(0, 10)}, ${machine}. ${named.join(', ')}.`
}
