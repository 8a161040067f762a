import type { Page } from '@playwright/test'

/** Another size, with everything in its new place: what follows the window's size does so with the next frame. */
export async function resize(page: Page, size: { width: number; height: number }) {
	await page.setViewportSize(size)
	await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}
