import { addGhost, atPath, expect, heading, PASSWORD, rate, test, uniqueName } from '../fixtures/people.ts'

const RECEIPTS = 'Show Me the Receipts'

test('a link went to the wrong chat: the person filling it in is told, and the right one comes in by the new one and keeps the nickname [spec 10.2]', {
	tag: '@thorough',
}, async ({ member, newPerson }) => {
	const niece = await member('niece')
	const ghost = await addGhost(niece, 'Uncle Bob')
	await rate(niece, ghost.id, { stars: 3 })
	const fillIn = async (page: typeof niece.page, username: string) => {
		await page.getByLabel('Username').fill(username)
		await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
		await page.getByRole('button', { name: RECEIPTS }).click()
	}
	const stranger = await newPerson()
	await stranger.open(`claim/${ghost.token}`)
	await expect(heading(stranger.page, "You've Been Rated")).toBeVisible()

	await niece.open(`profile/${ghost.id}`)
	await niece.page.getByRole('button', { name: 'Edit Uncle Bob' }).click()
	await niece.page.getByRole('button', { name: 'New link' }).click()
	await niece.page
		.getByRole('dialog', { name: 'New link for Uncle Bob?' })
		.getByRole('button', { name: 'New link' })
		.click()
	await niece.page.waitForURL(atPath(`/share-ghost/${ghost.id}`))
	const newLink = (await niece.page.getByText(/\/claim\/\S+/).textContent()) ?? ''
	expect(newLink).not.toContain(ghost.token)

	stranger.expectStatus(404)
	await fillIn(stranger.page, uniqueName('stranger'))
	await expect(heading(stranger.page, 'Profile Not Found')).toBeVisible()
	await expect(stranger.page.getByText(/^It still worked when you opened it\./)).toBeVisible()
	await stranger.page.reload()
	await expect(heading(stranger.page, 'Profile Not Found')).toBeVisible()

	const bob = await newPerson()
	await bob.page.goto(newLink)
	await fillIn(bob.page, uniqueName('uncle.bob'))
	await bob.page.waitForURL(/\/profile\/\d+$/)
	await bob.page.reload()
	await bob.page.getByRole('button', { name: 'Show all' }).click()
	await bob.page.getByRole('button', { name: 'That is me' }).click()
	await bob.page.getByRole('button', { name: 'Yes, keep it' }).click()
	await expect(heading(bob.page, 'Uncle Bob')).toBeVisible()
	await niece.open('home')
	await expect(niece.page.getByRole('link', { name: /Uncle Bob/ }).first()).toBeVisible()
})
