import { expect, test } from 'bun:test'
import { createDownloads } from './downloads.ts'

/** The downloads of a window, and the clock they live by. */
function aWindow() {
	let now = 0
	const downloads = createDownloads(() => now)
	return {
		...downloads,
		wait: (ms: number) => {
			now += ms
		},
	}
}

test('a page begins no download by itself', () => {
	expect(aWindow().begin(false)).toBe(false)
})

test('what a member taps is downloaded, and the next thing they tap, too', () => {
	const { begin, ended, input, wait } = aWindow()

	for (const tap of ['mouseDown', 'touchStart', 'rawKeyDown', 'keyDown']) {
		input(tap)
		expect([tap, begin(true)]).toEqual([tap, true])
		wait(100)
		ended()
	}
})

test('one tap is one download, however many the page makes of it, and moving the mouse is no tap [T30]', () => {
	const { begin, ended, input, wait } = aWindow()
	input('mouseDown')
	expect(begin(true)).toBe(true)
	ended()

	for (const type of [
		'mouseUp',
		'mouseMove',
		'mouseWheel',
		'pointerMove',
		'char',
		'gestureScrollUpdate',
		'constructor',
	]) {
		input(type)
		wait(500)
		expect([type, begin(true)]).toEqual([type, false])
	}
})

test('while one is under way there is no second one, whatever is tapped', () => {
	const { begin, ended, input, wait } = aWindow()
	input('mouseDown')
	expect(begin(true)).toBe(true)

	input('mouseDown')
	wait(60_000)
	expect(begin(true)).toBe(false)

	ended()
	expect(begin(true)).toBe(true)
})

test('a gesture that no input was seen of counts when it cannot be the one before', () => {
	const { begin, ended, wait } = aWindow()
	expect(begin(true)).toBe(true)
	ended()

	wait(4999)
	expect(begin(true)).toBe(false)
	wait(1)
	expect(begin(true)).toBe(true)
})
