import { expect, fillVerdict, heading } from '../fixtures/people.ts'
import { everybodyCanUse } from './accessible-states.ts'

everybodyCanUse('what one has said', {
	'my verdicts, with a new answer': async ({ rider: { page, open }, ghost, driver }) => {
		const [rating] = await driver.ask<{ id: number }[]>('GET', '/api/ratings/received')
		await driver.ask('PUT', `/api/ratings/${rating?.id}/reply`, { sticker: 'music' })
		await open('verdicts')
		await expect(page.getByText('1 driver answered')).toBeVisible()
		await expect(page.getByRole('link', { name: ghost.name })).toBeVisible()
		return page
	},
	'a verdict being changed': async ({ rider: { page } }) => {
		await page.getByRole('button', { name: 'Change it' }).first().click()
		await expect(page.getByRole('dialog')).toBeVisible()
		return page
	},
	'a verdict about to be taken back': async ({ rider: { page } }) => {
		await page.keyboard.press('Escape')
		await page.getByRole('button', { name: 'Take it back' }).first().click()
		await expect(page.getByRole('alertdialog')).toBeVisible()
		return page
	},
	'no verdicts': async ({ visitor: { page, open } }) => {
		await open('verdicts')
		await expect(page.getByText('No verdicts yet')).toBeVisible()
		return page
	},
	'a verdict on its way': async ({ visitor: { page, context, open, expectNoAnswer } }) => {
		expectNoAnswer()
		await open('rating/2')
		await context.route('**/api/ratings', (route) => route.abort())
		await fillVerdict(page)
		await page.getByRole('button', { name: 'Spill the tea' }).click()
		await expect(heading(page, 'Your verdict is on its way')).toBeVisible()
		return page
	},
	'home while a verdict is on its way': async ({ visitor: { page, open } }) => {
		await open('home')
		await expect(page.getByText(/^On its way: Demo Driver/).first()).toBeVisible()
		return page
	},
})
