import type { Page } from '@playwright/test'
import { expect } from '../fixtures/people.ts'

/** Expects no text or control behind fixed elements at the current scroll position. */
export async function expectNothingCovered(page: Page, what: string) {
	expect.soft(await page.evaluate(findCovered, {}), `${what} has words or controls under its actions`).toEqual([])
}

/** The same at the end of the page. A list that arrives later moves the end, so it scrolls again until nothing is covered. */
export async function expectNothingCoveredAtEnd(page: Page, what: string) {
	await expect
		.configure({ soft: true })
		.poll(() => page.evaluate(findCovered, { atEnd: true }), `${what} has words or controls under its actions`)
		.toEqual([])
}

/** Runs in the page. */
function findCovered({ atEnd = false } = {}) {
	if (atEnd) scrollTo(0, document.documentElement.scrollHeight)
	const parts = 'a, button, input, label, [role="img"], .receipt'
	const actions = document.querySelector('.page-action')
	if (!actions) return []
	const over = actions.getBoundingClientRect()
	const isUnder = ({ left, right, top, bottom, width, height }: DOMRect) =>
		width > 0 && height > 0 && left < over.right && right > over.left && top < over.bottom - 1 && bottom > over.top + 1
	const covered: string[] = []
	for (const element of document.querySelectorAll(`main :is(${parts})`))
		if (!actions.contains(element) && !element.closest('.sr-only') && isUnder(element.getBoundingClientRect()))
			covered.push(element.outerHTML.slice(0, 120))
	const texts = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT)
	for (let text = texts.nextNode(); text; text = texts.nextNode()) {
		const parent = text.parentElement
		if (!parent?.checkVisibility() || parent.closest('.page-action, .sr-only')) continue
		const range = document.createRange()
		range.selectNodeContents(text)
		if ([...range.getClientRects()].some(isUnder)) covered.push(text.textContent ?? '')
	}
	return covered
}
