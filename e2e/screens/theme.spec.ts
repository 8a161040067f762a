import { expect, test } from '../fixtures/people.ts'

const theme = (page: import('@playwright/test').Page) => page.locator('html').getAttribute('data-theme')

test('a visitor switches to dark, and the next page is dark before anything is painted', async ({ newPerson }) => {
	const { page, open, context } = await newPerson({ colorScheme: 'light' })
	await open('home')
	expect(await theme(page)).toBe('light')
	await page.getByRole('banner').getByRole('button', { name: 'Theme' }).click()
	await page.getByRole('menuitemradio', { name: 'Dark' }).click()
	await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')

	await context.addInitScript(() => {
		const seen: (string | undefined)[] = []
		Object.assign(window, { themesPainted: seen })
		new PerformanceObserver((list) => {
			for (const _ of list.getEntries()) seen.push(document.documentElement.dataset.theme)
		}).observe({ type: 'paint', buffered: true })
		// Records the theme at the start of the body, long before the first paint.
		new MutationObserver((_, observer) => {
			if (!document.body) return
			seen.push(document.documentElement.dataset.theme)
			observer.disconnect()
		}).observe(document, { childList: true, subtree: true })
	})
	await page.reload()
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
	const seen = await page.evaluate(() => (window as unknown as { themesPainted: string[] }).themesPainted)
	expect(seen.length).toBeGreaterThan(0)
	expect(new Set(seen)).toEqual(new Set(['dark']))
	await expect(page.locator('meta[name="theme-color"]')).toHaveAttribute('content', '#14121c')
})

test('without a choice the device decides, also while the page is open', async ({ newPerson }) => {
	const { page, open } = await newPerson({ colorScheme: 'dark' })
	await open('home')
	expect(await theme(page)).toBe('dark')
	await page.emulateMedia({ colorScheme: 'light' })
	await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
})

test('a member finds the switch in the account menu, and the other tab follows', async ({ member }) => {
	const rider = await member('rider')
	await rider.open('home')
	const other = await rider.context.newPage()
	await other.goto('home')
	await rider.page.bringToFront()
	await rider.page.getByRole('banner').getByRole('button', { name: rider.username }).click()
	await rider.page.getByRole('menuitemradio', { name: 'Dark' }).click()
	await expect(rider.page.locator('html')).toHaveAttribute('data-theme', 'dark')
	await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark')
})
