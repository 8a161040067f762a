import { expect, mock, test } from 'bun:test'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { OwnUser } from '#contract/accounts.ts'
import type { HomeDriver } from '#contract/home.ts'
import { noteGuestRatings } from '#ui/features/ratings/guest-ratings.memory.ts'
import { rememberUser } from '#ui/platform/storage.ts'
import {
	type Answers,
	aMember,
	deadNetwork,
	type FakeAnswer,
	forgetEverything,
	problem,
} from '#ui/testing/fake-server.ts'
import { fill } from '#ui/testing/fill.ts'
import { openScreen } from '#ui/testing/render-screen.tsx'
import { HomeScreen } from './home-screen.tsx'

const user = userEvent.setup()
const rows = () =>
	within(screen.getByRole('main'))
		.queryAllByRole('listitem')
		.map((row) => row.textContent)
const button = (name: string) => screen.getByRole('button', { name })

const aDriver = (driver: Partial<HomeDriver> = {}): HomeDriver => ({
	id: 50,
	username: 'maria.p',
	display_name: null,
	avatarId: 3,
	isGhost: false,
	claimedById: null,
	averageStar: 3.94,
	totalRides: 7,
	...driver,
})
const bob = aDriver({ id: 51, username: 'ghost-uncle-bob-x7k2q9', display_name: 'Uncle Bob', isGhost: true })
const theo = aDriver({ id: 52, username: 'theo', averageStar: 2.6, totalRides: 1 })

const hiddenBy = (me: OwnUser, driver: HomeDriver) => ({
	id: 1,
	userId: me.id,
	driverId: driver.id,
	hiddenAt: '2026-11-21T10:00:00.000Z',
})

const homeOf = (me: OwnUser | null, drivers: HomeDriver[], answers: Answers = {}) =>
	openScreen(
		<HomeScreen />,
		'/home',
		{ 'GET /api/home': [200, { hasAccount: me !== null, drivers }], ...answers },
		{ member: me },
	)

test('five grey rows stand in for the drivers until they are here', async () => {
	const list = Promise.withResolvers<FakeAnswer>()
	await homeOf(null, [], { 'GET /api/home': () => list.promise })
	expect(document.querySelectorAll('[data-skeleton-row]')).toHaveLength(5)

	list.resolve([200, { hasAccount: false, drivers: [aDriver()] }])

	expect(await screen.findByRole('link', { name: /^maria\.p/ })).toBeTruthy()
	expect(document.querySelectorAll('[data-skeleton-row]')).toHaveLength(0)
})

test('a row shows stars and rides, or that the driver is not on Backseat yet', async () => {
	await homeOf(aMember(), [
		aDriver(),
		{ ...bob, averageStar: 0, totalRides: 0 },
		theo,
		aDriver({ id: 53, username: 'new', averageStar: 0, totalRides: 0 }),
	])

	await screen.findByText('Uncle Bob')
	expect(rows()).toEqual([
		'maria.p3.9 · 7 rides',
		'Uncle Bobnot on Backseat yet',
		'theo2.6 · 1 ride',
		'newno rides rated yet',
	])
})

test('a tapped row lights up and then opens the rating [spec 9.7]', async () => {
	const { place, ...server } = await homeOf(null, [aDriver()])
	const row = await screen.findByRole('link', { name: /^maria\.p/ })

	await user.click(row)
	expect(row.dataset.tapped).toBe('true')
	expect(place()).toBe('/home')

	await waitFor(() => expect(place()).toBe('/rating/50'))
	expect(server.calls()).toContain('GET /api/home')
})

test('a row is one target, face and all; beside it a member can only remove the driver [spec 15.2]', async () => {
	await homeOf(aMember(), [aDriver({ display_name: 'Maria' })])
	const row = (await screen.findByRole('link', { name: /^Maria/ })).closest('li') as HTMLElement

	expect(within(row).getAllByRole('link')).toHaveLength(1)
	expect(row.querySelector('a .avatar')).not.toBeNull()
	await within(row).findByRole('button', { name: 'Remove Maria' })
	expect(within(row).getAllByRole('button')).toHaveLength(1)
})

test('a ghost who is rated shows stars, and that they are not here yet; a new answer takes their place [spec 15.2] [spec 15.10]', async () => {
	await homeOf(aMember(), [
		{ ...bob, averageStar: 4.6, totalRides: 9 },
		{ ...theo, answer: 'music' },
	])

	await waitFor(() =>
		expect(rows()).toEqual(['Uncle Bob4.6 · 9 rides · not here yet', 'theoAnswered: You chose the music']),
	)
})

test('a visitor can remove nobody, and is told what an account is good for', async () => {
	await homeOf(null, [aDriver({ username: 'demo' })])

	await screen.findByText('demo')
	expect(screen.queryByRole('button', { name: /Remove/ })).toBeNull()
	expect(screen.getByRole('link', { name: 'Login to Add Driver' }).getAttribute('href')).toBe('/auth')
	expect(screen.getByText("Don't let your ratings disappear into traffic. Log in to save your ratings.")).toBeTruthy()
})

test('an empty list says so, differently to members and visitors', async () => {
	await homeOf(aMember(), [])
	expect(await screen.findByText('No drivers yet. Add one to get started!')).toBeTruthy()
	expect(screen.getByRole('link', { name: '+ Add Driver' }).getAttribute('href')).toBe('/add-driver')

	forgetEverything()
	await homeOf(null, [])
	expect(await screen.findByText('No drivers found')).toBeTruthy()
})

test('a removed driver is gone at once, and Undo brings them back to their place', async () => {
	const me = aMember()
	const server = await homeOf(me, [aDriver(), bob, theo], {
		'POST /api/hidden-drivers': [201, hiddenBy(me, bob)],
		'DELETE /api/hidden-drivers': [200, { success: true }],
	})
	await screen.findByRole('button', { name: 'Remove Uncle Bob' })

	server.answer('GET /api/home', [200, { hasAccount: true, drivers: [aDriver(), theo] }])
	await user.click(button('Remove Uncle Bob'))

	expect(screen.queryByText('Uncle Bob')).toBeNull()
	// The focused button was removed with its row.
	expect(document.activeElement).toBe(button('Remove theo'))
	expect(await screen.findByText('Driver removed')).toBeTruthy()
	expect(server.bodiesOf('POST /api/hidden-drivers')).toEqual([{ userId: me.id, driverId: bob.id }])

	server.answer('GET /api/home', [200, { hasAccount: true, drivers: [aDriver(), bob, theo] }])
	await user.click(button('Undo'))

	await waitFor(() => expect(rows()[1]).toContain('Uncle Bob'))
	expect(server.bodiesOf('DELETE /api/hidden-drivers')).toEqual([{ userId: me.id, driverId: bob.id }])
})

test('of two drivers removed at once neither comes back while the server knows of one only', async () => {
	const me = aMember()
	const [first, second] = [Promise.withResolvers<FakeAnswer>(), Promise.withResolvers<FakeAnswer>()]
	const answers = [first, second]
	const server = await homeOf(me, [aDriver(), bob, theo], {
		'POST /api/hidden-drivers': () => answers.shift()?.promise ?? problem(500, 'Asked too often'),
	})
	await screen.findByRole('button', { name: 'Remove Uncle Bob' })
	const listsAsked = () => server.calls().filter((call) => call === 'GET /api/home').length
	const listsBefore = listsAsked()

	await user.click(button('Remove Uncle Bob'))
	await user.click(button('Remove theo'))
	// The server's list still contains theo.
	server.answer('GET /api/home', [200, { hasAccount: true, drivers: [aDriver(), theo] }])
	first.resolve([201, hiddenBy(me, bob)])
	await screen.findByText('Uncle Bob has been removed from your list.')
	await act(() => Bun.sleep(20))
	expect(rows()).toEqual(['maria.p3.9 · 7 rides'])

	server.answer('GET /api/home', [200, { hasAccount: true, drivers: [aDriver()] }])
	second.resolve([201, hiddenBy(me, theo)])
	await waitFor(() => expect(listsAsked()).toBe(listsBefore + 1))
	expect(rows()).toEqual(['maria.p3.9 · 7 rides'])
})

test('a list that was asked for before a driver was removed does not bring them back', async () => {
	const me = aMember()
	const second = Promise.withResolvers<FakeAnswer>()
	const answers = [[201, hiddenBy(me, bob)] as const, second.promise]
	const server = await homeOf(me, [aDriver(), bob, theo], {
		'POST /api/hidden-drivers': () => answers.shift() ?? problem(500, 'Asked too often'),
	})
	await screen.findByRole('button', { name: 'Remove Uncle Bob' })
	const list = Promise.withResolvers<FakeAnswer>()
	const asked = mock(() => list.promise)
	server.answer('GET /api/home', asked)
	await user.click(button('Remove Uncle Bob'))
	await waitFor(() => expect(asked).toHaveBeenCalled())

	await user.click(button('Remove theo'))
	list.resolve([200, { hasAccount: true, drivers: [aDriver(), theo] }])
	await act(() => Bun.sleep(20))

	expect(rows()).toEqual(['maria.p3.9 · 7 rides'])
	second.resolve([201, hiddenBy(me, theo)])
})

test('a driver who cannot be removed comes back, with the reason', async () => {
	await homeOf(aMember(), [aDriver(), bob], {
		'POST /api/hidden-drivers': problem(503, 'Storage is full. Nothing was saved.'),
	})
	await user.click(await screen.findByRole('button', { name: 'Remove Uncle Bob' }))

	const toast = within(await screen.findByRole('alertdialog'))
	expect(toast.getByText('Failed to remove driver: Storage is full. Nothing was saved.')).toBeTruthy()
	expect(rows()).toHaveLength(2)
})

test('without a connection the reason is ours [spec 8.6]', async () => {
	await homeOf(aMember(), [bob], { 'POST /api/hidden-drivers': deadNetwork })
	await user.click(await screen.findByRole('button', { name: 'Remove Uncle Bob' }))

	const toast = within(await screen.findByRole('alertdialog'))
	expect(toast.getByText('Failed to remove driver: Failed to hide driver')).toBeTruthy()
})

test('a list that does not load says so, and can be asked for again [spec 8.5]', async () => {
	const server = await homeOf(null, [], { 'GET /api/home': problem(500, 'Something went wrong') })
	const toast = await screen.findByRole('alertdialog')
	expect(within(toast).getByText('Error')).toBeTruthy()
	expect(within(toast).getByText('Failed to load drivers. Please try again.')).toBeTruthy()

	server.answer('GET /api/home', [200, { hasAccount: false, drivers: [aDriver()] }])
	await user.click(button('Try again'))

	expect(await screen.findByText('maria.p')).toBeTruthy()
})

test('whom the server has lost is told, and Add Driver registers them first', async () => {
	const lost = { id: 99, username: 'jonas', display_name: null, avatarId: 5 }
	rememberUser(lost)
	const { place } = await homeOf(null, [], {
		'POST /api/register': [201, aMember()],
		'GET /api/user': [200, aMember()],
	})
	expect(await screen.findByText('Your account needs to be recreated. Add a driver to fix this issue.')).toBeTruthy()

	await user.click(button('+ Add Driver'))
	expect(await screen.findByDisplayValue('jonas')).toBeTruthy()
	await fill(user, screen.getByLabelText('Password'), 'hunter22')
	await user.click(button('Recreate account'))

	await waitFor(() => expect(place()).toBe('/add-driver'))
})

test('a guest who has rated finds what they said; mere visitors see no such link, and nobody is asked [spec 10.23]', async () => {
	const link = () => screen.queryByRole('link', { name: 'My verdicts' })
	const server = await homeOf(null, [])
	expect(link()).toBeNull()
	cleanup()

	noteGuestRatings(true)
	const again = await homeOf(null, [])
	expect(link()?.getAttribute('href')).toBe('/verdicts')
	expect([...server.calls(), ...again.calls()].filter((call) => call.includes('ratings'))).toEqual([])
})

test('a guest who has rated somebody finds them first, and the demo driver last and small [spec 12.3] [spec 15.2]', async () => {
	const { place } = await openScreen(<HomeScreen />, '/home', {
		'GET /api/home': [
			200,
			{ hasAccount: false, drivers: [aDriver({ username: 'demo' })], rated: [theo], given: 2, notice: null },
		],
	})
	expect(await screen.findByRole('heading', { name: 'You rated' })).toBeTruthy()
	expect(rows()).toEqual(['theo2.6 · 1 ride', 'demo3.9 · 7 rides'])
	const isSmall = (name: RegExp) => screen.getByRole('link', { name }).dataset.small
	expect([isSmall(/^theo/), isSmall(/^demo/)]).toEqual([undefined, 'true'])
	expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull()
	await user.click(screen.getByRole('link', { name: /^theo/ }))
	await waitFor(() => expect(place()).toBe(`/rating/${theo.id}`))
})

const others = (length: number) =>
	Array.from({ length }, (_, n) => ({
		...{ id: 80 + n, username: `other.${n}`, display_name: null, avatarId: 1, isGhost: false, claimedById: null },
	}))
const faces = () => [...document.querySelectorAll('.face')].map(({ textContent }) => textContent)
const homeWithOthers = (drivers: HomeDriver[], length: number) =>
	openScreen(
		<HomeScreen />,
		'/home',
		{ 'GET /api/home': [200, { hasAccount: true, drivers, notice: null, others: others(length) }] },
		{ member: aMember() },
	)

test.each([
	['below the list', [theo]],
	['to a member without drivers', []],
])('members who are not on the list are shown %s, and a tap leads to rating them [spec 15.2]', async (_, drivers) => {
	const { place } = await homeWithOthers(drivers, 2)
	expect(await screen.findByRole('heading', { name: 'Others here' })).toBeTruthy()
	expect(faces()).toEqual(['other.0', 'other.1'])
	expect(screen.queryByRole('link', { name: 'All' })).toBeNull()

	await user.click(screen.getByRole('link', { name: 'other.1' }))
	await waitFor(() => expect(place()).toBe('/rating/81'))
})

test('of more than twelve others All leads to everybody; without any there is nothing to read [spec 15.2]', async () => {
	await homeWithOthers([theo], 12)
	expect((await screen.findByRole('link', { name: 'All' })).getAttribute('href')).toBe('/add-driver?tab=find')
	cleanup()

	await homeWithOthers([theo], 0)
	await screen.findByText('theo')
	expect(screen.queryByText('Others here')).toBeNull()
})
