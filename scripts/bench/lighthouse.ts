import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '#db/database.ts'
import { seed } from '#db/seed.ts'
import { startServer } from '#server/testing/server-process.ts'
import { builtBinary } from '../build/build-stamp.ts'
import { runQuietly } from '../run.ts'
import { getChromium } from '../test/browser.ts'
import { markdownTable, median } from './figures.ts'
import { passingFolder } from './leftovers.ts'
import { benchTool, installBenchPackages } from './packages.ts'
import type { Section } from './section.ts'

// bun scripts/bench/lighthouse.ts [--screens home,auth] [--rounds 3] [--binary PATH] [--report FOLDER]
// Lighthouse's mobile preset on the built binary: a phone of the middle class on a slow line, as Lighthouse computes it.
// Whoever opens the screen is a visitor with an empty cache. --report keeps Lighthouse's own pages.

const SCREENS = {
	home: '/home',
	rating: '/rating/102',
	infographic: '/infographic/102',
	claim: '/claim/seed-claim-token-uncle-bob-000001',
	auth: '/auth',
}
type Screen = keyof typeof SCREENS

/** Scores of 100; times in ms; `bytes` is what came over the line. */
export type Grades = {
	performance: number
	accessibility: number
	practices: number
	fcp: number
	lcp: number
	tbt: number
	cls: number
	speed: number
	requests: number
	bytes: number
}

type LighthouseReport = {
	categories: Record<string, { score: number | null }>
	audits: Record<string, { numericValue?: number; details?: { items?: { transferSize?: number }[] } }>
}

function gradesIn({ categories, audits }: LighthouseReport): Grades {
	const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100)
	const value = (name: string) => audits[name]?.numericValue ?? Number.NaN
	const requests = audits['network-requests']?.details?.items ?? []
	return {
		performance: score('performance'),
		accessibility: score('accessibility'),
		practices: score('best-practices'),
		fcp: value('first-contentful-paint'),
		lcp: value('largest-contentful-paint'),
		tbt: value('total-blocking-time'),
		cls: value('cumulative-layout-shift'),
		speed: value('speed-index'),
		requests: requests.length,
		bytes: requests.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0),
	}
}

export async function gradeScreens(options: { screens?: Screen[]; rounds?: number; binary?: string; report?: string }) {
	const { screens = Object.keys(SCREENS) as Screen[], rounds = 3, binary = builtBinary, report } = options
	await installBenchPackages()
	const chromium = await getChromium({ isWhole: true })
	if (!chromium) throw new Error('Lighthouse needs a Chromium')
	const folder = passingFolder()
	const db = openDatabase(join(folder, 'backseat.db'))
	seed(db)
	db.close()
	const flags = ['--data-dir', folder, '--rate-limit-scale', '0', '--log-level', 'error']
	const server = await startServer({ command: [binary], flags })
	try {
		const grades: { screen: Screen; grades: Grades }[] = []
		for (const screen of screens) {
			const runs: Grades[] = []
			for (let round = 0; round < rounds; round++)
				runs.push(
					gradesIn(
						await lighthouse({
							chromium,
							origin: server.origin,
							screen,
							file: join(report ?? folder, `${screen}-${round + 1}`),
						}),
					),
				)
			// Each figure by itself: a slow moment of this machine spoils one of them, seldom all.
			const middle = {} as Grades
			for (const key of Object.keys(runs[0] ?? {}) as (keyof Grades)[])
				middle[key] = median(runs.map((run) => run[key]))
			grades.push({ screen, grades: middle })
		}
		return grades
	} finally {
		await server.end('SIGTERM')
		await rm(folder, { recursive: true, force: true })
	}
}

type Visit = { chromium: string; origin: string; screen: Screen; file: string }

const TRIES = 4

async function lighthouse(visit: Visit, triesLeft = TRIES): Promise<LighthouseReport> {
	const { chromium, origin, screen, file } = visit
	// Lighthouse's default is its mobile preset.
	const { code, output } = await runQuietly(
		[
			...benchTool('lighthouse'),
			origin + SCREENS[screen],
			'--quiet',
			'--no-enable-error-reporting',
			'--only-categories=performance,accessibility,best-practices',
			'--output=json',
			'--output=html',
			`--output-path=${file}`,
			'--chrome-flags=--headless=new --no-sandbox --disable-gpu',
		],
		{ env: { CHROME_PATH: chromium } },
	)
	// Now and then it misses the beginning of the page it has opened, and says: please run Lighthouse again.
	if (code !== 0 && output.includes('NO_NAVSTART') && triesLeft > 1) return lighthouse(visit, triesLeft - 1)
	if (code !== 0) throw new Error(`Lighthouse failed on ${screen}:\n${output}`)
	return await Bun.file(`${file}.report.json`).json()
}

export const gradesTable = (grades: Awaited<ReturnType<typeof gradeScreens>>) =>
	markdownTable(
		['screen', 'performance', 'accessibility', 'best practices', 'FCP', 'LCP', 'TBT', 'CLS', 'requests', 'KB'],
		grades.map(({ screen, grades: { performance, accessibility, practices, fcp, lcp, tbt, cls, requests, bytes } }) => [
			`\`${SCREENS[screen].split('/').slice(0, 2).join('/')}\``,
			...[performance, accessibility, practices].map(String),
			...[fcp, lcp].map((ms) => `${(ms / 1000).toFixed(2)} s`),
			`${tbt.toFixed(0)} ms`,
			cls.toFixed(3),
			String(requests),
			(bytes / 1024).toFixed(0),
		]),
	)

export async function lighthouseSection(options: { rounds?: number; binary?: string }): Promise<Section> {
	const grades = await gradeScreens(options)
	const worst = (figure: keyof Grades, isBetter: 'higher' | 'lower') =>
		(isBetter === 'higher' ? Math.min : Math.max)(...grades.map((one) => one.grades[figure]))
	const target = (what: string, figure: keyof Grades, most: number, show: (value: number) => string) => {
		const value = worst(figure, 'lower')
		return { what, target: `≤ ${show(most)}`, measured: show(value), isMet: value <= most }
	}
	const score = (what: string, figure: keyof Grades, least: number) => {
		const value = worst(figure, 'higher')
		return { what, target: `≥ ${least}`, measured: String(value), isMet: value >= least }
	}
	const ms = (value: number) => `${value.toFixed(0)} ms`
	return {
		title: 'Lighthouse, mobile preset',
		text: `A visitor with an empty cache; medians of ${options.rounds ?? 3}. Times are what Lighthouse computes for a phone on a slow line.\n\n${gradesTable(grades)}`,
		targets: [
			score('Lighthouse performance, the lowest of five screens', 'performance', 98),
			score('Lighthouse accessibility, the lowest', 'accessibility', 100),
			score('Lighthouse best practices, the lowest', 'practices', 100),
			target('largest contentful paint, the latest', 'lcp', 1800, ms),
			target('total blocking time, the longest', 'tbt', 100, ms),
			target('cumulative layout shift, the most', 'cls', 0.02, (value) => value.toFixed(3)),
		],
	}
}

if (import.meta.main) {
	const { values } = parseArgs({
		options: {
			screens: { type: 'string' },
			rounds: { type: 'string', default: '3' },
			binary: { type: 'string' },
			report: { type: 'string' },
		},
	})
	const screens = values.screens?.split(',') as Screen[] | undefined
	const { binary, report } = values
	console.log(gradesTable(await gradeScreens({ screens, rounds: Number(values.rounds), binary, report })))
}
