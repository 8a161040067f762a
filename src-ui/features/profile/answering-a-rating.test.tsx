import { expect, test } from 'bun:test'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ALL_GOOD } from '#contract/impressions.ts'
import type { ReceivedRating } from '#contract/received-ratings.ts'
import { STICKER_WORDS } from '#contract/replies.ts'
import { Sticker } from '#contract/stickers.ts'
import { aMember, deadNetwork, refusal, someFigures } from '#ui/testing/fake-server.ts'
import { openScreen } from '#ui/testing/render-screen.tsx'
import { ProfileScreen } from './profile-screen.tsx'

const user = userEvent.setup()
const me = aMember()
const LIST = 'GET /api/ratings/received?limit=22'
const REPLY = 'PUT /api/ratings/8/reply'
const latest: ReceivedRating = { id: 9, ...ALL_GOOD, starRating: 4, createdAt: '2026-11-21', reply: null, report: null }
const harsh: ReceivedRating = { id: 8, ...ALL_GOOD, starRating: 1, createdAt: '2026-11-02', reply: null, report: null }

const ANSWER = 'Answer (1 star, Nov 2, 2026)'
const answered = (words: string) => `You answered: ${words} (1 star, Nov 2, 2026) Change`
/** The row of the earlier rating, which shows its acts when opened. */
const row = () => screen.findByRole('button', { name: /^1 star out of 5/ })
const openRow = async () => user.click(await row())

const profileOf = { 'GET /api/drivers/4711/stats': [200, someFigures({ totalRides: 2, averageStar: 2.5 })] } as const

const openOwnProfile = (rating: ReceivedRating) =>
	openScreen(
		<ProfileScreen userId={me.id} />,
		'/profile/4711',
		{
			...profileOf,
			'GET /api/users/4711': [200, me],
			[LIST]: [200, [latest, rating]],
			[REPLY]: (body) => [200, { reply: (body as { sticker: Sticker }).sticker }],
			'DELETE /api/ratings/8/reply': [204],
		},
		{ member: me },
	)

const openStickers = async (button: string) => {
	await user.click(await screen.findByRole('button', { name: button }))
	return within(await screen.findByRole('dialog', { name: 'Your answer' }))
}

test('a driver answers a rating with one of eight stickers, by keyboard alone, and is back at it [spec 13.9] [spec 15.30]', async () => {
	const { bodiesOf } = await openOwnProfile(harsh)
	;(await row()).focus()
	expect(screen.queryByRole('button', { name: ANSWER })).toBeNull()
	await user.keyboard('{Enter}')
	await user.tab()
	expect(document.activeElement).toBe(screen.getByRole('button', { name: ANSWER }))
	await user.keyboard('{Enter}')
	const dialog = within(await screen.findByRole('dialog', { name: 'Your answer' }))
	const stickers = within(dialog.getByRole('listbox', { name: 'Stickers' })).getAllByRole('option')
	expect(stickers.map(({ textContent }) => textContent)).toEqual(Sticker.options.map((key) => STICKER_WORDS[key]()))
	expect(dialog.queryByRole('button', { name: 'Take it back' })).toBeNull()
	await waitFor(() => expect(document.activeElement).toBe(stickers[0] ?? null))

	await user.keyboard('bla{Enter}')

	const sticker = await screen.findByRole('button', { name: answered('Blame the traffic') })
	await waitFor(() => expect(document.activeElement).toBe(sticker))
	expect(bodiesOf(REPLY)).toEqual([{ sticker: 'traffic' }])
	expect(screen.queryByRole('dialog')).toBeNull()
	await openRow()
	expect((await row()).textContent).toContain('You answered: Blame the traffic')
	expect(screen.queryByRole('button', { name: answered('Blame the traffic') })).toBeNull()
})

test('an answer is changed, and taken back [spec 13.9]', async () => {
	const { bodiesOf, calls } = await openOwnProfile({ ...harsh, reply: 'rain' })
	await openRow()
	const dialog = await openStickers(answered('It was raining'))
	expect(dialog.getByRole('option', { selected: true }).textContent).toBe('It was raining')
	await user.click(dialog.getByRole('option', { name: 'Thank you!' }))
	await screen.findByRole('button', { name: answered('Thank you!') })
	expect(bodiesOf(REPLY)).toEqual([{ sticker: 'thanks' }])

	await user.click((await openStickers(answered('Thank you!'))).getByRole('button', { name: 'Take it back' }))

	expect(await screen.findByRole('button', { name: ANSWER })).toBeTruthy()
	expect(calls()).toContain('DELETE /api/ratings/8/reply')
})

test('a sticker that did not arrive is said to the driver in the dialog, and their old one stays chosen', async () => {
	const { answer } = await openOwnProfile({ ...harsh, reply: 'rain' })
	answer(REPLY, deadNetwork)
	await openRow()
	const dialog = await openStickers(answered('It was raining'))

	await user.click(dialog.getByRole('option', { name: 'Thank you!' }))

	expect(await dialog.findByText('It did not stick. Your answer is as it was. Please try again.')).toBeTruthy()
	expect(dialog.getByRole('option', { selected: true }).textContent).toBe('It was raining')
})

test('a rating that its rater took back meanwhile goes from the driver’s list, and they read why', async () => {
	const { answer } = await openOwnProfile(harsh)
	answer(REPLY, refusal(404, 'not_found', 'Rating not found'))
	await openRow()
	const dialog = await openStickers(ANSWER)
	answer(LIST, [200, [latest]])

	await user.click(dialog.getByRole('option', { name: 'Thank you!' }))

	expect(await screen.findByText('This rating is not there any more.')).toBeTruthy()
	await waitFor(() => expect(screen.queryByText('Earlier ratings')).toBeNull())
	expect(screen.queryByRole('dialog', { name: 'Your answer' })).toBeNull()
})

test('everybody reads what a driver answered, at the latest rating and at the earlier ones, and cannot change it [spec 13.9]', async () => {
	const { report: _, ...seen } = latest
	await openScreen(<ProfileScreen userId={me.id} />, '/profile/4711', {
		...profileOf,
		'GET /api/users/4711': [
			200,
			{ id: 4711, username: 'bob', display_name: 'Uncle Bob', avatarId: 1, isGhost: false, claimedById: null },
		],
		'GET /api/ratings/driver/4711?limit=22': [
			200,
			[
				{ ...seen, reply: 'again' },
				{ ...seen, id: 8, reply: 'rain' },
			],
		],
	})

	await screen.findByText('It was raining')
	const answers = [...document.querySelectorAll('p.reply')].flatMap(({ textContent }) => textContent ?? [])
	expect(answers.map((words) => words.trim())).toEqual([
		'Uncle Bob answered: Ride again?',
		'Uncle Bob answered: It was raining',
	])
	expect(screen.queryByRole('button', { name: /answer/i })).toBeNull()
})
