import { atPath, expect, heading, rate, test, toastTitled, uniqueName } from '../fixtures/people.ts'

test('a member renames themself: the name changes everywhere at once [spec 7.4] [spec 12.22]', async ({ member }) => {
	const rider = await member('rider')
	const { page } = rider
	await rider.open(`profile/${rider.id}`)
	// Without ratings the average of 0 is shown at text size.
	const average = page.getByRole('main').getByText(/^Average:/)
	expect(await average.evaluate((zero) => Number.parseFloat(getComputedStyle(zero).fontSize))).toBeLessThan(20)
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
			// React Aria allows 600 ms for the keyboard.
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

test('a profile shows what the last passenger said and where to go from there', { tag: '@thorough' }, async ({
	member,
	newPerson,
}) => {
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

test("a driver reads all ratings, 20 at a time, and 'Show more' goes on where they were reading [spec 10.14]", {
	tag: '@thorough',
}, async ({ member }) => {
	const driver = await member('driver')
	const rider = await member('rider')
	for (let stars = 0; stars < 43; stars++) await rate(rider, driver.id, { stars: 1 + (stars % 5) })
	const { page } = driver
	await driver.open(`profile/${driver.id}`)
	const lines = page.getByRole('region', { name: 'Earlier ratings' }).getByRole('listitem')
	await expect(lines).toHaveCount(20)
	await expect(heading(page, 'Earlier ratings')).toBeVisible()

	await page.getByRole('button', { name: 'Show more' }).focus()
	await page.keyboard.press('Enter')
	await expect(lines).toHaveCount(40)
	await expect(lines.nth(20)).toBeFocused()
	await expect(lines.nth(20)).toBeInViewport()
	await page.keyboard.press('Tab')
	await expect(lines.nth(20).getByRole('button', { name: /out of 5/ })).toBeFocused()
	await page.keyboard.press('Enter')
	await expect(lines.nth(20).getByRole('button', { name: /^Answer \(/ })).toBeVisible()
	await page.getByRole('button', { name: 'Show more' }).press('Enter')
	await expect(lines).toHaveCount(42)
	await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0)
})
