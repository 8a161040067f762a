/** A browser for component tests: `bun test --preload ./src-ui/testing/dom.ts src-ui`. */
import { afterEach, expect, mock } from 'bun:test'
import { GlobalRegistrator } from '@happy-dom/global-registrator'
import { accessibilityFaults } from './accessible-markup.ts'
import { USUAL_ADDRESS } from './page-address.ts'

// Style sheets are not loaded, which is no failure of the page that asks for one.
GlobalRegistrator.register({ url: USUAL_ADDRESS, settings: { handleDisabledFileLoadingAsSuccess: true } })

// A failed `expect(element).toBe(other)` prints both. Bun would follow every property of happy-dom's nodes, through the
// whole page and React's internals: millions of lines.
Object.defineProperty(Node.prototype, Symbol.for('nodejs.util.inspect.custom'), {
	value(this: Node) {
		return this instanceof Element ? `${openingTag(this)}${shortText(this)}` : `${this.nodeName}${shortText(this)}`
	},
})

/** The tag with its attributes, without what is inside. */
const openingTag = (element: Element) => (element.cloneNode() as Element).outerHTML.replace(/<\/.*$/, '')

const shortText = ({ textContent }: Node) => (textContent ? ` ${JSON.stringify(textContent.slice(0, 60))}` : '')

// Nothing is painted here, so nothing waits for it.
Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })

/*
 * happy-dom computes a style from all ancestors for each element that a query by role looks at. No style sheet is loaded here,
 * so without style attributes in between a style depends on the tag alone.
 */
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

// The canvas is a browser's.
mock.module('canvas-confetti', () => ({
	default: { create: () => Object.assign(async () => undefined, { reset: () => undefined }) },
}))

// React's development build measures each render for the browser's performance panel where this exists.
Object.defineProperty(performance, 'measure', { configurable: true, value: undefined })

// React asks this before it warns about updates outside act().
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

// Each test leaves a screen in one of its states. This hook comes before testing-library's own, which unmounts it.
let faults: string[] = []
afterEach(() => {
	faults = accessibilityFaults(document.body)
})

// Loaded only now: it looks for a document when it is imported.
const { configure } = await import('@testing-library/react')
const { forgetEverything } = await import('./fake-server.ts')

// How long 'find' and 'waitFor' wait before they fail: a busy machine is not a fault.
configure({ asyncUtilTimeout: 10_000 })

afterEach(forgetEverything)
// Last: the hooks after one that fails are not run.
afterEach(() => expect(faults).toEqual([]))
