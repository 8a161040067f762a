import type { Locator } from '@playwright/test'
import {
	addGhost,
	atPath,
	driverRow,
	expect,
	fillSignUp,
	heading,
	inInstance,
	logOut,
	namesOf,
	PASSWORD,
	rate,
	signUpWithoutHost,
	submitVerdict,
	test,
	toastTitled,
	uniqueName,
} from '../fixtures/people.ts'

const DEMO = 'Demo Driver'

test('a guest rates the demo driver and keeps the rating by signing up [spec 12.6]', async ({ newPerson }) => {
	const { page, open, ask } = await newPerson()
	await open('home')
	await expect(
		page.getByText("Don't let your ratings disappear into traffic. Log in to save your ratings."),
	).toBeVisible()
	await expect(page.getByRole('listitem')).toHaveCount(1)
	await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(0)
	await driverRow(page, DEMO).click()
	await page.waitForURL(atPath('/rating/2'))
	await expect(heading(page, `${DEMO}'s Driving Today`)).toBeVisible()
	await expect(page.getByText('Never who.')).toHaveCount(0)
	await submitVerdict(page, { stars: 5, isSmooth: false })
	await expect(toastTitled(page, 'The verdict is in!')).toContainText(
		'Your rating has been officially logged. The tea has been spilled!',
	)
	await expect(page.getByRole('link', { name: 'Share the Verdict' })).toHaveCount(0)
	await expect(page.locator('.page-action').getByRole('button').first()).toHaveText('Send my receipt')
	await expect(page.getByText('This shows that it was you.')).toBeVisible()

	// The sign-up prompt opens only on request.
	await expect(page.getByRole('dialog')).toHaveCount(0)
	await page.getByRole('button', { name: 'Save Your Rating' }).click()
	const prompt = page.getByRole('dialog', { name: 'Save Your Rating' })
	await expect(prompt).toContainText("Don't let your ratings disappear into traffic. Create an account.")
	await expect(prompt).toContainText('Only username and password are required')
	await expect(prompt).toContainText('You can always create an account later')
	await prompt.getByRole('link', { name: 'Sign Up or Log In' }).click()
	await page.waitForURL(
		(url) => url.pathname.startsWith(inInstance('/auth')) && url.searchParams.get('driverId') === '2',
	)
	await expect(page.getByRole('tab', { name: 'Sign Up', selected: true })).toBeVisible()
	const name = uniqueName('keeper')
	await fillSignUp(page, name)

	await page.waitForURL(atPath('/profile/2'))
	await expect(toastTitled(page, 'Welcome!')).toContainText(`You've successfully logged in as ${name}`)
	expect(await ask('GET', '/api/ratings')).toMatchObject([{ driverId: 2, starRating: 5, rideQuality: 'bumpy' }])
	await page.getByRole('link', { name: 'Back to Home' }).click()
	await expect(driverRow(page, DEMO)).toBeVisible()
})

test('a guest who follows a link to rate needs five taps, and three more with two fields to keep the rating', {
	tag: '@thorough',
}, async ({ newPerson }) => {
	const { page, open } = await newPerson()
	let taps = 0
	const tap = async (what: Locator) => {
		taps++
		await what.click()
	}
	const option = (name: string) => page.locator('label', { has: page.getByRole('radio', { name, exact: true }) })
	await open('rating/2')
	for (const name of namesOf({ isSmooth: false })) await tap(option(name))
	await tap(page.getByRole('button', { name: 'Spill the tea' }))
	await expect(page.getByText('Thanks for rating.')).toBeVisible()
	expect(taps).toBe(5)

	await tap(page.getByRole('button', { name: 'Save Your Rating' }))
	await tap(page.getByRole('link', { name: 'Sign Up or Log In' }))
	await signUpWithoutHost(page)
	await page.getByLabel('Username').fill(uniqueName('quick'))
	await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
	await tap(page.getByRole('button', { name: 'Sign Up', exact: true }))
	await page.waitForURL(atPath('/profile/2'))
	expect(taps).toBe(8)
})

test('a guest with six ratings keeps all of them with two taps and two fields, and leaves one behind [spec 12.3] [spec 12.4] [spec 12.5]', {
	tag: '@thorough',
}, async ({ newPerson, member }) => {
	const family = await member('family')
	const ghosts = []
	for (const name of ['Aunt Amy', 'Uncle Bob', 'Cousin Cy', 'Grandpa Dee', 'Nana Elk'])
		ghosts.push(await addGhost(family, name))
	const guest = await newPerson()
	const { page, open, ask } = guest
	for (const { id } of [...ghosts, family]) await rate(guest, id)
	await open('home')
	await expect(heading(page, 'You rated')).toBeVisible()
	await expect(driverRow(page, 'Cousin Cy')).toBeVisible()
	let taps = 0
	const tap = async (what: Locator) => {
		taps++
		await what.click()
	}

	await tap(page.getByRole('link', { name: 'Login or Sign Up' }))
	// No account is known in this browser, so sign-up comes first.
	await expect(page.getByRole('tab', { name: 'Sign Up', selected: true })).toBeVisible()
	const username = uniqueName('sixfold')
	await signUpWithoutHost(page)
	await page.getByLabel('Username').fill(username)
	await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
	await tap(page.getByRole('button', { name: 'Sign Up', exact: true }))

	await page.waitForURL(atPath('/home'))
	expect(taps).toBe(2)
	await page.reload()
	await page.getByRole('link', { name: 'Your 6 verdicts came along' }).click()
	await page.waitForURL(atPath('/verdicts'))
	await page.getByRole('button', { name: 'Not mine: Nana Elk' }).click()
	await expect(heading(page, 'Your 5 verdicts came along')).toBeVisible()
	expect(await ask<unknown[]>('GET', '/api/ratings')).toHaveLength(5)
	await open('home')
	await expect(driverRow(page, 'Uncle Bob')).toBeVisible()
	await expect(page.getByText('came along')).toHaveCount(0)

	// Ratings that were not adopted belong to a guest again. On a shared tablet the next member adopts none of them.
	await logOut(page, username)
	await expect(driverRow(page, 'Nana Elk')).toBeVisible()
	await expect(driverRow(page, 'Uncle Bob')).toHaveCount(0)
	await rate(guest, ghosts[0]?.id ?? 0)
	await open('auth')
	await fillSignUp(page, uniqueName('tablet'))
	await page.getByRole('link', { name: 'Your 2 verdicts came along' }).click()
	await page.getByRole('button', { name: 'None of these are mine' }).click()
	await expect(heading(page, 'All of it was left behind')).toBeVisible()
	expect(await ask('GET', '/api/ratings')).toEqual([])
})

test('a guest who signs up in another browser does not get the rating of another', {
	tag: '@thorough',
}, async ({ newPerson }) => {
	const guest = await newPerson()
	const ratingId = await rate(guest, 2)
	const stranger = await newPerson()
	await stranger.open(`auth?ratingId=${ratingId}&driverId=2`)

	await fillSignUp(stranger.page, uniqueName('stranger'))

	await stranger.page.waitForURL(atPath('/profile/2'))
	expect(await stranger.ask('GET', '/api/ratings')).toEqual([])
	expect(await guest.ask('GET', '/api/ratings')).toMatchObject([{ id: ratingId, raterId: 1 }])
})

test('a guest who skips the log-in on the way reads that the rating is anonymous', { tag: '@thorough' }, async ({
	newPerson,
}) => {
	const person = await newPerson()
	const { page, open } = person
	const ratingId = await rate(person, 2)
	await open(`auth/${ratingId}?driverId=2`)

	await page
		.getByRole('link', { name: 'Skip for now' })
		.or(page.getByRole('button', { name: 'Skip for now' }))
		.click()

	await page.waitForURL(atPath('/home'))
	await expect(toastTitled(page, 'Rating submitted anonymously')).toBeVisible()
})

test('the prompt of a guest who signs in meanwhile in another tab closes with a message', { tag: '@thorough' }, async ({
	newPerson,
}) => {
	const { page, open, context } = await newPerson()
	await open('rating/2')
	await submitVerdict(page)
	await page.getByRole('button', { name: 'Save Your Rating' }).click()
	await expect(page.getByRole('dialog', { name: 'Save Your Rating' })).toBeVisible()
	const name = uniqueName('twotabs')
	const other = await context.newPage()
	await other.goto('auth')

	await fillSignUp(other, name)

	await expect(toastTitled(page, 'Rating saved')).toContainText(`Your rating has been saved to ${name}'s history`)
	await expect(page.getByRole('dialog')).toHaveCount(0)
})
