import type { Page } from '@playwright/test'
import { expect, heading, test } from '../fixtures/people.ts'

const OVERLAY = '[data-first-visit-overlay]'

/** Blocks style sheets, scripts and fonts, so that only the HTML arrives. */
const holdEverythingElse = (page: Page) =>
	page.route(
		(url) => url.protocol.startsWith('http'),
		(route) => (route.request().isNavigationRequest() ? route.continue() : new Promise(() => undefined)),
	)

/**
 * Milliseconds from the first frame with the overlay until the overlay is gone. On a busy machine that frame comes
 * late.
 */
const shownFor = (page: Page) =>
	page.evaluate(async (overlay) => {
		const isEnd = (animation: Animation) =>
			animation instanceof CSSAnimation && animation.animationName === 'first-visit-end'
		const firstFrame = Number(document.getAnimations().find(isEnd)?.startTime ?? Number.NaN)
		while (document.querySelector(overlay)) await new Promise(requestAnimationFrame)
		return performance.now() - firstFrame
	}, OVERLAY)

test('with the first bytes of the page the name is on the screen, and goes two seconds after it was painted [spec 9.13] [spec 10.10]', {
	tag: '@desktop',
}, async ({ newPerson }) => {
	const { page, context } = await newPerson({ seesFirstVisit: true, isNew: true, colorScheme: 'dark' })
	await holdEverythingElse(page)
	// Half speed, so that a busy machine can check the overlay in time.
	const devtools = await context.newCDPSession(page)
	await devtools.send('Animation.enable')
	await devtools.send('Animation.setPlaybackRate', { playbackRate: 0.5 })
	await page.goto('home', { waitUntil: 'commit' })

	await expect(page.locator(OVERLAY).getByRole('img', { name: 'Backseat' })).toBeVisible()
	await expect(page.getByRole('progressbar', { name: 'Starting Backseat' })).toBeVisible()
	await expect(page.locator(OVERLAY)).toHaveCSS('background-color', 'rgb(20, 18, 28)')

	expect((await shownFor(page)) / 2).toBeGreaterThan(1900)
	// The first words beneath the overlay also show the name.
	await expect(page.locator('#root').getByRole('link', { name: 'Backseat' })).toBeVisible()
})

test('a tap ends the overlay and presses nothing beneath it; a key ends it and reaches the page [spec 9.13] [spec 10.10]', async ({
	newPerson,
	hasTouch,
}) => {
	const { page, context } = await newPerson({ seesFirstVisit: true, isNew: true })
	const devtools = await context.newCDPSession(page)
	await devtools.send('Animation.enable')
	// Ten seconds instead of two, so that a busy machine can tap while the overlay is up.
	await devtools.send('Animation.setPlaybackRate', { playbackRate: 0.2 })
	await page.goto('home')
	const login = page.getByRole('link', { name: 'Login to Add Driver' })
	await expect(login).toBeAttached()
	const place = await login.boundingBox()
	if (!place) throw new Error('The link has no place')
	const [x, y] = [place.x + place.width / 2, place.y + place.height / 2]
	await (hasTouch ? page.touchscreen.tap(x, y) : page.mouse.click(x, y))
	await expect(page.locator(OVERLAY)).toHaveCount(0, { timeout: 4000 })
	await expect(heading(page, 'Who are you rating today?')).toBeVisible()

	await page.reload()
	await expect(heading(page, 'Who are you rating today?')).toBeVisible()
	await expect(page.locator(OVERLAY)).toBeHidden()

	await page.evaluate(() => sessionStorage.clear())
	// A browser that knows an account opens the log-in form.
	await page.evaluate(() => localStorage.setItem('accountKnown', 'true'))
	await page.goto('auth')
	await page.getByRole('textbox', { name: 'Username' }).focus()
	await expect(page.locator(OVERLAY)).toBeVisible()
	await page.keyboard.type('jo')
	await expect(page.locator(OVERLAY)).toHaveCount(0, { timeout: 4000 })
	await expect(page.getByRole('textbox', { name: 'Username' })).toHaveValue('jo')
})

test('a person with an older browser than the oldest reads so, where its scripts do not even start [B23]', {
	tag: '@own-size',
}, async ({ newPerson }) => {
	const { page } = await newPerson({ seesFirstVisit: true, isNew: true })
	await page.addInitScript(() => Reflect.deleteProperty(String.prototype, 'isWellFormed'))
	await holdEverythingElse(page)

	await page.goto('home', { waitUntil: 'commit' })

	await expect(page.getByText('This browser is too old for Backseat.')).toBeVisible()
	await expect(page.locator('.starting:visible')).toHaveCount(0)
})
