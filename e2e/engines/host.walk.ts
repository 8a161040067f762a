import { operator, pathOf } from '../fixtures/operator.ts'
import { PASSWORD } from '../fixtures/people.ts'
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
