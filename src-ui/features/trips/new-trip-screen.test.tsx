import { expect, test } from 'bun:test'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { HomeDriver } from '#contract/home.ts'
import { aTrip, bob, maria } from '#ui/testing/a-trip.ts'
import { type Answers, deadNetwork, type FakeAnswer, problem, refusal } from '#ui/testing/fake-server.ts'
import { fill } from '#ui/testing/fill.ts'
import { openScreen, type ScreenOptions } from '#ui/testing/render-screen.tsx'
import { NewTripScreen } from './new-trip-screen.tsx'
import { me, TOKEN } from './testing/a-trip.tsx'
import { keptTrips } from './trips.memory.ts'

const START = 'POST /api/trips'
const HOME = 'GET /api/home'
const PEOPLE = 'GET /api/users?limit=60'
const ADD = 'POST /api/ghost-drivers'
const user = userEvent.setup()
const onList = (drivers: Omit<HomeDriver, 'averageStar' | 'totalRides'>[]): FakeAnswer => [
	200,
	{
		hasAccount: true,
		notice: null,
		drivers: drivers.map((driver) => ({ ...driver, averageStar: 4, totalRides: 2 })),
	},
]
const started: FakeAnswer = [201, { token: TOKEN, ...aTrip({ isMaker: true, isIn: true, seats: 1 }) }]
const box = (name: RegExp | string) => screen.findByRole<HTMLInputElement>('checkbox', { name })
const name = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Where to?' })
const start = () => fireEvent.click(screen.getByRole('button', { name: 'Start the trip' }))

const open = (answers: Answers = {}, options: ScreenOptions = { member: me }) =>
	openScreen(
		<NewTripScreen />,
		'/trip/new',
		{
			[HOME]: onList([bob, maria]),
			[PEOPLE]: [200, []],
			'GET /api/users/8': [200, maria],
			[START]: started,
			...answers,
		},
		options,
	)

test('a member names a trip, chooses drivers and maybe themself, and is on its page [spec 14.1]', async () => {
	const server = await open()
	await user.click(await box('maria'))
	await user.click(await box(/^You/))
	expect(screen.getByText('2 drivers chosen')).toBeTruthy()
	await fill(user, name(), ' To the sea ')

	start()

	await waitFor(() => expect(server.place()).toBe(`/trip/${TOKEN}`))
	expect(server.bodiesOf(START)).toEqual([{ name: 'To the sea', driverIds: [8, 4711], userId: 4711 }])
	expect(keptTrips()).toMatchObject([{ token: TOKEN, trip: { name: 'To the sea' } }])
})

test('what is missing is said where it is missing, and the focus goes there', async () => {
	const server = await open()
	const first = await box(/^You/)
	start()
	expect(await screen.findByText('Name must be at least 2 characters')).toBeTruthy()
	expect(document.activeElement).toBe(name())

	await fill(user, name(), 'To the sea')
	start()

	expect(await screen.findByText('Please choose one to eight drivers')).toBeTruthy()
	expect(document.activeElement).toBe(first)
	expect(server.bodiesOf(START)).toEqual([])
	await user.click(first)
	expect(screen.queryByText('Please choose one to eight drivers')).toBeNull()
})

const showAll = async () => user.click(await screen.findByRole('button', { name: 'Somebody else' }))
const faces = () => screen.getAllByRole('checkbox').map((one) => one.closest('label')?.textContent)

test('five faces come first, then all; who is chosen stays in view, and a ninth driver cannot be chosen [spec 15.9]', async () => {
	const many = Array.from({ length: 13 }, (_, nth) => ({ ...bob, id: 20 + nth, username: `driver.${nth}` }))
	await open({ [HOME]: onList(many) })
	await box('driver.0')
	expect(faces()).toEqual(['You', ...many.slice(0, 4).map(({ username }) => username)])
	expect(screen.queryByRole('textbox', { name: 'Search everybody' })).toBeNull()
	await showAll()
	expect(faces()).toHaveLength(14)
	expect(document.activeElement).toBe(await box('driver.4'))
	for (let nth = 0; nth < 8; nth++) await user.click(await box(`driver.${nth}`))

	expect((await box('driver.8')).disabled).toBe(true)
	expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Somebody new' }).disabled).toBe(true)
	expect(screen.getByText('Eight at the wheel: that is the most.')).toBeTruthy()
	await user.click(await box('driver.7'))
	await fill(user, screen.getByRole('textbox', { name: 'Search everybody' }), 'DRIVER.12')

	await waitFor(() => expect(faces()).toEqual([0, 1, 2, 3, 4, 5, 6, 12].map((nth) => `driver.${nth}`)))
})

test('anybody here can drive, found by any part of a name; the demo driver and claimed ghosts cannot [spec 15.9]', async () => {
	const elke = { ...bob, id: 30, username: 'elke' }
	const others = Array.from({ length: 12 }, (_, nth) => ({ ...bob, id: 40 + nth, username: `member.${nth}` }))
	const server = await open({
		[HOME]: onList([{ ...bob, id: 2, username: 'demo' }, { ...bob, isGhost: true, claimedById: 8 }, maria]),
		[PEOPLE]: [200, others],
		[`${PEOPLE}&search=elk`]: [200, [elke]],
	})
	await showAll()
	expect(faces().slice(0, 3)).toEqual(['You', 'maria', 'member.0'])
	await fill(user, screen.getByRole('textbox', { name: 'Search everybody' }), 'elk')
	await user.click(await box('elke'))
	await user.click(screen.getByRole('button', { name: 'Clear search' }))
	await box('member.3')
	expect((await box('elke')).checked).toBe(true)
	await fill(user, name(), 'To the sea')
	start()

	await waitFor(() => expect(server.bodiesOf(START)).toMatchObject([{ driverIds: [30] }]))
})

test('somebody new is made on the spot, with the name that was searched for, and drives [spec 15.9]', async () => {
	const ghost = { ...bob, id: 77, username: 'uncle.joe', display_name: 'Uncle Joe', isGhost: true }
	const many = Array.from({ length: 12 }, (_, nth) => ({ ...bob, id: 20 + nth, username: `driver.${nth}` }))
	const server = await open({ [HOME]: onList(many), [ADD]: problem(500, 'A speed bump') })
	await showAll()
	await fill(user, screen.getByRole('textbox', { name: 'Search everybody' }), 'Uncle Joe')
	expect(await screen.findByText('Nobody here is called "Uncle Joe".')).toBeTruthy()
	await user.click(screen.getByRole('button', { name: 'Somebody new' }))
	const dialog = within(await screen.findByRole('dialog', { name: 'Somebody new' }))
	expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Uncle Joe')
	await user.click(dialog.getByRole('button', { name: 'Add Driver' }))
	expect(await dialog.findByText('A speed bump')).toBeTruthy()

	server.answer(ADD, [201, { ...ghost, ghostClaimToken: 'a-token' }])
	await user.click(dialog.getByRole('button', { name: 'Add Driver' }))

	expect((await box('Uncle Joe')).checked).toBe(true)
	expect(server.bodiesOf(ADD)[1]).toMatchObject({ username: 'Uncle Joe', creatorId: 4711 })
	expect(screen.getByText('1 driver chosen')).toBeTruthy()
})

test.each<[string, Answers[string], RegExp]>([
	['three are not open', refusal(409, 'too_many_trips', 'Three of them'), /^Three of your trips are still on the road/],
	['the eleventh of a day', refusal(429, 'too_many', 'Ten trips a day are enough.'), /^Ten trips a day are enough/],
	['a driver is gone', refusal(404, 'not_found', 'Driver not found'), /^One of these drivers is not here any more/],
	['no network', deadNetwork, /^No answer from the server/],
])('%s: that is said, and nothing typed is lost [spec 14.12]', async (_, answer, words) => {
	const server = await open({ [START]: answer })
	await fill(user, name(), 'To the sea')
	await user.click(await box('maria'))

	start()

	expect(await screen.findByText(words)).toBeTruthy()
	expect(name().value).toBe('To the sea')
	expect((await box('maria')).checked).toBe(true)
	expect(server.place()).toBe('/trip/new')
})

test('a driver who is gone meanwhile is not chosen any more', async () => {
	const server = await open({
		[START]: refusal(404, 'not_found', 'Driver not found'),
		'GET /api/users/7': [200, bob],
		'GET /api/users/8': problem(404, 'User not found'),
	})
	await fill(user, name(), 'To the sea')
	await user.click(await box('uncle.bob'))
	await user.click(await box('maria'))
	server.answer(HOME, onList([bob]))
	start()
	await waitFor(() => expect(screen.queryByRole('checkbox', { name: 'maria' })).toBeNull())
	server.answer(START, started)

	start()

	await waitFor(() => expect(server.bodiesOf(START).at(-1)).toMatchObject({ driverIds: [7] }))
})

test('a visitor is led to the log-in, and back from there', async () => {
	const { place } = await open({}, { member: null })

	await waitFor(() => expect(decodeURIComponent(place())).toBe('/auth?next=/trip/new'))
})
