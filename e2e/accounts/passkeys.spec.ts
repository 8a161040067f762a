import { phoneFor } from '../fixtures/passkeys.ts'
import {
	addGhost,
	atPath,
	expect,
	heading,
	logIn,
	openRow,
	PASSWORD,
	rate,
	signUpWithoutHost,
	test,
	toastTitled,
	uniqueName,
} from '../fixtures/people.ts'

const button = (page: import('@playwright/test').Page, name: string) => page.getByRole('button', { name, exact: true })

test('a family: sign up by passkey, add a second one, lose the phone, get back in by a host’s link', async ({
	newPerson,
	ownInstance,
}) => {
	const on = await ownInstance()
	const setup = on.log().match(/invite\/([\w-]+)/)?.[1]
	const dad = await newPerson({ on })
	await dad.ask('POST', '/api/users', { username: 'dad', password: PASSWORD, email: null, invite: setup })
	const mum = await newPerson({ on, isNew: true })
	const { page } = mum
	const phone = await phoneFor(page)
	await mum.open('auth?as=new')
	await page.getByLabel('Username').fill('mum')
	await button(page, 'Without a password').click()
	await expect(page.getByText("Your phone remembers, so you don't have to.")).toBeVisible()
	await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0)
	await button(page, 'Sign Up').click()
	await page.waitForURL(atPath('/home'))
	expect(await phone.passkeys()).toHaveLength(1)
	const { id } = await mum.ask<{ id: number }>('GET', '/api/user')

	await mum.open('settings')
	await openRow(page, 'Ways in')
	await expect(heading(page, 'Set a password')).toBeVisible()
	await button(page, 'Add a passkey').click()
	await button(page, 'Go on').click()
	const key = await phoneFor(page, 'usb')
	await button(page, 'Make it').click()
	await expect(toastTitled(page, 'Passkey added')).toBeVisible()
	const rows = page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem')
	await expect(rows).toHaveCount(2)
	expect(await key.passkeys()).toHaveLength(1)

	// Both credentials are lost, and a thief's browser is still logged in; the reset ends its session with a 401.
	mum.expectStatus(401)
	await dad.ask('POST', '/api/host/confirm', { password: PASSWORD })
	const { token } = await dad.ask<{ token: string }>('POST', `/api/host/people/${id}/reset-link`)
	const again = await newPerson({ on })
	await again.open(`reset/${token}`)
	await again.page.getByLabel('New password').fill('a-freshly-cut-key')
	await again.page.keyboard.press('Enter')
	await again.page.waitForURL(atPath('/home'))
	await mum.ask('GET', '/api/user', undefined, 401)
	await again.open('settings')
	await openRow(again.page, 'Ways in')
	await expect(heading(again.page, 'Password: set')).toBeVisible()
	await expect(again.page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem')).toHaveCount(0)

	// Chromium's virtual authenticator picks the passkey from the list by itself. The server reports it as removed,
	// and the authenticator deletes it.
	await mum.open('auth')
	await expect(
		page.getByRole('alert').filter({ hasText: 'We removed this passkey. Use another way in.' }),
	).toBeVisible()
})

test('out of the list of the field, by the button, and declined: nothing but the form', async ({ newPerson }) => {
	const rider = await newPerson()
	const { page } = rider
	const username = uniqueName('finger')
	const phone = await phoneFor(page)
	await rider.open('auth?as=new')
	await signUpWithoutHost(page)
	await page.getByLabel('Username').fill(username)
	await button(page, 'Without a password').click()
	await button(page, 'Sign Up').click()
	await page.waitForURL(atPath('/home'))
	// Leaves the app, so that no open page sends requests during the log-out.
	await page.goto('about:blank')
	await rider.ask('POST', '/api/logout')

	await phone.decline()
	await rider.open('auth')
	await button(page, 'Use a passkey').click()
	await expect(button(page, 'Use a passkey')).toBeEnabled()
	await expect(page.getByText('Your face or your finger starts the engine.')).toBeVisible()
	await expect(page.getByRole('alert')).toHaveCount(0)
	await phone.accept()
	await button(page, 'Use a passkey').click()
	await expect(toastTitled(page, 'Welcome!')).toBeVisible()
	await page.waitForURL(atPath('/home'))
})

test('a ghost is claimed without a password, and its claimer is in at once', { tag: '@thorough' }, async ({
	member,
	newPerson,
}) => {
	const mum = await member('mum')
	const ghost = await addGhost(mum, 'Uncle Bob')
	await rate(mum, ghost.id)
	const bob = await newPerson()
	const phone = await phoneFor(bob.page)
	await bob.open(`claim/${ghost.token}`)
	await bob.page.getByLabel('Username').fill(uniqueName('bob'))
	await button(bob.page, 'Without a password').click()
	await button(bob.page, 'Show Me the Receipts').click()

	await bob.page.waitForURL(/\/profile\/\d+$/)
	expect(await phone.passkeys()).toHaveLength(1)
	await bob.ask('GET', '/api/user', undefined, 200)
})

test('after a password it is offered once to do without, and the host’s acts take it', async ({ member }) => {
	const rider = await member('thumb')
	const { page, username } = rider
	await phoneFor(page)
	await rider.ask('POST', '/api/logout')
	await rider.open('auth')
	await logIn(page, username, PASSWORD)
	// Found due on this visit to home, and shown on the next.
	await page.waitForFunction(() => Object.keys(localStorage).some((key) => key.startsWith('ownNotice')))
	await rider.open('home')
	const line = page.getByRole('region', { name: 'Add a passkey' })
	await expect(line).toContainText('Next time, get in by face or finger.')
	await line.getByRole('button', { name: 'Add a passkey' }).click()
	await page.getByLabel('Your password').fill(PASSWORD)
	await button(page, 'Make it').click()
	await expect(toastTitled(page, 'Passkey added')).toBeVisible()
	await expect(line).toHaveCount(0)

	// Asked with the session that the new password ends, it would be a 401.
	const whoAmI = page.waitForResponse((response) => response.url().endsWith('/api/user'))
	await rider.open('settings')
	await whoAmI
	await openRow(page, 'Ways in')
	await page.getByRole('button', { name: 'Use a passkey instead' }).click()
	await page.getByLabel('New password').fill('a-freshly-cut-key')
	await button(page, 'Change Password').click()
	await expect(toastTitled(page, 'Password changed')).toBeVisible()
	await page.getByRole('button', { name: /^Remove / }).click()
	await page.getByRole('dialog').getByLabel('Your password').fill('a-freshly-cut-key')
	await button(page, 'Remove').click()
	await expect(toastTitled(page, 'Passkey removed')).toBeVisible()
	await expect(page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem')).toHaveCount(0)
})
