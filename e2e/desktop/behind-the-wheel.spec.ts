import { request } from '@playwright/test'
import { pathOf } from '../fixtures/operator.ts'
import { expect, heading, PASSWORD, uniqueName } from '../fixtures/people.ts'
import { askFrom, desktopTests, lanAddress, productPage, shellPage, signedUp } from './desktop-tests.ts'

desktopTests((test) => {
	test('a friend who forgot a password is helped in three taps from the panel; on a phone the helper is no host', {
		tag: '@thorough',
	}, async ({ openApp }) => {
		test.skip(!lanAddress, 'This machine is on no network')
		const app = await openApp()
		const { page, username } = await signedUp(app)
		await app.chooseMenu('let-the-car-in')
		const panel = await shellPage(app, 'let-the-car-in')
		await panel.getByRole('switch', { name: 'Phones on this Wi-Fi may get in' }).click()
		await expect(panel.getByText(`http://${lanAddress}`).first()).toBeVisible()
		const phone = await request.newContext({ baseURL: `http://${lanAddress}:${new URL(page.url()).port}/` })
		const ask = askFrom(phone)
		const friend = uniqueName('friend')
		await ask('POST', '/api/users', { username: friend, password: PASSWORD })

		await panel.getByRole('button', { name: 'Take the wheel' }).click()
		const wheel = await productPage(app)
		await expect(heading(wheel, 'Behind the wheel')).toBeVisible()
		await wheel.getByRole('navigation', { name: 'Behind the wheel' }).getByRole('link', { name: 'People' }).click()
		await wheel.getByRole('button', { name: `Reset link for ${friend}` }).click()
		// The first act asks for the password in the desktop app too.
		await wheel.getByLabel('Your password').fill(PASSWORD)
		await wheel.getByRole('button', { name: 'Go on' }).click()
		const link = (await wheel.getByText(/\/reset\//).textContent()) ?? ''

		expect(new URL(link).hostname).toBe(lanAddress)
		await ask('POST', '/api/password-resets', {
			token: pathOf(link).replace('reset/', ''),
			password: 'a-freshly-cut-key',
		})
		expect(await ask('POST', '/api/login', { username: friend, password: 'a-freshly-cut-key' })).toMatchObject({
			username: friend,
		})
		await ask('POST', '/api/login', { username, password: PASSWORD })
		expect(await ask('GET', '/api/user')).toMatchObject({ isHost: false })
		await phone.dispose()
	})
})
