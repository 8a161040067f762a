import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { builtBinary } from '../build/build-stamp.ts'
import { chromiumFlags, chromiumOnThisMachine } from '../test/browsers.ts'
import { atMost, markdownTable, median, type Section } from './report.ts'
import { startWithFamily } from './servers.ts'

const SLOW = { offline: false, latency: 600, downloadThroughput: 50 * 1024, uploadThroughput: 50 * 1024 }

/** Figures of a first visit to /home with an empty cache: text, unit and digits. */
const FIGURES = {
	requests: ['requests before it can be used', '', 0],
	script: ['script before it can be used, compressed', ' KB', 1],
	later: ['requests after that', '', 0],
	paint: ['first paint at 50 KB/s and 600 ms', ' ms', 0],
	list: ['list of drivers at 50 KB/s and 600 ms', ' ms', 0],
} as const
type Figure = keyof typeof FIGURES
type Visit = Record<Figure, number>

/** Requests and bytes are equal on every machine; e2e/screens/first-load.spec.ts holds their limits. */
export async function pageSection(options: {
	rounds: number
	binary: string | undefined
	before: string | undefined
}): Promise<Section> {
	const binaries = [options.binary ?? builtBinary, ...(options.before ? [options.before] : [])]
	const servers = await Promise.all(binaries.map(startWithFamily))
	const browser = await chromium.launch({ executablePath: chromiumOnThisMachine(), args: chromiumFlags })
	const visits = servers.map((): Visit[] => [])
	try {
		for (let round = 0; round < options.rounds; round++)
			for (const [nth, { origin }] of servers.entries()) {
				const newContext = () =>
					browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
				const visit = { ...(await fetched(await newContext(), origin)), ...(await waits(await newContext(), origin)) }
				visits[nth]?.push(visit)
			}
	} finally {
		await browser.close()
		await Promise.all(servers.map(({ stop }) => stop()))
	}
	const medians = visits.map((ofServer) => (figure: Figure) => median(ofServer.map((visit) => visit[figure])))
	const now = medians[0] as (figure: Figure) => number
	const show = (figure: Figure) => (of: typeof now) => of(figure).toFixed(FIGURES[figure][2]) + FIGURES[figure][1]
	return {
		title: 'The first visit to /home',
		text: markdownTable(
			['', ...(options.before ? ['now', 'before'] : [''])],
			(Object.keys(FIGURES) as Figure[]).map((figure) => [FIGURES[figure][0], ...medians.map(show(figure))]),
		),
		targets: [
			atMost('script for /home before it can be used', 100, now('script'), ' KB', 1),
			atMost('requests for /home before it can be used', 10, now('requests'), '', 0),
		],
	}
}

/** Number of requests of a visit, and their KB of script. */
async function fetched(context: BrowserContext, origin: string) {
	// The overlay of the first visit lasts two seconds in every version.
	await context.addInitScript(() => sessionStorage.setItem('firstVisitOverlaySeen', 'true'))
	const page = await context.newPage()
	await page.goto(`${origin}/home`, { waitUntil: 'commit' })
	const usableAt = await untilUsable(page)
	await page.waitForLoadState('networkidle')
	// Includes requests that the browser makes when idle.
	await page.waitForTimeout(2000)
	const files = await page.evaluate(() =>
		(performance.getEntriesByType('resource') as PerformanceResourceTiming[]).map(
			({ name, startTime, encodedBodySize }) => ({ name, startTime, bytes: encodedBodySize }),
		),
	)
	await context.close()
	const before = files.filter(({ startTime }) => startTime <= usableAt)
	const scripts = before.filter(({ name }) => name.endsWith('.js'))
	// Adds the request of the page itself.
	const requests = before.length + 1
	return {
		requests,
		script: scripts.reduce((sum, { bytes }) => sum + bytes, 0) / 1024,
		later: files.length - before.length,
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

async function waits(context: BrowserContext, origin: string) {
	const page = await context.newPage()
	const devtools = await context.newCDPSession(page)
	await devtools.send('Network.enable')
	await devtools.send('Network.emulateNetworkConditions', SLOW)
	const since = performance.now()
	await page.goto(`${origin}/home`, { waitUntil: 'commit' })
	await page.getByRole('heading', { name: 'Who are you rating today?' }).waitFor({ timeout: 60_000 })
	const list = performance.now() - since
	const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0)
	await context.close()
	return { paint, list }
}
