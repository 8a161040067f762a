import { afterEach, expect, mock, test } from 'bun:test'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { ALL_BAD, answersOf, IMPRESSION_KEYS } from '#contract/impressions.ts'
import { instanceQuery } from '#ui/features/instance/instance.api.ts'
import { BAD_VIBE, POSITIVE, TENSE } from '#ui/features/ratings/celebration/phrases.ts'
import {
	bob,
	choose,
	chooseAll,
	headingText,
	me,
	openRating,
	rate,
	rated,
	unshared,
} from '#ui/features/ratings/testing/uncle-bob-rated.tsx'
import { anInstance, type FakeAnswer, fakeServer, forgetEverything, problem } from '#ui/testing/fake-server.ts'
import { openedApp } from '#ui/testing/opened-app.ts'

// The canvas is a browser's.
const burst = mock(async () => undefined)
mock.module('canvas-confetti', () => ({ default: { create: () => Object.assign(burst, { reset: () => undefined }) } }))

afterEach(() => {
	forgetEverything()
	burst.mockClear()
})

const wait = (ms: number) => act(() => new Promise((resolve) => setTimeout(resolve, ms)))

test('a spinner goes first, then the driver has a name', async () => {
	const { promise, resolve } = Promise.withResolvers<FakeAnswer>()
	fakeServer({ 'GET /api/users/7': () => promise })
	await openRating()
	expect(screen.getByRole('status').textContent).toContain('Warming up')

	await act(async () => resolve([200, bob]))

	expect(await screen.findByRole('heading', { name: "Uncle Bob's Driving Today" })).toBeTruthy()
	expect(document.title).toBe("Uncle Bob's Driving Today · Backseat")
	expect(screen.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe('/home')
})

test('the number plate leads to the profile, under the name of the driver [spec 10.26]', async () => {
	fakeServer({ 'GET /api/users/7': [200, bob] })
	await openRating()
	expect((await screen.findByRole('link', { name: 'Profile of Uncle Bob' })).getAttribute('href')).toBe('/profile/7')
})

test('a driver without a display name goes by the username', async () => {
	fakeServer({ 'GET /api/users/7': [200, { ...bob, display_name: null, username: 'elke' }] })
	await openRating()
	expect(await screen.findByRole('heading', { name: "elke's Driving Today" })).toBeTruthy()
})

test('nobody at this address', async () => {
	fakeServer({})
	await openRating(404)
	expect(await screen.findByRole('heading', { name: 'Driver Not Found' })).toBeTruthy()
	expect(screen.getByRole('link', { name: 'Go Back' }).getAttribute('href')).toBe('/home')
})

test('the address of a claimed ghost goes on to the claimer', async () => {
	fakeServer({ 'GET /api/users/7': [200, { ...bob, claimedById: 99 }] })
	const { place } = await openRating()
	await waitFor(() => expect(place()).toBe('/rating/99'))
})

test('nobody rates their own driving', async () => {
	fakeServer({ 'GET /api/user': [200, me], [`GET /api/users/${me.id}`]: [200, me] })
	await openRating(me.id, { member: me })

	expect(await screen.findByText('Nice try. You cannot rate your own driving.')).toBeTruthy()
	expect(screen.getByRole('link', { name: 'View Your Profile' }).getAttribute('href')).toBe(`/profile/${me.id}`)
	expect(screen.queryByRole('radio')).toBeNull()
})

test('one star makes the stars wobble, five throw confetti', async () => {
	fakeServer(rated())
	await openRating()
	await screen.findByRole('radio', { name: '1 star' })

	choose('1 star')
	expect(document.querySelectorAll('[data-wobbling] svg')).toHaveLength(5)
	expect(burst).not.toHaveBeenCalled()
	choose('5 stars')
	await waitFor(() => expect(burst).toHaveBeenCalledTimes(1))
	expect(burst.mock.calls).toMatchObject([[{ particleCount: 100, spread: 70 }]])
})

test('the receipt says what the rater said, with a message that suits it', async () => {
	fakeServer(rated())
	await openRating()
	await screen.findByText('Safety')
	await rate()

	await waitFor(() => expect(BAD_VIBE as readonly string[]).toContain(headingText()))
	expect(screen.getByRole('img', { name: '2 stars out of 5' })).toBeTruthy()
	expect(screen.getAllByRole('definition').map((value) => value.textContent)).toEqual(
		answersOf(ALL_BAD).map(({ answer }) => answer),
	)
	expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
	expect((await screen.findByRole('link', { name: 'Share the Verdict' })).getAttribute('href')).toBe('/share-ghost/7')
	expect(screen.getByRole('link', { name: 'View Driver Profile' }).getAttribute('href')).toBe('/profile/7')
	expect(screen.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('/home')
})

test.each([
	['positive', { safetyFeeling: 'safe' }, POSITIVE],
	['tense', { vibeQuality: 'good' }, TENSE],
] as const)('the message comes from the %s pool once the saved rating is here', async (_name, said, pool) => {
	fakeServer(rated(said))
	await openRating()
	await screen.findByText('Safety')
	await rate()
	await waitFor(() => expect(pool as readonly string[]).toContain(headingText()))
})

test('without the saved rating there is still a message, and no complaint [spec 8.22]', async () => {
	fakeServer({ ...rated(), 'GET /api/ratings/31': problem(500, 'Something went wrong') })
	const warned = mock(() => {})
	const { warn } = console
	console.warn = warned
	await openRating()
	await screen.findByText('Safety')
	await rate()
	await waitFor(() => expect(warned).toHaveBeenCalled())
	console.warn = warn
	expect(headingText().length).toBeGreaterThan(0)
	expect(screen.queryByRole('alert')).toBeNull()
})

test('a driver with an account has no verdict to share', async () => {
	fakeServer({ ...rated(), 'GET /api/users/7': [200, { ...bob, isGhost: false }] })
	await openRating()
	await screen.findByText('Safety')
	await rate()
	expect(screen.queryByText('Share the Verdict')).toBeNull()
})

test.each(['invite', 'closed'] as const)(
	'where sign-up is %s a guest has no link to share and is offered none',
	async (signup) => {
		const asked = Promise.withResolvers<FakeAnswer>()
		let looks = 0
		fakeServer({
			...unshared(),
			'GET /api/users/7': () => (looks++ === 0 ? [200, bob] : asked.promise),
			'GET /api/instance': [200, anInstance({ signup })],
		})
		const app = openedApp()
		await app.queryClient.prefetchQuery(instanceQuery)
		await openRating(7, { app })
		await screen.findByText('Safety')
		await rate()
		// Not even for the moment in which nobody has said so.
		expect(screen.queryByText('Share the Verdict')).toBeNull()
		await act(async () => asked.resolve([200, bob]))
		expect(screen.queryByText('Share the Verdict')).toBeNull()
		expect(screen.getByRole('button', { name: 'Save Your Rating' })).toBeTruthy()
	},
)

test('a member whom the new link of a ghost is not shown is offered none', async () => {
	fakeServer(unshared())
	await openRating(7, { member: me })
	await screen.findByText('Safety')
	await rate()
	await waitFor(() => expect(screen.queryByText('Share the Verdict')).toBeNull())
})

test('where anybody may sign up a guest is offered the link at once', async () => {
	const asked = Promise.withResolvers<FakeAnswer>()
	let looks = 0
	fakeServer({
		...unshared(),
		'GET /api/users/7': () => (looks++ === 0 ? [200, bob] : asked.promise),
		'GET /api/instance': [200, anInstance()],
	})
	const app = openedApp()
	await app.queryClient.prefetchQuery(instanceQuery)
	await openRating(7, { app })
	await screen.findByText('Safety')
	await rate()
	expect(screen.getByRole('link', { name: 'Share the Verdict' })).toBeTruthy()
	await act(async () => asked.resolve([200, { ...bob, ghostClaimToken: 'a-claim-token' }]))
	expect(screen.getByRole('link', { name: 'Share the Verdict' })).toBeTruthy()
})

test('a guest is asked to keep the rating 300 ms after wanting to, never by itself [spec 9.16]', async () => {
	fakeServer(rated())
	await openRating()
	await screen.findByText('Safety')
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

test('a member has nothing to save', async () => {
	fakeServer(rated())
	await openRating(7, { member: me })
	await screen.findByText('Safety')
	await rate()
	expect(screen.queryByRole('button', { name: 'Save Your Rating' })).toBeNull()
})

test('who signs in elsewhere while the prompt is open reads that the rating is kept', async () => {
	fakeServer(rated())
	const { app } = await openRating()
	await screen.findByText('Safety')
	await rate()
	fireEvent.click(screen.getByRole('button', { name: 'Save Your Rating' }))
	await screen.findByRole('dialog')

	act(() => app.session.signedIn(me))

	expect(await screen.findByText('Rating saved')).toBeTruthy()
	expect(screen.getByText("Your rating has been saved to jonas's history")).toBeTruthy()
	await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a session that ended on the server costs no answer and makes nothing anonymous', async () => {
	const server = fakeServer({ ...rated(), [`GET /api/users/${me.id}`]: [200, { ...bob, id: me.id, isGhost: false }] })
	await openRating(7, { member: me })
	await screen.findByText('Safety')
	server.answer('GET /api/user', problem(401, 'Not logged in'))
	server.answer('POST /api/ratings', problem(401, 'You must be logged in'))
	chooseAll('2 stars')
	const submit = () => fireEvent.submit(document.querySelector('form') ?? document.body)

	submit()
	await screen.findByText('Failed to submit rating. Please try again.')
	await waitFor(() => expect(server.calls()).toContain(`GET /api/users/${me.id}`))
	await wait(50)
	submit()
	await waitFor(() => expect(server.bodiesOf('POST /api/ratings')).toHaveLength(2))

	expect(server.bodiesOf('POST /api/ratings')).toMatchObject([{ raterId: me.id }, { raterId: me.id }])
	expect(screen.getAllByRole<HTMLInputElement>('radio').filter((input) => input.checked)).toHaveLength(
		1 + IMPRESSION_KEYS.length,
	)
})
