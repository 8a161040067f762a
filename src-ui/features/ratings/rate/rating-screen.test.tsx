import { expect, test } from 'bun:test'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { VisibleUser } from '#contract/accounts.ts'
import { IMPRESSION_KEYS } from '#contract/impressions.ts'
import { DEMO_DRIVER_ID } from '#contract/known-ids.ts'
import {
	bob,
	choose,
	chooseAll,
	me,
	openRating,
	rate,
	rated,
	saved,
	verdict,
} from '#ui/features/ratings/testing/uncle-bob-rated.tsx'
import { userQuery } from '#ui/features/sign-in/session/users.api.ts'
import { driverKeys } from '#ui/platform/query-keys/drivers.keys.ts'
import { deadNetwork, type FakeAnswer, fakeServer, problem } from '#ui/testing/fake-server.ts'
import { openedApp } from '#ui/testing/opened-app.ts'
import { takeDriverFromHome } from './driver-from-home.ts'

const wait = (ms: number) => act(() => new Promise((resolve) => setTimeout(resolve, ms)))

test('a spinner goes first, then the driver has a name', async () => {
	const { promise, resolve } = Promise.withResolvers<FakeAnswer>()
	await openRating({ 'GET /api/users/7': () => promise })
	expect(screen.getByRole('status').textContent).toContain('Warming up')

	await act(async () => resolve([200, bob]))

	expect(await screen.findByRole('heading', { name: "Uncle Bob's Driving Today" })).toBeTruthy()
	expect(document.title).toBe("Uncle Bob's Driving Today · Backseat")
	expect(screen.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe('/home')
})

test('the number plate leads to the profile, under the name of the driver [spec 10.26]', async () => {
	await openRating({ 'GET /api/users/7': [200, bob] })
	expect((await screen.findByRole('link', { name: 'Profile of Uncle Bob' })).getAttribute('href')).toBe('/profile/7')
})

const NEVER_WHO = 'Uncle Bob sees the stars and the day. Never who.'

test.each([
	['a member, to anybody', { isGhost: false }, true],
	['a ghost, to whom the server does not say who else has rated it', {}, true],
	['a ghost that others have rated, to its maker', { isRatedByOthers: true }, true],
	['a ghost that only its maker has rated, or nobody, to its maker', { isRatedByOthers: false }, false],
	['the demo driver', { id: DEMO_DRIVER_ID, isGhost: false }, false],
])('that nobody is told who rated is promised for %s: %# [spec 12.12]', async (_, seen, isPromised) => {
	const driver = { ...bob, ...seen }
	await openRating({ [`GET /api/users/${driver.id}`]: [200, driver] }, { id: driver.id })
	await screen.findByText('Safety')

	expect(screen.queryByText(NEVER_WHO) !== null).toBe(isPromised)
})

test('nothing is promised of a ghost before the server has said whether others have rated it; of members at once', async () => {
	for (const [isGhost, before] of [
		[true, null],
		[false, NEVER_WHO],
	] as const) {
		const { promise, resolve } = Promise.withResolvers<FakeAnswer>()
		const app = openedApp()
		const onList: VisibleUser = { ...bob, isGhost }
		app.queryClient.setQueryData(userQuery(7).queryKey, onList, { updatedAt: 0 })
		await openRating({ 'GET /api/users/7': () => promise }, { app })
		await screen.findByText('Safety')
		expect(screen.queryByText(NEVER_WHO)?.textContent ?? null).toBe(before)

		await act(async () => resolve([200, { ...bob, isGhost }]))

		expect(await screen.findByText(NEVER_WHO)).toBeTruthy()
		cleanup()
	}
})

test('nobody at this address', async () => {
	await openRating({}, { id: 404 })
	expect(await screen.findByRole('heading', { name: 'Driver Not Found' })).toBeTruthy()
	expect(screen.getByRole('link', { name: 'Go Back' }).getAttribute('href')).toBe('/home')
})

test('the address of a claimed ghost goes on to the claimer', async () => {
	const { place } = await openRating({ 'GET /api/users/7': [200, { ...bob, claimedById: 99 }] })
	await waitFor(() => expect(place()).toBe('/rating/99'))
})

const MINUTE_MS = 60_000
const ratedAgo = (ms: number): FakeAnswer => {
	const createdAt = new Date(Date.now() - ms).toISOString()
	return [200, { ...bob, recentRating: { ...verdict, createdAt, sealed: false } }]
}

test('a rater who comes back within hours is asked whether it was another ride before they see the form [spec 15.4]', async () => {
	await openRating({ 'GET /api/users/7': ratedAgo(4 * MINUTE_MS) })

	expect(await screen.findByText('You rated Uncle Bob 4 minutes ago.')).toBeTruthy()
	expect(screen.queryByRole('radio')).toBeNull()
	const acts = [...document.querySelectorAll('.page-action button')].map(({ textContent }) => textContent)
	expect(acts).toEqual(['Change it', 'It was another ride'])

	fireEvent.click(screen.getByRole('button', { name: 'It was another ride' }))

	expect(screen.getByRole('button', { name: 'Spill the tea' })).toBeTruthy()
	expect(screen.getAllByRole<HTMLInputElement>('radio').some(({ checked }) => checked)).toBe(false)
})

test('who changes what they said a moment ago sees its receipt', async () => {
	const changed = { ...saved, starRating: 5 }
	const server = await openRating({
		'GET /api/users/7': ratedAgo(2 * 60 * MINUTE_MS),
		'PUT /api/ratings/31': [200, changed],
	})
	await screen.findByText('You rated Uncle Bob 2 hours ago.')

	fireEvent.click(screen.getByRole('button', { name: 'Change it' }))
	const dialog = within(await screen.findByRole('dialog', { name: 'Your verdict on Uncle Bob' }))
	fireEvent.click(dialog.getByRole('radio', { name: '5 stars' }))
	fireEvent.click(dialog.getByRole('button', { name: 'Save Changes' }))

	expect(await screen.findByText('Thanks for rating.')).toBeTruthy()
	expect(screen.getByRole('img', { name: '5 stars out of 5' })).toBeTruthy()
	expect(server.bodiesOf('POST /api/ratings')).toEqual([])
})

test.each([
	['stays', true],
	['makes room for the question', false],
])('a form that was open before the server answered %s: touched, %p', async (_, isTouched) => {
	const { promise, resolve } = Promise.withResolvers<FakeAnswer>()
	const app = openedApp()
	app.queryClient.setQueryData(userQuery(7).queryKey, bob, { updatedAt: 0 })
	await openRating({ 'GET /api/users/7': () => promise }, { app })
	await screen.findByText('Safety')
	if (isTouched) choose('3 stars')

	await act(async () => resolve(ratedAgo(MINUTE_MS)))

	await waitFor(() => expect(screen.queryByText('You rated Uncle Bob 1 minute ago.') === null).toBe(isTouched))
	expect(screen.queryByText('Safety') !== null).toBe(isTouched)
})

test('nobody rates their own driving', async () => {
	await openRating({ [`GET /api/users/${me.id}`]: [200, me] }, { id: me.id, member: me })

	expect(await screen.findByText('Nice try. You cannot rate your own driving.')).toBeTruthy()
	expect(screen.getByRole('link', { name: 'View Your Profile' }).getAttribute('href')).toBe(`/profile/${me.id}`)
	expect(screen.queryByRole('radio')).toBeNull()
})

test('a guest is asked to keep the rating 300 ms after wanting to, never by itself [spec 9.16]', async () => {
	await rate()
	await wait(400)
	expect(screen.queryByRole('dialog')).toBeNull()

	const wanted = performance.now()
	fireEvent.click(screen.getByRole('button', { name: 'Save Your Rating' }))
	const dialog = await screen.findByRole('dialog', { name: 'Save Your Rating' })
	// Timers may be late, never early; a millisecond goes to their rounding.
	expect(performance.now() - wanted).toBeGreaterThanOrEqual(299)
	expect(dialog.textContent).toContain("Don't let your ratings disappear into traffic. Create an account.")
	expect(dialog.textContent).toContain('Only username and password are required')
	expect(dialog.textContent).toContain('You can always create an account later')
	expect(screen.getByRole('link', { name: 'Sign Up or Log In' }).getAttribute('href')).toBe(
		'/auth?ratingId=31&driverId=7',
	)

	fireEvent.click(screen.getByRole('button', { name: 'Continue without saving' }))
	expect(await screen.findByText('Rating submitted anonymously')).toBeTruthy()
	expect(screen.getByText('Your rating was not saved to a user account')).toBeTruthy()
	await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('who signs in elsewhere while the prompt is open reads that the rating is kept', async () => {
	const { app } = await rate()
	fireEvent.click(screen.getByRole('button', { name: 'Save Your Rating' }))
	await screen.findByRole('dialog')

	act(() => app.session.signedIn(me))

	expect(await screen.findByText('Rating saved')).toBeTruthy()
	expect(screen.getByText("Your rating has been saved to jonas's history")).toBeTruthy()
	await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a session that ended on the server costs no answer and makes nothing anonymous', async () => {
	const asOthersSeeMe = { [`GET /api/users/${me.id}`]: [200, { ...bob, id: me.id, isGhost: false }] as const }
	const server = await openRating({ ...rated(), ...asOthersSeeMe }, { member: me })
	await screen.findByText('Safety')
	server.answer('GET /api/user', problem(401, 'Not logged in'))
	server.answer('POST /api/ratings', problem(401, 'You must be logged in'))
	chooseAll('2 stars')
	const submit = () => fireEvent.submit(document.querySelector('form') ?? document.body)

	submit()
	await screen.findAllByText('Failed to submit rating. Please try again.')
	await waitFor(() => expect(server.calls()).toContain(`GET /api/users/${me.id}`))
	await wait(50)
	submit()
	await waitFor(() => expect(server.bodiesOf('POST /api/ratings')).toHaveLength(2))

	expect(server.bodiesOf('POST /api/ratings')).toMatchObject([{ raterId: me.id }, { raterId: me.id }])
	expect(screen.getAllByRole<HTMLInputElement>('radio').filter((input) => input.checked)).toHaveLength(
		1 + IMPRESSION_KEYS.length,
	)
})

function homeWithBob() {
	const { queryClient } = openedApp()
	queryClient.setQueryData(driverKeys.home, {
		hasAccount: true,
		drivers: [{ ...bob, averageStar: 3.5, totalRides: 2 }],
	})
	return queryClient
}

test('a driver on the home list is known at once, and the server is asked all the same', async () => {
	const server = fakeServer({ 'GET /api/users/7': [200, { ...bob, display_name: 'Bob' }] })
	const queryClient = homeWithBob()
	takeDriverFromHome(queryClient, 7)
	expect(queryClient.getQueryData<object>(userQuery(7).queryKey)).toEqual(bob)

	await queryClient.prefetchQuery(userQuery(7))
	expect(server.calls()).toEqual(['GET /api/users/7'])
	takeDriverFromHome(queryClient, 7)
	expect(queryClient.getQueryData(userQuery(7).queryKey)).toMatchObject({ display_name: 'Bob' })
})

test('without network they stay known; others are not made up', async () => {
	fakeServer({ 'GET /api/users/7': deadNetwork })
	const queryClient = homeWithBob()
	takeDriverFromHome(queryClient, 7)
	takeDriverFromHome(queryClient, 8)
	await queryClient.prefetchQuery(userQuery(7))
	expect(queryClient.getQueryData<object>(userQuery(7).queryKey)).toEqual(bob)
	expect(queryClient.getQueryData(userQuery(8).queryKey)).toBeUndefined()
})
