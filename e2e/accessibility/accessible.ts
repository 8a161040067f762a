import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import type { RunOptions } from 'axe-core'
import { expect } from '../fixtures/people.ts'

/** Half the size of `axe.source`, which is injected into each page. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/**
 * Expects no serious or critical violation. Waits for animations first, because text that fades in lacks contrast.
 */
export async function expectAccessible(page: Page, what: string, { only = [] }: { only?: string[] } = {}) {
	await page.evaluate(rest)
	// While suggestions are open React Aria hides the rest of the page; Tab closes them before it moves on.
	const areSuggestionsOpen = (await page.getByRole('listbox').count()) > 0
	const options: RunOptions = { resultTypes: ['violations'] }
	if (only.length > 0) options.runOnly = only
	else if (areSuggestionsOpen) options.rules = { 'aria-hidden-focus': { enabled: false } }
	if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
	let grave = await graveViolations(page, options)
	if (grave.length > 0) {
		// Announcements of a removed button disappear after a moment (kit/button.tsx); real violations stay.
		await page.waitForTimeout(PASSING_MS)
		grave = await graveViolations(page, options)
	}
	expect.soft(grave, what).toEqual([])
}

const PASSING_MS = 300

async function graveViolations(page: Page, options: RunOptions): Promise<string[]> {
	const violations = await page.evaluate(async (options) => {
		const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(options)
		return violations.map(({ id, help, impact, nodes }) => ({
			impact,
			text: `${id}: ${help}\n${nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`).join('\n')}`,
		}))
	}, options)
	return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ text }) => text)
}

/** Names and roles do not depend on the theme, so the second one checks only colours. */
export async function expectAccessibleInBothThemes(
	page: Page,
	what: string,
	arrive?: (theme: string) => Promise<void>,
) {
	for (const [colorScheme, only] of [
		['light', []],
		['dark', process.env.E2E_EVERY_CASE === '1' ? [] : ['color-contrast']],
	] as const) {
		await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
		await arrive?.(colorScheme)
		await expectAccessible(page, `${what}, ${colorScheme}`, { only: [...only] })
	}
}

/** Light for one screen and dark for the next, because screens share their colours; both in `bun run test:all`. */
export async function expectAccessibleInOneTheme(page: Page, what: string, nth: number) {
	if (process.env.E2E_EVERY_CASE === '1') return await expectAccessibleInBothThemes(page, what)
	const colorScheme = nth % 2 === 0 ? 'light' : 'dark'
	await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
	await expectAccessible(page, `${what}, ${colorScheme}`)
}

/** Runs in the page. */
async function rest() {
	const isPassing = (animation: Animation) =>
		animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY
	// Transitions of a new theme start with the next frame.
	for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
	await Promise.all(
		document
			.getAnimations()
			.filter(isPassing)
			.map(({ finished }) => finished.catch(() => undefined)),
	)
}
