import { afterEach, beforeAll, beforeEach, expect, jest, test } from 'bun:test'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { IconButton } from '#ui/kit/button.tsx'
import { loadLateParts } from '#ui/kit/late-part.ts'

beforeAll(loadLateParts)
beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

const mouse = { pointerType: 'mouse' }

function renderButton() {
	render(<IconButton label="Takes them off your list">x</IconButton>)
	return screen.getByRole('button')
}

test('a tooltip comes after 700 ms of pointing at something, above it [spec 9.30]', () => {
	const button = renderButton()
	// Shortly after one tooltip the next opens at once, even across tests: open one and wait until that period is
	// over.
	fireEvent.pointerMove(button, mouse)
	act(() => jest.advanceTimersByTime(1000))
	fireEvent.pointerLeave(button, mouse)
	act(() => jest.advanceTimersByTime(2000))
	expect(screen.queryByRole('tooltip')).toBeNull()

	fireEvent.pointerMove(button, mouse)
	act(() => jest.advanceTimersByTime(690))
	expect(screen.queryByRole('tooltip')).toBeNull()

	act(() => jest.advanceTimersByTime(20))

	const tooltip = screen.getByRole('tooltip')
	expect(tooltip.textContent).toBe('Takes them off your list')
	expect(tooltip.dataset.placement).toBe('top')
})

test('what slides under a resting mouse, is tapped or pressed has no tooltip', () => {
	const button = renderButton()

	fireEvent.pointerEnter(button, mouse)
	fireEvent.pointerMove(button, { pointerType: 'touch' })
	act(() => jest.advanceTimersByTime(1000))
	expect(screen.queryByRole('tooltip')).toBeNull()

	fireEvent.pointerMove(button, mouse)
	act(() => jest.advanceTimersByTime(300))
	fireEvent.pointerDown(button, mouse)
	fireEvent.pointerMove(button, mouse)
	act(() => jest.advanceTimersByTime(1000))
	expect(screen.queryByRole('tooltip')).toBeNull()
})

test('it comes at once with the keyboard, and Escape takes it away without closing anything else', () => {
	const button = renderButton()
	let heard = 0
	const hear = () => {
		heard++
	}
	window.addEventListener('keydown', hear)

	fireEvent.keyDown(document.body, { key: 'Tab' })
	act(() => button.focus())
	expect(screen.getByRole('tooltip')).toBeTruthy()
	heard = 0
	fireEvent.keyDown(button, { key: 'Escape' })
	act(() => jest.advanceTimersByTime(1000))

	expect(screen.queryByRole('tooltip')).toBeNull()
	expect(heard).toBe(0)
	window.removeEventListener('keydown', hear)
})
