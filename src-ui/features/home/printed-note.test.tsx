import { expect, test } from 'bun:test'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { aMember } from '#ui/testing/fake-server.ts'
import { openScreen } from '#ui/testing/render-screen.tsx'
import { HomeScreen } from './home-screen.tsx'

const user = userEvent.setup()
const home = async (printed?: string) => {
	const { calls } = await openScreen(
		<HomeScreen />,
		'/home',
		{ 'GET /api/home': [200, { hasAccount: true, drivers: [], printed }] },
		{ member: aMember() },
	)
	await screen.findByText('No drivers yet. Add one to get started!')
	return calls
}
const note = () => screen.queryByRole('link', { name: /is printed/ })

test('home says which month is printed, without asking for it, until it is put away; the next one is said again [spec 14.18]', async () => {
	const calls = await home('2026-11')
	await waitFor(() => expect(note()?.textContent).toContain('November is printed.'))
	expect(note()?.getAttribute('href')).toBe('/receipts/2026-11')
	expect(calls().filter((call) => call.includes('receipts'))).toEqual([])

	await user.click(screen.getByRole('button', { name: 'Put November away' }))
	expect(note()).toBeNull()
	expect(document.activeElement?.id).toBe('main')

	cleanup()
	await home('2026-11')
	expect(note()).toBeNull()
	expect(document.querySelector('.printed-note')).toBeNull()
	cleanup()
	await home('2026-12')
	await waitFor(() => expect(note()?.textContent).toContain('December is printed.'))
})

test('after the first week nothing is said', async () => {
	await home()
	expect(document.querySelector('.printed-note')).toBeNull()
})
