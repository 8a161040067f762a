import { join } from 'node:path'
import { runQuietly } from '../run.ts'
import { getChromium } from '../test/browsers.ts'
import { atLeast, atMost, markdownTable, medians, type Section } from './report.ts'
import { installBenchPackages, nodeBinary, type Options, packages, passingFolder, startWithFamily } from './servers.ts'

// Lighthouse's mobile preset on the built binary: an average phone on a slow line, simulated by Lighthouse. Each visit has
// an empty cache.

const SCREENS = ['/home', '/rating/102', '/infographic/102', '/claim/seed-claim-token-uncle-bob-00001', '/auth']
const TRIES = 4

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

export async function lighthouseSection({ program, rounds }: Options): Promise<Section> {
	await installBenchPackages()
	const chromium = await getChromium({ isWhole: true })
	if (!chromium) throw new Error('Lighthouse needs a Chromium')
	const server = await startWithFamily(program)
	const file = join(passingFolder(), 'report.json')
	const rows: Record<Figure, number>[] = []
	try {
		for (const screen of SCREENS) {
			const visits: Record<Figure, number>[] = []
			for (let round = 0; round < rounds; round++)
				visits.push(figuresOf(await lighthouse(chromium, server.origin + screen, file)))
			rows.push(medians(visits))
		}
	} finally {
		await server.stop()
	}
	const lowest = (figure: Figure) => Math.min(...rows.map((row) => row[figure]))
	const most = (figure: Figure) => Math.max(...rows.map((row) => row[figure]))
	return {
		title: 'Lighthouse, mobile preset',
		text: `Medians of ${rounds}. Times are what Lighthouse computes for a phone on a slow line.\n\n${markdownTable(
			['screen', ...figures],
			rows.map((row, nth) => [
				`\`${SCREENS[nth]?.split('/').slice(0, 2).join('/')}\``,
				...figures.map((figure) => FIGURES[figure].show(row[figure])),
			]),
		)}`,
		targets: [
			atLeast('Lighthouse performance, the lowest of five screens', 98, lowest('performance'), '', 0),
			atLeast('Lighthouse accessibility, the lowest', 100, lowest('accessibility'), '', 0),
			atLeast('Lighthouse best practices, the lowest', 100, lowest('best practices'), '', 0),
			atMost('largest contentful paint, the latest', 1800, most('LCP'), ' ms', 0),
			atMost('total blocking time, the longest', 100, most('TBT'), ' ms', 0),
			atMost('cumulative layout shift, the most', 0.02, most('CLS'), '', 3),
		],
	}
}

async function lighthouse(chromium: string, url: string, file: string, triesLeft = TRIES): Promise<Report> {
	const { code, output } = await runQuietly(
		[
			...[nodeBinary(), join(packages, 'lighthouse/cli/index.js'), url, '--quiet', '--no-enable-error-reporting'],
			...['--only-categories=performance,accessibility,best-practices', '--output=json', `--output-path=${file}`],
			'--chrome-flags=--headless=new --no-sandbox --disable-gpu',
		],
		{ env: { CHROME_PATH: chromium } },
	)
	// Lighthouse occasionally misses the navigation start and itself recommends another run.
	if (code !== 0 && output.includes('NO_NAVSTART') && triesLeft > 1)
		return lighthouse(chromium, url, file, triesLeft - 1)
	if (code !== 0) throw new Error(`Lighthouse failed on ${url}:\n${output}`)
	return await Bun.file(file).json()
}
