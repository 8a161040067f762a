import type { Page } from '@playwright/test'
import { expect } from '../fixtures/people.ts'

/** A phone out in the country, in KB/s. */
export async function slowLine(page: Page, kilobytes: number) {
	const devtools = await page.context().newCDPSession(page)
	await devtools.send('Network.enable')
	await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
	const throughput = kilobytes * 1024
	await devtools.send('Network.emulateNetworkConditions', {
		offline: false,
		latency: 600,
		downloadThroughput: throughput,
		uploadThroughput: throughput,
	})
}

/** Expects that nothing has moved since the page was opened. Waits `ms` for what it loads late. */
export async function expectToStandStill(page: Page, what: string, ms = 0) {
	await page.waitForTimeout(ms)
	const { sum, moved } = await page.evaluate(layoutShift)
	expect.soft(sum, `${what} moves: ${moved.join(', ')}`).toBeLessThanOrEqual(0.02)
}

type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] }

/** Runs in the page. Chromium's sum of all layout shifts, and the start of the elements that moved. */
const layoutShift = () =>
	new Promise<{ sum: number; moved: string[] }>((resolve) => {
		const shifts: Shift[] = []
		new PerformanceObserver((list) => shifts.push(...(list.getEntries() as Shift[]))).observe({
			type: 'layout-shift',
			buffered: true,
		})
		// The observer is called with earlier entries in a task of its own.
		setTimeout(() => {
			const unasked = shifts.filter(({ hadRecentInput }) => !hadRecentInput)
			const nodes = unasked.flatMap(({ sources }) => sources.map(({ node }) => node))
			resolve({
				sum: unasked.reduce((sum, { value }) => sum + value, 0),
				moved: nodes.map((node) => (node instanceof Element ? node.outerHTML.slice(0, 100) : '')),
			})
		}, 100)
	})
