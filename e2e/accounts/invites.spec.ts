import type { Page } from '@playwright/test'
import { pathOf } from '../fixtures/operator.ts'
import { atPath, expect, heading, inInstance, PASSWORD, test, toastTitled, uniqueName } from '../fixtures/people.ts'

const TOO_LATE = 'This ride has left'

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
	const { page, open } = await newPerson({ on: instance })
	const link = pathOf(instance.log())
	await open(link)
	await expect(heading(page, 'You take the wheel')).toBeVisible()
	await expect(page).toHaveTitle('You take the wheel · Backseat')
	await page.reload()
	await expect(heading(page, 'You take the wheel')).toBeVisible()
	expect(new URL(page.url()).pathname).toBe(inInstance(`/${link}`))
	await signUp(page, uniqueName('first'))

	const late = await newPerson({ on: instance })
	late.expectStatus(404)
	await late.open(link)
	await expect(heading(late.page, TOO_LATE)).toBeVisible()
	await late.page.getByRole('link', { name: 'Back to Home' }).click()
	await late.page.waitForURL(atPath('/home'))
})
