import { join } from 'node:path'
import { runQuietly } from '../run.ts'
import { getChromium } from '../test/browsers.ts'
import { atLeast, atMost, markdownTable, medians, type Section } from './report.ts'
import {
	buildsOf,
	installBenchPackages,
	nodeBinary,
	type Options,
	packages,
	passingFolder,
	startWithFamily,
} from './servers.ts'

// Lighthouse's mobile preset on the built binary: a phone with a processor four times slower, on a line of 1.6 Mbit/s and
// 150 ms. The throttling is applied, because the simulated one rates a page by the order of its requests. Each visit has an
// empty cache.

const SCREENS = ['/home', '/rating/102', '/infographic/102', '/claim/seed-claim-token-uncle-bob-00001', '/auth']
const TRIES = 4
const ROUNDS = 3

type Report = {
	categories: Record<string, { score: number | null }>
	audits: Record<string, { numericValue?: number; details?: { items?: { transferSize?: number }[] } }>
}

const score =
	(name: string) =>
	({ categories }: Report) =>
		Math.round((categories[name]?.score ?? 0) * 100)
const value =
	(name: string) =>
	({ audits }: Report) =>
		audits[name]?.numericValue ?? Number.NaN
const requests = ({ audits }: Report) => audits['network-requests']?.details?.items ?? []
const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`

/** Table columns: how to read a figure from a report, and its format. */
const FIGURES = {
	performance: { of: score('performance'), show: String },
	accessibility: { of: score('accessibility'), show: String },
	'best practices': { of: score('best-practices'), show: String },
	FCP: { of: value('first-contentful-paint'), show: seconds },
	LCP: { of: value('largest-contentful-paint'), show: seconds },
	TBT: { of: value('total-blocking-time'), show: (ms: number) => `${ms.toFixed(0)} ms` },
	CLS: { of: value('cumulative-layout-shift'), show: (shift: number) => shift.toFixed(3) },
	requests: { of: (report: Report) => requests(report).length, show: String },
	KB: {
		of: (report: Report) => requests(report).reduce((sum, { transferSize = 0 }) => sum + transferSize, 0) / 1024,
		show: (kb: number) => kb.toFixed(0),
	},
}
type Figure = keyof typeof FIGURES
const figures = Object.keys(FIGURES) as Figure[]
const figuresOf = (report: Report) =>
	Object.fromEntries(figures.map((figure) => [figure, FIGURES[figure].of(report)])) as Record<Figure, number>

type Throttling = 'devtools' | 'simulate'

export async function lighthouseSection(options: Options): Promise<Section> {
	await installBenchPackages()
	const chromium = await getChromium({ isWhole: true })
	if (!chromium) throw new Error('Lighthouse needs a Chromium')
	const builds = buildsOf(options)
	const servers = await Promise.all(builds.map(([, program]) => startWithFamily(program)))
	const file = join(passingFolder(), 'report.json')
	const rounds = Math.min(options.rounds, ROUNDS)
	const rows: { screen: string; build: string; applied: Record<Figure, number>; simulated: Record<Figure, number> }[] =
		[]
	try {
		for (const screen of SCREENS) {
			const visits = builds.map(() => ({ applied: [], simulated: [] }) as Record<string, Record<Figure, number>[]>)
			const visit = async (throttling: Throttling, nth: number) =>
				figuresOf(await lighthouse({ chromium, url: `${servers[nth]?.origin}${screen}`, file, throttling }))
			for (let round = 0; round < rounds; round++)
				for (const [nth, seen] of visits.entries()) {
					seen.applied?.push(await visit('devtools', nth))
					seen.simulated?.push(await visit('simulate', nth))
				}
			for (const [nth, [build]] of builds.entries()) {
				const { applied = [], simulated = [] } = visits[nth] ?? {}
				rows.push({ screen, build, applied: medians(applied), simulated: medians(simulated) })
			}
		}
	} finally {
		await Promise.all(servers.map(({ stop }) => stop()))
	}
	const now = rows.filter(({ build }) => build === builds[0]?.[0]).map(({ applied }) => applied)
	const lowest = (figure: Figure) => Math.min(...now.map((row) => row[figure]))
	const most = (figure: Figure) => Math.max(...now.map((row) => row[figure]))
	return {
		title: 'Lighthouse, mobile preset',
		text: `Medians of ${rounds}, with throttling applied; *simulated* is Lighthouse's own estimate of performance.\n\n${markdownTable(
			['screen', ...(builds.length > 1 ? ['build'] : []), ...figures, 'simulated'],
			rows.map(({ screen, build, applied, simulated }) => [
				`\`${screen.split('/').slice(0, 2).join('/')}\``,
				...(builds.length > 1 ? [build] : []),
				...figures.map((figure) => FIGURES[figure].show(applied[figure])),
				FIGURES.performance.show(simulated.performance),
			]),
		)}`,
		targets: [
			atLeast('Lighthouse performance, the lowest of five screens', 98, lowest('performance'), '', 0),
			atLeast('Lighthouse accessibility, the lowest', 100, lowest('accessibility'), '', 0),
			atLeast('Lighthouse best practices, the lowest', 100, lowest('best practices'), '', 0),
			atMost('largest contentful paint, the latest', 1300, most('LCP'), ' ms', 0),
			atMost('total blocking time, the longest', 100, most('TBT'), ' ms', 0),
			atMost('cumulative layout shift, the most', 0.02, most('CLS'), '', 3),
		],
	}
}

type Visit = { chromium: string; url: string; file: string; throttling: Throttling }

async function lighthouse(visit: Visit, triesLeft = TRIES): Promise<Report> {
	const { chromium, url, file, throttling } = visit
	const { code, output } = await runQuietly(
		[
			...[nodeBinary(), join(packages, 'lighthouse/cli/index.js'), url, '--quiet', '--no-enable-error-reporting'],
			...['--only-categories=performance,accessibility,best-practices', '--output=json', `--output-path=${file}`],
			`--throttling-method=${throttling}`,
			// The page never reads the answer to its events, so Lighthouse would wait 45 s for it.
			'--max-wait-for-load=15000',
			'--chrome-flags=--headless=new --no-sandbox --disable-gpu',
		],
		{ env: { CHROME_PATH: chromium } },
	)
	// Lighthouse occasionally misses the navigation start and itself recommends another run.
	if (code !== 0 && output.includes('NO_NAVSTART') && triesLeft > 1) return lighthouse(visit, triesLeft - 1)
	if (code !== 0) throw new Error(`Lighthouse failed on ${url}:\n${output}`)
	return await Bun.file(file).json()
}
