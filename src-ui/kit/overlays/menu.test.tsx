import { expect, test } from 'bun:test'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { Button } from '#ui/kit/button.tsx'
import { Menu } from './menu.tsx'

function AccountMenu({ onLogOut = () => {} }) {
	const [theme, setTheme] = useState('system')
	return (
		<Menu
			label="Account"
			trigger={(props) => <Button {...props}>jonas</Button>}
			sections={[
				{ title: 'My Account', items: [{ id: 'logout', label: 'Log out', onAction: onLogOut }] },
				{
					title: 'Theme',
					selected: theme,
					onSelect: setTheme,
					items: [
						{ id: 'system', label: 'System' },
						{ id: 'dark', label: 'Dark' },
					],
				},
			]}
		/>
	)
}

test('a press opens the menu under its headings', async () => {
	render(<AccountMenu />)
	const trigger = screen.getByRole('button', { name: 'jonas' })
	expect(trigger.getAttribute('aria-haspopup')).toBe('menu')

	await userEvent.click(trigger)

	expect(await screen.findByRole('menuitem', { name: 'Log out' })).toBeDefined()
	expect(screen.getByText('My Account')).toBeDefined()
	expect(screen.getByRole('menuitemradio', { name: 'System' }).getAttribute('aria-checked')).toBe('true')
})

test('taking an item does it and closes the menu', async () => {
	let loggedOut = 0
	render(<AccountMenu onLogOut={() => loggedOut++} />)

	await userEvent.click(screen.getByRole('button', { name: 'jonas' }))
	await userEvent.click(await screen.findByRole('menuitem', { name: 'Log out' }))

	expect(loggedOut).toBe(1)
	expect(screen.queryByRole('menu')).toBeNull()
})

for (const key of ['{ArrowDown}', '{Enter}', ' '])
	test(`the keyboard opens it with ${JSON.stringify(key)}, and Escape brings focus back to the button`, async () => {
		render(<AccountMenu />)

		await userEvent.tab()
		await userEvent.keyboard(key)
		await screen.findByRole('menuitem', { name: 'Log out' })
		await userEvent.keyboard('{Escape}')

		expect(screen.queryByRole('menu')).toBeNull()
		await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'jonas' })))
	})

test('one of a set of choices is remembered', async () => {
	render(<AccountMenu />)

	await userEvent.click(screen.getByRole('button', { name: 'jonas' }))
	await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Dark' }))
	await userEvent.click(screen.getByRole('button', { name: 'jonas' }))

	expect((await screen.findByRole('menuitemradio', { name: 'Dark' })).getAttribute('aria-checked')).toBe('true')
})
