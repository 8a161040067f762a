import { addGhost, atPath, expect, test } from '../fixtures/people.ts'

test('claiming: each mistake is named at its field, which gets the focus, and nothing typed is lost [spec 5.9]', {
	tag: '@thorough',
}, async ({ member, newPerson }) => {
	const ghost = await addGhost(await member('rider'), 'To Be Claimed')
	const { page, open } = await newPerson()
	await open(`claim/${ghost.token}`)
	const form = page.getByRole('main')
	const field = (label: string) => form.getByLabel(label, { exact: true }).and(page.locator('input'))
	for (const [label, typed, message] of [
		['Username', 'uncle bob!', 'Username can only contain letters, numbers, dots, dashes, and underscores'],
		['Password', '1234567', 'Password must be at least 8 characters'],
	] as const) {
		// Only one field is invalid, so only that one can take the focus.
		await field('Username').fill('uncle.bob')
		await field('Password').fill('something')
		await field(label).fill(typed)
		await form.getByRole('button', { name: 'Show Me the Receipts' }).click()

		await expect(form.getByText(message, { exact: true })).toBeVisible()
		await expect(field(label)).toBeFocused()
		await expect(field(label)).toHaveValue(typed)
		await expect(field(label)).toHaveAttribute('aria-invalid', 'true')
		// The field's description makes screen readers announce the error.
		await expect(field(label)).toHaveAccessibleDescription(new RegExp(message))
	}
})

test('adding a ghost with the Enter key, pressed twice, sends once', { tag: '@thorough' }, async ({ member }) => {
	const rider = await member('rider')
	const { page } = rider
	const sent: string[] = []
	page.on('request', (request) => {
		if (request.method() !== 'GET' && atPath('/api/ghost-drivers')(new URL(request.url()))) sent.push(request.url())
	})
	await rider.open('add-driver')
	await page.getByRole('tab', { name: 'New Driver' }).click()
	await page.getByLabel('Name').fill('Only Once')
	await page.keyboard.press('Enter')
	await page.keyboard.press('Enter')
	await page.waitForURL(/\/rating\/\d+$/)
	expect(sent).toHaveLength(1)
	expect(await rider.ask('GET', '/api/ghost-drivers')).toHaveLength(1)
})
