import { makeHost } from '../fixtures/hosts.ts'
import { addGhost, atPath, expect, heading, logIn, openAccountMenu, test } from '../fixtures/people.ts'
import { expectNothingCutOff } from '../screens/cut-off.ts'

const PARTS = ['', '/people', '/ghosts', '/invitations', '/backups', '/reports', '/journal'].map(
	(part) => `host${part}`,
)

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

	for (const part of PARTS) {
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

test('on a phone 360 pixels wide no part of the page scrolls sideways or cuts off a word, and each has a title of its own', {
	tag: '@own-size',
}, async ({ member, instance }) => {
	const host = await member('host', { viewport: { width: 360, height: 700 } })
	await makeHost(instance, host)
	await addGhost(host, 'Chauffeur Maximilian von und zu Hohenschwangau')
	const titles = new Set<string>()
	for (const part of PARTS) {
		await host.open(part)
		await expect(host.page.getByRole('navigation', { name: 'Behind the wheel' })).toBeVisible()
		await expect(host.page.getByRole('heading', { level: 1 })).toHaveCount(1)
		await expectNothingCutOff(host.page, part)
		titles.add(await host.page.title())
	}
	expect(titles.size).toBe(PARTS.length)
})
