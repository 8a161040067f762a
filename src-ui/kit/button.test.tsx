import { expect, test } from 'bun:test'
import { fireEvent, render, screen } from '@testing-library/react'
import { Button } from './button.tsx'

test('an ordinary button may be pressed as often as one likes, and has the focus afterwards, also in Safari', () => {
	let presses = 0
	render(<Button onPress={() => presses++}>Honk</Button>)
	const button = screen.getByRole('button', { name: 'Honk' })

	fireEvent.click(button)
	fireEvent.click(button)

	expect(presses).toBe(2)
	expect(document.activeElement).toBe(button)
})

test('a disabled button says so and does nothing', () => {
	let presses = 0
	render(
		<Button isDisabled onPress={() => presses++}>
			Honk
		</Button>,
	)
	const button = screen.getByRole('button', { name: 'Honk' })

	fireEvent.click(button)

	expect(presses).toBe(0)
	expect(button).toHaveProperty('disabled', true)
})
