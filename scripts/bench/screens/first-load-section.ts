import type { Page } from '@playwright/test'
import { markdownTable } from '../figures.ts'
import type { Section } from '../section.ts'
import { type Phone, withPhone } from './phone.ts'

const MOST_SCRIPT_KB = 100
const MOST_REQUESTS = 10
const MOST_LATER_FILES = 12

type Load = { requests: number; scriptKb: number; later: number; laterKb: number }

/** What a visitor with an empty cache fetches for /home. The same on every machine; tests hold it (e2e/screens/first-load.spec.ts). */
export async function firstLoadSection({ binary }: { binary?: string }): Promise<Section> {
	const { requests, scriptKb, later, laterKb } = await withPhone(binary, firstLoad)
	return {
		title: 'The first load of /home',
		text: markdownTable(
			['', 'before it can be used', 'afterwards'],
			[
				['requests', String(requests), String(later)],
				['script, compressed', `${scriptKb.toFixed(1)} KB`, `${laterKb.toFixed(1)} KB`],
			],
		),
		targets: [
			most('script for /home before it can be used', MOST_SCRIPT_KB, scriptKb, ' KB'),
			most('requests for /home before it can be used', MOST_REQUESTS, requests),
			most('files fetched after that', MOST_LATER_FILES, later),
		],
	}
}

const most = (what: string, most: number, measured: number, unit = '') => ({
	what,
	target: `≤ ${most}${unit}`,
	measured: `${Number(measured.toFixed(1))}${unit}`,
	isMet: measured <= most,
})

async function firstLoad({ origin, newContext }: Phone): Promise<Load> {
	const context = await newContext()
	const page = await context.newPage()
	await page.goto(`${origin}/home`, { waitUntil: 'commit' })
	const usableAt = await untilUsable(page)
	await page.waitForLoadState('networkidle')
	// What is fetched when the browser has nothing else to do.
	await page.waitForTimeout(2000)
	const fetched = await page.evaluate(() =>
		(performance.getEntriesByType('resource') as PerformanceResourceTiming[]).map(
			({ name, startTime, encodedBodySize }) => ({ name, startTime, bytes: encodedBodySize }),
		),
	)
	await context.close()
	const [before, after] = [true, false].map((isBefore) =>
		fetched.filter(({ startTime }) => startTime <= usableAt === isBefore),
	) as [typeof fetched, typeof fetched]
	const scriptKb = (files: typeof fetched) =>
		files.filter(({ name }) => name.endsWith('.js')).reduce((sum, { bytes }) => sum + bytes, 0) / 1024
	// The page itself is a request, too.
	return {
		requests: before.length + 1,
		scriptKb: scriptKb(before),
		later: after.length,
		laterKb: scriptKb(after),
	}
}

/** A tap on a driver would be heard: React has put its properties on the row. Answers when, in the page's time. */
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
