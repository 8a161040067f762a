import { expect, test } from 'bun:test'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { Choice } from './choice.tsx'
import { SuggestField } from './suggest-field.tsx'
import { PasswordField, TextField } from './text-field.tsx'

const describedBy = (element: HTMLElement) =>
	(element.getAttribute('aria-describedby') ?? '')
		.split(' ')
		.map((id) => document.getElementById(id)?.textContent)
		.join(' ')

const people = [
	{ id: 1, name: 'grandma.elke' },
	{ id: 2, name: 'grandpa.joe' },
]

function Finder({ onPick }: { onPick: (name: string) => void }) {
	const [text, setText] = useState('')
	return (
		<SuggestField
			label="Username"
			inputValue={text}
			onInputChange={setText}
			items={text.length < 2 ? [] : people.filter(({ name }) => name.includes(text))}
			onPick={({ name }) => onPick(name)}
			renderItem={({ name }) => name}
			textOf={({ name }) => name}
		/>
	)
}

function Ride() {
	const [ride, setRide] = useState<'smooth' | 'bumpy' | null>(null)
	return (
		<Choice
			label="Ride"
			value={ride}
			onChange={setRide}
			error={ride ? null : 'Please say how the ride was'}
			options={[
				{ value: 'smooth', label: 'smooth as', tone: 'good' },
				{ value: 'bumpy', label: 'a lil bumpy', tone: 'bad' },
			]}
		/>
	)
}

test('a wrong field is marked, and its message is tied to it and read out', () => {
	const { rerender, container } = render(<TextField label="Username" hint="Everyone sees it" />)
	const input = screen.getByRole('textbox', { name: 'Username' })
	const live = container.querySelector('[aria-live]')

	rerender(<TextField label="Username" hint="Everyone sees it" error="Username must be at least 3 characters" />)

	expect(input.getAttribute('aria-invalid')).toBe('true')
	expect(describedBy(input)).toContain('Everyone sees it')
	expect(describedBy(input)).toContain('Username must be at least 3 characters')
	expect(live?.textContent).toBe('Username must be at least 3 characters')
})

test('a password can be looked at, and only the field is called Password', async () => {
	render(<PasswordField label="Password" defaultValue="hunter22" />)
	const input = screen.getByLabelText(/password/i)
	expect(input.getAttribute('type')).toBe('password')

	await userEvent.click(screen.getByRole('button', { name: 'Show what you typed' }))

	expect(input.getAttribute('type')).toBe('text')
})

test('a suggestion can be taken, and anything else may be typed', async () => {
	const picked: string[] = []
	render(<Finder onPick={(name) => picked.push(name)} />)
	const input = screen.getByRole('combobox', { name: 'Username' })

	await userEvent.type(input, 'g')
	expect(screen.queryByRole('listbox')).toBeNull()
	await userEvent.type(input, 'randma')
	await userEvent.click(screen.getByRole('option', { name: 'grandma.elke' }))
	expect(picked).toEqual(['grandma.elke'])
	expect(input).toHaveProperty('value', 'grandma.elke')

	await userEvent.clear(input)
	await userEvent.type(input, 'somebody else')
	await userEvent.tab()
	expect(input).toHaveProperty('value', 'somebody else')
	expect(picked).toHaveLength(1)
})

test('a choice has two sides and a message when none is taken', async () => {
	render(<Ride />)
	const group = screen.getByRole('radiogroup', { name: 'Ride' })
	expect(describedBy(group)).toContain('Please say how the ride was')

	await userEvent.click(within(group).getByRole('radio', { name: 'a lil bumpy' }))

	expect(within(group).getByRole('radio', { name: 'a lil bumpy' })).toHaveProperty('checked', true)
	expect(screen.queryByText('Please say how the ride was')).toBeNull()
})
