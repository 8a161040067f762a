import { afterEach, expect, jest, test } from 'bun:test'
import { act, cleanup, render, screen } from '@testing-library/react'
import { FirstVisitOverlay } from './first-visit-overlay.tsx'

afterEach(() => {
	jest.useRealTimers()
})

const overlay = () => screen.queryByRole('progressbar', { name: 'Starting Backseat' })

test('the first visit of a browser session starts with two seconds of road', () => {
	jest.useFakeTimers()
	render(<FirstVisitOverlay />)

	act(() => void jest.advanceTimersByTime(1999))
	expect(overlay()).not.toBeNull()
	act(() => void jest.advanceTimersByTime(1))
	expect(overlay()).toBeNull()
})

test('the same browser session sees it once, the next one again', () => {
	jest.useFakeTimers()
	render(<FirstVisitOverlay />)
	cleanup()

	render(<FirstVisitOverlay />)
	expect(overlay()).toBeNull()
	// Nor later, when it would fade.
	act(() => void jest.advanceTimersByTime(1800))
	expect(overlay()).toBeNull()
	cleanup()

	sessionStorage.clear()
	render(<FirstVisitOverlay />)
	expect(overlay()).not.toBeNull()
})
