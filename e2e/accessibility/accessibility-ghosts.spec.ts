import { addGhost, expect, heading, rate } from '../fixtures/people.ts'
import { everybodyCanUse } from './accessible-states.ts'

everybodyCanUse('mending a ghost', {
	'a ghost being renamed with a mistake': async ({ rider: { page, open }, ghost }) => {
		await open(`profile/${ghost.id}`)
		await page.getByRole('button', { name: `Edit ${ghost.name}` }).click()
		await page.getByLabel('Name').fill('B')
		await page.getByRole('button', { name: 'Save Changes' }).click()
		await expect(page.getByText('Name must be at least 2 characters')).toBeVisible()
		return page
	},
	'a new link, asked about': async ({ rider: { page }, ghost }) => {
		await page.getByRole('button', { name: 'New link' }).click()
		await expect(page.getByRole('dialog', { name: `New link for ${ghost.name}?` })).toBeVisible()
		return page
	},
	'a ghost that others have rated meanwhile': async ({ rider: { page, open, expectStatus }, driver, ghost }) => {
		expectStatus(409)
		await open(`profile/${ghost.id}`)
		await page.getByRole('button', { name: `Edit ${ghost.name}` }).click()
		await page.getByRole('button', { name: `Delete ${ghost.name}` }).click()
		await rate(driver, ghost.id)
		await page
			.getByRole('dialog')
			.getByRole('button', { name: `Delete ${ghost.name}` })
			.click()
		await expect(page.getByText(`Others have rated ${ghost.name} too.`)).toBeVisible()
		return page
	},
	'a name kept or not': async ({ rider: { page, open, id } }) => {
		await open('home')
		const note = JSON.stringify({ userId: id, nickname: 'Auntie' })
		await page.evaluate((text) => localStorage.setItem('claimedNickname', text), note)
		await open(`profile/${id}`)
		await expect(page.getByRole('button', { name: 'Yes, keep it' })).toBeVisible()
		return page
	},
	'an envelope from which one rating was torn off': async ({ driver: { page, open, ask, id }, ghost }) => {
		await ask('POST', '/api/ghost-drivers/claim', { token: ghost.token })
		await page.emulateMedia({ reducedMotion: 'no-preference' })
		await open(`profile/${id}`)
		await page.getByRole('button', { name: 'Break the seal' }).click()
		await expect(page.getByRole('list', { name: 'Torn off' }).getByRole('listitem')).toHaveCount(1)
		return page
	},
	'the end of a reveal': async ({ driver: { page } }) => {
		await page.getByRole('button', { name: 'So what does that make me?' }).click()
		await expect(heading(page, /^That makes you…/)).toBeFocused()
		return page
	},
	'a claim link that died in use': async ({ rider, visitor: { page, open, expectStatus } }) => {
		expectStatus(404)
		const { id, token } = await addGhost(rider, 'Wrong Chat')
		await open(`claim/${token}`)
		await expect(heading(page, "You've Been Rated")).toBeVisible()
		await rider.ask('POST', `/api/ghost-drivers/${id}/rotate-token`)
		await page.evaluate(() => window.dispatchEvent(new Event('focus')))
		await expect(page.getByText(/^It still worked when you opened it\./)).toBeVisible()
		return page
	},
})
