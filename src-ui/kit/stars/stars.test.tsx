import { afterEach, beforeEach, expect, jest, mock, spyOn, test } from 'bun:test'
import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { StarPicker, StarRow } from './stars.tsx'

// Fakes the canvas library, because happy-dom has no canvas; the tests check when it is called and with which
// options.
const reset = mock(() => undefined)
const burst = mock(async (_options: object) => undefined)
const cannons = mock((_canvas: undefined, _options: object) => Object.assign(burst, { reset }))
mock.module('canvas-confetti', () => ({ default: { create: cannons } }))

beforeEach(() => {
	burst.mockClear()
	reset.mockClear()
	cannons.mockClear()
})
afterEach(() => jest.useRealTimers())

function Picker({ start = 0, isReadOnly = false, onChosen = (_stars: number) => {} }) {
	const [stars, setStars] = useState(start)
	const choose = (chosen: number) => {
		setStars(chosen)
		onChosen(chosen)
	}
	return <StarPicker label="Stars" value={stars} onChange={choose} isReadOnly={isReadOnly} />
}

/** The style sheet fills the stars up to the checked radio button. */
const filled = () => screen.getAllByRole<HTMLInputElement>('radio').findIndex(({ checked }) => checked) + 1
const untilSettled = () => act(() => new Promise((resolve) => setTimeout(resolve, 20)))

test('a rater finds five stars by name and fills them from the left [spec 9.1]', () => {
	render(<Picker />)

	fireEvent.click(screen.getByRole('radio', { name: '4 stars' }))

	expect(screen.getAllByRole('radio').map((star) => star.getAttribute('aria-label'))).toEqual([
		'1 star',
		'2 stars',
		'3 stars',
		'4 stars',
		'5 stars',
	])
	expect(filled()).toBe(4)
	expect(screen.getByRole('radio', { name: '4 stars' })).toHaveProperty('checked', true)
})

test('one star makes all of them wobble for half a second [spec 9.3]', () => {
	jest.useFakeTimers()
	render(<Picker />)

	fireEvent.click(screen.getByRole('radio', { name: '1 star' }))
	expect(document.querySelectorAll('[data-wobbling] svg')).toHaveLength(5)

	act(() => jest.advanceTimersByTime(490))
	expect(document.querySelector('[data-wobbling]')).not.toBeNull()
	act(() => jest.advanceTimersByTime(20))
	expect(document.querySelector('[data-wobbling]')).toBeNull()
})

test('two stars wobble nobody', () => {
	render(<Picker />)

	fireEvent.click(screen.getByRole('radio', { name: '2 stars' }))

	expect(document.querySelector('[data-wobbling]')).toBeNull()
})

test('five stars throw confetti, four do not [spec 7.26] [spec 9.4]', async () => {
	render(<Picker />)

	fireEvent.click(screen.getByRole('radio', { name: '4 stars' }))
	await untilSettled()
	expect(burst).not.toHaveBeenCalled()

	fireEvent.click(screen.getByRole('radio', { name: '5 stars' }))
	await untilSettled()
	expect(burst).toHaveBeenCalledTimes(1)
	expect(burst.mock.calls[0]?.[0]).toMatchObject({ particleCount: 100, spread: 70 })
	expect(cannons.mock.calls[0]?.[1]).toMatchObject({ useWorker: false, disableForReducedMotion: true })
})

test('confetti ends after three seconds, however few frames a phone has drawn', async () => {
	const timers = spyOn(globalThis, 'setTimeout')
	render(<Picker />)
	fireEvent.click(screen.getByRole('radio', { name: '5 stars' }))
	await untilSettled()
	const end = timers.mock.calls.find(([, ms]) => ms === 3000)?.[0]
	timers.mockRestore()
	expect(reset).not.toHaveBeenCalled()

	end?.()

	expect(reset).toHaveBeenCalledTimes(1)
})

test('confetti ends with the screen it was thrown on', async () => {
	const { unmount } = render(<Picker />)
	fireEvent.click(screen.getByRole('radio', { name: '5 stars' }))
	await untilSettled()

	unmount()

	expect(reset).toHaveBeenCalledTimes(1)
})

test('a rater with a keyboard moves through the stars with the arrows', async () => {
	const chosen: number[] = []
	render(<Picker start={2} onChosen={(stars) => chosen.push(stars)} />)
	const user = userEvent.setup()

	await user.tab()
	expect(document.activeElement).toBe(screen.getByRole('radio', { name: '2 stars' }))
	await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}')

	expect(chosen).toEqual([3, 4, 5, 1])
	expect(filled()).toBe(1)
})

test('read-only stars stay as they are', () => {
	const chosen: number[] = []
	render(<Picker start={3} isReadOnly onChosen={(stars) => chosen.push(stars)} />)

	fireEvent.click(screen.getByRole('radio', { name: '5 stars' }))

	expect(chosen).toEqual([])
	expect(filled()).toBe(3)
})

test('a form that misses the stars says so', () => {
	render(<StarPicker label="Stars" value={0} onChange={() => {}} error="Please provide a star rating" />)

	expect(screen.getByText('Please provide a star rating').closest('[aria-live]')).not.toBeNull()
	expect(screen.getByRole('radiogroup', { name: 'Stars' }).getAttribute('aria-invalid')).toBe('true')
})

test('stars to look at are one picture with a name', () => {
	render(<StarRow value={4} />)

	expect(screen.getByRole('img', { name: '4 stars out of 5' })).toBeDefined()
	expect(document.querySelectorAll('[data-filled]')).toHaveLength(4)
})
