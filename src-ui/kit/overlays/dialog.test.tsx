import { beforeAll, expect, test } from 'bun:test'
import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { TextField } from '#ui/kit/forms/text-field.tsx'
import { loadLateParts } from '#ui/kit/late-part.ts'
import { Dialog } from './dialog.tsx'

beforeAll(loadLateParts)

function Opened({ isDismissable }: { isDismissable?: boolean }) {
	const [isOpen, setIsOpen] = useState(true)
	return (
		<Dialog title="Save Your Rating" isOpen={isOpen} onOpenChange={setIsOpen} isDismissable={isDismissable}>
			<TextField label="Username" />
		</Dialog>
	)
}

test('a dialog is named by its title and closes with Close', () => {
	render(<Opened />)
	expect(screen.getByRole('dialog', { name: 'Save Your Rating' })).toBeDefined()

	fireEvent.click(screen.getByRole('button', { name: 'Close' }))

	expect(screen.queryByRole('dialog')).toBeNull()
})

test('Escape closes it', async () => {
	render(<Opened />)

	await userEvent.keyboard('{Escape}')

	expect(screen.queryByRole('dialog')).toBeNull()
})

test("Android's back gesture closes it, and leaves nothing behind that would take the next one", async () => {
	const watchers = new Set<{ onclose: (() => void) | null }>()
	window.CloseWatcher = class {
		onclose: (() => void) | null = null
		destroy = () => void watchers.delete(this)
		constructor() {
			watchers.add(this)
		}
	}
	try {
		render(<Opened />)
		expect(watchers.size).toBe(1)

		act(() => {
			for (const { onclose } of watchers) onclose?.()
		})

		expect(screen.queryByRole('dialog')).toBeNull()
		expect(watchers.size).toBe(0)
	} finally {
		delete window.CloseWatcher
	}
})

test('focus stays inside while it is open', async () => {
	render(<Opened />)
	const dialog = screen.getByRole('dialog')

	for (let step = 0; step < 4; step++) {
		await userEvent.tab()
		expect(dialog.contains(document.activeElement)).toBe(true)
	}
})
