import { afterEach, expect, mock, test } from 'bun:test'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { VisibleUser } from '#contract/accounts.ts'
import { BAD_VIBE, TENSE } from '#ui/features/ratings/celebration/phrases.ts'
import { aMember, type FakeAnswer, fakeServer, forgetEverything } from '#ui/testing/fake-server.ts'
import { renderScreen, type ScreenOptions } from '#ui/testing/render-screen.tsx'
import { RatingScreen } from './rating-screen.tsx'

// The canvas is a browser's.
mock.module('canvas-confetti', () => ({ default: { create: () => async () => undefined } }))

afterEach(forgetEverything)

const bob: VisibleUser = {
	id: 7,
	username: 'ghost-uncle-bob-x7k2q9',
	display_name: 'Uncle Bob',
	avatarId: 2,
	isGhost: true,
	claimedById: null,
}
const me = aMember()
const verdict = { id: 31, rideQuality: 'bumpy', safetyFeeling: 'unsafe', vibeQuality: 'off', starRating: 2 } as const
const saved = { ...verdict, raterId: 1, rater_id: 1, driverId: 7, driver_id: 7, createdAt: new Date().toISOString() }

/** Whoever has rated Uncle Bob sees the token of his claim link from then on. */
const rated = (said: object = {}) => {
	let hasRated = false
	return {
		...unshared(said),
		'GET /api/users/7': (): FakeAnswer => [200, { ...bob, ...(hasRated && { ghostClaimToken: 'a-claim-token' }) }],
		'POST /api/ratings': (): FakeAnswer => {
			hasRated = true
			return [201, { ...saved, ...said }]
		},
	}
}
const unshared = (said: object = {}) => ({
	'GET /api/users/7': [200, bob] as FakeAnswer,
	'POST /api/ratings': [201, { ...saved, ...said }] as FakeAnswer,
	'GET /api/ratings/31': [200, { ...verdict, ...said }] as FakeAnswer,
	'DELETE /api/hidden-drivers': [200, { success: true }] as FakeAnswer,
	'GET /api/user': [200, me] as FakeAnswer,
})

const open = (id = 7, options: ScreenOptions = {}) =>
	renderScreen(<RatingScreen driverId={id} />, `/rating/${id}`, options)
const heading = () => screen.getByRole('heading', { level: 1 }).textContent ?? ''
const choose = (...names: string[]) => {
	for (const name of names) fireEvent.click(screen.getByRole('radio', { name }))
}
async function rate() {
	choose('2 stars', "was sweatin'", 'a lil bumpy', 'vibe was off')
	fireEvent.click(screen.getByRole('button', { name: 'Spill the tea' }))
	await screen.findByText('Thanks for rating.')
}

test('one rating keeps one joke, however often its page is opened', async () => {
	fakeServer(rated())
	const { state } = await open()
	await screen.findByText('Safety')
	await rate()
	await waitFor(() => expect(BAD_VIBE as readonly string[]).toContain(heading()))
	const joke = heading()

	for (const _again of [1, 2, 3]) {
		const left = state()
		cleanup()
		await open(7, { state: left })
		expect(await screen.findByText('Thanks for rating.')).toBeTruthy()
		expect(heading()).toBe(joke)
	}
})

test('what was just said is changed on the spot', async () => {
	const server = fakeServer({
		...rated(),
		'PUT /api/ratings/31': [200, { ...saved, starRating: 5, vibeQuality: 'good' }],
	})
	await open()
	await screen.findByText('Safety')
	await rate()
	fireEvent.click(screen.getByRole('button', { name: 'Change it' }))
	const dialog = await screen.findByRole('dialog')
	server.answer('GET /api/ratings/31', [200, { ...verdict, starRating: 5, vibeQuality: 'good' }])

	fireEvent.click(within(dialog).getByRole('radio', { name: '5 stars' }))
	fireEvent.click(within(dialog).getByRole('radio', { name: 'good vibes' }))
	fireEvent.click(within(dialog).getByRole('button', { name: 'Save Changes' }))

	expect(await screen.findByRole('img', { name: '5 stars out of 5' })).toBeTruthy()
	expect(screen.getAllByRole('definition').map((value) => value.textContent)).toContain('good vibes')
	// It suits what is said now.
	await waitFor(() => expect(TENSE as readonly string[]).toContain(heading()))
})

test('what was just said is taken back: the form is empty again, also when somebody goes back', async () => {
	const server = fakeServer({ ...rated(), 'DELETE /api/ratings/31': [204] })
	const { state } = await open()
	await screen.findByText('Safety')
	await rate()
	const celebration = state()
	fireEvent.click(screen.getByRole('button', { name: 'Take it back' }))
	fireEvent.click(
		within(await screen.findByRole('alertdialog', { name: 'Take it back?' })).getByRole('button', {
			name: 'Take it back',
		}),
	)

	expect(await screen.findByText('Taken back')).toBeTruthy()
	expect(await screen.findByRole('button', { name: 'Spill the tea' })).toBeTruthy()
	expect(server.calls()).toContain('DELETE /api/ratings/31')
	expect(screen.getAllByRole<HTMLInputElement>('radio').some(({ checked }) => checked)).toBe(false)
	cleanup()
	await open(7, { state: celebration })
	expect(await screen.findByRole('button', { name: 'Spill the tea' })).toBeTruthy()
})

test('a guest finds all they said from the celebration; a member has the menu for that', async () => {
	fakeServer(rated())
	await open()
	await screen.findByText('Safety')
	await rate()
	expect(screen.getByRole('link', { name: 'My verdicts' }).getAttribute('href')).toBe('/verdicts')
	cleanup()
	sessionStorage.clear()

	await open(7, { member: me })
	await screen.findByText('Safety')
	await rate()
	expect(screen.queryByRole('link', { name: 'My verdicts' })).toBeNull()
})
