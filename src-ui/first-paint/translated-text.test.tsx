import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { act, render } from '@testing-library/react'
import { StrictMode } from 'react'

const { removeChild, insertBefore } = Node.prototype
beforeAll(() => {
	new Function(readFileSync(join(import.meta.dir, 'translated-text.js'), 'utf8'))()
})
afterAll(() => {
	Object.assign(Node.prototype, { removeChild, insertBefore })
})

function textsIn(node: Node): Text[] {
	return node instanceof Text ? [node] : [...node.childNodes].flatMap(textsIn)
}

const inFonts = (text: Text) => {
	const font = document.createElement('font')
	font.append(document.createElement('font'))
	font.firstElementChild?.append(text.data.toUpperCase())
	return font
}

/** These use unpatched DOM methods, because a translator runs in an isolated world. */
const translators = {
	'by one step': (text: Text) => text.replaceWith(inFonts(text)),
	'by inserting before it and removing it': (text: Text) => {
		if (text.parentNode) insertBefore.call(text.parentNode, inFonts(text), text)
		text.remove()
	},
	'by wrapping it, as extensions do': (text: Text) => {
		const mark = document.createElement('mark')
		text.replaceWith(mark)
		mark.append(text)
	},
}

function Rides({ count, isFresh = false, isGone = false }: { count: number; isFresh?: boolean; isGone?: boolean }) {
	return (
		<p>
			{isFresh ? <b>New! </b> : null}
			{isGone ? null : 'Aunt Agatha'}
			{isFresh ? ' (just now)' : null}
			{': '}
			{count} rides
			{isGone ? <i>, left</i> : null}
		</p>
	)
}

for (const [how, translate] of Object.entries(translators))
	test(`React removes, inserts and changes texts that were replaced ${how} [B31]`, async () => {
		const { container, rerender } = render(<Rides count={1} />, { wrapper: StrictMode })
		const translateAll = async () => {
			for (const text of textsIn(container)) if (!text.parentElement?.closest('font, mark')) translate(text)
			await act(async () => {})
		}
		const shown = () => container.textContent?.toLowerCase()
		await translateAll()
		expect(container.querySelectorAll('font, mark').length).toBeGreaterThan(2)

		for (const props of [
			{ count: 2 },
			{ count: 2, isFresh: true },
			{ count: 3, isFresh: true },
			{ count: 3, isGone: true },
			{ count: 4, isFresh: true, isGone: true },
			{ count: 5 },
		]) {
			rerender(<Rides {...props} />)
			await act(async () => {})
			const { count, isFresh, isGone } = { isFresh: false, isGone: false, ...props }
			expect(shown()).toBe(
				`${isFresh ? 'new! ' : ''}${isGone ? '' : 'aunt agatha'}${isFresh ? ' (just now)' : ''}: ${count} rides${isGone ? ', left' : ''}`,
			)
			await translateAll()
		}
	})
