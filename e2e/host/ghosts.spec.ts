import { makeHost } from '../fixtures/hosts.ts'
import { addGhost, expect, heading, PASSWORD, rate, test, toastTitled, uniqueName } from '../fixtures/people.ts'

test('the wrong person claimed: a host undoes it on a phone, the ghost’s creator sees the new link, and the right one comes in by it', {
	tag: '@thorough',
}, async ({ member, newPerson, instance }) => {
	const [host, niece] = [await member('host'), await member('niece')]
	await makeHost(instance, host)
	const name = `Uncle ${uniqueName('bob')}`
	const ghost = await addGhost(niece, name)
	await rate(niece, ghost.id, { stars: 3 })
	const thief = uniqueName('thief')
	const stranger = await newPerson()
	await stranger.ask('POST', '/api/ghost-drivers/claim', { token: ghost.token, username: thief, password: PASSWORD })

	const { page } = host
	host.expectStatus(403)
	await host.open('host/people?show=ghosts')
	await page.getByLabel('Find somebody').fill(name)
	const row = page.getByRole('region', { name: 'All ghosts' }).getByRole('listitem').filter({ hasText: name })
	await expect(row).toContainText(thief)
	await row.getByRole('button', { name: 'Undo claim' }).click()
	await page.getByRole('button', { name: 'Undo the claim' }).click()
	await page.getByLabel('Your password').fill(PASSWORD)
	await page.getByRole('button', { name: 'Go on' }).click()

	await expect(toastTitled(page, `${name} waits again`)).toContainText(`1 rating came back. ${niece.username} sees`)
	await expect(row).toContainText('1 rating')
	await expect(page.getByLabel('Find somebody')).toHaveValue(name)
	await expect(page.locator('body')).not.toContainText('/claim/')
	await niece.open(`share-ghost/${ghost.id}`)
	const link = (await niece.page.getByText(/\/claim\/\S+/).textContent()) ?? ''
	expect(link).not.toContain(ghost.token)
	const bob = await newPerson()
	await bob.page.goto(link)
	await expect(heading(bob.page, "You've Been Rated")).toBeVisible()
	await bob.page.getByLabel('Username').fill(uniqueName('bob'))
	await bob.page.getByLabel('Password', { exact: true }).fill(PASSWORD)
	await bob.page.getByRole('button', { name: 'Show Me the Receipts' }).click()
	await bob.page.waitForURL(/\/profile\/|\/infographic\/|\/home/)
})

test('a ghost whose creator has left: a host makes a new link and hands it over, by keyboard alone', {
	tag: ['@desktop', '@thorough'],
}, async ({ member, newPerson, instance }) => {
	const [host, niece] = [await member('host'), await member('niece')]
	await makeHost(instance, host)
	const name = `Aunt ${uniqueName('amy')}`
	const ghost = await addGhost(niece, name)
	// Another member has rated her, so she stays.
	await rate(host, ghost.id)
	await niece.ask('DELETE', `/api/users/${niece.id}`, { password: PASSWORD, ratings: 'stay' })

	const { page } = host
	const { keyboard } = page
	host.expectStatus(403)
	await host.open('host/people?show=ghosts')
	await page.getByLabel('Find somebody').fill(name)
	const row = page.getByRole('region', { name: 'All ghosts' }).getByRole('listitem').filter({ hasText: name })
	await expect(row).toContainText('somebody who left')
	const newLink = row.getByRole('button', { name: 'New link' })
	await newLink.focus()
	await keyboard.press('Enter')
	await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
	await keyboard.press('Tab')
	await keyboard.press('Enter')
	await expect(page.getByLabel('Your password')).toBeFocused()
	await keyboard.type(PASSWORD)
	await keyboard.press('Enter')

	await expect(page.getByRole('button', { name: 'Copy link' })).toBeFocused()
	const link =
		(await page
			.getByRole('dialog')
			.getByText(/\/claim\/\S+/)
			.textContent()) ?? ''
	await keyboard.press('Escape')
	await expect(newLink).toBeFocused()
	const amy = await newPerson()
	await amy.page.goto(link)
	await expect(heading(amy.page, "You've Been Rated")).toBeVisible()
	await expect(amy.page.getByText(name).first()).toBeVisible()
})
