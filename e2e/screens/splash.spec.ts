import { atPath, expect, heading, test } from '../fixtures/people.ts'

test('a visitor who opens the plain address sees the logo and is on the way home after a second and a half [spec 9.12]', async ({
	newPerson,
}) => {
	const { page, open } = await newPerson()
	await open('')
	const opened = Date.now()
	await expect(page.getByText('Backseat', { exact: true }).first()).toBeVisible()
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
