/** Provides a DOM for component tests: `bun test --preload ./src-ui/testing/dom.ts src-ui`. */
import { afterEach, expect, mock } from 'bun:test'
import { GlobalRegistrator } from '@happy-dom/global-registrator'
import { accessibilityFaults } from './accessible-markup.ts'
import { USUAL_ADDRESS } from './page-address.ts'

// happy-dom does not load style sheets; treat them as loaded, so that links report no error.
GlobalRegistrator.register({ url: USUAL_ADDRESS, settings: { handleDisabledFileLoadingAsSuccess: true } })

// A failed `expect(element).toBe(other)` prints both. Bun would follow every property of happy-dom's nodes through
// the whole page and React's internals: millions of lines.
Object.defineProperty(Node.prototype, Symbol.for('nodejs.util.inspect.custom'), {
	value(this: Node) {
		return this instanceof Element ? `${openingTag(this)}${shortText(this)}` : `${this.nodeName}${shortText(this)}`
	},
})

/** The opening tag with its attributes, without children. */
const openingTag = (element: Element) => (element.cloneNode() as Element).outerHTML.replace(/<\/.*$/, '')

const shortText = ({ textContent }: Node) => (textContent ? ` ${JSON.stringify(textContent.slice(0, 60))}` : '')

// A hidden document, so that `afterPaint` runs at once: nothing is painted here.
Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })

/* happy-dom computes styles from all ancestors for each element that a query by role visits. Without style sheets and
   style attributes the style depends on the tag alone, so cache it by tag. */
const computedStyle = window.getComputedStyle.bind(window)
const styleOfTag = new Map<string, CSSStyleDeclaration>()
window.getComputedStyle = (element, pseudo) => {
	if (element.closest('[style]')) return computedStyle(element, pseudo)
	const tag = `${element.tagName}${pseudo ?? ''}`
	let style = styleOfTag.get(tag)
	if (!style) {
		style = computedStyle(element, pseudo)
		styleOfTag.set(tag, style)
	}
	return style
}

// happy-dom has no canvas.
mock.module('canvas-confetti', () => ({
	default: { create: () => Object.assign(async () => undefined, { reset: () => undefined }) },
}))

// If this exists, React's development build measures each render for the browser's performance panel.
Object.defineProperty(performance, 'measure', { configurable: true, value: undefined })

// React checks this before it warns about updates outside act().
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

// Checks the screen that each test leaves. Registered before testing-library's hook, which unmounts it.
let faults: string[] = []
afterEach(() => {
	faults = accessibilityFaults(document.body)
})

// Imported late, because it needs a document at import time.
const { configure } = await import('@testing-library/react')
const { forgetEverything } = await import('./fake-server.ts')

// Timeout of 'find' and 'waitFor': long, because a busy machine is not an error.
configure({ asyncUtilTimeout: 10_000 })

afterEach(forgetEverything)
// Last, because a failing hook prevents those after it.
afterEach(() => expect(faults).toEqual([]))
