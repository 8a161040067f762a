import { makeHost } from '../fixtures/hosts.ts'
import { operator, pathOf } from '../fixtures/operator.ts'
import { expect, PASSWORD, test, toastTitled, uniqueName } from '../fixtures/people.ts'

test('a host invites a person from a phone, who signs up; the list counts it, and a revoked link lets nobody in', {
	tag: '@thorough',
}, async ({ ownInstance, newPerson }) => {
	const instance = await ownInstance('--signup', 'invite')
	const host = await newPerson({ on: instance })
	const name = uniqueName('host')
	const first = pathOf(await operator(instance, 'invite', 'create', '--public-url', 'http://localhost'))
	await host.ask('POST', '/api/users', {
		username: name,
		password: PASSWORD,
		invite: first.split('/').at(-1),
	})
	await makeHost(instance, { username: name })
	const { page } = host
	host.expectStatus(403)
	await host.open('host/invitations')
	await page.getByLabel('Note').fill('the choir')
	await page.getByLabel('People').fill('2')
	await page.getByRole('button', { name: 'Make an invitation' }).click()
	await page.getByLabel('Your password').fill(PASSWORD)
	await page.getByRole('button', { name: 'Go on' }).click()

	await expect(page.getByText('For 2 people, until')).toBeVisible()
	const link =
		(await page
			.getByRole('dialog')
			.getByText(/\/invite\/\S+/)
			.textContent()) ?? ''
	await page.getByRole('button', { name: 'Close' }).click()
	await expect(page.locator('body')).not.toContainText(link)
	const singer = await newPerson({ on: instance })
	await singer.page.goto(link)
	await singer.page.getByLabel('Username').fill(uniqueName('singer'))
	await singer.page.getByLabel('Password', { exact: true }).fill(PASSWORD)
	await singer.page.getByRole('button', { name: 'Sign Up', exact: true }).click()
	await expect(toastTitled(singer.page, 'Welcome!')).toBeVisible()

	await page.reload()
	const row = page.getByRole('listitem').filter({ hasText: 'the choir' })
	await expect(row).toContainText('1 of 2')
	await row.getByRole('button', { name: 'Revoke' }).click()
	await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
	await expect(toastTitled(page, 'The door is shut')).toContainText('One person came by it, and stays.')
	await expect(row).toContainText('Revoked')
	const late = await newPerson({ on: instance })
	late.expectStatus(404)
	await late.page.goto(link)
	await expect(late.page.getByText('This invitation is invalid, used up or expired.')).toBeVisible()
})
