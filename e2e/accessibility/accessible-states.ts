import type { Page } from '@playwright/test'
import type { Instance } from '../fixtures/instance.ts'
import { addGhost, expect, type Ghost, type Member, type Person, rate, test } from '../fixtures/people.ts'
import { expectNothingCutOff } from '../screens/cut-off.ts'
import { expectAccessibleInBothThemes } from './accessible.ts'

export type Family = { rider: Member; driver: Member; ghost: Ghost; visitor: Person; instance: Instance }

export type States = Record<string, (family: Family) => Promise<Page>>

const CALM = { reducedMotion: 'reduce', colorScheme: 'light' } as const

/**
 * One test checks all states with the same members, because signing up takes longer than a check. `bun run test` checks
 * each page once (e2e/screens/layout.spec.ts); component tests cover names and roles of all states.
 */
export function everybodyCanUse(place: string, states: States) {
	const title = `${place} can be used by everybody, in light and in dark`
	test(title, { tag: '@thorough' }, async ({ member, newPerson, instance }) => {
		test.setTimeout(300_000)
		// Reduced motion: blinking elements are checked at rest.
		const rider = await member('rider', CALM)
		const driver = await member('driver', CALM)
		const ghost = await addGhost(rider, 'Uncle Bob')
		await rate(rider, ghost.id)
		await rate(rider, driver.id)
		const visitor = await newPerson(CALM)
		for (const [what, show] of Object.entries(states))
			await test.step(what, async () => {
				const page = await show({ rider, driver, ghost, visitor, instance })
				await expectAccessibleInBothThemes(page, what, async (theme) => {
					// The splash ends before the theme can change.
					if (what === 'the splash') await page.reload()
					await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
				})
				if (what.endsWith('with its toast')) await expect(page.locator('.toast')).toBeVisible()
				await page.emulateMedia(CALM)
				await expectReadableWhenNarrow(page, what)
				await page.unrouteAll({ behavior: 'ignoreErrors' })
			})
	})
}

/** Width in px, text size in percent, as set in the browser. */
const NARROW = [
	{ width: 320, text: 100 },
	{ width: 360, text: 200 },
]

/** Neither the narrowest phones nor doubled text may cause horizontal scrolling. */
async function expectReadableWhenNarrow(page: Page, what: string) {
	const usual = page.viewportSize()
	/** Waits for resize observers. */
	const setText = (size: string) =>
		page.evaluate(async (size) => {
			document.documentElement.style.fontSize = size
			for (let frame = 0; frame < 3; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
		}, size)
	const menu = page.getByRole('menu')
	const isMenuOpen = (await menu.count()) > 0
	for (const { width, text } of NARROW) {
		// An open menu does not reposition; no phone resizes under an open menu.
		if (isMenuOpen) await page.keyboard.press('Escape')
		await page.setViewportSize({ width, height: 740 })
		await setText(`${text}%`)
		if (isMenuOpen) await page.keyboard.press('Enter')
		if (isMenuOpen) await expect(menu).toBeVisible()
		await expectNothingCutOff(page, `${what}, ${width} pixels wide with text at ${text} %,`)
	}
	await setText('')
	if (usual) await backTo(page, usual)
}

/** Chromium leaves a resized phone zoomed in, so clicks would miss fixed elements. */
async function backTo(page: Page, size: { width: number; height: number }) {
	await page.setViewportSize(size)
	const chromium = await page.context().newCDPSession(page)
	await chromium.send('Emulation.setPageScaleFactor', { pageScaleFactor: 1 })
	await chromium.detach()
	await expect.poll(() => page.evaluate(() => innerWidth)).toBe(size.width)
}
