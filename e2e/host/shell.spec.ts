import { expectAccessibleInOneTheme } from '../accessibility/accessible.ts'
import { makeHost } from '../fixtures/hosts.ts'
import {
	addGhost,
	atPath,
	expect,
	heading,
	logIn,
	openAccountMenu,
	PASSWORD,
	test,
	toastTitled,
} from '../fixtures/people.ts'
import { expectNothingCutOff } from '../screens/cut-off.ts'

const PARTS = ['', '/people', '/people?show=ghosts', '/invitations', '/backups', '/reports'].map(
	(part) => `host${part}`,
)

test('a visitor logs in and arrives at the part they wanted, also after a reload', { tag: '@thorough' }, async ({
	member,
	newPerson,
	instance,
}) => {
	const host = await member('host')
	await makeHost(instance, host)
	const { page, open } = await newPerson()

	await open('host/invitations')
	await page.waitForURL(atPath('/auth'))
	await page.reload()
	await logIn(page, host.username)

	await page.waitForURL(atPath('/host/invitations'))
	await expect(heading(page, 'Invitations')).toBeVisible()
	// The menu leads there from every screen.
	await open('home')
	await openAccountMenu(page, host.username)
	await page.getByRole('menuitem', { name: 'Behind the wheel' }).click()
	await page.waitForURL(atPath('/host'))
	await expect(heading(page, 'Behind the wheel')).toBeVisible()
	await page.getByRole('link', { name: 'People' }).click()
	await expect(heading(page, 'People')).toBeVisible()
})

test('former addresses of parts lead to where these are now [spec 15.43] [spec 15.44]', async ({
	member,
	instance,
}) => {
	const host = await member('host')
	await makeHost(instance, host)
	const { page, open } = host

	await open('host/ghosts?search=nobody-at-all')
	await page.waitForURL(/\/host\/people\?search=nobody-at-all&show=ghosts$/)
	await expect(heading(page, 'Nobody haunts by that name')).toBeVisible()
	await open('host/journal')
	await page.waitForURL(/\/host#journal$/)
	await expect(heading(page, 'Journal')).toBeInViewport()
	await expect(page.getByText(`The terminal made ${host.username} host.`)).toBeVisible()
})

test('a member reads who sits behind the wheel, and asks nothing that is for hosts', async ({ member }) => {
	const { page, open, username } = await member('rider')
	const asked: string[] = []
	page.on('request', (request) => asked.push(new URL(request.url()).pathname))

	// The frame around all parts makes the check.
	for (const part of process.env.E2E_EVERY_CASE === '1' ? PARTS : PARTS.slice(0, 2)) {
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

test('on a phone 360 pixels wide no part of the page scrolls sideways or cuts off a word, each has a title of its own, and axe finds nothing grave in light or in dark', {
	tag: '@own-size',
}, async ({ member, instance }) => {
	const host = await member('host', {
		viewport: { width: 360, height: 700 },
		reducedMotion: 'reduce',
		colorScheme: 'light',
	})
	await makeHost(instance, host)
	await addGhost(host, 'Chauffeur Maximilian von und zu Hohenschwangau')
	const titles = new Set<string>()
	for (const [nth, part] of PARTS.entries()) {
		await host.open(part)
		await expect(host.page.getByRole('navigation', { name: 'Behind the wheel' })).toBeVisible()
		await expect(host.page.getByRole('heading', { level: 1 })).toHaveCount(1)
		await expectNothingCutOff(host.page, part)
		await expectAccessibleInOneTheme(host.page, part, nth)
		titles.add(await host.page.title())
	}
	// Members and ghosts share one.
	expect(titles.size).toBe(PARTS.length - 1)
})

test('a host who is asked for the password loses nothing, by keyboard alone: not by cancelling, not by mistyping', async ({
	member,
	instance,
}) => {
	const host = await member('host')
	const friend = await member('friend')
	await makeHost(instance, host)
	const { page, open, expectStatus } = host
	expectStatus(403)
	const renamed = `y${friend.username}`.slice(0, 20)
	await open(`host/people?search=${friend.username}`)
	await page.getByRole('button', { name: `More for ${friend.username}` }).press('Enter')
	await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeFocused()
	await page.keyboard.press('Enter')
	const form = page.getByRole('dialog', { name: `Rename ${friend.username}` })
	const name = form.getByLabel('New username')
	await expect(name).toBeFocused()
	await page.keyboard.press('ControlOrMeta+a')
	await page.keyboard.type(renamed)

	await page.keyboard.press('Enter')
	const question = page.getByRole('dialog', { name: 'Hands on the wheel' })
	const password = question.getByLabel('Your password')
	await expect(password).toBeFocused()
	await page.keyboard.press('Escape')
	await expect(question).toHaveCount(0)
	await expect(name).toBeFocused()
	await expect(name).toHaveValue(renamed)
	await expect(form.getByRole('alert')).toHaveCount(0)

	await page.keyboard.press('Enter')
	await expect(password).toBeFocused()
	await page.keyboard.type('not-the-right-key')
	await page.keyboard.press('Enter')
	await expect(question.getByText('That is not your current password')).toBeVisible()
	await expect(password).toBeFocused()
	await page.keyboard.press('ControlOrMeta+a')
	await page.keyboard.type(PASSWORD)
	await page.keyboard.press('Enter')

	await expect(toastTitled(page, `New plate: ${renamed}`)).toBeVisible()
	await expect(page.getByRole('dialog')).toHaveCount(0)
	await expect(page).toHaveURL(new RegExp(`search=${friend.username}$`))
	await expect(page.getByLabel('Find somebody')).toHaveValue(friend.username)
})
