import type { Page } from '@playwright/test'
import { expect, rate } from '../fixtures/people.ts'
import { everybodyCanUse } from './accessible-states.ts'

const month = () => new Date().toISOString().slice(0, 7)

/** Opens the year at its first card and turns to the card with this label. */
async function turnTo(page: Page, label: string) {
	const here = page.locator('main section:not([inert])')
	await page.keyboard.press('Home')
	await expect(here).toHaveAttribute('aria-label', month().slice(0, 4))
	for (let card = 0; card < 9 && (await here.getAttribute('aria-label')) !== label; card++) {
		const before = await here.getAttribute('aria-label')
		await page.keyboard.press('ArrowRight')
		await expect(here).not.toHaveAttribute('aria-label', before ?? '')
	}
	await expect(here).toHaveAttribute('aria-label', label)
	return page
}

everybodyCanUse('what all drove together', {
	'the receipt of a month': async ({ rider, driver, ghost }) => {
		for (const { id } of [driver, ghost]) for (const stars of [4, 5]) await rate(rider, id, { stars })
		await driver.open(`receipts/${month()}`)
		await expect(driver.page.getByRole('region', { name: 'Driver of the Month' })).toBeVisible()
		return driver.page
	},
	'a month in which nobody drove': async ({ rider: { page, open } }) => {
		await open('receipts/2020-01')
		await expect(page.getByText('Nobody drove, or nobody told.')).toBeVisible()
		return page
	},
	'no such month': async ({ rider: { page, open } }) => {
		await open('receipts/2020-13')
		await expect(page.getByText('No such month')).toBeVisible()
		return page
	},
	'a year, its first card': async ({ driver: { page, open } }) => {
		await open(`wrapped?year=${month().slice(0, 4)}`)
		return turnTo(page, month().slice(0, 4))
	},
	'the month with most rides': ({ driver: { page } }) => turnTo(page, 'The month with most rides'),
	'the driver of the year': ({ driver: { page } }) => turnTo(page, 'Driver of the Year'),
	'awards of the year': ({ driver: { page } }) => turnTo(page, 'Awards of the year'),
	'own driving': ({ driver: { page } }) => turnTo(page, 'Your own driving'),
	'the end of a year': ({ driver: { page } }) => turnTo(page, 'The end of the road'),
	'own judging': async ({ rider: { page, open } }) => {
		await open(`wrapped?year=${month().slice(0, 4)}`)
		return turnTo(page, 'How you judged')
	},
	'a year without anything': async ({ rider: { page, open } }) => {
		await open('wrapped?year=2020')
		await expect(page.getByText('2020 was parked')).toBeVisible()
		return page
	},
})
