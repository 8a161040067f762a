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

test('the arrows move between tabs, and onChange gets which one', async () => {
	const heard: string[] = []
	render(<Tabs label="Account" items={[...items]} selected="login" onChange={(id) => heard.push(id)} />)

	await userEvent.tab()
	await userEvent.keyboard('{ArrowRight}')

	expect(heard).toEqual(['signup'])
})
