import { expect, test } from 'bun:test'
import { screen, waitFor } from '@testing-library/react'
import type { HomeMe } from '#contract/home.ts'
import { aMember } from '#ui/testing/fake-server.ts'
import { openScreen } from '#ui/testing/render-screen.tsx'
import { HomeScreen } from './home-screen.tsx'

const me = aMember()

const homeWith = (mine: Partial<HomeMe> = {}, member = me) =>
	openScreen(
		<HomeScreen />,
		'/home',
		{
			'GET /api/home': [
				200,
				{ hasAccount: true, me: { id: me.id, averageStar: 3.7, totalRides: 3, unseen: 0, ...mine }, drivers: [] },
			],
		},
		{ member },
	)

test("a member's home begins with themself: stars, what is new, and the way to their profile [spec 12.2]", async () => {
	await homeWith({ unseen: 2 })

	const row = await screen.findByRole('link', { name: 'Your profile: jonas 3.7 · 3 rides 2 new' })
	expect(row.getAttribute('href')).toBe(`/profile/${me.id}`)
	const heading = screen.getByRole('heading', { level: 1 })
	expect(row.compareDocumentPosition(heading)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('a thousand new ones are not counted, and none are not told', async () => {
	await homeWith({ unseen: 1000 })
	expect(await screen.findByText('999+ new')).toBeTruthy()
})

test('who has seen all reads of nothing new, and who has no ratings of no mean', async () => {
	await homeWith({ averageStar: 0, totalRides: 0 })

	expect(await screen.findByRole('link', { name: 'Your profile: jonas Nobody has rated you yet.' })).toBeTruthy()
	expect(screen.queryByText(/new$/)).toBeNull()
})

test('home asks again when the session knows of a rating that it does not', async () => {
	const server = await homeWith(
		{},
		aMember({ lastRatingReceivedAt: '2026-11-21T00:00:00.000Z', isLatestRatingsSeen: false }),
	)

	await waitFor(() => expect(server.calls().filter((call) => call === 'GET /api/home')).toHaveLength(2))
})

test('a visitor has no row of their own', async () => {
	await openScreen(<HomeScreen />, '/home', { 'GET /api/home': [200, { hasAccount: false, drivers: [] }] })
	await screen.findByText('No drivers found')
	expect(screen.queryByRole('link', { name: /^Your profile/ })).toBeNull()
})
