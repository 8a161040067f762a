import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ENGLISH, offeredLanguages } from '#contract/languages.ts'
import { expect } from '../fixtures/people.ts'
import { desktopTests, productPage, shellPage } from './desktop-tests.ts'

desktopTests((test) => {
	test('the app speaks the language that was chosen in it, with Chromium and in its own pages', {
		tag: '@thorough',
	}, async ({ openApp, userData }) => {
		const language = offeredLanguages.find(({ tag }) => tag !== ENGLISH.tag)
		test.skip(!language, 'Backseat is offered in English only')
		const { tag = '', direction = '' } = language ?? {}
		await writeFile(join(userData, 'desktop-settings.json'), JSON.stringify({ language: tag }))

		const app = await openApp()
		await productPage(app)
		await app.chooseMenu('ride-along')
		const page = await shellPage(app, 'ride-along')

		await expect(page.locator('html')).toHaveAttribute('lang', tag)
		await expect(page.locator('html')).toHaveAttribute('dir', direction)
		const heading = page.getByRole('heading', { level: 1 })
		await expect(heading).toBeVisible()
		await expect(heading).not.toHaveText('Ride along')
		// Made by the main process.
		await page.getByRole('radio').last().check()
		await page.getByRole('textbox').fill('nowhere at all')
		await page.keyboard.press('Enter')
		await expect(page.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true')
		await expect(page.locator('.outcome[data-tone=bad]:not(:empty)')).not.toContainText('There is no address in that')
	})
})
