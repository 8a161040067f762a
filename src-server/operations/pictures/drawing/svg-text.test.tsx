import { expect, test } from 'bun:test'
import { svgText } from './svg-text.ts'

const Dot = ({ x }: { x: number }) => <circle cx={x} strokeWidth={2} clipPath="url(#a)" />

test('JSX becomes the SVG it says: names of attributes as SVG spells them, parts put in place, nothing for nothing', () => {
	const node = (
		<svg viewBox="0 0 1 1" className="logo" aria-hidden="true">
			{[1, 2].map((x) => (
				<Dot key={x} x={x} />
			))}
			{null}
			{false}
		</svg>
	)

	expect(svgText(node)).toBe(
		'<svg viewBox="0 0 1 1"><circle cx="1" stroke-width="2" clip-path="url(#a)"></circle><circle cx="2" stroke-width="2" clip-path="url(#a)"></circle></svg>',
	)
})

test('no text becomes a tag, and no value ends its attribute', () => {
	expect(svgText(<text id={'"><script>'}>{'</text>&\'"'}</text>)).toBe(
		'<text id="&#34;&#62;&#60;script&#62;">&#60;/text&#62;&#38;&#39;&#34;</text>',
	)
})
