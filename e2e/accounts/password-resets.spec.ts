import { type MailServer, openMailServer } from '../fixtures/mail-server.ts'
import { linkFromOperator, pathOf } from '../fixtures/operator.ts'
import {
	atPath,
	test as base,
	expect,
	heading,
	inInstance,
	type Member,
	PASSWORD,
	type Person,
	toastTitled,
	uniqueName,
} from '../fixtures/people.ts'

const PUBLIC_ORIGIN = 'https://rides.example.org'
const NEW_PASSWORD = 'a-freshly-cut-key'

type MailFixtures = {
	mailServer: MailServer
	/** A member who lost their password and left an address, on an instance that sends mail. */
	forgetful: Member & { address: string; stranger: Person }
}

const test = base.extend<MailFixtures>({
	// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
	mailServer: async ({}, use) => {
		const mailServer = await openMailServer()
		await use(mailServer)
		await mailServer.close()
	},
	forgetful: async ({ mailServer, ownInstance, newPerson }, use) => {
		const { smtpUrl } = mailServer
		const publicUrl = `${PUBLIC_ORIGIN}${inInstance('')}`
		const on = await ownInstance('--smtp-url', smtpUrl, '--smtp-from', 'rides@example.org', '--public-url', publicUrl)
		const person = await newPerson({ on })
		const username = uniqueName('forgetful')
		const address = `${username}@example.org`
		const { id } = await person.ask<{ id: number }>('POST', '/api/users', {
			username,
			password: PASSWORD,
			email: address,
		})
		await use({ ...person, id, username, address, stranger: await newPerson({ on }) })
	},
})

/** Requests a reset link at the log-in and returns its path from the mail. */
async function linkFor(
	{ page, open }: Person,
	username: string,
	mailServer: MailServer,
	address: string,
): Promise<string> {
	await open('auth')
	await page.getByRole('tab', { name: 'Log In' }).click()
	await page.getByLabel('Username').fill(username)
	await page.getByRole('button', { name: 'Forgot your password?' }).click()
	const dialog = page.getByRole('dialog', { name: 'Lost your keys?' })
	await expect(dialog.getByLabel('Username')).toHaveValue(username)
	await dialog.getByRole('button', { name: 'Send Me a Link' }).click()
	await expect(dialog.getByText(/^If that account has an e-mail address, a link is on its way\./)).toBeVisible()
	const message = await mailServer.messageTo(address)
	const path = pathOf(message)
	expect(message).toContain(`${PUBLIC_ORIGIN}${inInstance('')}/${path}`)
	return path
}

test('who forgot their password gets a link by mail, sets a new one once, and is signed in with it', {
	tag: '@desktop',
}, async ({ forgetful, mailServer }) => {
	const { username, address, stranger } = forgetful
	const { page, open, expectStatus } = stranger
	const path = await linkFor(stranger, username, mailServer, address)
	await open(path)
	await expect(heading(page, 'Cut yourself a new key')).toBeVisible()
	await expect(page.getByText(username, { exact: true })).toBeVisible()
	await page.reload()
	await page.getByLabel('New password').fill(NEW_PASSWORD)
	await page.getByRole('button', { name: 'Set New Password' }).dblclick()

	await page.waitForURL(atPath('/home'))
	await expect(toastTitled(page, 'Your new key turns')).toContainText(username)
	await expect(page.getByRole('banner').getByRole('button', { name: username })).toBeVisible()
	// The reset has ended all sessions opened with the old password.
	await forgetful.ask('GET', '/api/user', undefined, 401)
	expect(mailServer.count()).toBe(1)

	expectStatus(404)
	await open(path)
	await expect(heading(page, 'This key does not turn')).toBeVisible()
	await expect(page.getByRole('button', { name: 'Ask for a New Link' })).toBeVisible()
	await page.getByRole('link', { name: 'Back to Home' }).click()
	await page.waitForURL(atPath('/home'))
})

test('a link from the operator works the same', async ({ member, newPerson, instance }) => {
	const { username } = await member('locked.out')
	const { page, open } = await newPerson()
	await open('home')
	await open(await linkFromOperator(instance, 'user', 'reset-password', username))
	await page.getByLabel('New password').fill('short')
	await page.keyboard.press('Enter')
	await expect(page.getByText('Password must be at least 6 characters')).toBeVisible()
	await expect(page.getByLabel('New password')).toBeFocused()
	await page.getByLabel('New password').fill(NEW_PASSWORD)
	await page.keyboard.press('Enter')
	await page.waitForURL(atPath('/home'))
	await expect(page.getByRole('banner').getByRole('button', { name: username })).toBeVisible()
	// 'Back' must not return to the used link.
	await page.goBack()
	await expect(page).toHaveURL(atPath('/home'))
})
