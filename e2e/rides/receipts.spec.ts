import type { Page } from '@playwright/test'
import { addGhost, atPath, expect, heading, logIn, type Person, rate, test } from '../fixtures/people.ts'
import { expectNothingCutOff } from '../screens/cut-off.ts'

const month = () => new Date().toISOString().slice(0, 7)
const year = () => month().slice(0, 4)

/** Has no line break opportunity. */
const WIDE = 'W'.repeat(50)

async function rateThrice(rater: Person, driverId: number, stars: number) {
	for (let ride = 0; ride < 3; ride++) await rate(rater, driverId, { stars, isSmooth: ride > 0 })
}

test('members read the receipt of the month, on paper, too; a visitor after logging in [spec 14.18] [spec 14.20]', async ({
	member,
	newPerson,
	ownInstance,
}) => {
	const on = await ownInstance()
	const [rider, driver] = [await member('rider', { on }), await member('driver', { on })]
	const ghost = await addGhost(rider, WIDE)
	await rateThrice(rider, driver.id, 5)
	await rateThrice(rider, ghost.id, 4)
	const { page, open } = await newPerson({ on, reducedMotion: 'reduce' })
	await notePrinting(page)

	await open(`receipts/${month()}`)
	await page.getByRole('link', { name: 'Log in', exact: true }).click()
	await page.waitForURL(atPath('/auth'))
	await logIn(page, driver.username)
	await page.waitForURL(atPath(`/receipts/${month()}`))

	const best = page.getByRole('region', { name: 'Driver of the Month' })
	await expect(best).toContainText('5.0 stars')
	await best.getByRole('button', { name: 'Send' }).click()
	await expect(page.getByRole('dialog').getByText('To the chat: my award')).toBeVisible()
	await page.keyboard.press('Escape')
	await expect(page.getByRole('dialog')).toHaveCount(0)
	await expect(page.getByRole('region', { name: 'Safest' })).toContainText(WIDE)
	await expect(page.getByRole('article')).toContainText(/Rides\s*6/)
	await expect(page.getByRole('article')).toContainText(/Speed bumps met\s*2/)
	await expectNothingCutOff(page, 'the receipt')
	expect(await printed(page)).toBe(0)
	await page.emulateMedia({ media: 'print' })
	for (const role of ['banner', 'button', 'navigation'] as const) await expect(page.getByRole(role)).toHaveCount(0)
	await expect(best).toBeVisible()
	await page.emulateMedia({ media: 'screen' })
	await best.getByRole('link', { name: driver.username }).click()
	await page.waitForURL(atPath(`/infographic/${driver.id}`))
	await page.goBack()
	await page.getByRole('navigation', { name: 'Other months' }).getByRole('link').first().click()
	await expect(page.getByText('Nobody drove, or nobody told.')).toBeVisible()

	// Without reduced motion, the receipt's printing animation runs once for each member.
	await rider.page.emulateMedia({ reducedMotion: 'no-preference' })
	await notePrinting(rider.page)
	for (const times of [1, 0]) {
		await rider.open(`receipts/${month()}`)
		await expect(rider.page.getByRole('article')).toBeAttached()
		expect(await printed(rider.page)).toBe(times)
	}
})

/** Counts how often the receipt's words were printed on each page; the animation may be over before a busy machine looks. */
const notePrinting = (page: Page) =>
	page.addInitScript(() => {
		Object.assign(window, { printed: 0 })
		window.addEventListener('animationstart', ({ animationName }) => {
			if (animationName === 'hold-words') (window as unknown as { printed: number }).printed += 1
		})
	})
/** An animation that is due starts with the next frame. */
const printed = (page: Page) =>
	page.evaluate(async () => {
		for (let frame = 0; frame < 3; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
		return (window as unknown as { printed: number }).printed
	})

test('a year is read card by card: with keys, buttons, taps and swipes; a reload keeps the card, and back leads out [spec 14.21]', {
	tag: '@thorough',
}, async ({ member, ownInstance }) => {
	const on = await ownInstance()
	const [rider, driver] = [await member('rider', { on }), await member('driver', { on })]
	const ghost = await addGhost(rider, WIDE)
	for (const { id } of [driver, ghost]) await rateThrice(rider, id, 4)
	const { page, open } = driver
	await open('settings')
	await open(`wrapped?year=${year()}`)
	const cards = page.locator('main section')
	const here = page.locator('main section:not([inert])')
	const isHere = (label: string | RegExp) => expect(here).toHaveAttribute('aria-label', label)
	await isHere(year())
	const count = await cards.count()
	expect(count).toBeGreaterThan(6)

	for (let place = 1; place < count; place++) {
		await expectNothingCutOff(page, `card ${place}`)
		await page.keyboard.press('ArrowRight')
		await expect(page.getByRole('status').filter({ hasText: `${place + 1} of ${count}` })).toBeAttached()
	}
	await isHere('The end of the road')
	await page.getByRole('button', { name: 'Send my year' }).click()
	await expect(page.getByRole('dialog').getByRole('button', { name: 'Copy link' })).toBeVisible()
	// Keys act on the dialog above the card and do not turn the card.
	await page.keyboard.press('ArrowLeft')
	await page.keyboard.press('Escape')
	await expect(page.getByRole('dialog')).toHaveCount(0)
	await isHere('The end of the road')
	await page.getByRole('button', { name: 'Previous card' }).click()
	await isHere('Your own driving')
	await page.reload()
	await isHere('Your own driving')
	await expect(here).toContainText('4.0')

	const box = await page.locator('.story-cards').boundingBox()
	if (!box) throw new Error('No cards')
	const across = (part: number) => [box.x + box.width * part, box.y + 90] as const
	await page.keyboard.press('Home')
	await page.mouse.click(...across(0.9))
	await isHere('All of you')
	await page.mouse.click(...across(0.1))
	await isHere(year())
	await page.mouse.move(...across(0.8))
	await page.mouse.down()
	await page.mouse.move(...across(0.3), { steps: 4 })
	await page.mouse.up()
	// The swipe starts automatic advance.
	await isHere('All of you')
	await isHere('The month with most rides')
	await page.getByRole('button', { name: 'Pause' }).click()
	await here.getByRole('link', { name: 'See its receipt' }).click()
	await page.waitForURL(atPath(`/receipts/${month()}`))
	await page.goBack()
	await isHere('The month with most rides')
	await page.goBack()
	await page.waitForURL(atPath('/settings'))
	await page.goForward()
	await isHere('The month with most rides')
	await page.keyboard.press('Escape')
	await expect(heading(page, 'Who are you rating today?')).toBeVisible()
})
