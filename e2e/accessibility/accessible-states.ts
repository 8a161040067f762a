import type { Page } from '@playwright/test'
import type { Instance } from '../fixtures/instance.ts'
import { addGhost, expect, type Ghost, type Member, type Person, rate, test } from '../fixtures/people.ts'
import { expectAccessibleInBothThemes } from './accessible.ts'

export type Family = { rider: Member; driver: Member; ghost: Ghost; visitor: Person; instance: Instance }

/** Who opens what, and what must be there before it is looked at. */
export type States = Record<string, (family: Family) => Promise<Page>>

/** One test that looks at each state in turn, with the same people: to sign them up takes longer than to look. */
export function everybodyCanUse(place: string, states: States) {
	test(`${place} can be used by everybody, in light and in dark`, async ({ member, newPerson, instance }) => {
		test.setTimeout(120_000)
		// Calm: what blinks or drifts is looked at where it rests.
		const calm = { reducedMotion: 'reduce', colorScheme: 'light' } as const
		const rider = await member('rider', calm)
		const driver = await member('driver', calm)
		const ghost = await addGhost(rider, 'Uncle Bob')
		await rate(rider, ghost.id)
		await rate(rider, driver.id)
		const visitor = await newPerson(calm)
		for (const [what, show] of Object.entries(states))
			await test.step(what, async () => {
				const page = await show({ rider, driver, ghost, visitor, instance })
				await expectAccessibleInBothThemes(page, what, async (theme) => {
					// Gone too soon to follow the device.
					if (what === 'the splash') await page.reload()
					await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
				})
				if (what.endsWith('with its toast')) await expect(page.locator('.toast')).toBeVisible()
				await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
				await page.unrouteAll({ behavior: 'ignoreErrors' })
			})
	})
}
