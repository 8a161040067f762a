import { expect, test } from 'bun:test'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { BackLink, ExternalLinkButton, LinkButton } from './link.tsx'

async function openApp() {
	const root = createRootRoute()
	const start = createRoute({
		getParentRoute: () => root,
		path: '/',
		component: () => (
			<>
				<LinkButton to="/home">Back to Home</LinkButton>
				<BackLink to="/home" />
				<ExternalLinkButton href="https://wa.me/?text=hi">WhatsApp</ExternalLinkButton>
			</>
		),
	})
	const home = createRoute({ getParentRoute: () => root, path: '/home', component: () => <h1>Home</h1> })
	const router = createRouter({ routeTree: root.addChildren([start, home]), history: createMemoryHistory() })
	render(<RouterProvider<typeof router> router={router} />)
	await screen.findByRole('link', { name: 'Back to Home' })
	return router
}

test('a link that looks like a button is a real link and stays inside the app', async () => {
	const router = await openApp()
	const link = screen.getByRole('link', { name: 'Back to Home' })
	expect(link.getAttribute('href')).toBe('/home')

	await userEvent.click(link)

	expect(await screen.findByRole('heading', { name: 'Home' })).toBeDefined()
	expect(router.history.length).toBe(2)
})

test('an arrow alone has a name', async () => {
	await openApp()

	expect(screen.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe('/home')
})

test('an address outside the app is left as it is', async () => {
	await openApp()

	expect(screen.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')).toBe('https://wa.me/?text=hi')
})
