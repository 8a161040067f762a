import { withoutPageAnswers } from '../fixtures/page-answers.ts'
import {
	addGhost,
	atPath,
	driverRow,
	expect,
	fillVerdict,
	heading,
	namesOf,
	PASSWORD,
	rate,
	searchFor,
	test,
	toastTitled,
} from '../fixtures/people.ts'

const spill = { name: 'Spill the tea' }

test('the session ends on the server in the middle of a rating: log in again, nothing is lost', async ({ member }) => {
	const rider = await member('rider')
	const ghost = await addGhost(rider, 'Patient Pat')
	const { page } = rider
	await rider.open(`rating/${ghost.id}`)
	await fillVerdict(page, { stars: 3, isSmooth: false })
	rider.expectStatus(401)
	// Ends the session, as an operator's reset or an expiry does.
	await rider.ask('POST', '/api/logout')
	await page.getByRole('button', spill).click()

	await expect(page.getByText('Your session has ended', { exact: true })).toBeVisible()
	// The log-in dialog opens by itself; after closing it, the notice offers the log-in.
	const dialog = page.getByRole('dialog', { name: 'Log in again' })
	await expect(dialog).toBeVisible()
	await dialog.getByRole('button', { name: 'Close' }).click()
	await expect(dialog).toHaveCount(0)
	await page.getByRole('button', { name: 'Log in again' }).click()
	await expect(dialog.getByLabel('Username')).toHaveValue(rider.username)
	await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused()
	await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
	await dialog.getByRole('button', { name: 'Log In', exact: true }).click()
	await expect(dialog).toHaveCount(0)
	await expect(page.getByText('Your session has ended', { exact: true })).toHaveCount(0)
	for (const name of namesOf({ stars: 3, isSmooth: false }))
		await expect(page.getByRole('radio', { name, exact: true })).toBeChecked()

	await page.getByRole('button', spill).click()

	await expect(page.getByText('Thanks for rating.')).toBeVisible()
	expect(await rider.ask('GET', '/api/ratings')).toMatchObject([
		{ raterId: rider.id, starRating: 3, rideQuality: 'bumpy' },
	])
})

test('a screen opened while the server is away says so and comes when it is back', { tag: '@thorough' }, async ({
	member,
	ownInstance,
}) => {
	const instance = await ownInstance()
	const rider = await member('rider', { on: instance })
	const ghost = await addGhost(rider, 'Away Amy')
	await rate(rider, ghost.id)
	const { page } = rider
	await rider.open(`profile/${ghost.id}`)
	await page.getByRole('link', { name: 'View driver stats' }).click()
	await expect(page.getByText('1 ride rated')).toBeVisible()
	await page.getByRole('link', { name: 'Back to Home' }).click()
	await expect(driverRow(page, 'Away Amy')).toBeVisible()
	rider.expectNoAnswer()
	await instance.stop()
	await page.evaluate((path) => {
		history.pushState(null, '', path)
		dispatchEvent(new PopStateEvent('popstate'))
	}, '/infographic/987654')
	await expect(page.getByRole('alert')).toBeVisible()
	await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()

	await instance.start()
	rider.expectStatus(404)
	await page.getByRole('button', { name: 'Try again' }).click()

	await expect(heading(page, 'Driver Not Found')).toBeVisible()
})

test('the data of the server were lost: home says so, and adding a driver recreates the account [spec 7.8]', {
	tag: '@thorough',
}, async ({ member, ownInstance }) => {
	const instance = await ownInstance()
	const rider = await member('rider', { on: instance })
	const { page } = rider
	await rider.open('home')
	await expect(page.getByRole('banner').getByRole('button', { name: rider.username })).toBeVisible()
	rider.expectStatus(401, 404)
	// Leaves the app, so that its background requests do not fail while the server is down.
	await page.goto('about:blank')
	await instance.startEmpty()
	await rider.open('home')
	await expect(page.getByText('Your account needs to be recreated. Add a driver to fix this issue.')).toBeVisible()

	await page.getByRole('button', { name: '+ Add Driver' }).click()
	const dialog = page.getByRole('dialog')
	await expect(dialog.getByLabel('Username')).toHaveValue(rider.username)
	await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
	await dialog.getByRole('button', { name: 'Recreate account' }).click()

	await page.waitForURL(atPath('/add-driver'))
	await page.getByRole('tab', { name: 'New Driver' }).click()
	await page.getByLabel('Name').fill('First Of All')
	await page.getByRole('button', { name: 'Add Driver' }).click()
	await expect(heading(page, "First Of All's Driving Today")).toBeVisible()
})

test.describe('on a slow network', () => {
	/** Holds responses to these calls until released. */
	async function holdBack(page: import('@playwright/test').Page, pattern: string) {
		const { promise, resolve } = Promise.withResolvers<void>()
		await withoutPageAnswers(page)
		await page.route(pattern, async (route) => {
			await promise
			await route.fallback()
		})
		return resolve
	}

	test('home shows five rows of skeleton [spec 9.6]', async ({ newPerson }) => {
		const { page, open } = await newPerson()
		const goOn = await holdBack(page, '**/api/home')
		await open('home')
		await expect(heading(page, 'Who are you rating today?')).toBeVisible()
		await expect(page.getByText('Loading drivers...')).toBeAttached()
		await expect(page.locator('[data-skeleton-row]')).toHaveCount(5)
		goOn()
		await expect(driverRow(page, 'Demo Driver')).toBeVisible()
		await expect(page.getByText('Loading drivers...')).toHaveCount(0)
	})

	test('adding a ghost says Buckle up, and then that it is setting up the profile', { tag: '@thorough' }, async ({
		member,
	}) => {
		const { page, open } = await member('rider')
		await open('add-driver')
		await page.getByRole('tab', { name: 'New Driver' }).click()
		await page.getByLabel('Name').fill('Slow Joe')
		const goOn = await holdBack(page, '**/api/ghost-drivers')
		await page.getByRole('button', { name: 'Add Driver' }).click()
		await expect(page.getByRole('button', { name: 'Buckle up...' })).toBeDisabled()
		await expect(page.getByRole('button', { name: 'Setting up profile...' })).toBeDisabled()
		goOn()
		await page.waitForURL(/\/rating\/\d+$/)
	})

	test('adding a member says Adding...', { tag: '@thorough' }, async ({ member }) => {
		const driver = await member('driver')
		const { page, open } = await member('rider')
		await open('add-driver')
		await searchFor(page, driver.username)
		const goOn = await holdBack(page, '**/api/ratings')
		await page.getByRole('button', { name: 'Add Driver' }).click()
		await expect(page.getByRole('button', { name: 'Adding...' })).toBeDisabled()
		goOn()
		await page.waitForURL(atPath(`/rating/${driver.id}`))
	})

	test('claiming says Creating Account..., renaming says Saving...', { tag: '@thorough' }, async ({
		member,
		newPerson,
	}) => {
		const rider = await member('rider')
		const ghost = await addGhost(rider, 'Slow Claim')
		const { page, open } = await newPerson()
		await open(`claim/${ghost.token}`)
		await page.getByLabel('Username').fill(`slow.${Date.now().toString(36)}`)
		await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
		const claim = await holdBack(page, '**/api/ghost-drivers/claim')
		await page.getByRole('button', { name: 'Show Me the Receipts' }).click()
		await expect(page.getByRole('button', { name: 'Creating Account...' })).toBeDisabled()
		claim()
		await page.waitForURL(/\/profile\/\d+$/)

		await page.getByRole('button', { name: 'Edit username' }).click()
		await page
			.getByRole('dialog')
			.getByLabel('Username')
			.fill(`slower.${Date.now().toString(36)}`)
		const rename = await holdBack(page, '**/api/users/*')
		await page.getByRole('button', { name: 'Save Changes' }).click()
		await expect(page.getByRole('button', { name: 'Saving...' })).toBeDisabled()
		rename()
		await expect(toastTitled(page, 'Username updated')).toBeVisible()
	})
})

test('a visitor provokes no refusal, wherever they look', { tag: '@thorough' }, async ({ newPerson }) => {
	const { page, open } = await newPerson()
	const refusals: string[] = []
	page.on('response', (answer) => {
		if (answer.status() >= 400) refusals.push(`${answer.status()} ${answer.url()}`)
	})
	for (const path of ['home', 'auth', 'add-driver', 'rating/2', 'profile/2', 'infographic/2']) {
		await open(path)
		await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
	}
	expect(refusals).toEqual([])
})
