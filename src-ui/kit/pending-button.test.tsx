import { expect, test } from 'bun:test'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type FormEvent, useState } from 'react'
import { TextField } from '#ui/kit/forms/text-field.tsx'
import { PendingButton } from './pending-button.tsx'

function Form({ onSubmit, isSlow = false }: { onSubmit: () => void; isSlow?: boolean }) {
	const [isPending, setIsPending] = useState(false)
	const submit = (event: FormEvent) => {
		event.preventDefault()
		onSubmit()
		// A slow mutation reports its pending state late.
		if (!isSlow) setIsPending(true)
	}
	return (
		<form onSubmit={submit}>
			<TextField label="Username" />
			<PendingButton type="submit" isPending={isPending}>
				{isPending ? 'Creating Account...' : 'Show Me the Receipts'}
			</PendingButton>
		</form>
	)
}

test('a double click submits once, also before the button knows it is pending', async () => {
	let submitted = 0
	render(<Form isSlow onSubmit={() => submitted++} />)

	await userEvent.dblClick(screen.getByRole('button', { name: 'Show Me the Receipts' }))

	expect(submitted).toBe(1)
})

test('a pending button says so and cannot be pressed', () => {
	let submitted = 0
	render(<Form onSubmit={() => submitted++} />)
	fireEvent.click(screen.getByRole('button', { name: 'Show Me the Receipts' }))

	const button = screen.getByRole('button', { name: 'Creating Account...' })
	fireEvent.click(button)

	expect(button.getAttribute('aria-disabled')).toBe('true')
	expect(submitted).toBe(1)
	// The button that Enter in a form's only field would press.
	expect(document.querySelector('form button[type="submit"]')).toHaveProperty('disabled', true)
})

test('a double click on a button that starts work starts it once, and it can be pressed again later', async () => {
	let started = 0
	render(
		<PendingButton isPending={false} onPress={() => started++}>
			Copy link
		</PendingButton>,
	)
	const button = screen.getByRole('button', { name: 'Copy link' })

	await userEvent.dblClick(button)
	expect(started).toBe(1)

	button.focus()
	await userEvent.keyboard('{Enter}')
	expect(started).toBe(2)
})

test('what was announced of a button that is gone does not stay as a picture without a name [spec 9.28]', async () => {
	const announced = () => document.querySelectorAll('[data-live-announcer] [role=img]').length
	const { rerender } = render(<PendingButton isPending={false}>Send</PendingButton>)
	await userEvent.tab()
	rerender(<PendingButton isPending>Sending...</PendingButton>)
	expect(announced()).toBe(1)

	rerender(<p>Thanks.</p>)

	await waitFor(() => expect(announced()).toBe(0))
})
