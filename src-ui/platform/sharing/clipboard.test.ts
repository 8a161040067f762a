import { afterEach, expect, test } from 'bun:test'
import { clearPage } from '#ui/testing/clear-page.ts'
import { copyText } from './share.ts'

const original = { clipboard: navigator.clipboard, execCommand: document.execCommand }

function browserWith({ clipboard, execCommand }: { clipboard?: object; execCommand?: (command: string) => boolean }) {
	Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true, writable: true })
	Object.defineProperty(document, 'execCommand', { value: execCommand, configurable: true, writable: true })
}

afterEach(() => {
	browserWith(original)
	clearPage()
})

test('a browser with a clipboard is handed the text', async () => {
	const written: string[] = []
	browserWith({ clipboard: { writeText: async (text: string) => written.push(text) } })

	await copyText('https://backseat.test/claim/abc')

	expect(written).toEqual(['https://backseat.test/claim/abc'])
})

test('on plain http the text is selected and copied the old way, and focus comes back', async () => {
	const button = document.body.appendChild(document.createElement('button'))
	button.focus()
	let copied = ''
	browserWith({
		execCommand: (command) => {
			const area = document.querySelector('textarea')
			if (command === 'copy' && area) copied = area.value.slice(area.selectionStart, area.selectionEnd)
			return true
		},
	})

	await copyText('the link')

	expect(copied).toBe('the link')
	expect(document.querySelector('textarea')).toBeNull()
	expect(document.activeElement).toBe(button)
})

test('when the clipboard refuses, the old way is tried', async () => {
	let asked = 0
	browserWith({
		clipboard: { writeText: () => Promise.reject(new Error('denied')) },
		execCommand: () => ++asked > 0,
	})

	await copyText('the link')

	expect(asked).toBe(1)
})

test('when both ways fail the caller gets an error', async () => {
	browserWith({ execCommand: () => false })

	await expect(copyText('the link')).rejects.toThrow('refused')
})
