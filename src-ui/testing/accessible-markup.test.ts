import { expect, test } from 'bun:test'
import { accessibilityFaults } from './accessible-markup.ts'

function faultsOf(html: string): string[] {
	const root = document.createElement('div')
	root.innerHTML = html
	// Labels work only in a document. Removed again before the hook that checks each test's screen.
	document.body.append(root)
	const faults = accessibilityFaults(root)
	root.remove()
	return faults
}

test.each([
	['<button type="button"><svg></svg></button>', 'no name: <button type="button">'],
	['<button type="button"><span aria-hidden="true">×</span></button>', 'no name: <button type="button">'],
	['<a href="/home"><img src="a.png" alt=""></a>', 'no name: <a href="/home">'],
	['<img src="a.png">', 'no name: <img src="a.png">'],
	['<input type="text">', 'no name: <input type="text">'],
	['<label for="other">Name</label><input id="name">', 'no name: <input id="name">'],
	['<div role="dialog"><h2>Sure?</h2></div>', 'no name: <div role="dialog">'],
	['<h2></h2>', 'no name: <h2>'],
	['<p id="a">1</p><p id="a">2</p>', 'two elements have the id a'],
	[
		'<button type="button" aria-describedby="gone">Go</button>',
		'aria-describedby refers to nothing: <button type="button" aria-describedby="gone">',
	],
	['<button type="button" aria-labelledby="gone">Go</button>', 'aria-labelledby refers to nothing'],
	['<button type="button" aria-expanded="true" aria-controls="gone">Go</button>', 'aria-controls refers to nothing'],
	['<div role="checkbox">Yes</div>', 'no aria-checked: <div role="checkbox">'],
	['<div role="tab">Log In</div>', 'not in a tablist: <div role="tab">'],
	['<div><li>One</li></div>', 'not in a list: <li>'],
	['<a href="/home">Home <button type="button">x</button></a>', 'inside <a href="/home">: <button type="button">'],
])('%s is a fault', (html, fault) => {
	expect(faultsOf(html)).toEqual([expect.stringContaining(fault)])
})

test.each([
	'<button type="button">Go</button>',
	'<button type="button"><img src="a.png" alt="Go"></button>',
	'<button type="button" aria-label="Close"><svg></svg></button>',
	'<span id="go">Go</span><button type="button" aria-labelledby="go"></button>',
	'<button type="button" aria-expanded="false" aria-controls="later">More</button>',
	'<label>Name <input></label>',
	'<label for="name">Name</label><input id="name">',
	'<input type="hidden" name="token">',
	'<img src="a.png" alt="">',
	'<div aria-hidden="true"><button type="button"></button></div>',
	'<ul><div role="presentation"><li>One</li></div></ul>',
	'<label>Ring <input type="checkbox" role="switch"></label>',
	'<select aria-label="Year"><option>2026</option></select>',
	'<div role="dialog" aria-label="Sure?"></div>',
])('%s is none', (html) => {
	expect(faultsOf(html)).toEqual([])
})
