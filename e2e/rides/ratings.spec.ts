import type { Locator } from '@playwright/test'
import { ALL_GOOD } from '#contract/impressions.ts'
import {
	addGhost,
	atPath,
	choose,
	chooseFromMore,
	driverRow,
	expect,
	fillVerdict,
	heading,
	sayItWasAnotherRide,
	submitVerdict,
	test,
} from '../fixtures/people.ts'

const spill = { name: 'Spill the tea' }
const isChosen = (page: import('@playwright/test').Page, name: string) =>
	expect(page.getByRole('radio', { name, exact: true })).toBeChecked()

test('what can be chosen stays where it is when something was forgotten, and when it is mended', async ({
	newPerson,
}) => {
	// Without motion, because a choice shrinks briefly when it is made.
	const { page, open } = await newPerson({ reducedMotion: 'reduce' })
	await open('rating/2')
	await expect(page.getByRole('button', { name: 'Spill the tea' })).toBeVisible()
	await page.evaluate(() => document.fonts.ready)
	const places = () =>
		page
			.locator('form label')
			.evaluateAll((labels) => labels.map((label) => label.getBoundingClientRect().top + scrollY))
	const before = await places()
	const moved = async () => Math.max(...(await places()).map((top, at) => Math.abs(top - (before[at] ?? 0))))

	await page.getByRole('button', { name: 'Spill the tea' }).click()
	await expect(page.getByText('Vibe is missing.')).toBeVisible()

	expect(await moved()).toBeLessThan(1)
	await choose(page, '4 stars')
	await choose(page, 'smooth as')
	await expect(page.getByText('Ride is missing.')).toBeHidden()
	expect(await moved()).toBeLessThan(1)
})

test('a person who wants less motion gets no confetti and no wobble', async ({ newPerson }) => {
	const { page, open } = await newPerson({ reducedMotion: 'reduce' })
	await open('rating/2')
	await choose(page, '1 star')
	const isMoving = await page
		.locator('label', { has: page.getByRole('radio', { name: '1 star', exact: true }) })
		.evaluate((label) =>
			[label, ...label.querySelectorAll('*')].some((part) =>
				part
					.getAnimations()
					.some(
						(animation) =>
							animation.playState === 'running' && Number(animation.effect?.getComputedTiming().duration) > 50,
					),
			),
		)
	expect(isMoving).toBe(false)
	await choose(page, '5 stars')
	await isChosen(page, '5 stars')
	await page.waitForLoadState('networkidle')
	await expect(page.locator('canvas')).toHaveCount(0)
})

test('a rating is given without a mouse', { tag: '@desktop' }, async ({ member }) => {
	const rider = await member('rider')
	const { page } = rider
	await addGhost(rider, 'Uncle Bob')
	await rider.open('home')
	await expect(driverRow(page, 'Uncle Bob')).toBeVisible()
	// Tabs over skip link, logo and menu to the first driver.
	for (let presses = 0; presses < 12; presses++) {
		await page.keyboard.press('Tab')
		if (await driverRow(page, 'Uncle Bob').evaluate((link) => link === document.activeElement)) break
	}
	await expect(driverRow(page, 'Uncle Bob')).toBeFocused()
	await page.keyboard.press('Enter')
	await page.waitForURL(/\/rating\/\d+$/)
	await expect(heading(page, "Uncle Bob's Driving Today")).toBeVisible()

	const tabTo = async (name: string) => {
		for (let presses = 0; presses < 8; presses++) {
			await page.keyboard.press('Tab')
			const radio = page.getByRole('radio', { name, exact: true })
			if (await radio.evaluate((input) => input === document.activeElement)) return
		}
		throw new Error(`Tab never reached ${name}`)
	}
	await tabTo('1 star')
	for (let presses = 0; presses < 3; presses++) await page.keyboard.press('ArrowRight')
	await isChosen(page, '4 stars')
	await tabTo('yas')
	await page.keyboard.press('Space')
	await tabTo('smooth as')
	await page.keyboard.press('ArrowRight')
	await isChosen(page, 'a lil bumpy')
	await tabTo('good vibes')
	await page.keyboard.press('Space')
	await page.keyboard.press('Tab')
	await expect(page.getByRole('button', { name: 'Who sees this?' })).toBeFocused()
	await page.keyboard.press('Tab')
	await expect(page.getByRole('button', spill)).toBeFocused()
	await page.keyboard.press('Enter')

	await expect(page.getByText('Thanks for rating.')).toBeVisible()
	expect(await rider.ask('GET', '/api/ratings')).toMatchObject([{ starRating: 4, ...ALL_GOOD, rideQuality: 'bumpy' }])
})

test('a rating half filled in survives a reload and the back button; a reload of the celebration gives no second one', async ({
	member,
}) => {
	const rider = await member('rider')
	const ghost = await addGhost(rider, 'Interrupted')
	await rider.open('home')
	await driverRow(rider.page, 'Interrupted').click()
	await choose(rider.page, '3 stars')
	await choose(rider.page, "was sweatin'")

	await rider.page.reload()
	await isChosen(rider.page, '3 stars')
	await isChosen(rider.page, "was sweatin'")

	await rider.page.goBack()
	await rider.page.waitForURL(atPath('/home'))
	await rider.page.goForward()
	await rider.page.waitForURL(atPath(`/rating/${ghost.id}`))
	await isChosen(rider.page, '3 stars')
	await isChosen(rider.page, "was sweatin'")

	await submitVerdict(rider.page, { stars: 3, isSafe: false })
	await rider.page.reload()
	await expect(rider.page.getByText('Thanks for rating.')).toBeVisible()
	expect(await rider.ask('GET', '/api/ratings')).toHaveLength(1)
	// The draft belonged to this ride; the form of another one starts empty.
	await rider.open('home')
	await driverRow(rider.page, 'Interrupted').click()
	await sayItWasAnotherRide(rider.page)
	await expect(rider.page.getByRole('button', spill)).toBeVisible()
	await expect(rider.page.getByRole('radio', { checked: true })).toHaveCount(0)
})

test('an answer that got lost on the way counts once, without anybody doing anything', {
	tag: '@thorough',
}, async ({ member }) => {
	const rider = await member('rider')
	const ghost = await addGhost(rider, 'Tunnel')
	const { page } = rider
	rider.expectNoAnswer()
	await rider.open(`rating/${ghost.id}`)
	const lose = async (route: import('@playwright/test').Route) => {
		await route.fetch()
		await route.abort('connectionreset')
	}
	await page.route('**/api/ratings', lose, { times: 1 })
	await fillVerdict(page)
	await page.getByRole('button', spill).click()
	await expect(page.getByText('Thanks for rating.')).toBeVisible()
	expect(await rider.ask('GET', '/api/ratings')).toHaveLength(1)
})

test('a verdict goes with the evening post: its rater sees it sealed, its driver sees nothing, and it can be taken back [spec 13.15]', {
	tag: '@thorough',
}, async ({ member, newPerson }) => {
	const driver = await member('theo')
	const { page, open } = await newPerson({ isNew: true })
	await open(`rating/${driver.id}`)
	await page.getByRole('button', { name: 'Who sees this?' }).click()
	await choose(page, 'With the evening post')
	await page.keyboard.press('Escape')
	await submitVerdict(page)
	await expect(page.getByText('sealed until the evening post', { exact: true })).toBeVisible()

	await driver.open(`profile/${driver.id}`)
	await expect(driver.page.getByText('No ratings yet. Hand somebody your link.')).toBeVisible()

	await open('verdicts')
	const verdict = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: driver.username }) })
	await expect(verdict.getByText('sealed until the evening post')).toBeVisible()
	await chooseFromMore(page, 'Take it back')
	await page.getByRole('alertdialog').getByRole('button', { name: 'Take it back' }).click()
	await expect(page.getByText('No verdicts yet')).toBeVisible()
	// The browser remembers the choice for the next rating.
	await open(`rating/${driver.id}`)
	await expect(page.getByRole('button', { name: 'Who sees this? Sealed until the evening post' })).toBeVisible()
})

/** Playwright's own click would first scroll the page. */
async function tapInPlace(target: Locator) {
	await (await target.elementHandle())?.waitForElementState('stable')
	const { x, y, width, height } = (await target.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
	await target.page().mouse.click(x + width / 2, y + height / 2)
}

test('who sees this comes up as a sheet: nothing moves, and the stars stay in sight [spec 15.7]', {
	tag: '@own-size',
}, async ({ member, newPerson }) => {
	const driver = await member('theo')
	// On a small phone, where the sheet is the highest and has the least room.
	const { page, open } = await newPerson({ viewport: { width: 360, height: 740 }, reducedMotion: 'reduce' })
	await open(`rating/${driver.id}`)
	const stars = page.locator('label', { has: page.getByRole('radio', { name: '5 stars', exact: true }) })
	await expect(stars).toBeVisible()
	await page.evaluate(() => document.fonts.ready)
	const before = await stars.boundingBox()
	await tapInPlace(page.getByRole('button', { name: 'Who sees this?' }))
	const sheet = page.getByRole('dialog', { name: 'Who sees this?' })
	await expect(sheet.getByText(/will guess it was you\. Send it with the evening post/)).toBeVisible()
	await tapInPlace(sheet.getByText('With the evening post', { exact: true }))
	await expect(sheet.getByText(/^It opens /)).toBeInViewport({ ratio: 1 })

	const after = await stars.boundingBox()
	expect(after).toEqual(before)
	const top = (await page.locator('.dialog-sheet').boundingBox())?.y ?? 0
	expect((after?.y ?? 0) + (after?.height ?? 0)).toBeLessThan(top)
})

test('the celebration is read in the order in which it is seen [spec 15.5]', async ({ member, newPerson }) => {
	const driver = await member('theo')
	const { page, open } = await newPerson()
	await open(`rating/${driver.id}`)
	await submitVerdict(page)
	await expect(page.getByRole('button', { name: 'Send my receipt' })).toBeEnabled()

	// At the end of the page the bar covers nothing.
	await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
	const seen = await page.locator('main :is(h1, .receipt, a, button)').evaluateAll((parts) =>
		parts.map((part) => {
			const { left, right, bottom } = part.getBoundingClientRect()
			return { name: part.getAttribute('aria-label') ?? part.textContent?.trim(), left, right, bottom }
		}),
	)
	// In two columns the left one is read first.
	const isBefore = (a: (typeof seen)[number], b: (typeof seen)[number]) =>
		a.right <= b.left || b.right <= a.left ? a.left - b.left : a.bottom - b.bottom
	expect(
		seen
			.slice(2)
			.toSorted(isBefore)
			.map(({ name }) => name),
	).toEqual(seen.slice(2).map(({ name }) => name))
	expect(seen.slice(2).map(({ name }) => name)).toEqual([
		'View Driver Profile',
		'Save Your Rating',
		`More about your verdict on ${driver.username}`,
		'Send my receipt',
		'Back to Home',
	])
})
