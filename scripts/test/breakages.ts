import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { bun, projectFolder, runQuietly, secondsSince } from '../run.ts'
import { importsReader } from './import-graph.ts'
import { type Half, planted, specs } from './planted-breakages.ts'
import { bunResults } from './test-results.ts'

// bun scripts/test/breakages.ts    plants each fault of planted-breakages.ts alone in a copy and prints which test catches it
//   --only TEXT (name or half; may be repeated)   --tree FOLDER (another commit)   --json FILE   --jobs N   --e2e
//   --green (skips the run without faults)
// Why not Stryker: its command runner cannot choose nearby tests, so each mutant costs a full minute of tests, and none of its
// runners supports Bun. Its mutants also change with each refactoring; these stay comparable.
// Tests nearest to the fault run first, and the first failure ends the run. A failure counts only if its file also fails alone.
// Faults that those miss are planted together for one run of all tests, and then each alone for the files that failed.

type Planted = { half: Half; name: string; pairs: readonly string[] }
type Fault = Planted & { file: string; broken: string }
type Verdict = { name: string; half: Half; file: string; by: string | null }
type Sources = ReadonlyMap<string, string>

const all: Planted[] = Object.entries(planted).flatMap(([half, faults]) =>
	Object.entries(faults).map(([name, pairs]) => ({ half: half as Half, name, pairs })),
)

const SERVER = /^(contract|db|src-server)\/.*\.test\.tsx?$/
const PAGES = /^(src-ui|look)\/.*\.test\.tsx?$|^src-electron\/.*\.test\.tsx$/
const SHELL = /^src-electron\/.*\.test\.ts$/
const TESTS_OF: Record<Half, RegExp> = {
	server: SERVER,
	db: SERVER,
	ui: /^(src-ui|look)\//,
	shell: /^src-electron\//,
	contract: /^/,
	weights: /^scripts\/weights\//,
}
/** These weigh what is built, so each fault is built. */
const OF_BUILD: Half = 'weights'
const RUNS: { isOf: RegExp; flags: string[] }[] = [
	{ isOf: SERVER, flags: ['--timeout', '60000'] },
	{ isOf: PAGES, flags: ['--timeout', '60000', '--preload', './src-ui/testing/dom.ts'] },
	{ isOf: SHELL, flags: ['--timeout', '120000'] },
	{ isOf: TESTS_OF[OF_BUILD], flags: ['--timeout', '60000'] },
]
const NEAREST = 15
const WITHIN_MS = 15 * 60_000

const PRODUCT = ['contract', 'db', 'look', 'src-server', 'src-ui', 'src-electron']

async function filesIn(tree: string, folders: string[], isWanted: (file: string) => boolean): Promise<Sources> {
	// Not one pattern with all folders: Bun finds nothing for braces around a slash.
	const globs = folders.map((folder) => new Bun.Glob(`${folder}/**/*.{ts,tsx}`))
	const found = await Promise.all(globs.map((glob) => Array.fromAsync(glob.scan({ cwd: tree }))))
	const files = found.flat().map((file) => file.replaceAll('\\', '/'))
	const read = files
		.filter(isWanted)
		.sort()
		.map(async (file) => [file, await readFile(join(tree, file), 'utf8')] as const)
	return new Map(await Promise.all(read))
}

export const productSources = (tree: string) => filesIn(tree, PRODUCT, (file) => !/\.test\.|\/testing\//.test(file))

const testsIn = (tree: string) =>
	filesIn(
		tree,
		[...PRODUCT, 'scripts/weights'],
		(file) => RUNS.some(({ isOf }) => isOf.test(file)) && !/\.long\.test\./.test(file),
	)

/** Each occurrence of the first snippet that matches, with the whole file after planting the fault. */
export function matchesOf(pairs: readonly string[], sources: Sources): { file: string; broken: string }[] {
	for (let nth = 0; nth < pairs.length; nth += 2) {
		const words = (pairs[nth] ?? '').split(/\s+/).map((word) => RegExp.escape(word))
		const snippet = new RegExp(words.join('\\s+'), 'g')
		const matches = [...sources].flatMap(([file, text]) =>
			[...text.matchAll(snippet)].map(({ 0: found, index }) => ({
				file,
				broken: text.slice(0, index) + (pairs[nth + 1] ?? '') + text.slice(index + found.length),
			})),
		)
		if (matches.length > 0) return matches
	}
	return []
}

async function main() {
	const { values } = parseArgs({
		options: {
			only: { type: 'string', multiple: true, default: [] },
			tree: { type: 'string', default: projectFolder },
			json: { type: 'string' },
			jobs: { type: 'string', default: '1' },
			e2e: { type: 'boolean', default: false },
			green: { type: 'boolean', default: false },
		},
	})
	const tree = resolve(values.tree)
	const wanted = ({ name, half }: Planted) =>
		values.only.length === 0 || values.only.some((text) => half === text || name.includes(text))
	const sources = await productSources(tree)
	const found = all.filter(wanted).map((fault) => ({ ...fault, matches: matchesOf(fault.pairs, sources) }))
	const lost = found.filter(({ matches }) => matches.length !== 1)
	for (const { name, matches } of lost) console.log(`✗ ${matches.length === 0 ? 'not found' : 'found twice'}: ${name}`)
	const chosen = found.flatMap(({ matches: [match, ...more], ...fault }) =>
		match && more.length === 0 ? [{ ...fault, ...match }] : [],
	)

	const folder = await mkdtemp(join(tmpdir(), 'backseat-breakages-'))
	const verdicts: Verdict[] = []
	try {
		const copies = Array.from({ length: Number(values.jobs) }, (_, nth) => join(folder, `${nth}`))
		for (const copy of copies) await copyTree(tree, copy)
		const tests = await testsIn(tree)
		const importers = await importersIn(tree, new Map([...sources, ...tests]))
		const wanted = [...tests.keys()].filter((file) => chosen.some(({ half }) => TESTS_OF[half].test(file)))
		if (!values.green) await refuseRed(copies[0] ?? '', wanted)
		const judged = ({ name, half, file }: Fault, by: string | null, start: number) => {
			verdicts.push({ name, half, file, by })
			console.log(`${by ? `CAUGHT by ${by}` : 'SURVIVED'}: ${half}: ${name} (${secondsSince(start)})`)
		}
		type Judge = (copy: string, fault: Fault, start: number) => Promise<unknown>
		const withEach = async (faults: Fault[], judge: Judge) => {
			const queue = [...faults]
			const work = async (copy: string) => {
				for (let fault = queue.shift(); fault; fault = queue.shift()) {
					const start = performance.now()
					await writeFile(join(copy, fault.file), fault.broken)
					const refusal = fault.half === OF_BUILD ? await build(copy) : null
					if (refusal) judged(fault, refusal, start)
					else await judge(copy, fault, start)
					await writeFile(join(copy, fault.file), sources.get(fault.file) ?? '')
					if (fault.half === OF_BUILD) await build(copy)
				}
			}
			await Promise.all(copies.map(work))
		}
		const testsFor = ({ half, file }: Fault) =>
			nearestFirst(
				[...tests.keys()].filter((test) => TESTS_OF[half].test(test)),
				file,
				importers,
			)

		const left: Fault[] = []
		await withEach(chosen, async (copy, fault, start) => {
			const by = await firstFailure(copy, testsFor(fault).slice(0, NEAREST))
			if (by) judged(fault, by, start)
			else left.push(fault)
		})
		const suspects = await failingWithAll(copies[0] ?? '', left, { sources, tests: [...tests.keys()] })
		console.log(`${left.length} escape the nearest tests; planted together they turn ${suspects.size} test files red.`)
		await withEach(left, async (copy, fault, start) => {
			const wanted = testsFor(fault).filter((test) => suspects.has(test))
			const by = await firstFailure(copy, wanted)
			judged(fault, by ?? (values.e2e ? await failureInBrowser(copy, specs[fault.name]) : null), start)
		})
	} finally {
		await rm(folder, { recursive: true, force: true })
	}
	const inOrder = chosen.flatMap(({ name }) => verdicts.filter((verdict) => verdict.name === name))
	if (values.json) await writeFile(values.json, `${JSON.stringify(inOrder, null, '\t')}\n`)
	for (const { half, name } of inOrder.filter(({ by }) => by === null)) console.log(`– survived: ${half}: ${name}`)
	console.log(`${inOrder.filter(({ by }) => by !== null).length} of ${inOrder.length} caught`)
	process.exit(lost.length > 0 ? 1 : 0)
}

async function copyTree(tree: string, copy: string) {
	const listed = await runQuietly(['git', '-C', tree, 'ls-files', '-co', '--exclude-standard'])
	for (const file of listed.output.trim().split('\n')) {
		await mkdir(dirname(join(copy, file)), { recursive: true })
		await cp(join(tree, file), join(copy, file)).catch(() => {}) // The file was deleted, but not yet committed.
	}
	const installed = await runIn(copy, [bun, 'install', '--frozen-lockfile'])
	const failure = installed.code === 0 ? await build(copy) : installed.output
	if (failure) throw new Error(`The copy is not ready for tests: ${failure}`)
}

/** Returns the reason of a build that fails. */
async function build(copy: string): Promise<string | null> {
	const { code, output } = await runIn(copy, [bun, 'scripts/build.ts'])
	return code === 0 ? null : `the build: ${/Error: (.{0,100})/.exec(output)?.[1] ?? code}`
}

const runIn = (copy: string, command: string[], env?: Record<string, string>) =>
	runQuietly(command, { cwd: copy, timeout: WITHIN_MS, ...(env && { env }) })

async function importersIn(tree: string, sources: Sources): Promise<Map<string, string[]>> {
	const importsIn = await importsReader(tree)
	const importers = new Map<string, string[]>()
	for (const [file, text] of sources)
		for (const imported of importsIn(file, text)) importers.set(imported, [...(importers.get(imported) ?? []), file])
	return importers
}

function nearestFirst(tests: string[], broken: string, importers: ReadonlyMap<string, string[]>): string[] {
	const steps = new Map([[broken, 0]])
	for (const [file, far] of steps)
		for (const by of importers.get(file) ?? []) if (!steps.has(by)) steps.set(by, far + 1)
	const apart = (test: string) => relative(dirname(broken), dirname(test)).split('/').filter(Boolean).length
	const far = (test: string) => Math.min(apart(test) + 1, steps.get(test) ?? Number.POSITIVE_INFINITY)
	const distances = new Map(tests.map((test) => [test, far(test)]))
	return tests.toSorted((one, other) => (distances.get(one) ?? 0) - (distances.get(other) ?? 0))
}

async function firstFailure(copy: string, tests: string[]): Promise<string | null> {
	for (const { isOf, flags } of RUNS)
		for (let left = tests.filter((file) => isOf.test(file)); left.length > 0; ) {
			const failed = await firstIn(copy, left, flags)
			const again = failed && (await firstIn(copy, failed.file ? [failed.file] : left, flags))
			if (again) return again.words
			left = failed?.file ? left.slice(left.indexOf(failed.file) + 1) : []
		}
	return null
}

async function firstIn(copy: string, files: string[], flags: string[]) {
	const { code, failures } = await runTests(copy, files, ['--bail', ...flags])
	if (code === 0) return null
	const [words] = failures
	const file = files.find((name) => words?.startsWith(`${name} › `)) ?? null
	// Without a failed test, the process crashed or timed out.
	return { file, words: words?.split(': ')[0]?.split('\n')[0] ?? `the end of the test process (code ${code})` }
}

async function failingWithAll(
	copy: string,
	faults: Fault[],
	{ sources, tests }: { sources: Sources; tests: string[] },
) {
	const broken = new Map<string, string>()
	for (const { name, pairs, file } of faults) {
		const [match] = matchesOf(pairs, new Map([[file, broken.get(file) ?? sources.get(file) ?? '']]))
		if (!match) throw new Error(`Another fault is in the way: ${name}`)
		broken.set(file, match.broken)
	}
	for (const [file, text] of broken) await writeFile(join(copy, file), text)
	const failing = new Set<string>()
	for (const { isOf, flags } of RUNS) {
		const files = tests.filter((test) => isOf.test(test) && faults.some(({ half }) => TESTS_OF[half].test(test)))
		if (files.length === 0) continue
		const { failures, remarks } = await runTests(copy, files, flags)
		for (const file of files)
			if ([...failures, ...remarks].some((words) => words.startsWith(`${file} `))) failing.add(file)
	}
	for (const file of broken.keys()) await writeFile(join(copy, file), sources.get(file) ?? '')
	return failing
}

async function runTests(copy: string, files: string[], flags: string[]) {
	const reportFile = `${copy}.xml`
	await rm(reportFile, { force: true })
	const report = ['--reporter=junit', `--reporter-outfile=${reportFile}`]
	const together = files.length > NEAREST ? ['--parallel=3', '--no-isolate'] : []
	const args = ['--only-failures', ...report, ...together, ...flags, ...files.map((file) => `./${file}`)]
	const env = files.some((file) => TESTS_OF[OF_BUILD].test(file))
		? { TEST_PROGRAM: join(copy, 'dist', 'backseat') }
		: undefined
	const { code } = await runIn(copy, [bun, 'test', ...args], env)
	const text = await readFile(reportFile, 'utf8').catch(() => undefined)
	return { code, ...bunResults({ report: text, exitCode: code }, files) }
}

async function failureInBrowser(copy: string, spec: string | undefined): Promise<string | null> {
	if (!spec) return null
	const { code, output } = await runIn(copy, [bun, 'scripts/test.ts', 'e2e', spec])
	return code === 0 ? null : (output.match(/✗ .*e2e\/\S+ › [^:\n]*/)?.[0] ?? 'the browser')
}

/** A test counts only if it passes without the fault. */
async function refuseRed(copy: string, tests: string[]) {
	if (tests.length === 0) throw new Error('There are no tests for these faults')
	const red = await firstFailure(copy, tests)
	if (red) throw new Error(`Red without any fault: ${red}`)
	console.log(`${tests.length} test files are green without any fault.`)
}

if (import.meta.main) await main()
