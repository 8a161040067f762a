import { expect } from '@playwright/test'
import { operator, pathOf } from '../fixtures/operator.ts'
import { PASSWORD, uniqueName } from '../fixtures/people.ts'
import type { Member, Person } from './person.ts'
import { test as base } from './walk.ts'

const NEW_PASSWORD = 'a-freshly-cut-key'

const test = base.extend<{ host: Member }>({
	host: async ({ member, instance }, use) => {
		const host = await member('host')
		await operator(instance, 'user', 'host', host.username, 'on')
		await use(host)
	},
})

/** The first act of a session asks for the password. */
async function typePassword({ fill, tap, seeNo }: Person) {
	await fill('Your password', PASSWORD)
	await tap({ role: 'button', name: 'Go on' })
	await seeNo({ role: 'dialog', name: 'Hands on the wheel' })
}

test('a host hands over a reset link, which sets a new password in another browser', async ({
	host,
	member,
	newPerson,
}) => {
	const { username } = await member('forgetful')
	await host.open('host/people')
	await host.fill('Find somebody', username)
	await host.tap({ role: 'button', name: `Reset link for ${username}` })
	await typePassword(host)
	const dialog = { role: 'dialog', name: `A new key for ${username}` }
	const link = pathOf(await host.see({ text: /\/reset\//, inside: dialog }))
	await host.press('Escape')
	await host.seeNo(dialog)

	const elsewhere = await newPerson()
	await elsewhere.open(link)
	await elsewhere.fill('New password', NEW_PASSWORD)
	await elsewhere.tap({ role: 'button', name: 'Set New Password' })
	await elsewhere.at(/^home$/)
	await elsewhere.see({ role: 'button', name: new RegExp(username) })
})

test('a host makes an invitation, by which a guest signs up', async ({ host, newPerson }) => {
	await host.open('host/invitations')
	await host.tap({ role: 'button', name: 'Make an invitation' })
	await typePassword(host)
	const link = pathOf(await host.see({ text: /\/invite\//, inside: { role: 'dialog' } }))
	const guest = await newPerson()
	await guest.open(link)
	await guest.fill('Username', uniqueName('invited'))
	await guest.fill('Password', PASSWORD)
	await guest.tap({ role: 'button', name: 'Sign Up' })
	await guest.see('Welcome!')
})

test('a host makes a backup and sees that it is good', async ({ host, instance }) => {
	await host.open('host/backups')
	await host.tap({ role: 'button', name: 'Back up now' })
	await typePassword(host)
	await host.see({ text: 'Verified', inside: { role: 'article' } })
	expect(await operator(instance, 'backup', 'list')).toContain('.db')
})
