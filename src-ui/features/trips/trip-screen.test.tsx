import { expect, mock, spyOn, test } from 'bun:test'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ALL_GOOD, answersOf } from '#contract/impressions.ts'
import { hasGuestRatings } from '#ui/features/ratings/guest-ratings.memory.ts'
import { aTrip, bob, maria } from '#ui/testing/a-trip.ts'
import { deadNetwork, type FakeAnswer, fakeServer, problem, refusal } from '#ui/testing/fake-server.ts'
import { withIndexedDb } from '#ui/testing/indexed-db.ts'
import { openedApp } from '#ui/testing/opened-app.ts'
import { afterAWhile } from '#ui/testing/waiting-rating.ts'
import { aRatedTrip, aResult, calls, me, opensIn, openTrip, saidOf, TOKEN } from './testing/a-trip.tsx'
import { noteTripTime } from './trip-clock.ts'
import { loadTrip, lookAgainIn } from './trips.api.ts'
import { keptTrips, noteTrip } from './trips.memory.ts'

withIndexedDb()
const user = userEvent.setup()
const button = (name: string) => screen.findByRole('button', { name })
const press = async (name: string) => user.click(await button(name))
const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name })
const choose = (stars: string) => {
	for (const name of [stars, ...answersOf(ALL_GOOD).map(({ answer }) => answer)])
		fireEvent.click(screen.getByRole('radio', { name }))
}

test('a visitor with the link reads name, drivers and how many are in, and hands it on: text, code and messages [spec 14.2] [spec 14.3]', async () => {
	await openTrip(aTrip())

	await heading('To the sea')
	const drivers = within(screen.getByRole('list', { name: 'Drivers' }))
	expect(drivers.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['uncle.bob', 'maria'])
	expect(screen.getByText('3 in the car').getAttribute('role')).toBe('status')
	expect(screen.getByRole('img', { name: 'QR code of the trip' })).toBeTruthy()
	const link = `http://backseat.test/trip/${TOKEN}`
	expect(screen.getByText(link)).toBeTruthy()
	await press('Send the link')
	const sheet = within(await screen.findByRole('dialog', { name: 'Send the link' }))
	const sms = await sheet.findByRole('link', { name: 'SMS' })
	expect(sms.getAttribute('href')).toContain(encodeURIComponent(link))
	await user.click(sheet.getByRole('button', { name: 'Close' }))
	expect(document.title).not.toContain(TOKEN)
	for (const act of ['Get out', 'We have arrived', 'Delete trip'])
		expect(screen.queryByRole('button', { name: act })).toBeNull()
})

test('a guest gets in without an account, a lost answer takes no second seat, and gets out again [spec 14.2]', async () => {
	const server = await openTrip(aTrip(), { answers: { [calls.getIn]: deadNetwork } })
	await press('Get in')
	expect(within(await screen.findByRole('alertdialog')).getByText('You are not in yet')).toBeTruthy()
	server.answer(calls.getIn, [201, aTrip({ isIn: true, seats: 4 })])
	server.answer(calls.look, [200, aTrip({ isIn: true, seats: 4 })])
	await press('Get in')

	expect(await screen.findByText('You are in')).toBeTruthy()
	expect(screen.getByText('4 in the car')).toBeTruthy()
	const keys = server.headersOf(calls.getIn, 'Idempotency-Key')
	expect(keys[0]).toMatch(/^\w{32}$/)
	expect(new Set(keys).size).toBe(1)
	expect(server.headersOf(calls.getIn, 'Browser-Key')[0]).toMatch(/^\w{32}$/)
	expect(keptTrips()).toMatchObject([{ token: TOKEN, viewerId: 1 }])

	server.answer(calls.getOut, [204])
	server.answer(calls.look, [200, aTrip()])
	await press('Get out')
	const question = await screen.findByRole('alertdialog', { name: 'Get out?' })
	await user.click(within(question).getByRole('button', { name: 'Get out' }))

	expect(await button('Get in')).toBeTruthy()
	await waitFor(() => expect(keptTrips()).toEqual([]))
})

test.each([
	[1, 'With only one of you in the back, everybody will know who said what.'],
	[2, 'With two of you in the back, everybody will know who said what.'],
])('with %p in the car the page says so before anybody rates [spec 14.11]', async (seats, words) => {
	await openTrip(aTrip({ seats }))
	expect(await screen.findByText(words)).toBeTruthy()
	cleanup()
	await openTrip(aRatedTrip({ seats }))
	expect((await screen.findAllByText(words)).length).toBeGreaterThan(0)
})

test('its maker says that they have arrived, once asked, and everybody in the car rates [spec 14.4]', async () => {
	const maker = { isMaker: true, isIn: true }
	const server = await openTrip(aTrip(maker), { member: me, answers: { [calls.arrive]: [200, aRatedTrip(maker)] } })
	await press('We have arrived')
	expect(server.calls()).not.toContain(calls.arrive)
	server.answer(calls.look, [200, aRatedTrip(maker)])
	await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'We have arrived' }))

	await heading("uncle.bob's Driving Today")
	expect(document.title).toBe("1 of 2: uncle.bob's Driving Today · Backseat")
})

test('its maker deletes it, once asked, and this browser forgets it [spec 14.23]', async () => {
	const server = await openTrip(aTrip({ isMaker: true, isIn: true }), {
		member: me,
		answers: { [calls.remove]: [204] },
	})
	await press('Delete trip')
	expect(server.calls()).not.toContain(calls.remove)
	await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete trip' }))

	await waitFor(() => expect(server.place()).toBe('/home'))
	expect(keptTrips()).toEqual([])
})

test('one driver after the other, with the focus on whom it is about; then what one has said, sealed [spec 14.5]', async () => {
	const server = await openTrip(aRatedTrip(), {
		answers: {
			[calls.rate(7)]: [200, saidOf(7, 2)],
			[calls.rate(8)]: [200, saidOf(8, 5)],
		},
	})
	await heading("uncle.bob's Driving Today")
	choose('2 stars')
	server.answer(calls.look, [200, aRatedTrip({ mine: [7], said: [saidOf(7, 2)] })])
	await press('Seal it')

	expect(document.activeElement).toBe(await heading("maria's Driving Today"))
	expect(screen.getByRole('progressbar', { name: 'Driver 2 of 2' })).toBeTruthy()
	expect(screen.queryByRole<HTMLInputElement>('radio', { checked: true })).toBeNull()
	choose('5 stars')
	server.answer(calls.look, [200, aRatedTrip({ mine: [7, 8], said: [saidOf(7, 2), saidOf(8, 5)] })])
	await press('Seal it')

	expect(document.activeElement).toBe(await heading('Yours are sealed'))
	expect(server.bodiesOf(calls.rate(7))).toEqual([{ raterId: 1, ...ALL_GOOD, starRating: 2 }])
	const said = within(screen.getByRole('list', { name: 'What you have said' })).getAllByRole('listitem')
	expect(said.filter((row) => row.textContent?.includes('sealed until the trip is opened'))).toHaveLength(2)
	expect(hasGuestRatings()).toBe(true)
	expect(screen.queryByRole('button', { name: 'Open the envelopes' })).toBeNull()
})

test('what was said is changed with the form filled in [spec 14.6]', async () => {
	const said = { mine: [7, 8], said: [saidOf(7, 2), saidOf(8, 5)] }
	const server = await openTrip(aRatedTrip(said), { answers: { [calls.rate(8)]: [200, saidOf(8, 1)] } })

	await press('Change maria')
	expect(document.activeElement).toBe(await heading("maria's Driving Today"))
	expect(screen.getByRole<HTMLInputElement>('radio', { name: '5 stars' }).checked).toBe(true)
	fireEvent.click(screen.getByRole('radio', { name: '1 star' }))
	server.answer(calls.look, [200, aRatedTrip({ ...said, said: [saidOf(7, 2), saidOf(8, 1)] })])
	await press('Seal it')

	expect(document.activeElement).toBe(await heading('Yours are sealed'))
	expect(server.bodiesOf(calls.rate(8))).toMatchObject([{ starRating: 1 }])
	expect(await screen.findByRole('img', { name: /^1 (star|of)/ })).toBeTruthy()
})

test('a driver of the trip rates the others, and one who drove alone has nothing to say', async () => {
	await openTrip(aRatedTrip({ drivers: [{ ...bob, id: me.id }, maria] }), { member: me })
	await heading("maria's Driving Today")
	cleanup()
	await openTrip(aRatedTrip({ drivers: [{ ...bob, id: me.id }] }), { member: me })
	await heading('You drove all the way')
})

test('its maker opens the envelopes before all have rated, and is told what that means [spec 14.7]', async () => {
	const maker = { isMaker: true }
	const results = [aResult(7, 4.5), aResult(8, null, 2)]
	const receipt = aTrip({ ...maker, state: 'open', results })
	const announced = aRatedTrip({ ...maker, allSealed: false, ...opensIn(10) })
	const server = await openTrip(aRatedTrip(maker), { member: me, answers: { [calls.open]: [200, announced] } })
	await press('What you have said')
	expect(document.activeElement).toBe(await heading('Nothing said yet'))
	await press('Open the envelopes')
	const asked = within(await screen.findByRole('alertdialog'))
	expect(asked.getByText(/Who has not rated by now no longer can\. This cannot be undone\.$/)).toBeTruthy()
	server.answer(calls.look, [200, announced])
	await user.click(asked.getByRole('button', { name: 'Open all' }))
	await heading('About to open')

	await server.lookAgain([200, receipt])
	await heading('To the sea')
	expect(document.title).toBe('Receipt: To the sea · Backseat')
})

test('the receipt tells a guest of which driver their verdict was not drawn [T79]', async () => {
	await openTrip(aTrip({ state: 'open', results: [aResult(7, 4.5), aResult(8, 4)], notDrawn: [8] }))

	await heading('To the sea')
	const row = screen.getByText(/too many guest verdicts this hour, and a draw left yours out/).closest('li')
	expect(row?.textContent).toContain('maria')
})

test('the receipt has day, seats, means and words from three verdicts on, and the driver of the trip [spec 14.9] [spec 14.27]', async () => {
	await openTrip(aTrip({ state: 'open', results: [aResult(7, 4.5), aResult(8, null, 2)] }))

	await heading('To the sea')
	expect(screen.getByText('Nov 22, 2026').closest('p')?.textContent).toBe('Nov 22, 2026 · 3 in the car')
	expect(screen.getByText('Driver of the trip').nextElementSibling?.textContent).toBe('uncle.bob')
	const row = (name: string) => within(screen.getByRole('heading', { level: 2, name }).closest('li') as HTMLElement)
	expect(row('uncle.bob').getByText('4.5')).toBeTruthy()
	expect(row('uncle.bob').getByText('Smooth 67%')).toBeTruthy()
	expect(row('maria').getByText('Too few voices to print')).toBeTruthy()
	expect(screen.queryByText(/a draw left yours out/)).toBeNull()
	expect(screen.getByRole('button', { name: 'Send' })).toBeTruthy()
	expect(screen.getByRole('link', { name: 'Back to Home' })).toBeTruthy()
	expect(screen.getByRole('link', { name: 'Start a trip of your own' }).getAttribute('href')).toBe('/auth?as=new')
})

test.each(['abcdefghijklmnopqrstuvwxyz012345', 'no'])(
	'an unknown trip is a kind dead end [spec 14.13]',
	async (token) => {
		const { TripScreen } = await import('./trip-screen.tsx')
		const { openScreen } = await import('#ui/testing/render-screen.tsx')
		const server = await openScreen(<TripScreen token={token} />, `/trip/${token}`, {})

		await heading('This road leads nowhere')
		expect(screen.getByRole('link', { name: 'Back to Home' })).toBeTruthy()
		expect(server.calls().includes(`GET /api/trips/${token}`)).toBe(token.length > 10)
	},
)

test('a trip that is deleted under one says so, and this browser forgets it', async () => {
	const server = await openTrip(aTrip({ isIn: true }))
	await heading('To the sea')
	expect(keptTrips()).toHaveLength(1)
	await server.lookAgain(refusal(404, 'not_found', 'Trip not found'))

	await heading('This road leads nowhere')
	expect(screen.getByText(/^It was still there when you opened this page/)).toBeTruthy()
	expect(keptTrips()).toEqual([])
})

test.each<[string, FakeAnswer | typeof deadNetwork]>([
	['there is no network', deadNetwork],
	['the server restarts', problem(503, 'Starting')],
	["a proxy's page says 404", [404, '<h1>Not here</h1>']],
])('while %s what is there stays', async (_, answer) => {
	const server = await openTrip(aTrip())
	await heading('To the sea')
	await server.lookAgain(answer)

	expect(screen.getByText('3 in the car')).toBeTruthy()
})

test('guests and those who are not in look every five seconds, members in the car hear of it, and nobody asks after a receipt [spec 14.14]', () => {
	expect(lookAgainIn(aTrip(), false)).toBe(5000)
	expect(lookAgainIn(aTrip({ isIn: true }), false)).toBe(5000)
	expect(lookAgainIn(aTrip(), true)).toBe(5000)
	expect(lookAgainIn(aTrip({ isIn: true }), true)).toBe(30_000)
	expect(lookAgainIn(aTrip({ state: 'open' }), true)).toBe(false)
	expect(lookAgainIn(null, false)).toBe(false)
})

test('while everybody rates, the whole car looks every three seconds, and right after the announced opening [spec 15.9]', () => {
	const exactly = { sentAt: Date.now() - 1, receivedAt: Date.now() }
	// The first answer may have come with the page, so it does not count as exact.
	for (const _ of ['first', 'second']) noteTripTime({ now: new Date().toISOString(), ...exactly })
	for (const isMember of [true, false]) expect(lookAgainIn(aRatedTrip(), isMember)).toBe(3000)
	expect(lookAgainIn(aTrip({ state: 'rating' }), true)).toBe(5000)
	expect(lookAgainIn(aRatedTrip(opensIn(10)), true)).toBe(3000)
	expect(lookAgainIn(aRatedTrip(opensIn(1)), true)).toBeWithin(1100, 1200)
	expect(lookAgainIn(aRatedTrip(opensIn(-1)), true)).toBe(500)
	expect(lookAgainIn(aRatedTrip(opensIn(-60)), true)).toBe(3000)
})

test('getting in shows the page from its top, and the focus is there, too [spec 15.9]', async () => {
	const scrolled = spyOn(window, 'scrollTo').mockImplementation(() => undefined)
	const server = await openTrip(aTrip(), { answers: { [calls.getIn]: [201, aTrip({ isIn: true, seats: 4 })] } })
	server.answer(calls.look, [200, aTrip({ isIn: true, seats: 4 })])
	await press('Get in')

	expect(await screen.findByText('You are in')).toBeTruthy()
	expect(scrolled).toHaveBeenCalledWith(0, 0)
	// The pressed button is gone.
	await waitFor(() => expect(document.activeElement?.id).toBe('main'))
})

test('who has rated everybody reads whether others are still writing, and no more [spec 15.9]', async () => {
	const said = { mine: [7, 8], said: [saidOf(7, 2), saidOf(8, 5)] }
	const server = await openTrip(aRatedTrip({ ...said, allSealed: false, opensAt: null }))

	expect((await screen.findByText('Some are still writing')).getAttribute('role')).toBe('status')
	await server.lookAgain([200, aRatedTrip({ ...said, allSealed: true, ...opensIn(10) })])

	await heading('All sealed')
	expect(screen.queryByText('Some are still writing')).toBeNull()
	expect(screen.queryByRole('button', { name: 'Change maria' })).toBeNull()
})

test('without network the page opens as it was seen here last, for the same person [spec 14.15]', async () => {
	fakeServer({ [calls.look]: deadNetwork })
	noteTrip(TOKEN, 1, aRatedTrip())

	expect(await loadTrip(openedApp().queryClient, TOKEN, { kind: 'visitor' })).toMatchObject({ state: 'rating' })
	const asMember = loadTrip(openedApp().queryClient, TOKEN, { kind: 'member', user: me })
	expect(await asMember.catch((error: Error) => error.message)).toBe('Failed to fetch')
})

test('without network a verdict waits, the next driver comes, and it is sent once there is one [spec 14.15]', async () => {
	const app = openedApp()
	const server = await openTrip(aRatedTrip(), { app, answers: { [calls.rate(7)]: deadNetwork } })
	await heading("uncle.bob's Driving Today")
	choose('2 stars')
	await press('Seal it')
	await heading("maria's Driving Today")
	await press('What you have said')
	await heading('Sealed so far')
	expect(await screen.findByText('On its way')).toBeTruthy()

	server.answer(calls.rate(7), [200, saidOf(7, 2)])
	server.answer(calls.look, [200, aRatedTrip({ mine: [7], said: [saidOf(7, 2)] })])
	afterAWhile()
	await act(async () => app.waiting.start())

	expect(await screen.findByText('Sealed')).toBeTruthy()
	await waitFor(() => expect(screen.queryByText('On its way')).toBeNull())
	expect(screen.getByText('sealed until the trip is opened')).toBeTruthy()
})

test('what is refused once the trip was opened is shown there, and can be dropped [spec 14.15]', async () => {
	const app = openedApp()
	const server = await openTrip(aRatedTrip(), { app, answers: { [calls.rate(7)]: deadNetwork } })
	await heading("uncle.bob's Driving Today")
	choose('2 stars')
	await press('Seal it')
	await heading("maria's Driving Today")

	server.answer(calls.rate(7), refusal(409, 'trip_is_open', 'It is open'))
	afterAWhile()
	await act(async () => app.waiting.start())
	await server.lookAgain([200, aTrip({ state: 'open', results: [] })])

	expect(await screen.findByText(/^uncle\.bob: The envelopes were opened before this one arrived/)).toBeTruthy()
	expect(screen.queryByRole('button', { name: 'Change it' })).toBeNull()
	// It may have been tried once without network before it was refused.
	const sent = server.bodiesOf(calls.rate(7)).length
	await press('Drop it')
	await waitFor(() => expect(screen.queryByText(/The envelopes were opened/)).toBeNull())
	expect(document.activeElement?.id).toBe('main')
	expect(server.bodiesOf(calls.rate(7))).toHaveLength(sent)
})

test('the session has ended: getting in asks to log in, as a guest they would lose what they say', async () => {
	const app = openedApp(me)
	const asks = mock(() => {})
	app.session.logInAgain.subscribe(asks)
	const server = await openTrip(aTrip(), {
		app,
		answers: { 'GET /api/user': problem(401, 'no'), 'GET /api/users/4711': [200, { ...bob, id: 4711 }] },
	})
	await waitFor(() => expect(app.session.viewer()?.kind).toBe('ended'))
	await press('Get in')

	expect(asks).toHaveBeenCalled()
	expect(server.calls()).not.toContain(calls.getIn)
})
