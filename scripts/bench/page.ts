import { type Browser, chromium, type Page } from '@playwright/test'
import { chromiumFlags, chromiumOnThisMachine } from '../test/browsers.ts'
import { atMost, comparisonTable, medians, type Section } from './report.ts'
import { buildsOf, type Options, startWithFamily } from './servers.ts'

const SLOW = { offline: false, latency: 600, downloadThroughput: 50 * 1024, uploadThroughput: 50 * 1024 }

const inMs = (ms: number) => `${ms.toFixed(0)} ms`

const FIGURES = {
	requests: ['requests before it can be used', (count: number) => count.toFixed(0)],
	script: ['script before it can be used, compressed', (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`],
	paint: ['first paint', inMs],
	usable: ['list of drivers can be used', inMs],
} as const

/** e2e/screens/first-load.spec.ts holds the limits of requests and bytes. */
export async function pageSection(options: Options): Promise<Section> {
	const builds = buildsOf(options)
	const servers = await Promise.all(builds.map(([, program]) => startWithFamily(program)))
	const browser = await chromium.launch({ executablePath: chromiumOnThisMachine(), args: chromiumFlags })
	const visits = servers.map((): Awaited<ReturnType<typeof visit>>[] => [])
	try {
		for (let round = 0; round < options.rounds; round++)
			for (const [nth, { origin }] of servers.entries()) visits[nth]?.push(await visit(browser, origin))
	} finally {
		await browser.close()
		await Promise.all(servers.map(({ stop }) => stop()))
	}
	const columns = builds.map(([head], nth) => ({ head, figures: medians(visits[nth] ?? []) }))
	const now = columns[0]?.figures
	return {
		title: 'The first visit to /home, at 50 KB/s and 600 ms of latency',
		text: comparisonTable(columns, FIGURES),
		targets: [
			atMost('script for /home before it can be used', 100, (now?.script ?? Number.NaN) / 1024, ' KB', 1),
			atMost('requests for /home before it can be used', 10, now?.requests ?? Number.NaN, '', 0),
		],
	}
}

/** Visits with an empty cache. */
async function visit(browser: Browser, origin: string) {
	const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
	// The overlay of the first visit lasts two seconds in every version.
	await context.addInitScript(() => sessionStorage.setItem('firstVisitOverlaySeen', 'true'))
	const page = await context.newPage()
	const devtools = await context.newCDPSession(page)
	await devtools.send('Network.enable')
	await devtools.send('Network.emulateNetworkConditions', SLOW)
	await page.goto(`${origin}/home`, { waitUntil: 'commit' })
	const usable = await untilUsable(page)
	const entries = await page.evaluate(() => performance.getEntries().map((entry) => entry.toJSON()))
	await context.close()
	const files = (entries as PerformanceResourceTiming[]).filter(
		({ entryType, startTime }) => ['navigation', 'resource'].includes(entryType) && startTime <= usable,
	)
	const scripts = files.filter(({ name }) => name.endsWith('.js'))
	return {
		requests: files.length,
		script: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
		paint: entries.find(({ name }) => name === 'first-contentful-paint')?.startTime ?? Number.NaN,
		usable,
	}
}

/** Waits until React has attached its handlers to a driver's row, and returns that moment in page time. */
const untilUsable = async (page: Page) =>
	await (
		await page.waitForFunction(
			() => {
				const row = document.querySelector('main a[href*="/rating/"]')
				const isAlive = row && Object.keys(row).some((key) => key.startsWith('__reactProps'))
				return isAlive ? performance.now() : 0
			},
			undefined,
			{ polling: 'raf' },
		)
	).jsonValue()
