import { makeHost } from '../fixtures/hosts.ts'
import { operator } from '../fixtures/operator.ts'
import { addGhost, expect, heading, PASSWORD, uniqueName } from '../fixtures/people.ts'
import { everybodyCanUse } from './accessible-states.ts'

everybodyCanUse("the host's page", {
	'the overview': async ({ driver: host, instance }) => {
		await makeHost(instance, host)
		const { page, open } = host
		await open('host')
		await expect(heading(page, 'Dashboard')).toBeVisible()
		await expect(page.getByText(`The terminal made ${host.username} host.`)).toBeVisible()
		await page.getByText(/checks are fine$/).click()
		await expect(page.getByText('looks at more')).toBeVisible()
		return page
	},
	'the password, asked for in the middle of an act': async ({ driver: host, rider }) => {
		host.expectStatus(403)
		await host.open(`host/people?search=${rider.username}`)
		await host.page.getByRole('button', { name: `Reset link for ${rider.username}` }).click()
		await host.page.getByLabel('Your password').fill('not-the-right-key')
		await host.page.getByRole('button', { name: 'Go on' }).click()
		await expect(host.page.getByText('That is not your current password')).toBeVisible()
		return host.page
	},
	'a new key, to hand over': async ({ driver: host }) => {
		await host.page.getByLabel('Your password').fill(PASSWORD)
		await host.page.getByRole('button', { name: 'Go on' }).click()
		await expect(host.page.getByRole('dialog').getByText(/\/reset\//)).toBeVisible()
		return host.page
	},
	'a member about to be removed': async ({ driver: host, rider }) => {
		await host.page.keyboard.press('Escape')
		await host.page.getByRole('button', { name: `More for ${rider.username}` }).click()
		await host.page.getByRole('menuitem', { name: 'Remove' }).click()
		await expect(host.page.getByRole('button', { name: 'Remove for Good' })).toBeVisible()
		return host.page
	},
	'nobody by that name': async ({ driver: { page } }) => {
		await page.keyboard.press('Escape')
		await page.getByLabel('Find somebody').fill('nobody-at-all')
		await expect(heading(page, 'Nobody answers to that')).toBeVisible()
		return page
	},
	'the backups': async ({ driver: host, instance }) => {
		await operator(instance, 'backup', 'create')
		await host.open('host/backups')
		await expect(host.page.getByText('Verified', { exact: true }).first()).toBeVisible()
		return host.page
	},
	'a claim link, to hand over': async ({ driver: host, rider }) => {
		await addGhost(rider, 'Aunt Amy')
		const ghost = await addGhost(rider, uniqueName('Uncle'))
		await host.open('host/people?show=ghosts')
		const row = host.page.getByRole('listitem').filter({ hasText: ghost.name })
		await row.getByRole('button', { name: 'New link' }).click()
		await host.page.getByRole('dialog').getByRole('button', { name: 'New link' }).click()
		await expect(host.page.getByRole('dialog').getByText(/\/claim\//)).toBeVisible()
		return host.page
	},
	'the notice of a claim that was undone': async ({ driver: host, rider }) => {
		const ghost = await addGhost(host, 'Wrong Person')
		await rider.ask('POST', '/api/ghost-drivers/claim', { token: ghost.token })
		await host.ask('POST', `/api/host/ghosts/${ghost.id}/undo-claim`)
		await rider.open('home')
		await expect(rider.page.getByText('A claim of yours was undone')).toBeVisible()
		return rider.page
	},
	'invitations, and one about to be revoked': async ({ driver: host }) => {
		const note = uniqueName('choir')
		await host.ask('POST', '/api/host/invitations', { note, uses: 3, days: 7 })
		await host.open('host/invitations')
		const invitation = host.page.getByRole('listitem').filter({ hasText: note })
		await invitation.getByRole('button', { name: 'Revoke' }).click()
		await expect(heading(host.page, `Revoke ${note}?`)).toBeVisible()
		return host.page
	},
	'an invitation with a mistake': async ({ driver: { page } }) => {
		await page.keyboard.press('Escape')
		await page.getByLabel('People').fill('0')
		await page.getByRole('button', { name: 'Make an invitation' }).click()
		await expect(page.getByText('An invitation is for one person or more.')).toBeVisible()
		return page
	},
	'a rating about to be reported': async ({ driver: { page, open, id } }) => {
		await open(`profile/${id}`)
		await page.getByRole('button', { name: /^More about this rating/ }).click()
		await page.getByRole('menuitem', { name: 'Not fair? Report it' }).click()
		await expect(page.getByRole('dialog', { name: 'Not fair?' })).toBeVisible()
		return page
	},
	'a rating that was reported': async ({ driver: { page } }) => {
		await page.getByText('Something else').click()
		await page.getByRole('button', { name: 'Report it', exact: true }).click()
		await page.getByRole('button', { name: 'Okay' }).click()
		await expect(page.getByRole('button', { name: /^Reported/ })).toBeVisible()
		return page
	},
	'the reports': async ({ driver: { page, open, username } }) => {
		await open('host/reports')
		await expect(page.getByRole('article', { name: username })).toBeVisible()
		return page
	},
	'a rating about to be removed': async ({ driver: { page, username } }) => {
		const report = page.getByRole('article', { name: username })
		await report.getByRole('button', { name: 'Remove the rating' }).click()
		await expect(page.getByRole('alertdialog')).toBeVisible()
		return page
	},
	'the way on for who is not host': async ({ rider: { page, open } }) => {
		await open('host')
		await expect(heading(page, 'Only hosts sit behind the wheel here.')).toBeVisible()
		return page
	},
})
