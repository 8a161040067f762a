import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from '../fixtures/people.ts'

/** Nothing serious or critical, once everything has come to rest: half faded text has no contrast. */
export async function expectAccessible(page: Page, what: string) {
	await page.evaluate(() =>
		Promise.all(
			document
				.getAnimations()
				.filter((animation) => animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
				.map(({ finished }) => finished.catch(() => undefined)),
		),
	)
	// While suggestions are open React Aria hides the rest from screen readers; Tab closes them before it leaves.
	const areSuggestionsOpen = (await page.getByRole('listbox').count()) > 0
	const { violations } = await new AxeBuilder({ page })
		.options({ resultTypes: ['violations'] })
		.disableRules(areSuggestionsOpen ? ['aria-hidden-focus'] : [])
		// No frames here, and a second page to gather their results in takes as long as looking.
		.setLegacyMode()
		.analyze()
	const grave = violations
		.filter(({ impact }) => impact === 'serious' || impact === 'critical')
		.map(
			({ id, help, nodes }) =>
				`${id}: ${help}\n${nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`).join('\n')}`,
		)
	expect.soft(grave, what).toEqual([])
}
