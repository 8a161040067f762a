import { expect, test } from 'bun:test'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { HomeDriver } from '#contract/drivers.ts'
import { aTrip, bob, maria } from '#ui/testing/a-trip.ts'
import { type Answers, deadNetwork, type FakeAnswer, refusal } from '#ui/testing/fake-server.ts'
import { fill } from '#ui/testing/fill.ts'
import { openScreen, type ScreenOptions } from '#ui/testing/render-screen.tsx'
import { NewTripScreen } from './new-trip-screen.tsx'
import { me, TOKEN } from './testing/a-trip.tsx'
import { keptTrips } from './trips.memory.ts'

const START = 'POST /api/trips'
const HOME = 'GET /api/home'
const user = userEvent.setup()
const onList = (drivers: Omit<HomeDriver, 'averageStar' | 'totalRides'>[]): FakeAnswer => [
	200,
	{ hasAccount: true, drivers: drivers.map((driver) => ({ ...driver, averageStar: 4, totalRides: 2 })) },
]
const started: FakeAnswer = [201, { token: TOKEN, ...aTrip({ isMaker: true, isIn: true, seats: 1 }) }]
const box = (name: RegExp | string) => screen.findByRole<HTMLInputElement>('checkbox', { name })
const name = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Where to?' })
const start = () => fireEvent.click(screen.getByRole('button', { name: 'Start the trip' }))

const open = (answers: Answers = {}, options: ScreenOptions = { member: me }) =>
	openScreen(<NewTripScreen />, '/trip/new', { [HOME]: onList([bob, maria]), [START]: started, ...answers }, options)

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

test('a long list is searched, and who is chosen stays in view; a ninth driver cannot be chosen', async () => {
	const many = Array.from({ length: 9 }, (_, nth) => ({ ...bob, id: 20 + nth, username: `driver.${nth}` }))
	await open({ [HOME]: onList(many) })
	for (let nth = 0; nth < 8; nth++) await user.click(await box(`driver.${nth}`))

	expect((await box('driver.8')).disabled).toBe(true)
	expect(screen.getByText('Eight at the wheel: that is the most.')).toBeTruthy()
	await user.click(await box('driver.7'))
	await fill(user, screen.getByRole('textbox', { name: 'Search your drivers' }), 'DRIVER.8')

	expect(screen.getAllByRole('checkbox').map((one) => one.closest('label')?.textContent)).toEqual([
		...[0, 1, 2, 3, 4, 5, 6, 8].map((nth) => `driver.${nth}`),
	])
})

test('with an empty list one can drive oneself, and is shown where drivers are added', async () => {
	await open({ [HOME]: onList([]) })

	expect(await box(/^You/)).toBeTruthy()
	expect(screen.getByText(/^Nobody else is on your list yet/)).toBeTruthy()
	expect(screen.getByRole('link', { name: 'Add a driver' }).getAttribute('href')).toBe('/add-driver')
})

test.each<[string, Answers[string], RegExp]>([
	['three are not open', refusal(409, 'too_many_trips', 'Three of them'), /^Three of your trips are still on the road/],
	['the eleventh of a day', refusal(429, 'too_many', 'Ten trips a day are enough.'), /^Ten trips a day are enough/],
	['a driver has left the list', refusal(404, 'not_found', 'Driver not found'), /^One of these drivers is not on/],
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

test('a driver who has left the list meanwhile is not chosen any more', async () => {
	const server = await open({ [START]: refusal(404, 'not_found', 'Driver not found') })
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
