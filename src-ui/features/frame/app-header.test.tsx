import { expect, test } from 'bun:test'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { offeredLanguages } from '#contract/languages.ts'
import { rememberUser } from '#ui/platform/storage.ts'
import { aMember, deadNetwork, fakeServer } from '#ui/testing/fake-server.ts'
import { renderScreen } from '#ui/testing/render-screen.tsx'
import { AppHeader } from './app-header.tsx'

const user = userEvent.setup()
const me = aMember()
const items = () => screen.getAllByRole('menuitem').map((item) => item.textContent)

test('a visitor can log in and choose a theme', async () => {
	fakeServer({})

	await renderScreen(<AppHeader />, '/rating/2')

	expect(screen.getByRole('link', { name: 'Backseat' }).getAttribute('href')).toBe('/home')
	expect(screen.getByRole('link', { name: 'Login or Sign Up' }).getAttribute('href')).toBe('/auth')
	expect(screen.getByRole('button', { name: 'Theme' })).toBeTruthy()
})

test('a visitor can choose a language as soon as there are several', async () => {
	fakeServer({})

	await renderScreen(<AppHeader />, '/rating/2')

	expect(screen.queryAllByRole('button', { name: 'Language' })).toHaveLength(offeredLanguages.length > 1 ? 1 : 0)
})

test('a member reaches their profile, the themes and the way out by their name', async () => {
	fakeServer({ 'GET /api/user': [200, me] })
	const { place } = await renderScreen(<AppHeader />, '/rating/2', { member: me })

	await user.click(screen.getByRole('button', { name: 'jonas' }))

	expect(await screen.findByRole('menu', { name: 'My Account' })).toBeTruthy()
	expect(screen.getByText('My Account')).toBeTruthy()
	expect(items()).toEqual(['Profile', 'My verdicts', 'Glovebox', 'Settings', 'Log out'])
	expect(screen.getAllByRole('menuitemradio').map((item) => item.textContent)).toEqual(['System', 'Light', 'Dark'])
	await user.click(screen.getByRole('menuitem', { name: 'Profile' }))
	await waitFor(() => expect(place()).toBe(`/profile/${me.id}`))
})

test.each([
	['some are unseen', aMember({ unseen: 2 }), 'jonas (new ratings)'],
	['all are seen', me, 'jonas'],
	['a report waits for this host', aMember({ isHost: true, reportsWaiting: 1 }), 'jonas (1 report waits)'],
	['both', aMember({ isHost: true, reportsWaiting: 12, unseen: 2 }), 'jonas (new ratings, 12 reports wait)'],
	['a driver has answered', aMember({ newReplies: 1 }), 'jonas (1 new answer)'],
	[
		'all of it',
		aMember({ unseen: 2, newReplies: 3, isHost: true, reportsWaiting: 1 }),
		'jonas (new ratings, 3 new answers, 1 report waits)',
	],
	['no report waits', aMember({ isHost: true, reportsWaiting: 0 }), 'jonas'],
])(
	'the face of a member has a dot, with words, while there is news for them: %s [spec 12.2] [spec 12.14] [spec 13.10]',
	async (_, member, name) => {
		fakeServer({ 'GET /api/user': [200, member] })

		await renderScreen(<AppHeader />, '/rating/2', { member })

		expect(await screen.findByRole('button', { name })).toBeTruthy()
	},
)

test('what waits behind the wheel, and how many drivers’ answers are new, stands beside the way there', async () => {
	const host = aMember({ isHost: true, reportsWaiting: 2, newReplies: 2 })
	fakeServer({ 'GET /api/user': [200, host] })
	await renderScreen(<AppHeader />, '/rating/2', { member: host })

	await user.click(await screen.findByRole('button', { name: /^jonas/ }))

	expect((await screen.findByRole('menuitem', { name: /^Behind the wheel/ })).textContent).toBe(
		'Behind the wheel2 reports wait',
	)
	expect(screen.getByRole('menuitem', { name: /^My verdicts/ }).textContent).toBe('My verdicts2 new answers')
})

test('a host finds the way behind the wheel by their name', async () => {
	fakeServer({ 'GET /api/user': [200, { ...me, isHost: true }] })
	const { place } = await renderScreen(<AppHeader />, '/rating/2', { member: me })

	await user.click(screen.getByRole('button', { name: 'jonas' }))
	await screen.findByRole('menuitem', { name: 'Behind the wheel' })

	expect(items()).toEqual(['Profile', 'My verdicts', 'Glovebox', 'Settings', 'Behind the wheel', 'Log out'])
	await user.click(screen.getByRole('menuitem', { name: 'Behind the wheel' }))
	await waitFor(() => expect(place()).toBe('/host'))
})

test('the glovebox is in the menu all year [spec 15.25]', async () => {
	fakeServer({ 'GET /api/user': [200, me] })
	const { place } = await renderScreen(<AppHeader />, '/rating/2', { member: me })

	await user.click(screen.getByRole('button', { name: 'jonas' }))
	await user.click(await screen.findByRole('menuitem', { name: 'Glovebox' }))

	await waitFor(() => expect(place()).toBe('/glovebox'))
})

test('a member reaches their settings by their name', async () => {
	fakeServer({ 'GET /api/user': [200, me] })
	const { place } = await renderScreen(<AppHeader />, '/rating/2', { member: me })

	await user.click(screen.getByRole('button', { name: 'jonas' }))
	await user.click(await screen.findByRole('menuitem', { name: 'Settings' }))

	await waitFor(() => expect(place()).toBe('/settings'))
})

for (const [situation, logout, words] of [
	['with a server that hears it', [204], 'You have been successfully logged out.'],
	['without one', deadNetwork, 'Failed to fetch'],
] as const)
	test(`logging out ${situation} makes a visitor and leads home [spec 8.2]`, async () => {
		fakeServer({ 'GET /api/user': [200, me], 'POST /api/logout': logout })
		const { place } = await renderScreen(<AppHeader />, '/rating/2', { member: me })
		await user.click(screen.getByRole('button', { name: 'jonas' }))

		await user.click(await screen.findByRole('menuitem', { name: 'Log out' }))

		expect(await screen.findByText(words)).toBeTruthy()
		expect(place()).toBe('/home')
		expect(localStorage.getItem('currentUser')).toBeNull()
	})

test('whom the server has lost can at least log out', async () => {
	rememberUser(me)
	fakeServer({})
	await renderScreen(<AppHeader />, '/home')

	await user.click(await screen.findByRole('button', { name: 'jonas' }))

	await screen.findByRole('menu')
	expect(items()).toEqual(['Log out'])
})
