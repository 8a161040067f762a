import {
	addGhost,
	atPath,
	driverRow,
	expect,
	heading,
	rate,
	submitVerdict,
	test,
	toastTitled,
	uniqueName,
} from '../fixtures/people.ts'

const search = (page: import('@playwright/test').Page) => page.getByRole('combobox')

test('a member finds another one by name and adds them; the first real rating replaces the placeholder [spec 12.17]', async ({
	member,
}) => {
	const driver = await member('driver')
	const rider = await member('rider')
	const { page } = rider
	await rider.open('add-driver')
	await expect(heading(page, 'Add Driver')).toBeVisible()
	await expect(page.getByRole('button', { name: 'Add Driver' })).toBeDisabled()
	// A search without a match offers to add the name.
	await search(page).fill('Aunt Agatha')
	await page.getByRole('button', { name: 'Search' }).click()
	await page.getByRole('button', { name: 'Add "Aunt Agatha" as a new driver' }).click()
	await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Aunt Agatha')
	await expect(page.getByRole('tab', { name: 'New Driver', selected: true })).toBeVisible()

	await page.getByRole('tab', { name: 'Find Driver' }).click()
	await search(page).fill(driver.username.toUpperCase())
	await search(page).press('Enter')
	const found = page.getByRole('main').getByText('User Found')
	await expect(found).toBeVisible()

	await page.getByRole('button', { name: 'Add Driver' }).click()

	await page.waitForURL(atPath(`/rating/${driver.id}`))
	expect(await rider.ask('GET', `/api/drivers/${driver.id}/stats`)).toMatchObject({ totalRides: 0, averageStar: 0 })
	await submitVerdict(page, { stars: 2 })
	expect(await rider.ask('GET', `/api/drivers/${driver.id}/stats`)).toMatchObject({ totalRides: 1, averageStar: 2 })
	await page.getByRole('link', { name: 'Back to Home' }).click()
	await expect(driverRow(page, driver.username)).toContainText('2.0')
})

test('a newcomer rates the first of the family after one tap on a face, and chooses the second by theirs [spec 12.1] [spec 15.2]', {
	tag: '@thorough',
}, async ({ member, ownInstance }) => {
	// Home shows twelve others at most, and the shared instance has more.
	const on = await ownInstance()
	const mum = await member('mum', { on })
	const dad = await member('dad', { on })
	const { page, open } = await member('newcomer', { on })
	const face = ({ username }: { username: string }) =>
		page.getByRole('main').getByRole('link', { name: username, exact: true })
	await open('home')
	await expect(page.getByText('No drivers yet. Add one to get started!')).toBeVisible()
	await expect(heading(page, 'Others here')).toBeVisible()
	await face(mum).click()
	await page.waitForURL(atPath(`/rating/${mum.id}`))
	await submitVerdict(page)
	await page.getByRole('link', { name: 'Back to Home' }).click()

	await expect(driverRow(page, mum.username)).toBeVisible()
	await expect(face(mum)).toHaveCount(0)
	await page.getByRole('link', { name: '+ Add Driver' }).click()
	await page.getByRole('main').getByRole('button', { name: dad.username, exact: true }).click()
	await expect(page.getByRole('main').getByText('User Found')).toBeVisible()
	await expect(page.getByRole('button', { name: 'Add Driver' })).toBeFocused()
	await page.getByRole('button', { name: 'Add Driver' }).click()
	await page.waitForURL(atPath(`/rating/${dad.id}`))
})

test('suggestions come from two characters on, at most five, never ghosts, and picking one finds them [spec 9.17]', {
	tag: '@thorough',
}, async ({ member }) => {
	const rider = await member('rider')
	const shared = uniqueName('sug').replaceAll(/[^a-z0-9]/gi, '')
	for (let n = 1; n <= 6; n++) {
		const person = await member('x')
		await person.ask('PUT', `/api/users/${person.id}`, { username: `${shared}${n}` })
	}
	await addGhost(rider, `${shared} the ghost`)
	const { page } = rider
	await rider.open('add-driver')
	await search(page).pressSequentially(shared.slice(0, 1))
	await expect(page.getByRole('option')).toHaveCount(0)

	await search(page).fill('')
	await search(page).pressSequentially(shared.toUpperCase())

	await expect(page.getByRole('option')).toHaveCount(5)
	await expect(page.getByRole('listbox')).not.toContainText('ghost')
	const height = await page.getByRole('listbox').evaluate((list) => getComputedStyle(list).maxHeight)
	expect(height).toBe('240px') // 15rem
	// Tab closes the list before it moves on, so keyboard focus does not end up behind it.
	await page.keyboard.press('Tab')
	await expect(page.getByRole('option')).toHaveCount(0)
	await search(page).press('ArrowDown')
	await page.getByRole('option').first().click()
	await expect(page.getByRole('main').getByText('User Found')).toBeVisible()
	await expect(page.getByRole('button', { name: 'Add Driver' })).toBeEnabled()
	await page.getByRole('button', { name: 'Add Driver' }).click()
	await page.waitForURL(/\/rating\/\d+$/)
	await expect(page.getByRole('heading', { level: 1 })).toHaveText(new RegExp(`^${shared}[1-6]'s Driving Today$`))
})

test('a list that is left in the frame it opens in goes too', async ({ member }) => {
	const driver = await member('driver')
	const { page, open } = await member('rider')
	await open('add-driver')
	await page.evaluate(() => {
		const list = new MutationObserver(() => {
			if (!document.querySelector('[role=option]')) return
			list.disconnect()
			if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
		})
		list.observe(document.body, { subtree: true, childList: true })
	})
	await search(page).fill(driver.username)
	await expect(search(page)).not.toBeFocused()
	await expect(page.getByRole('option')).toHaveCount(0)
})

test('a member takes a driver off the list, takes that back, and gets them again by rating [spec 7.11] [spec 8.7]', async ({
	member,
}) => {
	const rider = await member('rider')
	const { page } = rider
	const bob = await addGhost(rider, 'Uncle Bob')
	const polly = await addGhost(rider, 'Aunt Polly')
	await rate(rider, bob.id)
	await rider.open('home')
	await expect(page.locator('.driver')).toHaveCount(2)

	await page.getByRole('button', { name: 'Remove Uncle Bob' }).click()
	await expect(toastTitled(page, 'Driver removed')).toBeVisible()
	await expect(driverRow(page, 'Uncle Bob')).toHaveCount(0)
	expect(await rider.ask('GET', `/api/hidden-drivers/${rider.id}`)).toEqual([bob.id])

	await page.getByRole('button', { name: 'Undo' }).click()
	await expect(driverRow(page, 'Uncle Bob')).toBeVisible()
	await expect.poll(() => rider.ask('GET', `/api/hidden-drivers/${rider.id}`)).toEqual([])

	await page.getByRole('button', { name: 'Remove Aunt Polly' }).click()
	await expect(driverRow(page, 'Aunt Polly')).toHaveCount(0)
	await page.reload()
	await expect(page.locator('.driver')).toHaveCount(1)
	await rider.open(`rating/${polly.id}`)
	await submitVerdict(page)
	await page.getByRole('link', { name: 'Back to Home' }).click()
	await expect(driverRow(page, 'Aunt Polly')).toBeVisible()
})

test("from home it is three taps to a driver's card: their row, their face there, and their stats [spec 10.18] [spec 15.2]", {
	tag: '@thorough',
}, async ({ member }) => {
	const driver = await member('driver')
	const rider = await member('rider')
	await rate(rider, driver.id)
	const { page } = rider
	await rider.open('home')
	await driverRow(page, driver.username).locator('.avatar').click()
	await page.waitForURL(atPath(`/rating/${driver.id}`))
	await page.getByRole('link', { name: `Profile of ${driver.username}` }).click()
	await page.waitForURL(atPath(`/profile/${driver.id}`))
	await page.getByRole('link', { name: 'View driver stats' }).click()
	await page.waitForURL(atPath(`/infographic/${driver.id}`))
	await expect(page.getByText('1 ride rated')).toBeVisible()
})

test('an unclaimed ghost is dashed, pulsing and half there; a member is not [spec 9.8]', async ({ member }) => {
	const driver = await member('driver')
	const rider = await member('rider', { reducedMotion: 'no-preference' })
	await addGhost(rider, 'Casper')
	await rate(rider, driver.id)
	await rider.open('home')
	const face = (name: string) => driverRow(rider.page, name).locator('.avatar[data-ghost]')
	await expect(face('Casper')).toBeVisible()
	const look = await face('Casper').evaluate((avatar) =>
		[avatar, ...avatar.querySelectorAll('*')].flatMap((part) =>
			[undefined, '::before', '::after'].map((pseudo) => {
				const { animationDuration, borderTopStyle, outlineStyle, opacity } = getComputedStyle(part, pseudo)
				return { animationDuration, opacity, isDashed: [borderTopStyle, outlineStyle].includes('dashed') }
			}),
		),
	)
	expect(look.some(({ animationDuration }) => animationDuration === '2.5s')).toBe(true)
	expect(look.some(({ isDashed }) => isDashed)).toBe(true)
	expect(look.some(({ opacity }) => opacity === '0.5')).toBe(true)
	await expect(face(driver.username)).toHaveCount(0)
})
