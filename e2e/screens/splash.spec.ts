import { atPath, expect, heading, test } from '../fixtures/people.ts'

const overlay = '[data-first-visit-overlay]'

test('whoever opens the plain address sees the logo and is on the way home after a second and a half', async ({
	newPerson,
}) => {
	const { page, open } = await newPerson()
	await open('')
	const opened = Date.now()
	await expect(page.getByText('Backseat').first()).toBeVisible()
	await expect(page.getByRole('banner')).toHaveCount(0)

	await page.waitForURL(atPath('/home'))

	expect(Date.now() - opened).toBeGreaterThan(1000)
	expect(Date.now() - opened).toBeLessThan(4000)
	await expect(heading(page, 'Who are you rating today?')).toBeVisible()
})

test('the splash leaves no trace in the history: back goes to where they came from', async ({ newPerson }) => {
	const { page, open, expectStatus } = await newPerson()
	expectStatus(404)
	await open('nowhere/in/particular')
	await open('')
	await page.waitForURL(atPath('/home'))

	await page.goBack()

	await expect(heading(page, '404 Page Not Found')).toBeVisible()
})

test('the very first visit of a session shows logo and progress for two seconds, whatever was opened', {
	tag: '@thorough',
}, async ({ member, newPerson }) => {
	const driver = await member('unrated')
	const { page, open } = await newPerson({ seesFirstVisit: true })
	await open(`infographic/${driver.id}`)
	const opened = Date.now()
	await expect(page.locator(overlay).getByRole('progressbar')).toBeVisible()
	// The screen itself renders underneath meanwhile.
	await expect(page.getByText("This driver hasn't been rated yet.")).toBeAttached()
	await expect(page.locator(overlay)).toHaveCount(0)
	expect(Date.now() - opened).toBeGreaterThan(1300)
	expect(Date.now() - opened).toBeLessThan(4500)

	await page.reload()

	await expect(page.getByText("This driver hasn't been rated yet.")).toBeVisible()
	await expect(page.locator(overlay)).toBeHidden()
})

test('an address that leads nowhere says so', { tag: '@thorough' }, async ({ newPerson }) => {
	const { page, open, expectStatus } = await newPerson()
	expectStatus(404)
	await open('are/we/there/yet')

	await expect(heading(page, '404 Page Not Found')).toBeVisible()
	await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible()

	await page.getByRole('banner').getByRole('link', { name: 'Backseat' }).click()
	await page.waitForURL(atPath('/home'))
})
