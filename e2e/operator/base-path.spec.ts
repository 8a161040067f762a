import { driverRow, expect, fillSignUp, heading, rate, submitVerdict, test, uniqueName } from '../fixtures/people.ts'

test('an instance under a path of its own works there, down to every file and link', { tag: '@thorough' }, async ({
	ownInstance,
	newPerson,
}) => {
	const instance = await ownInstance('--base-path', '/rides')
	expect(instance.address).toMatch(/\/rides\/$/)
	const person = await newPerson({ on: instance })
	const { page, open } = person
	const elsewhere: string[] = []
	page.on('request', (request) => {
		if (!new URL(request.url()).pathname.startsWith('/rides/')) elsewhere.push(request.url())
	})
	await open('home')
	await driverRow(page, 'Demo Driver').click()
	await page.waitForURL(/\/rides\/rating\/2$/)
	await submitVerdict(page)
	await page.getByRole('link', { name: 'View Driver Profile' }).click()
	await page.waitForURL(/\/rides\/profile\/2$/)
	await page.reload()
	await expect(heading(page, 'Demo Driver')).toBeVisible()
	await open('auth')
	await fillSignUp(page, uniqueName('based'))
	await page.waitForURL(/\/rides\/home$/)
	const { id, ghostClaimToken } = await person.ask<{ id: number; ghostClaimToken: string }>(
		'POST',
		'/api/ghost-drivers',
		{ username: 'Deep Linked' },
	)
	await rate(person, id)
	await open(`share-ghost/${id}`)
	await expect(page.getByText(`${instance.address}claim/${ghostClaimToken}`, { exact: true })).toBeVisible()
	person.expectStatus(404)
	await open('nowhere')
	await expect(heading(page, '404 Page Not Found')).toBeVisible()
	expect(elsewhere).toEqual([])
})
