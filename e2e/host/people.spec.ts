import { makeHost } from '../fixtures/hosts.ts'
import { pathOf } from '../fixtures/operator.ts'
import { addGhost, atPath, expect, type Member, PASSWORD, rate, test, toastTitled } from '../fixtures/people.ts'

const NEW_PASSWORD = 'a-freshly-cut-key'

/** The member's row in the open list. */
const rowOf = ({ page }: Pick<Member, 'page'>, username: string) =>
	page.getByRole('list', { name: 'People' }).getByRole('listitem').filter({ hasText: username })

async function openMenuOf(host: Member, username: string, act: string) {
	await host.page.getByRole('button', { name: `More for ${username}` }).click()
	await host.page.getByRole('menuitem', { name: act }).click()
}

/** The first act of a session opens the password dialog on top of the act's own dialog. */
async function typePassword({ page }: Pick<Member, 'page'>) {
	const question = page.getByRole('dialog', { name: 'Hands on the wheel' })
	await question.getByLabel('Your password').fill(PASSWORD)
	await question.getByRole('button', { name: 'Go on' }).click()
	await expect(question).toHaveCount(0)
}

test('a member who forgot their password is helped from the phone of a host: found, one press, and a link to hand over', {
	tag: '@thorough',
}, async ({ member, newPerson, instance }) => {
	const host = await member('host')
	const forgetful = await member('forgetful')
	await makeHost(instance, host)
	const { page, open, expectStatus } = host
	expectStatus(403)

	await open('host/people')
	await page.getByLabel('Find somebody').fill(forgetful.username.toUpperCase().slice(1))
	await expect(page.getByRole('listitem').filter({ hasText: 'since' })).toHaveCount(1)
	await page.getByRole('button', { name: `Reset link for ${forgetful.username}` }).click()
	await typePassword(host)

	const dialog = page.getByRole('dialog', { name: `A new key for ${forgetful.username}` })
	await expect(dialog.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
		'href',
		/^https:\/\/wa\.me\/\?text=.*reset/,
	)
	const path = pathOf((await dialog.getByText(/\/reset\//).textContent()) ?? '')
	await page.keyboard.press('Escape')
	await expect(dialog).toHaveCount(0)
	// The search text and the focus are back where they were; the search text also survives a reload.
	await expect(page.getByRole('button', { name: `Reset link for ${forgetful.username}` })).toBeFocused()
	await expect(page.getByLabel('Find somebody')).toHaveValue(forgetful.username.toUpperCase().slice(1))
	await page.reload()
	await expect(page.getByRole('listitem').filter({ hasText: 'since' })).toHaveCount(1)
	await expect(page.getByText(path)).toHaveCount(0)

	const elsewhere = await newPerson()
	await elsewhere.open(path)
	await elsewhere.page.getByLabel('New password').fill(NEW_PASSWORD)
	await elsewhere.page.getByRole('button', { name: 'Set New Password' }).click()
	await elsewhere.page.waitForURL(atPath('/home'))
	await expect(elsewhere.page.getByRole('banner').getByRole('button', { name: forgetful.username })).toBeVisible()
})

test('a host renames a member, makes them host, signs them out and removes them; the list is never out of date', {
	tag: '@thorough',
}, async ({ member, instance }) => {
	const host = await member('host')
	const leaver = await member('leaver')
	const ghost = await addGhost(host, 'Uncle Bob')
	await rate(host, ghost.id)
	await makeHost(instance, host)
	await leaver.ask('POST', '/api/ghost-drivers/claim', { token: ghost.token })
	const { page, open, expectStatus } = host
	const renamed = `x${leaver.username}`.slice(0, 20)
	expectStatus(403, 409)
	await open(`host/people?search=${leaver.username.slice(1, 12)}`)

	await openMenuOf(host, leaver.username, 'Rename')
	const name = page.getByRole('dialog', { name: `Rename ${leaver.username}` }).getByLabel('New username')
	await name.fill(host.username)
	await page.keyboard.press('Enter')
	await typePassword(host)
	await expect(page.getByText('Username already exists')).toBeVisible()
	await expect(name).toHaveValue(host.username)
	await name.fill(renamed)
	await page.keyboard.press('Enter')
	await expect(rowOf(host, renamed)).toBeVisible()

	await openMenuOf(host, renamed, 'Make host')
	await page.getByRole('dialog').getByRole('button', { name: 'Make host' }).click()
	await expect(rowOf(host, renamed).getByText('Host', { exact: true })).toBeVisible()
	await leaver.ask('GET', '/api/host/people')
	await openMenuOf(host, renamed, 'Take the wheel away')
	await page.getByRole('dialog').getByRole('button', { name: 'Take it away' }).click()
	await expect(rowOf(host, renamed).getByText('Host', { exact: true })).toHaveCount(0)

	await openMenuOf(host, renamed, 'Sign out everywhere')
	await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
	await expect(toastTitled(page, `${renamed} is signed out`)).toBeVisible()
	await leaver.ask('GET', '/api/user', undefined, 401)

	await openMenuOf(host, renamed, 'Remove')
	const removal = page.getByRole('dialog', { name: `Remove ${renamed}?` })
	await expect(removal.getByText('The ratings they gave stay, without a name.')).toBeVisible()
	await removal.getByRole('button', { name: 'Remove for Good' }).click()
	await expect(removal.getByText('Uncle Bob waits to be claimed again, with 1 rating.')).toBeVisible()
	await removal.getByRole('button', { name: 'Done' }).click()
	await expect(page.getByText('Nobody answers to that')).toBeVisible()
	await page.getByRole('button', { name: 'Show everybody' }).click()
	await expect(rowOf(host, host.username)).toBeVisible()
	await expect(rowOf(host, renamed)).toHaveCount(0)
})
