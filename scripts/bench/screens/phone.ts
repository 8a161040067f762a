import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { openDatabase } from '#db/database.ts'
import { seed } from '#db/seed.ts'
import { builtBinary } from '../../build/build-stamp.ts'
import { chromiumFlags, chromiumOnThisMachine } from '../../test/browser.ts'
import { backseatCommand, startCommand } from '../http/servers.ts'
import { passingFolder } from '../leftovers.ts'

/** Somebody with a phone, at the built server with the example family. */
export type Phone = { origin: string; newContext(): Promise<BrowserContext> }

export async function withPhone<T>(binary: string = builtBinary, work: (phone: Phone) => Promise<T>): Promise<T> {
	const folder = passingFolder()
	const db = openDatabase(join(folder, 'backseat.db'))
	seed(db)
	db.close()
	const server = await startCommand(backseatCommand(folder, [binary]), join(folder, 'log.txt'))
	const browser = await chromium.launch({ executablePath: chromiumOnThisMachine(), args: chromiumFlags })
	try {
		const newContext = async () => {
			const context = await browser.newContext({
				viewport: { width: 390, height: 844 },
				hasTouch: true,
				isMobile: true,
			})
			// The overlay of the first visit lasts two seconds in every version.
			await context.addInitScript(() => sessionStorage.setItem('firstVisitOverlaySeen', 'true'))
			return context
		}
		return await work({ origin: server.origin, newContext })
	} finally {
		await browser.close()
		await server.stop()
		await rm(folder, { recursive: true, force: true })
	}
}

/**
 * How long it takes, in ms, from the next touch until a frame is painted in which `selector` is there (and says `text`).
 * To be awaited after the touch.
 */
export async function nextPaintOf(page: Page, selector: string, text = '') {
	await page.evaluate(
		([selector, text]) => {
			const seen = () => document.querySelector(selector)?.textContent?.includes(text) ?? false
			Object.assign(window, {
				painted: new Promise((resolve) => {
					const watch = ({ timeStamp }: Event) => {
						const look = () => {
							if (!seen()) return void requestAnimationFrame(look)
							// What follows a frame's callbacks is its paint.
							const { port1, port2 } = new MessageChannel()
							port1.onmessage = () => resolve(performance.now() - timeStamp)
							port2.postMessage(null)
						}
						requestAnimationFrame(look)
					}
					document.addEventListener('pointerdown', watch, { once: true, capture: true })
				}),
			})
		},
		[selector, text] as const,
	)
	return () => page.evaluate(() => (window as unknown as { painted: Promise<number> }).painted)
}
