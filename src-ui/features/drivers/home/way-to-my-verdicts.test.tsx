import { expect, test } from 'bun:test'
import { cleanup, screen } from '@testing-library/react'
import { noteGuestRatings } from '#ui/platform/guest-ratings.ts'
import { fakeServer } from '#ui/testing/fake-server.ts'
import { renderScreen } from '#ui/testing/render-screen.tsx'
import { HomeScreen } from './home-screen.tsx'

test('a guest who has rated finds what they said; mere visitors see no such link, and nobody is asked [spec 10.23]', async () => {
	const link = () => screen.queryByRole('link', { name: 'My verdicts' })
	const server = fakeServer({ 'GET /api/home': [200, { hasAccount: false, drivers: [] }] })
	await renderScreen(<HomeScreen />, '/home')
	expect(link()).toBeNull()
	cleanup()

	noteGuestRatings(true)
	await renderScreen(<HomeScreen />, '/home')
	expect(link()?.getAttribute('href')).toBe('/verdicts')
	expect(server.calls().filter((call) => !call.endsWith('/api/home') && !call.endsWith('/api/events'))).toEqual([])
})
