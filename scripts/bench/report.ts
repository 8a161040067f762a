import { readdir } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { projectFolder, runQuietly } from '../run.ts'
import { markdownTable } from './figures.ts'
import { loadGenerator } from './http/load.ts'
import { nodeBinary, packageVersion } from './packages.ts'
import type { Section } from './section.ts'

const PAGE = join(projectFolder, 'docs', 'performance.md')

const INTRODUCTION = `# How fast it is

Written by \`bun run bench\`, all of it: change scripts/bench, not this page.

Milliseconds and requests a second belong to the machine they were measured on. Ratios travel: whoever is compared takes turns, over
loopback, in one run, on copies of the same data file, so that a slow moment of the machine is slow for all. The load generator runs
on the same machine and shares its processors with the servers; nothing is pinned to a processor. The page cache is warm. Backseat
logs a line for each request into a file, as it does for people; the others log nothing.

Who is compared ([scripts/bench/contestants](../scripts/bench/contestants)):

- **Backseat**: the compiled binary, with its limits switched off (\`--rate-limit-scale 0\`: one address is all the load there is).
- **the limit**: bare \`Bun.serve\` and prepared \`bun:sqlite\` statements that send the same bytes as Backseat: its headers, a request id,
  the socket's address and the request headers read that a gate must read, the session looked up where Backseat knows who asks, the
  page with its data. No checks, no limits, no log, no rules.
- **naked**: the same without any of that, for scale.
- **Fastify 5** and **Express 5** with better-sqlite3 in Node, **Hono on Bun**: what others would build. Without headers, ids and
  limits, so with less to do than Backseat; with the session looked up, and with the same statements, data and durability
  (\`synchronous=FULL\`). Their page has its data in it, too, and is not compressed, which costs the least; Backseat's and the
  limit's are.

Backseat answers what is the same for everybody (a card, a driver's ratings) from memory until anything is written, see
[decision 26](decisions/0026-what-arrives-together-shares-a-transaction.md); here nothing is. The others look into the file each time.

All answer the same bytes of JSON (asserted before anything is measured, and by a test). A rating is one transaction, with the
triggers of our schema, answered when it is on the disk. A log-in is one argon2id hash with the same parameters.`

export async function writePage(sections: readonly Section[]) {
	const targets = sections.flatMap((section) => section.targets)
	const met = targets.filter(({ isMet }) => isMet).length
	const page = [
		INTRODUCTION,
		`## This run\n\n${await circumstances()}`,
		`## Targets: ${met} of ${targets.length} met\n\n${markdownTable(
			['', 'target', 'measured', ''],
			targets.map(({ what, target, measured, isMet }) => [what, target, measured, isMet ? 'met' : '**not met**']),
		)}\n\n${await besides()}`,
		...sections.map(({ title, text }) => `## ${title}\n\n${text}`),
	]
	await Bun.write(PAGE, `${page.join('\n\n')}\n`)
}

async function circumstances(): Promise<string> {
	const [cpu] = cpus()
	const versions = {
		Bun: Bun.version,
		Node: await versionOf([nodeBinary(), '--version']),
		...Object.fromEntries(
			['fastify', 'express', 'hono', 'better-sqlite3', 'lighthouse'].map((name) => [name, packageVersion(name)]),
		),
		[loadGenerator]: await versionOf([loadGenerator, '--version']),
	}
	const machine = `${cpus().length} cores of ${cpu?.model ?? 'an unknown processor'}, ${(totalmem() / 2 ** 30).toFixed(0)} GB, ${process.platform} ${process.arch}`
	const named = Object.entries(versions).map(([name, version]) => `${name} ${version}`)
	return `${new Date().toISOString().slice(0, 10)}, ${machine}. ${named.join(', ')}.`
}

/** The first number with dots in what a program says of itself; wrk says its own beside an error. */
async function versionOf(command: string[]): Promise<string> {
	const { output } = await runQuietly(command)
	return /\d+(\.\d+)+/.exec(output)?.[0] ?? 'of an unknown version'
}

/** What stands beside the page: the profiles of this run, and what people wrote there. */
async function besides(): Promise<string> {
	const names: string[] = await readdir(join(projectFolder, 'docs', 'performance')).catch(() => [])
	const links = names.toSorted().map((name) => `[${name.replace(/\.\w+$/, '')}](performance/${name})`)
	return links.length > 0 ? `Why what is not met is not met, and where the time goes: ${links.join(', ')}.` : ''
}
