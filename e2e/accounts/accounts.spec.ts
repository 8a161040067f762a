import type { Page } from '@playwright/test'
import {
	addGhost,
	atPath,
	driverRow,
	expect,
	fillSignUp,
	heading,
	logIn,
	logOut,
	openAccountMenu,
	PASSWORD,
	signUpWithoutHost,
	test,
	toastTitled,
	uniqueName,
} from '../fixtures/people.ts'

/** Records the page's titles from this call on. */
async function titlesFromNowOn(page: Page): Promise<() => Promise<string[]>> {
	const titles = await page.evaluateHandle(() => {
		const seen = [document.title]
		const note = () => seen.push(document.title)
		new MutationObserver(note).observe(document.head, { subtree: true, childList: true, characterData: true })
		return seen
	})
	return () => titles.jsonValue()
}

test('a newcomer signs up and is welcomed home [spec 8.26] [spec 10.11]', async ({ newPerson }) => {
	const { page, open } = await newPerson()
	await open('home')
	await page.getByRole('banner').getByRole('link', { name: 'Login or Sign Up' }).click()
	await page.waitForURL(atPath('/auth'))
	await expect(heading(page, 'Login or Sign Up')).toBeVisible()
	const name = uniqueName('newbie')
	const titles = await titlesFromNowOn(page)
	await fillSignUp(page, name)

	await page.waitForURL(atPath('/home'))
	// After a form, the splash is skipped.
	expect(await titles()).not.toContain('Welcome · Backseat')
	await expect(toastTitled(page, 'Welcome!')).toContainText(`You've successfully logged in as ${name}`)
	await expect(page.getByRole('banner').getByRole('button', { name })).toBeVisible()
	const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('currentUser') ?? 'null'))
	expect(Object.keys(kept).sort()).toEqual(['avatarId', 'display_name', 'id', 'username'])
	expect(kept.avatarId).toBeGreaterThanOrEqual(1)
	expect(kept.avatarId).toBeLessThanOrEqual(5)

	await page.reload()
	await expect(page.getByRole('banner').getByRole('button', { name })).toBeVisible()
})

test('an address with nonsense or another site in it leads nowhere but home [T21]', async ({ newPerson, member }) => {
	const { username } = await member('phished')
	const { page, open } = await newPerson()
	await open('auth?next=https://evil.example/host&ratingId=1&driverId=https://evil.example/')
	await logIn(page, username)
	await page.waitForURL(atPath('/home'))
})

test('a member logs out in one tab and is out in the other [spec 8.26]', { tag: '@desktop' }, async ({ member }) => {
	const rider = await member('rider')
	await rider.open('home')
	const other = await rider.context.newPage()
	await other.goto('home')
	await expect(other.getByRole('banner').getByRole('button', { name: rider.username })).toBeVisible()
	await rider.page.bringToFront()

	await openAccountMenu(rider.page, rider.username)
	await expect(rider.page.getByRole('menu').getByText('My Account')).toBeVisible()
	await expect(rider.page.getByRole('menuitem', { name: 'Profile' })).toBeVisible()
	await rider.page.getByRole('menuitem', { name: 'Log out' }).click()

	await expect(toastTitled(rider.page, 'Logged out')).toContainText('You have been successfully logged out.')
	await rider.page.waitForURL(atPath('/home'))
	await expect(rider.page.getByText("Don't let your ratings disappear into traffic.")).toBeVisible()
	await expect(other.getByRole('banner').getByRole('link', { name: 'Login or Sign Up' })).toBeVisible()
	expect(await rider.page.evaluate(() => localStorage.getItem('currentUser'))).toBeNull()
	await rider.ask('GET', '/api/user', undefined, 401)
})

test('logging out works while the server is away, and the session ends on the server before the next log-in [spec 7.24]', async ({
	member,
	ownInstance,
}) => {
	const instance = await ownInstance()
	const rider = await member('rider', { on: instance })
	await addGhost(rider, 'Private Pete')
	await rider.open('home')
	await expect(driverRow(rider.page, 'Private Pete')).toBeVisible()
	const cookies = await rider.context.cookies()
	// The menu must be open before the server stops, because its code is fetched on hover.
	await openAccountMenu(rider.page, rider.username)
	rider.expectNoAnswer()
	await instance.stop()

	await rider.page.getByRole('menuitem', { name: 'Log out' }).click()

	await expect(rider.page.locator('.toast[data-variant=destructive]')).toBeVisible()
	await expect(rider.page.getByRole('banner').getByRole('link', { name: 'Login or Sign Up' })).toBeVisible()
	// The next person must not see the previous member's data.
	await expect(rider.page.getByText('Private Pete')).toHaveCount(0)
	expect(await rider.page.evaluate(() => localStorage.getItem('currentUser'))).toBeNull()
	await instance.start()
	await rider.open('auth')
	await logIn(rider.page, rider.username)
	await rider.page.waitForURL(atPath('/home'))
	// The server has closed the session; deleting the cookie alone would not suffice.
	const session = cookies.find(({ name }) => name.endsWith('backseat_session'))
	const answer = await fetch(new URL('api/user', instance.address), {
		headers: { cookie: `${session?.name}=${session?.value}` },
	})
	expect(answer.status).toBe(401)
})

test('signing in as another member in another tab: this tab follows', { tag: '@thorough' }, async ({
	member,
	newPerson,
}) => {
	const first = await member('first')
	const second = await member('second')
	const { page, open, context } = await newPerson()
	await open('auth')
	await logIn(page, first.username)
	await page.waitForURL(atPath('/home'))
	const other = await context.newPage()
	await other.goto('home')
	await logOut(other, first.username)
	await other.goto('auth')
	await logIn(other, second.username)
	await other.waitForURL(atPath('/home'))

	await page.bringToFront()

	await expect(page.getByRole('banner').getByRole('button', { name: second.username })).toBeVisible()
})

test('passwords go where password managers look for them', { tag: '@thorough' }, async ({ newPerson }) => {
	const { page, open } = await newPerson()
	await open('auth')
	await page.getByRole('tab', { name: 'Log In' }).click()
	await expect(page.getByLabel('Username')).toHaveAttribute('autocomplete', /^username\b/)
	await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('autocomplete', 'current-password')
	await page.getByRole('tab', { name: 'Sign Up' }).click()
	await signUpWithoutHost(page)
	await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('autocomplete', 'new-password')
	await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
	await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'password')
})
