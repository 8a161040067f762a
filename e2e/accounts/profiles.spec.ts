import { atPath, expect, heading, rate, test, toastTitled, uniqueName } from '../fixtures/people.ts'

test('a member renames themself: the name changes everywhere at once [spec 7.4]', async ({ member }) => {
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

test('a new name that somebody has is refused at the field and in a toast; Cancel changes nothing', {
	tag: '@thorough',
}, async ({ member }) => {
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

test('a new name that the server cannot save says so', { tag: '@thorough' }, async ({ member }) => {
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

test('a dialog that is left while a phone still waits for its keyboard goes, and nothing unseen lies over the page', async ({
	member,
}) => {
	const { page, id, open } = await member('rider')
	await open(`profile/${id}`)
	await page.evaluate(() => {
		const dialogs = new MutationObserver(() => {
			const dialog = document.querySelector('[role=dialog]')
			if (!dialog) return
			dialogs.disconnect()
			const leaving = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })
			// React Aria gives the keyboard 600 ms.
			setTimeout(() => dialog.dispatchEvent(leaving), 500)
		})
		dialogs.observe(document.body, { subtree: true, childList: true })
	})
	const pencil = page.getByRole('button', { name: 'Edit username' })
	await pencil.click()

	await expect(page.locator('.dialog-backdrop')).toHaveCount(1)
	await expect(page.locator('.dialog-backdrop')).toHaveCount(0)
	await pencil.click()
	await expect(page.getByRole('dialog').getByLabel('Username')).toBeVisible()
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

test('the profile of somebody unrated invites others to be the first, and tells its owner to hand out the link', {
	tag: '@thorough',
}, async ({ member, newPerson }) => {
	const driver = await member('driver')
	await driver.open(`profile/${driver.id}`)
	await expect(driver.page.getByText('No ratings yet. Hand somebody your link.')).toBeVisible()
	await expect(driver.page.getByText('0.0').first()).toBeVisible()
	const { page, open } = await newPerson()
	await open(`profile/${driver.id}`)
	await expect(page.getByText('No ratings yet. Be the first to rate!')).toBeVisible()
})

test("a driver reads all ratings, 20 at a time, and 'Show more' goes on where they were reading [spec 10.14]", async ({
	member,
}) => {
	const driver = await member('driver')
	const rider = await member('rider')
	for (let stars = 0; stars < 43; stars++) await rate(rider, driver.id, { stars: 1 + (stars % 5) })
	const { page } = driver
	await driver.open(`profile/${driver.id}`)
	const lines = page.getByRole('main').getByRole('listitem')
	await expect(lines).toHaveCount(20)
	await expect(heading(page, 'Earlier ratings')).toBeVisible()

	await page.getByRole('button', { name: 'Show more' }).focus()
	await page.keyboard.press('Enter')
	await expect(lines).toHaveCount(40)
	await expect(lines.nth(20)).toBeFocused()
	await expect(lines.nth(20)).toBeInViewport()
	await page.keyboard.press('Tab')
	await expect(lines.nth(20).getByRole('button', { name: /^Not fair\? Report it/ })).toBeFocused()
	await page.getByRole('button', { name: 'Show more' }).press('Enter')
	await expect(lines).toHaveCount(42)
	await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0)
})

test('the profile of an unknown person says so', { tag: '@thorough' }, async ({ newPerson }) => {
	const { page, open, expectStatus } = await newPerson()
	expectStatus(404)
	for (const id of ['4711', 'nobody', '1']) {
		await open(`profile/${id}`)
		await expect(heading(page, 'Profile Not Found')).toBeVisible()
	}
	await page.getByRole('link', { name: 'Go Back Home' }).click()
	await page.waitForURL(atPath('/home'))
})
