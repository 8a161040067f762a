import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import {
	addGhost,
	atPath,
	choose,
	expect,
	heading,
	logIn,
	type Member,
	openAccountMenu,
	openRow,
	PASSWORD,
	type Person,
	rate,
	test,
	toastTitled,
} from '../fixtures/people.ts'

const NEW_PASSWORD = 'a-freshly-cut-key'

async function openSettings({ page, open, username }: Member) {
	await open('home')
	await openAccountMenu(page, username)
	await page.getByRole('menuitem', { name: 'Settings' }).click()
	await page.waitForURL(atPath('/settings'))
	await expect(heading(page, 'Settings')).toBeVisible()
}

/** Logs the same member in on another browser. */
async function elsewhere(newPerson: () => Promise<Person>, { username }: Member): Promise<Person> {
	const other = await newPerson()
	await other.ask('POST', '/api/login', { username, password: PASSWORD })
	return other
}

test('a member changes their password here, and is out in the other browser', { tag: '@thorough' }, async ({
	member,
	newPerson,
}) => {
	const rider = await member('rider')
	const { page } = rider
	const other = await elsewhere(newPerson, rider)
	await openSettings(rider)
	await openRow(page, "Where you're signed in")
	await expect(page.getByRole('button', { name: 'Log out everywhere else (1)' })).toBeVisible()
	await openRow(page, 'Ways in')

	rider.expectStatus(403)
	await page.getByLabel('Current password').fill('not-my-password')
	await page.getByLabel('New password').fill(NEW_PASSWORD)
	await page.keyboard.press('Enter')
	await expect(page.getByText('That is not your current password')).toBeVisible()
	await expect(page.getByLabel('Current password')).toBeFocused()
	await page.getByLabel('Current password').fill(PASSWORD)
	await page.getByRole('button', { name: 'Change Password' }).dblclick()

	await expect(toastTitled(page, 'Password changed')).toBeVisible()
	await expect(page.getByLabel('New password')).toHaveValue('')
	await expect(page.getByText('Only here', { exact: true })).toBeVisible()
	await rider.ask('GET', '/api/user', undefined, 200)
	await other.ask('GET', '/api/user', undefined, 401)

	other.expectStatus(401)
	await other.open('auth')
	await logIn(other.page, rider.username, PASSWORD)
	await expect(toastTitled(other.page, 'Login failed')).toBeVisible()
	await logIn(other.page, rider.username, NEW_PASSWORD)
	await other.page.waitForURL(atPath('/home'))
})

test('a member takes another face and name, and the tab that shows their profile follows [spec 10.3]', {
	tag: '@thorough',
}, async ({ member }) => {
	const rider = await member('rider')
	const { page } = rider
	const profile = await rider.context.newPage()
	await profile.goto(`profile/${rider.id}`)
	await expect(heading(profile, rider.username)).toBeVisible()
	await openSettings(rider)
	const section = page.getByRole('region', { name: 'Your face and name' })
	await openRow(page, 'Your face and name')

	await choose(page, 'Granny at the wheel')
	await section.getByLabel('Display name').fill('Rider on the Storm')
	await section.getByRole('button', { name: 'Save Changes' }).click()

	await expect(toastTitled(page, 'Looking good')).toContainText('You ride as Rider on the Storm.')
	await expect(heading(profile, 'Rider on the Storm')).toBeVisible()
	await section.getByLabel('Display name').fill('')
	await section.getByRole('button', { name: 'Save Changes' }).click()
	await expect(heading(profile, rider.username)).toBeVisible()
})

test('a member takes their data along in both forms', { tag: '@desktop' }, async ({ member }) => {
	const rider = await member('rider')
	const ghost = await addGhost(rider, 'Uncle Bob')
	await rate(rider, ghost.id, { stars: 2, isSmooth: false })
	await openSettings(rider)
	await openRow(rider.page, 'Your data')

	const json = JSON.parse(await downloaded(rider.page, 'JSON', `backseat-${rider.username}.json`))
	expect(json).toMatchObject({
		product: 'Backseat',
		account: { id: rider.id, username: rider.username },
		ratingsGiven: [{ driver: 'Uncle Bob', starRating: 2, rideQuality: 'bumpy' }],
		ghosts: [{ display_name: 'Uncle Bob' }],
	})
	const csv = await downloaded(rider.page, 'CSV', `backseat-${rider.username}.csv`)
	expect(csv.trim().split('\n')).toHaveLength(2)
	expect(csv).toMatch(/Uncle Bob.*bumpy/)
	// The screen stays open.
	await expect(heading(rider.page, 'Settings')).toBeVisible()
})

async function downloaded(page: Page, format: string, name: string): Promise<string> {
	const [download] = await Promise.all([
		page.waitForEvent('download'),
		page.getByRole('link', { name: `Download ${format}` }).click(),
	])
	expect(download.suggestedFilename()).toBe(name)
	return await readFile(await download.path(), 'utf8')
}

test('a member deletes their account, and the ratings they gave stay without their name', { tag: '@thorough' }, async ({
	member,
	newPerson,
}) => {
	const rider = await member('rider')
	const driver = await member('driver')
	await rate(rider, driver.id, { stars: 1 })
	const other = await elsewhere(newPerson, rider)
	const { page } = rider
	await openSettings(rider)
	await openRow(page, 'Leave')
	await page.getByRole('button', { name: 'Delete Account' }).click()
	const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
	await dialog.locator('label', { has: page.getByRole('radio', { name: /^They stay, without my name/ }) }).click()
	await dialog.getByLabel('Your password').fill(PASSWORD)

	await dialog.getByRole('button', { name: 'Delete for Good' }).click()

	await page.waitForURL(atPath('/home'))
	await expect(toastTitled(page, 'You got out')).toBeVisible()
	await expect(page.getByRole('banner').getByRole('link', { name: 'Login or Sign Up' })).toBeVisible()
	expect(await page.evaluate(() => localStorage.getItem('currentUser'))).toBeNull()
	expect(await driver.ask('GET', `/api/ratings/driver/${driver.id}`)).toHaveLength(1)
	await driver.ask('GET', `/api/users/${rider.id}`, undefined, 404)
	await other.ask('GET', '/api/user', undefined, 401)
	await other.ask('POST', '/api/login', { username: rider.username, password: PASSWORD }, 401)
})
