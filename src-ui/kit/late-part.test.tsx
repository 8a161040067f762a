import { expect, test } from 'bun:test'
import { act, render, screen } from '@testing-library/react'
import { latePart, useLatePart } from './late-part.ts'

let isServerAway = true
let missed = 0
const noteMissing = () => {
	missed++
}
const Hello = () => <p>Here I am</p>
const hello = latePart<object>(async () => {
	if (isServerAway) throw new TypeError('Failed to fetch dynamically imported module')
	return Hello
})

function Shown({ isNeeded }: { isNeeded: boolean }) {
	const Part = useLatePart(hello, isNeeded, noteMissing)
	return Part ? <Part /> : <p>Nothing</p>
}

test('a part that does not come is missed once, and comes the next time that it is needed', async () => {
	const { rerender } = render(<Shown isNeeded={false} />)

	await act(async () => rerender(<Shown isNeeded />))
	expect(missed).toBe(1)
	expect(screen.getByText('Nothing')).toBeTruthy()

	await act(async () => rerender(<Shown isNeeded={false} />))
	isServerAway = false
	await act(async () => rerender(<Shown isNeeded />))
	expect(screen.getByText('Here I am')).toBeTruthy()
	expect(missed).toBe(1)
})
