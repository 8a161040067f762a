import type { Page } from '@playwright/test'
import { addGhost, expect, type Ghost, type Member, type Person, rate, test } from '../fixtures/people.ts'
import { expectAccessibleInBothThemes } from './accessible.ts'

export type Family = { rider: Member; driver: Member; ghost: Ghost; visitor: Person }

/** Who opens what, and what must be there before it is looked at. */
export type States = Record<string, (family: Family) => Promise<Page>>

/** Makes a test of each. */
export function everybodyCanUse(states: States) {
	for (const [what, show] of Object.entries(states))
		test(`${what} can be used by everybody, in light and in dark`, async ({ member, newPerson }) => {
			// Calm: what blinks or drifts is looked at where it rests.
			const calm = { reducedMotion: 'reduce', colorScheme: 'light' } as const
			const rider = await member('rider', calm)
			const driver = await member('driver', calm)
			const ghost = await addGhost(rider, 'Uncle Bob')
			await rate(rider, ghost.id)
			await rate(rider, driver.id)
			const page = await show({ rider, driver, ghost, visitor: await newPerson(calm) })
			await expectAccessibleInBothThemes(page, what, async (theme) => {
				// Gone too soon to follow the device.
				if (what === 'the splash') await page.reload()
				await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
			})
			if (what.endsWith('with its toast')) await expect(page.locator('.toast')).toBeVisible()
		})
}
