import type * as library from '@testing-library/dom'
import type { Point } from './engine.ts'

/** A search target: by text, by role and name, or a field by its label. */
export type Target =
	| string
	| ({ inside?: Target } & ({ role: string; name?: Name } | { label: string } | { text: Name }))
/** A string must match exactly. */
export type Name = string | RegExp
export type Found = { count: number; text: string; hasFocus: boolean; isChecked: boolean }
export type Pressable = { point: Point } | { obstacle: string }

/** Source text of a function call to evaluate in the page. */
export const inPage = <Args extends unknown[], Result>(work: (...args: Args) => Result, ...args: Args) =>
	`(${work})(${args.map(asSource).join(', ')})`

export function asSource(value: unknown): string {
	if (value instanceof RegExp) return String(value)
	if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined'
	if (Array.isArray(value)) return `[${value.map(asSource).join(', ')}]`
	return `{${Object.entries(value).map(([key, part]) => `${JSON.stringify(key)}: ${asSource(part)}`)}}`
}

/** Defines the functions below as `backseatWalk` in the page. */
export const installed = (librarySource: string) =>
	`(() => { if (window.backseatWalk) return\n${librarySource}\n${search}\n${look}\n${aim}\nwindow.backseatWalk = { look, aim } })()`

/** All visible matches. Runs in the page. */
function search(target: Target): HTMLElement[] {
	const { TestingLibraryDom } = window as unknown as { TestingLibraryDom: typeof library }
	const { queryAllByLabelText, queryAllByRole } = TestingLibraryDom
	if (typeof target === 'string') return search({ text: target })
	const insides = target.inside === undefined ? [document.body] : search(target.inside)
	const find = (inside: HTMLElement) => {
		if ('role' in target) return queryAllByRole(inside, target.role, { name: target.name })
		if ('label' in target) return queryAllByLabelText(inside, target.label)
		return deepestWith(inside, target.text)
	}
	/** A text may span several elements, for example with a number in bold. */
	function deepestWith(inside: HTMLElement, words: Name) {
		const fits = (element: HTMLElement) => {
			const text = element.textContent.replace(/\s+/g, ' ').trim()
			return typeof words === 'string' ? text === words : words.test(text)
		}
		const fitting = [...inside.querySelectorAll<HTMLElement>('*')].filter(
			(element) => fits(element) && !element.closest('script, style, noscript, .sr-only, [data-live-announcer]'),
		)
		return fitting.filter((element) => !fitting.some((other) => other !== element && element.contains(other)))
	}
	// The drawing stands for a radio button or checkbox, whose input is invisible.
	const isSeen = (element: HTMLElement) =>
		element instanceof HTMLInputElement ||
		element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true } as CheckVisibilityOptions)
	return [...new Set(insides.flatMap(find))].filter(isSeen)
}

function look(target: Target): Found {
	const found = search(target)
	const [first] = found
	return {
		count: found.length,
		text: found.map(({ textContent }) => textContent).join('\n'),
		hasFocus: first !== undefined && first === document.activeElement,
		isChecked: first instanceof HTMLInputElement ? first.checked : first?.ariaChecked === 'true',
	}
}

/**
 * The point to click, once the matching element has stopped moving. `hasBackseatWalkHit` reveals an element that moves before
 * the click lands; a new page does not have it. Runs in the page.
 */
async function aim(target: Target): Promise<Pressable> {
	const found = search(target)
	const [first] = found
	if (!first || found.length > 1) return { obstacle: `${found.length} fit` }
	if (first.matches(':disabled, [aria-disabled=true]')) return { obstacle: 'disabled' }
	const drawn = first.matches('[type=radio], [type=checkbox]') ? (first.closest('label') ?? first) : first
	const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
	/** For text that wraps, the middle of the first line. */
	const middle = () => {
		const [{ left, top, width, height } = drawn.getBoundingClientRect()] = drawn.getClientRects()
		return { x: left + width / 2, y: top + height / 2 }
	}
	const cover = () => {
		const { x, y } = middle()
		const hit = document.elementFromPoint(x, y)
		return drawn.contains(hit) ? null : `covered by ${hit?.outerHTML.slice(0, 120)}`
	}
	if (cover() !== null) drawn.scrollIntoView({ block: 'center', behavior: 'instant' })
	const before = middle()
	await frame()
	await frame()
	const point = middle()
	if (before.x !== point.x || before.y !== point.y) return { obstacle: 'moving' }
	const obstacle = cover()
	if (obstacle !== null) return { obstacle }
	const walk = window as unknown as { hasBackseatWalkHit?: boolean }
	walk.hasBackseatWalkHit = false
	const listen = ({ target }: Event) => {
		walk.hasBackseatWalkHit = target instanceof Node && drawn.contains(target)
	}
	window.addEventListener('pointerdown', listen, { capture: true, once: true })
	return { point }
}
