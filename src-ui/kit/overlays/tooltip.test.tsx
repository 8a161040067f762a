import { afterEach, beforeEach, expect, jest, test } from 'bun:test'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { Button } from '#ui/kit/button.tsx'
import { Tooltip } from './tooltip.tsx'

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

test('a tooltip comes after 700 ms of pointing at something, above it', () => {
	render(
		<Tooltip content="Takes them off your list">
			<Button>Remove</Button>
		</Tooltip>,
	)
	const button = screen.getByRole('button')
	// A mouse that has moved: without, nobody is pointing at anything.
	fireEvent.pointerMove(document.body, { pointerType: 'mouse' })
	// Right after another tooltip, even one of another test, the next comes at once: show one and let that time pass.
	fireEvent.pointerEnter(button, { pointerType: 'mouse' })
	act(() => jest.advanceTimersByTime(1000))
	fireEvent.pointerLeave(button, { pointerType: 'mouse' })
	act(() => jest.advanceTimersByTime(2000))
	expect(screen.queryByRole('tooltip')).toBeNull()

	fireEvent.pointerEnter(button, { pointerType: 'mouse' })
	act(() => jest.advanceTimersByTime(690))
	expect(screen.queryByRole('tooltip')).toBeNull()

	act(() => jest.advanceTimersByTime(20))

	const tooltip = screen.getByRole('tooltip')
	expect(tooltip.textContent).toBe('Takes them off your list')
	expect(tooltip.dataset.placement).toBe('top')
})
