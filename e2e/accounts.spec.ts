import type { Member } from './people.ts'
import {
	addGhost,
	atPath,
	expect,
	fillSignUp,
	heading,
	logIn,
	logOut,
	openAccountMenu,
	PASSWORD,
	rate,
	test,
	toastTitled,
	uniqueName,
} from './people.ts'

test('somebody new signs up and is welcomed home', async ({ newPerson }) => {
	const { page, open } = await newPerson()
	await open('home')
	await page.getByRole('banner').getByRole('link', { name: 'Login or Sign Up' }).click()
	await page.waitForURL(atPath('/auth'))
	await expect(heading(page, 'Login or Sign Up')).toBeVisible()
	const name = uniqueName('newbie')
	await fillSignUp(page, name)

	await page.waitForURL(atPath('/home'))
	await expect(toastTitled(page, 'Welcome!')).toContainText(`You've successfully logged in as ${name}`)
	await expect(page.getByRole('banner').getByRole('button', { name })).toBeVisible()
	const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('currentUser') ?? 'null'))
	expect(Object.keys(kept).sort()).toEqual(['avatarId', 'display_name', 'id', 'username'])
	expect(kept.avatarId).toBeGreaterThanOrEqual(1)
	expect(kept.avatarId).toBeLessThanOrEqual(5)

	await page.reload()
	await expect(page.getByRole('banner').getByRole('button', { name })).toBeVisible()
})

test('a member logs in, whatever the case of the name', async ({ newPerson, member }) => {
	const { username } = await member('returner')
	const { page, open } = await newPerson()
	await open('auth')
	await logIn(page, username.toUpperCase())
	await page.waitForURL(atPath('/home'))
	await expect(toastTitled(page, 'Welcome!')).toContainText(username)
})

test('a wrong password is answered in red, and what was typed stays', async ({ newPerson, member }) => {
	const { username } = await member('forgetful')
	const { page, open, expectStatus } = await newPerson()
	expectStatus(401)
	await open('auth')
	await logIn(page, username, 'not-my-password')
	await expect(toastTitled(page, 'Login failed')).toContainText(
		'Please check your username and password and try again.',
	)
	await expect(toastTitled(page, 'Login failed')).toHaveAttribute('data-variant', 'destructive')
	await expect(page.getByLabel('Username')).toHaveValue(username)

	await logIn(page, username)
	await page.waitForURL(atPath('/home'))
})

test('a taken username is said at sign-up, in the toast and at the field', async ({ newPerson, member }) => {
	const { username } = await member('taken')
	const { page, open, expectStatus } = await newPerson()
	expectStatus(409)
	await open('auth')
	await fillSignUp(page, username.toUpperCase())
	await expect(toastTitled(page, 'Signup failed')).toContainText(
		'This username is already taken. Please choose another one.',
	)
	await expect(page.getByLabel('Username')).toBeFocused()
})

test('a sign-up that the server cannot answer says so', async ({ newPerson }) => {
	const { page, open, expectStatus } = await newPerson()
	expectStatus(500)
	await page.route('**/api/users', (route) => route.fulfill({ status: 500, body: '' }))
	await open('auth')
	await fillSignUp(page, uniqueName('unlucky'))
	await expect(toastTitled(page, 'Signup failed')).toContainText('Failed to create account. Please try again.')
})

test('a member at the door of the log-in is led on, by the same rule as after logging in', async ({ member }) => {
	const rider = await member('rider')
	const { page, open } = rider
	await open('auth')
	await expect(toastTitled(page, 'Already logged in')).toContainText(`You're already riding as ${rider.username}.`)
	await page.waitForURL(atPath('/home'))

	const ratingId = await rate(rider, 2)
	await open(`auth/${ratingId}?driverId=2`)
	await page.waitForURL(atPath('/profile/2'))

	// Without the driver the rating alone leads nowhere special.
	await open(`auth/${ratingId}`)
	await page.waitForURL(atPath('/home'))
})

test('whoever skips the log-in goes home without a word', async ({ newPerson }) => {
	const { page, open } = await newPerson()
	await open('auth')
	await page.getByText('Skip for now').click()
	await page.waitForURL(atPath('/home'))
	await expect(page.locator('.toast')).toHaveCount(0)
})

test('an address with nonsense or another site in it leads nowhere but home', async ({ newPerson, member }) => {
	const { username } = await member('phished')
	const { page, open } = await newPerson()
	await open('auth?ratingId=1&driverId=https://evil.example/')
	await logIn(page, username)
	await page.waitForURL(atPath('/home'))
})

test('a member logs out in one tab and is out in the other', async ({ member }) => {
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

test('logging out works while the server is away, and the server hears of it before the next log-in', async ({
	member,
	ownInstance,
}) => {
	const instance = await ownInstance()
	const rider = await member('rider', { on: instance })
	await addGhost(rider, 'Private Pete')
	await rider.open('home')
	await expect(rider.page.getByRole('link', { name: 'Private Pete' })).toBeVisible()
	const cookies = await rider.context.cookies()
	// Opened beforehand: its code is fetched when the menu comes near.
	await openAccountMenu(rider.page, rider.username)
	rider.expectNoAnswer()
	await instance.stop()

	await rider.page.getByRole('menuitem', { name: 'Log out' }).click()

	await expect(rider.page.locator('.toast[data-variant=destructive]')).toBeVisible()
	await expect(rider.page.getByRole('banner').getByRole('link', { name: 'Login or Sign Up' })).toBeVisible()
	// Whoever sits down next sees nothing of the last one.
	await expect(rider.page.getByText('Private Pete')).toHaveCount(0)
	expect(await rider.page.evaluate(() => localStorage.getItem('currentUser'))).toBeNull()
	await instance.start()
	await rider.open('auth')
	await logIn(rider.page, rider.username)
	await rider.page.waitForURL(atPath('/home'))
	// The old session is closed, not only forgotten.
	const session = cookies.find(({ name }) => name.endsWith('backseat_session'))
	const answer = await fetch(new URL('api/user', instance.address), {
		headers: { cookie: `${session?.name}=${session?.value}` },
	})
	expect(answer.status).toBe(401)
})

test('a log-out that the server did not hear says so', async ({ member }) => {
	const rider = await member('rider')
	rider.expectStatus(500)
	await rider.page.route('**/api/logout', (route) =>
		route.fulfill({ status: 500, json: { message: 'Something went wrong', code: 'internal', requestId: 'none' } }),
	)
	await rider.open('home')
	await logOut(rider.page, rider.username)
	await expect(toastTitled(rider.page, 'Logout failed')).toContainText('Something went wrong')
	await expect(toastTitled(rider.page, 'Logout failed')).toHaveAttribute('data-variant', 'destructive')
})

test('signing in as somebody else in another tab: this tab follows', async ({ member, newPerson }) => {
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

test('a member renames themself: the name changes everywhere at once', async ({ member }) => {
	const rider = await member('rider')
	const { page } = rider
	await rider.open(`profile/${rider.id}`)
	await page.getByRole('button', { name: 'Edit username' }).click()
	const dialog = page.getByRole('dialog', { name: 'Edit username' })
	await expect(dialog).toContainText('Change your username. This will be visible to all users.')
	await expect(dialog.getByLabel('Username')).toHaveAttribute('placeholder', 'Enter new username')
	const name = uniqueName('renamed')
	await dialog.getByLabel('Username').fill(name)
	await dialog.getByRole('button', { name: 'Save Changes' }).click()

	await expect(toastTitled(page, 'Username updated')).toBeVisible()
	await expect(dialog).toHaveCount(0)
	await expect(heading(page, name)).toBeVisible()
	await expect(page.getByRole('banner').getByRole('button', { name })).toBeVisible()
	expect(await rider.ask('GET', `/api/users/${rider.id}`)).toMatchObject({ username: name, display_name: name })
	const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('currentUser') ?? 'null'))
	expect(kept).toMatchObject({ username: name, display_name: name })
})

test('a new name that somebody has is refused at the field and in a toast; Cancel changes nothing', async ({
	member,
}) => {
	const taken = await member('taken')
	const rider = await member('rider')
	const { page } = rider
	rider.expectStatus(409)
	await rider.open(`profile/${rider.id}`)
	await page.getByRole('button', { name: 'Edit username' }).click()
	const dialog = page.getByRole('dialog')
	await dialog.getByLabel('Username').fill(taken.username)
	await dialog.getByRole('button', { name: 'Save Changes' }).click()

	await expect(dialog.getByText('That seat is taken. Pick another one')).toBeVisible()
	await expect(toastTitled(page, 'Username not available')).toBeVisible()
	await expect(dialog.getByLabel('Username')).toBeFocused()

	await dialog.getByRole('button', { name: 'Cancel' }).click()
	await expect(dialog).toHaveCount(0)
	await expect(heading(page, rider.username)).toBeVisible()
})

test('a new name that the server cannot save says so', async ({ member }) => {
	const rider = await member('rider')
	const { page } = rider
	rider.expectStatus(500)
	await rider.open(`profile/${rider.id}`)
	await page.route(`**/api/users/${rider.id}`, (route) =>
		route.request().method() === 'PUT' ? route.fulfill({ status: 500, body: '' }) : route.fallback(),
	)
	await page.getByRole('button', { name: 'Edit username' }).click()
	await page.getByRole('dialog').getByLabel('Username').fill(uniqueName('never'))
	await page.getByRole('button', { name: 'Save Changes' }).click()
	await expect(page.getByText('Failed to update username. Please try again.').first()).toBeVisible()
})

test('a profile shows what the last passenger said and where to go from there', async ({ member, newPerson }) => {
	const driver = await member('driver')
	const rider = await member('rider')
	await rate(rider, driver.id, { stars: 2, isSafe: false })
	await rate(rider, driver.id, { stars: 5, isSmooth: false, isGood: false })
	const { page, open } = await newPerson()
	await open(`profile/${driver.id}`)
	await expect(heading(page, driver.username)).toBeVisible()
	await expect(page.getByText('3.5').first()).toBeVisible()
	await expect(heading(page, 'Recent Ratings')).toBeVisible()
	for (const [label, value] of [
		['Ride quality', 'Bumpy'],
		['Safety feeling', 'Safe'],
		['Vibe quality', 'Off'],
	] as const) {
		const row = page.locator('.receipt-line').filter({ hasText: label })
		await expect(row).toContainText(value)
	}
	await expect(page.getByRole('button', { name: 'Edit username' })).toHaveCount(0)
	await page.getByRole('link', { name: 'View driver stats' }).click()
	await page.waitForURL(atPath(`/infographic/${driver.id}`))
	await page.goBack()
	await page.getByRole('link', { name: 'Rate again' }).click()
	await page.waitForURL(atPath(`/rating/${driver.id}`))

	await driver.open(`profile/${driver.id}`)
	await expect(driver.page.getByRole('link', { name: 'View my stats' })).toBeVisible()
	await expect(driver.page.getByRole('link', { name: 'Rate again' })).toHaveCount(0)
})

test('the profile of somebody unrated invites to be the first', async ({ member }) => {
	const driver = await member('driver')
	await driver.open(`profile/${driver.id}`)
	await expect(driver.page.getByText('No ratings yet. Be the first to rate!')).toBeVisible()
	await expect(driver.page.getByText('0.0').first()).toBeVisible()
})

test('the profile of nobody says so', async ({ newPerson }) => {
	const { page, open, expectStatus } = await newPerson()
	expectStatus(404)
	for (const id of ['4711', 'nobody', '1']) {
		await open(`profile/${id}`)
		await expect(heading(page, 'Profile Not Found')).toBeVisible()
	}
	await page.getByRole('link', { name: 'Go Back Home' }).click()
	await page.waitForURL(atPath('/home'))
})

test.describe('the popup about a new rating', () => {
	/** Signed in, at home, and just rated by somebody. */
	async function rated(member: (name: string) => Promise<Member>) {
		const driver = await member('driver')
		await rate(await member('rater'), driver.id)
		await driver.open('home')
		await expect(driver.page.getByRole('dialog')).toBeVisible()
		return driver
	}
	const isSeen = ({ ask }: Member) =>
		expect
			.poll(async () => (await ask<{ isLatestRatingsSeen: boolean }>('GET', '/api/user')).isLatestRatingsSeen)
			.toBe(true)

	test('leads to the own profile, and does not come again', async ({ member }) => {
		const driver = await rated(member)
		await driver.page.getByRole('dialog').getByRole('button').filter({ hasText: /\w/ }).first().click()
		await driver.page.waitForURL(atPath(`/profile/${driver.id}`))
		await isSeen(driver)
		await driver.open('home')
		await expect(heading(driver.page, 'Who are you rating today?')).toBeVisible()
		await expect(driver.page.getByRole('dialog')).toHaveCount(0)
	})

	test('goes away with Close', async ({ member }) => {
		const driver = await rated(member)
		await driver.page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
		await expect(driver.page.getByRole('dialog')).toHaveCount(0)
		await isSeen(driver)
	})

	test('goes away with a tap beside it', async ({ member }) => {
		const driver = await rated(member)
		await driver.page.mouse.click(20, 20)
		await expect(driver.page.getByRole('dialog')).toHaveCount(0)
		await isSeen(driver)
	})

	test('counts as seen when home is left without a word', async ({ member }) => {
		const driver = await rated(member)
		await driver.page.evaluate(() => history.pushState(null, '', '/add-driver'))
		await driver.page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')))
		await isSeen(driver)
	})

	test('comes to somebody who is home already, within the half minute of the next look', async ({ member }) => {
		const driver = await member('driver')
		await driver.page.clock.install()
		await driver.open('home')
		await expect(heading(driver.page, 'Who are you rating today?')).toBeVisible()
		await rate(await member('rater'), driver.id)
		await driver.page.clock.runFor(30_000)
		await expect(driver.page.getByRole('dialog')).toBeVisible()
	})
})

test('a member who comes back to the tab hears at once what happened meanwhile', async ({ member }) => {
	const driver = await member('driver')
	await driver.open('home')
	await expect(driver.page.getByRole('banner').getByRole('button', { name: driver.username })).toBeVisible()
	await rate(await member('rater'), driver.id)
	// Until a look finds nothing under way; a running one would be taken for the answer.
	await expect(async () => {
		await driver.page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
		await expect(driver.page.getByRole('dialog')).toBeVisible({ timeout: 1000 })
	}).toPass({ timeout: 10_000 })
})

test('passwords go where password managers look for them', async ({ newPerson }) => {
	const { page, open } = await newPerson()
	await open('auth')
	await expect(page.getByLabel('Username')).toHaveAttribute('autocomplete', 'username')
	await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('autocomplete', 'current-password')
	await page.getByRole('tab', { name: 'Sign Up' }).click()
	await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('autocomplete', 'new-password')
	await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
	await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'password')
})
