import type { Page } from '@playwright/test'
import { linkFromOperator } from './operator.ts'
import { addGhost, expect, heading, type Member, rate, submitVerdict, test } from './people.ts'

/** Names that a layout would like to be shorter. */
const LONG_GHOST = 'Großtante Wilhelmine-Charlotte von Hohenzollern-Sig'.slice(0, 50)
const LONG_NAME = 'Wolfeschlegelsteinha'

const expectNoSidewaysScroll = async (page: Page, what: string) => {
	const { scrolls, guilty } = await page.evaluate(() => {
		const { clientWidth, scrollWidth } = document.documentElement
		const guilty = [...document.body.querySelectorAll('*')]
			.filter((element) => element.getBoundingClientRect().right > clientWidth + 1 && !element.closest('.sr-only'))
			.slice(0, 3)
			.map((element) => element.outerHTML.slice(0, 120))
		return { scrolls: scrollWidth > clientWidth, guilty }
	})
	expect(scrolls, `${what} scrolls sideways: ${guilty.join('\n')}`).toBe(false)
}

// These bring their own width, and titles have none.
test.skip(({ isMobile }) => !isMobile, 'Measured on the phone')

test('nothing scrolls sideways on a phone 360 pixels wide, long names and all', async ({
	member,
	newPerson,
	instance,
}) => {
	const viewport = { width: 360, height: 700 }
	const rider = await member('rider', { viewport })
	await rider.ask('PUT', `/api/users/${rider.id}`, { username: `${LONG_NAME.slice(0, 12)}${Date.now() % 1e8}` })
	const ghost = await addGhost(rider, LONG_GHOST)
	const driver: Member = await member('driver')
	await rate(rider, ghost.id)
	await rate(rider, driver.id)
	await rate(driver, rider.id)
	const { page } = rider
	rider.expectStatus(404)

	for (const [path, words] of [
		['home', 'Who are you rating today?'],
		['add-driver', 'Add Driver'],
		['add-driver?tab=new', 'Add Driver'],
		[`rating/${ghost.id}`, /Driving Today/],
		[`profile/${ghost.id}`, /Großtante/],
		[`profile/${rider.id}`, /Wolfe/],
		[`infographic/${ghost.id}`, /Großtante/],
		[`share-ghost/${ghost.id}`, /Großtante|receipts/],
		[`claim/${ghost.token}`, "You've Been Rated"],
		['settings', 'Settings'],
		['invite/no-such-token-anywhere', 'This ride has left'],
		['reset/no-such-token-anywhere', 'This key does not turn'],
		['rating/4711', 'Driver Not Found'],
		['profile/4711', 'Profile Not Found'],
		['nowhere', '404 Page Not Found'],
	] as const) {
		await rider.open(path)
		if (path === 'home') {
			await expect(page.getByRole('dialog')).toBeVisible()
			await expectNoSidewaysScroll(page, 'the popup')
			await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
			await expect(page.getByRole('link', { name: LONG_GHOST })).toBeVisible()
		}
		await expect(heading(page, words).first()).toBeVisible()
		await expectNoSidewaysScroll(page, path)
	}
	await rider.open('settings')
	await page.getByRole('button', { name: 'Delete Account' }).click()
	await expect(page.getByRole('dialog')).toBeVisible()
	await expectNoSidewaysScroll(page, 'leaving')
	await rider.open(`rating/${ghost.id}`)
	await submitVerdict(page)
	await expectNoSidewaysScroll(page, 'the celebration with its toast')

	const visitor = await newPerson({ viewport })
	const invite = await linkFromOperator(instance, 'invite', 'create')
	const reset = await linkFromOperator(instance, 'user', 'reset-password', driver.username)
	for (const path of [
		'',
		'home',
		'auth',
		'add-driver',
		'settings',
		`claim/${ghost.token}`,
		invite,
		reset,
		'rating/2',
	]) {
		await visitor.open(path)
		await expect(visitor.page.getByRole('heading', { level: 1 })).toBeVisible()
		await expectNoSidewaysScroll(visitor.page, `a visitor's ${path}`)
	}
})

test('every screen has a title of its own and one first heading', async ({ member }) => {
	const rider = await member('rider')
	const ghost = await addGhost(rider, 'Titled Tina')
	const driver = await member('driver')
	await rate(rider, driver.id)
	rider.expectStatus(404)
	const titles = new Map<string, string>()
	for (const path of [
		'home',
		'add-driver',
		`rating/${ghost.id}`,
		`rating/${driver.id}`,
		`profile/${ghost.id}`,
		`profile/${rider.id}`,
		`infographic/${ghost.id}`,
		`infographic/${driver.id}`,
		`share-ghost/${ghost.id}`,
		`claim/${ghost.token}`,
		'settings',
		'invite/no-such-token-anywhere',
		'reset/no-such-token-anywhere',
		'nowhere',
	]) {
		await rider.open(path)
		await expect(rider.page.getByRole('heading', { level: 1 })).toHaveCount(1)
		await expect(rider.page).toHaveTitle(/^.+ · Backseat$/)
		const title = await rider.page.title()
		expect(titles.get(title), `${path} and another screen are both called ${title}`).toBeUndefined()
		titles.set(title, path)
	}
	expect([...titles.keys()]).toContain("Titled Tina's Driving Today · Backseat")
})

test('targets on the rating screen are big enough for a thumb', async ({ newPerson }) => {
	const { page, open } = await newPerson({ viewport: { width: 360, height: 700 } })
	await open('rating/2')
	await expect(page.getByRole('button', { name: 'Spill the tea' })).toBeVisible()
	const small = await page.locator('label:has(input[type=radio]), main button, main a').evaluateAll((targets) =>
		targets
			.filter((target) => {
				const { width, height } = target.getBoundingClientRect()
				return width < 44 || height < 44
			})
			.map((target) => target.outerHTML.slice(0, 120)),
	)
	expect(small).toEqual([])
})
