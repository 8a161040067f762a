import { expect, test } from 'bun:test'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Tabs } from './tabs.tsx'

const items = [
	{ id: 'login', title: 'Log In', content: <p>the way in</p> },
	{ id: 'signup', title: 'Sign Up', content: <p>the way onto the list</p> },
] as const

test('tabs start with the first and show one at a time', async () => {
	render(<Tabs label="Account" items={[...items]} />)
	expect(screen.getByText('the way in')).toBeDefined()

	await userEvent.click(screen.getByRole('tab', { name: 'Sign Up' }))

	expect(screen.getByText('the way onto the list')).toBeDefined()
	expect(screen.queryByText('the way in')).toBeNull()
})

test('one tab is a stop of Tab; the arrows, Home and End select and focus another, around the ends', async () => {
	const heard: string[] = []
	render(<Tabs label="Account" items={[...items]} onChange={(id) => heard.push(id)} />)
	await userEvent.tab()
	expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Log In', selected: true }))

	for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft', 'Home', 'End', 'End'])
		await userEvent.keyboard(`{${key}}`)

	expect(heard).toEqual(['signup', 'login', 'signup', 'login', 'signup'])
	expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Sign Up', selected: true }))
	await userEvent.keyboard('{Alt>}{ArrowLeft}{/Alt}')
	await userEvent.tab()
	expect(heard).toHaveLength(5)
	expect(screen.queryAllByRole('tab').includes(document.activeElement as HTMLElement)).toBe(false)
})

test('where one reads from right to left, the left arrow moves on', async () => {
	const heard: string[] = []
	render(
		<Tabs
			label="Account"
			items={[...items, { id: 'third', title: 'Third', content: null }]}
			onChange={(id) => heard.push(id)}
		/>,
	)
	screen.getByRole('tablist').style.direction = 'rtl'

	await userEvent.tab()
	await userEvent.keyboard('{ArrowLeft}')

	expect(heard).toEqual(['signup'])
})

test('a tab is the name of its panel, and who holds the choice decides', async () => {
	const heard: string[] = []
	render(<Tabs label="Account" items={[...items]} selected="login" onChange={(id) => heard.push(id)} />)
	const panel = screen.getByRole('tabpanel', { name: 'Log In' })

	await userEvent.click(screen.getByRole('tab', { name: 'Sign Up' }))
	await userEvent.click(screen.getByRole('tab', { name: 'Log In' }))

	expect(heard).toEqual(['signup'])
	expect(screen.getByRole('tab', { name: 'Log In' }).getAttribute('aria-controls')).toBe(panel.id)
})
