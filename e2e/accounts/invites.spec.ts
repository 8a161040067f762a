import type { Page } from '@playwright/test'
import { pathOf } from '../fixtures/operator.ts'
import { atPath, expect, heading, inInstance, PASSWORD, test, toastTitled, uniqueName } from '../fixtures/people.ts'

async function signUp(page: Page, username: string) {
	await page.getByLabel('Username').fill(username)
	await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
	await page.getByRole('button', { name: 'Sign Up', exact: true }).dblclick()
	await page.waitForURL(atPath('/home'))
	await expect(toastTitled(page, 'Welcome!')).toContainText(username)
}

test('each start prints a link for the host to be; it works once', { tag: '@desktop' }, async ({
	ownInstance,
	newPerson,
}) => {
	const instance = await ownInstance('--signup', 'invite')
	const { page, open, ask } = await newPerson({ on: instance })
	const link = pathOf(instance.log())
	await open(link)
	await expect(heading(page, 'You take the wheel')).toBeVisible()
	await expect(page).toHaveTitle('You take the wheel · Backseat')
	await page.reload()
	await expect(heading(page, 'You take the wheel')).toBeVisible()
	expect(new URL(page.url()).pathname).toBe(inInstance(`/${link}`))
	await signUp(page, uniqueName('first'))
	await ask('GET', `/api/${link.replace('invite', 'invites')}`, undefined, 404)
})
