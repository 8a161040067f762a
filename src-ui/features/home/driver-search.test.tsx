import { expect, test } from 'bun:test'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { HomeDriver } from '#contract/home.ts'
import { aMember } from '#ui/testing/fake-server.ts'
import { fill } from '#ui/testing/fill.ts'
import { openScreen } from '#ui/testing/render-screen.tsx'
import { HomeScreen } from './home-screen.tsx'

const user = userEvent.setup()
const aDriver = (id: number, username: string, display_name: string | null = null): HomeDriver => ({
	id,
	username,
	display_name,
	avatarId: 1,
	isGhost: false,
	claimedById: null,
	averageStar: 4,
	totalRides: 2,
})
const family = [
	aDriver(51, 'maria.p'),
	aDriver(52, 'elke', 'Grandma Élke'),
	aDriver(53, 'theo', 'Uncle Bob'),
	...[4, 5, 6, 7, 8].map((n) => aDriver(50 + n, `cousin.${n}`)),
]
const names = () => [...document.querySelectorAll('.driver-name')].map(({ textContent }) => textContent)
const field = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Search your drivers' })

const homeOf = (drivers: HomeDriver[], member: ReturnType<typeof aMember> | null = aMember()) =>
	openScreen(<HomeScreen />, '/home', { 'GET /api/home': [200, { hasAccount: member !== null, drivers }] }, { member })

test('the list follows each letter, by any part of either name in any case, with or without accents, and says how many are left', async () => {
	await homeOf(family)
	const text = await field()

	await user.type(text, 'O')
	await waitFor(() =>
		expect(names()).toEqual(['Uncle Bob', 'cousin.4', 'cousin.5', 'cousin.6', 'cousin.7', 'cousin.8']),
	)
	expect(screen.getByText('6 of 8 drivers')).toBeTruthy()
	await user.type(text, 'B')
	await waitFor(() => expect(names()).toEqual(['Uncle Bob']))
	expect(screen.getByText('1 of 8 drivers').getAttribute('role')).toBe('status')
	await user.clear(text)
	await user.type(text, 'éL')
	await waitFor(() => expect(names()).toEqual(['Grandma Élke']))
	await user.clear(text)
	await user.type(text, 'elk')
	await waitFor(() => expect(names()).toEqual(['Grandma Élke']))
	await user.clear(text)
	await user.type(text, 'THE')
	await waitFor(() => expect(names()).toEqual(['Uncle Bob']))

	await user.keyboard('{Escape}')
	await waitFor(() => expect(names()).toHaveLength(8))
	expect(text.value).toBe('')
})

test('who is not on the list is looked for on Backseat', async () => {
	await homeOf(family)

	await fill(user, await field(), 'Zoe 2')

	expect(await screen.findByText('Nobody on your list is called "Zoe 2".')).toBeTruthy()
	expect(names()).toEqual([])
	expect(screen.getByRole('link', { name: 'Find "Zoe 2" on Backseat' }).getAttribute('href')).toBe(
		'/add-driver?tab=find&name=Zoe+2',
	)
	await user.click(screen.getByRole('button', { name: 'Clear search' }))
	await waitFor(() => expect(names()).toHaveLength(8))
	expect(document.activeElement).toBe(await field())
})

test.each([
	['a member', aMember()],
	['a visitor', null],
])('the field appears from eight drivers of %s on [spec 12.19] [spec 15.2]', async (_, member) => {
	await homeOf(family, member)
	expect(await field()).toBeTruthy()
	cleanup()

	await homeOf(family.slice(1), member)
	await screen.findByText('Uncle Bob')
	expect(screen.queryByRole('textbox')).toBeNull()
})

test('of three hundred drivers all are there in the end, in the order of the server [spec 12.19] [spec 12.20]', async () => {
	const crowd = Array.from({ length: 300 }, (_, n) => aDriver(1000 + n, `driver.${n}`))
	await homeOf(crowd)
	await waitFor(() => expect(names()).toEqual(crowd.map(({ username }) => username)))
})
