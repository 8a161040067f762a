import type { Page } from '@playwright/test'

/** Resizes and waits a frame, because resize observers run with the next one. */
export async function resize(page: Page, size: { width: number; height: number }) {
	await page.setViewportSize(size)
	await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}
