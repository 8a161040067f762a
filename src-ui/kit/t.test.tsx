import { expect, test } from 'bun:test'
import { render } from '@testing-library/react'
import { inLanguage } from '#contract/text.ts'
import { T } from './t.tsx'

const html = (element: React.ReactElement) => render(element).container.innerHTML

test('a sentence has its elements where the language puts them', () => {
	const sentence = <T text="No, <b>{name}</b> did" b={<strong className="big" />} name="Bob" />
	expect(html(sentence)).toBe('No, <strong class="big">Bob</strong> did')
	const german = {
		locale: 'de',
		isRightToLeft: false,
		translations: { 'No, <b>{name}</b> did': '<b>{name}</b> war es' },
	}
	expect(inLanguage(german, () => html(sentence))).toBe('<strong class="big">Bob</strong> war es')
})

test('a sentence with elements counts', () => {
	const waiting = (count: number) =>
		html(<T text="<b>#</b> rating waits" plural="<b>#</b> ratings wait" count={count} b={<b />} />)
	expect([waiting(1), waiting(3)]).toEqual(['<b>1</b> rating waits', '<b>3</b> ratings wait'])
})

test('a name may be an element, and text that looks like one stays text', () => {
	expect(html(<T text="From {name}" name={<i>Bob</i>} />)).toBe('From <i>Bob</i>')
	expect(html(<T text="From {name}" name="<b>Bob</b>" />)).toBe('From &lt;b&gt;Bob&lt;/b&gt;')
	const arabic = { locale: 'ar', isRightToLeft: true, translations: { 'From {name}': 'من {name}' } }
	expect(inLanguage(arabic, () => html(<T text="From {name}" name={<i>/srv</i>} />))).toBe('من <bdi><i>/srv</i></bdi>')
})
