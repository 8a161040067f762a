import { makeHost } from '../fixtures/hosts.ts'
import { atPath, expect, heading, logIn, openAccountMenu, test } from '../fixtures/people.ts'

test('whoever is not signed in logs in and arrives at the part they wanted, also after a reload', async ({
	member,
	newPerson,
	instance,
}) => {
	const host = await member('host')
	await makeHost(instance, host)
	const { page, open } = await newPerson()

	await open('host/journal')
	await page.waitForURL(atPath('/auth'))
	await page.reload()
	await logIn(page, host.username)

	await page.waitForURL(atPath('/host/journal'))
	await expect(heading(page, 'Journal')).toBeVisible()
	await expect(page.getByText(`The terminal made ${host.username} host.`)).toBeVisible()
	// And from anywhere by the menu.
	await open('home')
	await openAccountMenu(page, host.username)
	await page.getByRole('menuitem', { name: 'Behind the wheel' }).click()
	await page.waitForURL(atPath('/host'))
	await expect(heading(page, 'Behind the wheel')).toBeVisible()
	await page.getByRole('link', { name: 'Journal' }).click()
	await expect(heading(page, 'Journal')).toBeVisible()
})

test('a member reads who sits behind the wheel, and asks nothing that is for hosts', async ({ member }) => {
	const { page, open, username } = await member('rider')
	const asked: string[] = []
	page.on('request', (request) => asked.push(new URL(request.url()).pathname))

	for (const part of ['host', 'host/people', 'host/ghosts', 'host/journal']) {
		await open(part)
		await expect(heading(page, 'Only hosts sit behind the wheel here.')).toBeVisible()
	}
	await openAccountMenu(page, username)
	await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeVisible()
	await expect(page.getByRole('menuitem', { name: 'Behind the wheel' })).toHaveCount(0)
	await page.keyboard.press('Escape')
	await page.getByRole('link', { name: 'Back to Home' }).click()
	await page.waitForURL(atPath('/home'))

	expect(asked.filter((path) => path.includes('/api/host'))).toEqual([])
})
