import { afterEach, expect, test } from 'bun:test'
import { afterPaint } from './after-paint.ts'

const seen = (isSeen: boolean) => Object.defineProperty(document, 'hidden', { configurable: true, get: () => !isSeen })
afterEach(() => void seen(false))

test('what is not needed for the next frame comes after it', async () => {
	seen(true)
	const happened: string[] = []

	afterPaint(() => happened.push('later'))
	requestAnimationFrame(() => happened.push('frame'))
	happened.push('now')
	await new Promise((resolve) => setTimeout(resolve, 60))

	expect(happened).toEqual(['now', 'frame', 'later'])
})

test('a tab that nobody sees waits for no frame', () => {
	seen(false)
	const happened: string[] = []

	afterPaint(() => happened.push('later'))

	expect(happened).toEqual(['later'])
})

test('what is due when the page is left happens then, and once', async () => {
	seen(true)
	const happened: string[] = []

	afterPaint(() => happened.push('later'))
	window.dispatchEvent(new Event('pagehide'))
	expect(happened).toEqual(['later'])
	window.dispatchEvent(new Event('pagehide'))
	await new Promise((resolve) => setTimeout(resolve, 60))

	expect(happened).toEqual(['later'])
})
