import { atPath, expect, inInstance, test } from '../fixtures/people.ts'
import { scan } from '../fixtures/qr-code.ts'

test('a driver prints a poster: one postcard and nothing else, whose code leads passengers to the rating page [spec 11.6]', async ({
	member,
	instance,
}) => {
	const driver = await member('driver')
	const { page } = driver
	const ratingPage = new URL(inInstance(`/rating/${driver.id}`), instance.address).href
	await page.addInitScript(() => {
		window.print = () => document.documentElement.setAttribute('data-printed', '')
	})
	await driver.open(`profile/${driver.id}`)
	await page.getByRole('button', { name: 'Get rated' }).click()
	await page.getByRole('link', { name: 'Print a poster' }).click()
	await page.waitForURL(atPath(`/poster/${driver.id}`))

	const poster = page.getByRole('region', { name: 'The poster' })
	await expect(poster).toContainText(ratingPage)
	expect(await scan(poster.getByRole('img'))).toBe(ratingPage)
	await page.getByRole('button', { name: 'Print', exact: true }).click()
	await expect(page.locator('html')).toHaveAttribute('data-printed')

	const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
	expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1)
	const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? []
	// 105 × 148 mm in points; the browser rounds to whole pixels.
	expect(Math.abs(Number(width) - (105 / 25.4) * 72)).toBeLessThan(1)
	expect(Math.abs(Number(height) - (148 / 25.4) * 72)).toBeLessThan(1)
	await page.emulateMedia({ media: 'print' })
	await expect(poster).toBeVisible()
	for (const role of ['banner', 'button', 'link'] as const) await expect(page.getByRole(role)).toHaveCount(0)
	const { x, y } = (await poster.boundingBox()) ?? {}
	expect([x, y]).toEqual([0, 0])
})
