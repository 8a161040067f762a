import { addGhost, atPath, expect, heading, logIn, openAccountMenu, test } from '../fixtures/people.ts'

test('a guest finds the trip they rode along on in the glovebox, and has it in their account, where kinds are stamped [spec 15.16] [spec 15.18] [spec 15.25]', {
	tag: '@thorough',
}, async ({ member, newPerson }) => {
	const [maker, driver] = [await member('maker'), await member('driver')]
	const ghost = await addGhost(maker, 'Uncle Bob')
	const { token } = await maker.ask<{ token: string }>('POST', '/api/trips', {
		name: 'To the sea',
		driverIds: [ghost.id],
	})
	const { page, open, ask } = await newPerson()
	await open('home')
	await ask('POST', `/api/trips/${token}/seat`)

	await open('verdicts')
	await page.getByRole('link', { name: 'Trips and what you sent are in the glovebox' }).click()
	await page.waitForURL(atPath('/glovebox'))
	const trip = page.getByRole('link', { name: /^To the sea/ })
	await expect(trip).toBeVisible()
	await open('auth')
	await logIn(page, driver.username)
	await expect(heading(page, 'Who are you rating today?')).toBeVisible()
	await openAccountMenu(page, driver.username)
	await page.getByRole('menuitem', { name: 'Glovebox' }).click()
	await expect(page.getByText('0 of 24')).toBeVisible()
	await expect(trip).toBeVisible()

	await open(`profile/${driver.id}`)
	await open('glovebox')
	await expect(page.getByText('1 of 24')).toBeVisible()
	await expect(page.getByRole('listitem').filter({ hasText: 'Parked' })).toBeVisible()
	await trip.click()
	await page.waitForURL(atPath(`/trip/${token}`))
})
