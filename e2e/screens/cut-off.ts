import type { Page } from '@playwright/test'
import { expect } from '../fixtures/people.ts'

/** Expects no text outside the screen or a clipping box, except with an ellipsis. */
export async function expectNothingCutOff(page: Page, what: string) {
	let found = await page.evaluate(findCutOff)
	if (found.cutOff.length > 0 || found.tooWide.length > 0) {
		// Checks again later: menus reposition shortly after a resize, while real faults stay.
		await page.waitForTimeout(PASSING_MS)
		found = await page.evaluate(findCutOff)
	}
	expect.soft(found.cutOff, `${what} has words that nobody can read`).toEqual([])
	expect.soft(found.tooWide, `${what} scrolls sideways`).toEqual([])
}

const PASSING_MS = 600

/** Runs in the page. */
function findCutOff() {
	const { clientWidth, scrollWidth } = document.documentElement
	const cutOff: string[] = []
	/** Tailwind's sr-only at any breakpoint. */
	const isOnlyReadOut = (box: Element | null): boolean =>
		box !== null && (getComputedStyle(box).clipPath === 'inset(50%)' || isOnlyReadOut(box.parentElement))
	const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
	for (let text = texts.nextNode(); text; text = texts.nextNode()) {
		const parent = text.parentElement
		if (!parent?.checkVisibility() || parent.closest('[data-live-announcer], noscript') || isOnlyReadOut(parent))
			continue
		const range = document.createRange()
		range.selectNodeContents(text)
		// Bounds of all lines; the width is 0 for whitespace.
		const { left, right, width } = range.getBoundingClientRect()
		if (width === 0) continue
		let edges = { left: 0, right: clientWidth }
		for (let box: HTMLElement | null = parent; box && box !== document.body; box = box.parentElement) {
			const { overflowX, textOverflow, maskImage } = getComputedStyle(box)
			if (overflowX === 'visible' && maskImage === 'none') continue
			const around = box.getBoundingClientRect()
			edges = { left: Math.max(edges.left, around.left), right: Math.min(edges.right, around.right) }
			if (textOverflow === 'ellipsis') break
		}
		const isEllipsis = (box: Element | null): boolean =>
			box !== null && (getComputedStyle(box).textOverflow === 'ellipsis' || isEllipsis(box.parentElement))
		if (isEllipsis(parent) ? edges.right > clientWidth + 1 : left < edges.left - 1 || right > edges.right + 1)
			cutOff.push(`${Math.round(left)} to ${Math.round(right)}: ${parent.outerHTML.slice(0, 160)}`)
	}
	const sticksOut = (box: Element) => box.getBoundingClientRect().right > clientWidth + 1
	const widest = [...document.body.querySelectorAll('*')].filter(
		(box) => sticksOut(box) && ![...box.children].some(sticksOut),
	)
	const tooWide = widest.map(
		(box) => `to ${Math.round(box.getBoundingClientRect().right)}: ${box.outerHTML.slice(0, 160)}`,
	)
	return {
		tooWide: scrollWidth > clientWidth + 1 ? [`${scrollWidth} of ${clientWidth} pixels`, ...tooWide] : [],
		cutOff,
	}
}
