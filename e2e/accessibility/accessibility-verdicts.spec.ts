import { expect } from '../fixtures/people.ts'
import { everybodyCanUse } from './accessible-states.ts'

everybodyCanUse('what one has said', {
	'my verdicts': async ({ rider: { page, open }, ghost }) => {
		await open('verdicts')
		await expect(page.getByRole('link', { name: ghost.name })).toBeVisible()
		return page
	},
	'a verdict being changed': async ({ rider: { page, open } }) => {
		await open('verdicts')
		await page.getByRole('button', { name: 'Change it' }).first().click()
		await expect(page.getByRole('dialog')).toBeVisible()
		return page
	},
	'a verdict about to be taken back': async ({ rider: { page, open } }) => {
		await open('verdicts')
		await page.getByRole('button', { name: 'Take it back' }).first().click()
		await expect(page.getByRole('alertdialog')).toBeVisible()
		return page
	},
	'no verdicts': async ({ visitor: { page, open } }) => {
		await open('verdicts')
		await expect(page.getByText('No verdicts yet')).toBeVisible()
		return page
	},
})
