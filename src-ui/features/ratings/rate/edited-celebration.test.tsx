import { afterEach, expect, mock, test } from 'bun:test'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { BAD_VIBE, TENSE } from '#ui/features/ratings/celebration/phrases.ts'
import {
	headingText,
	me,
	openRating,
	rate,
	rated,
	saved,
	verdict,
} from '#ui/features/ratings/testing/uncle-bob-rated.tsx'
import { fakeServer, forgetEverything } from '#ui/testing/fake-server.ts'

// The canvas is a browser's.
mock.module('canvas-confetti', () => ({
	default: { create: () => Object.assign(async () => undefined, { reset: () => undefined }) },
}))

afterEach(forgetEverything)

test('one rating keeps one joke, however often its page is opened [spec 10.24]', async () => {
	fakeServer(rated())
	const { state } = await openRating()
	await screen.findByText('Safety')
	await rate()
	await waitFor(() => expect(BAD_VIBE as readonly string[]).toContain(headingText()))
	const joke = headingText()

	for (const _again of [1, 2, 3]) {
		const left = state()
		cleanup()
		await openRating(7, { state: left })
		expect(await screen.findByText('Thanks for rating.')).toBeTruthy()
		expect(headingText()).toBe(joke)
	}
})

test('what was just said is changed on the spot [spec 10.23]', async () => {
	const server = fakeServer({
		...rated(),
		'PUT /api/ratings/31': [200, { ...saved, starRating: 5, vibeQuality: 'good' }],
	})
	await openRating()
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
	await waitFor(() => expect(TENSE as readonly string[]).toContain(headingText()))
})

test('what was just said is taken back: the form is empty again, also when somebody goes back [spec 10.23]', async () => {
	const server = fakeServer({ ...rated(), 'DELETE /api/ratings/31': [204] })
	const { state } = await openRating()
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
	await openRating(7, { state: celebration })
	expect(await screen.findByRole('button', { name: 'Spill the tea' })).toBeTruthy()
})

test('a guest finds all they said from the celebration; a member has the menu for that [spec 10.23]', async () => {
	fakeServer(rated())
	await openRating()
	await screen.findByText('Safety')
	await rate()
	expect(screen.getByRole('link', { name: 'My verdicts' }).getAttribute('href')).toBe('/verdicts')
	cleanup()
	sessionStorage.clear()

	await openRating(7, { member: me })
	await screen.findByText('Safety')
	await rate()
	expect(screen.queryByRole('link', { name: 'My verdicts' })).toBeNull()
})
