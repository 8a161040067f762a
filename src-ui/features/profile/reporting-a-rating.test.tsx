import { expect, test } from 'bun:test'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ALL_GOOD, forEachOf, IMPRESSION_KEYS } from '#contract/impressions.ts'
import type { ReceivedRating } from '#contract/received-ratings.ts'

import { aMember, deadNetwork, type FakeAnswer, fakeServer, someFigures } from '#ui/testing/fake-server.ts'
import { renderScreen } from '#ui/testing/render-screen.tsx'
import { ProfileScreen } from './profile-screen.tsx'

const user = userEvent.setup()
const LIST = 'GET /api/ratings/received?limit=22'
const REPORT = 'POST /api/ratings/8/report'
const said = ALL_GOOD
const latest: ReceivedRating = { id: 9, ...said, starRating: 4, createdAt: '2026-11-21', reply: null, report: null }
const unfair: ReceivedRating = { id: 8, ...said, starRating: 1, createdAt: '2026-11-02', reply: null, report: null }
const removed: ReceivedRating = {
	id: 7,
	...forEachOf(IMPRESSION_KEYS, () => null),
	starRating: null,
	createdAt: '2026-11-01',
	reply: null,
	report: 'removed',
}
const refusal = (status: number, code: string, message: string): FakeAnswer => [
	status,
	{ code, message, requestId: 'test' },
]

async function openOwnProfile(
	ratings: ReceivedRating[],
	answer: FakeAnswer | (() => never) = [201, { status: 'reported' }],
) {
	const server = fakeServer({
		'GET /api/user': [200, aMember()],
		'GET /api/users/4711': [200, aMember()],
		'GET /api/drivers/4711/stats': [200, someFigures({ totalRides: 2, averageStar: 3, stars: [1, 0, 0, 0, 1] })],
		[LIST]: [200, ratings],
		[REPORT]: answer,
	})
	const shown = await renderScreen(<ProfileScreen userId={4711} />, '/profile/4711', { member: aMember() })
	return { server, ...shown }
}

const earlierLines = async () =>
	within(await screen.findByRole('region', { name: 'Earlier ratings' })).getAllByRole('listitem')

const openRow = async () => user.click(await screen.findByRole('button', { name: /^1 star out of 5/ }))
async function openReport() {
	await openRow()
	await user.click(screen.getByRole('button', { name: 'More about this rating (1 star, Nov 2, 2026)' }))
	await user.click(await screen.findByRole('menuitem', { name: 'Not fair? Report it' }))
}
const reasonField = (name: RegExp) => screen.getByRole('radio', { name })

test('a driver reports a rating, reads what happens now, and is back where they were', async () => {
	const { server } = await openOwnProfile([latest, unfair])
	await openReport()
	const dialog = within(await screen.findByRole('dialog', { name: 'Not fair?' }))
	expect(dialog.getByRole('img', { name: '1 star out of 5' })).toBeTruthy()
	expect(dialog.getAllByRole('radio')).toHaveLength(3)

	await user.click(reasonField(/^A mistake/))
	await user.click(screen.getByRole('button', { name: 'Report it' }))

	expect(await screen.findByRole('dialog', { name: 'Reported' })).toBeTruthy()
	expect(server.bodiesOf(REPORT)).toEqual([{ reason: 'mistake' }])
	await user.click(screen.getByRole('button', { name: 'Okay' }))
	const mark = await screen.findByRole('button', { name: 'Reported (1 star, Nov 2, 2026)' })
	await waitFor(() => expect(document.activeElement).toBe(mark))
	expect(mark.textContent).toBe('Reported')
	await openRow()
	expect((await earlierLines())[0]?.textContent).toBe('Nov 2Safe Smooth Good vibes Reported')
})

test('the latest rating, if it is a bad one, says how to report it without a menu [spec 12.21]', async () => {
	await openOwnProfile([{ ...unfair, starRating: 2 }])

	await user.click(await screen.findByRole('button', { name: 'Not fair? Report it (2 stars, Nov 2, 2026)' }))

	expect(await screen.findByRole('dialog', { name: 'Not fair?' })).toBeTruthy()
})

test('of a good rating the way to report it is in a menu, and the focus comes back to where that was [spec 12.21]', async () => {
	const { server } = await openOwnProfile([latest, unfair])
	server.answer('POST /api/ratings/9/report', [201, { status: 'reported' }])
	const more = await screen.findByRole('button', { name: 'More about this rating (4 stars, Nov 21, 2026)' })
	expect(screen.queryByText('Not fair? Report it')).toBeNull()

	await user.click(more)
	await user.click(await screen.findByRole('menuitem', { name: 'Not fair? Report it' }))
	await screen.findByRole('dialog', { name: 'Not fair?' })
	await user.click(reasonField(/^A mistake/))
	await user.click(screen.getByRole('button', { name: 'Report it' }))
	await user.click(await screen.findByRole('button', { name: 'Okay' }))

	const mark = await screen.findByRole('button', { name: 'Reported (4 stars, Nov 21, 2026)' })
	await waitFor(() => expect(document.activeElement).toBe(mark))
})

test('without a reason nothing is sent, and what is missing is said', async () => {
	const { server } = await openOwnProfile([latest, unfair])
	await openReport()

	await user.click(await screen.findByRole('button', { name: 'Report it' }))

	expect(await screen.findByText('Please pick a reason')).toBeTruthy()
	expect(server.bodiesOf(REPORT)).toEqual([])
})

const fiveADay = 'Five reports in 24 hours is the limit. The next one goes through in 3 hours.'
for (const [what, answer, words] of [
	['the sixth report of a day', refusal(429, 'rate_limited', fiveADay), fiveADay],
	['a server that does not answer', deadNetwork, 'Nothing was reported. Please try again.'],
] as const)
	test(`${what} is told in the dialog, and the reason stays chosen`, async () => {
		await openOwnProfile([latest, unfair], answer)
		await openReport()
		await user.click(reasonField(/^A mistake/))

		await user.click(screen.getByRole('button', { name: 'Report it' }))

		expect(await screen.findByText(words)).toBeTruthy()
		expect((reasonField(/^A mistake/) as HTMLInputElement).checked).toBe(true)
	})

for (const [what, answer] of [
	['was taken back meanwhile', refusal(404, 'not_found', 'Rating not found')],
	['was reported in another tab', refusal(409, 'already_reported', 'You have reported this rating before.')],
] as const)
	test(`when the rating ${what} the dialog goes, and the list is asked for again`, async () => {
		const { server } = await openOwnProfile([latest, unfair], answer)
		await openReport()
		await user.click(reasonField(/^Something else/))
		server.answer(LIST, [200, [latest]])

		await user.click(screen.getByRole('button', { name: 'Report it' }))

		expect(await screen.findByText('Too late')).toBeTruthy()
		await waitFor(() => expect(screen.queryByText('Earlier ratings')).toBeNull())
		expect(screen.queryByRole('dialog')).toBeNull()
	})

test('what was kept says so and why it stays; what was removed is a line without stars', async () => {
	await openOwnProfile([latest, { ...unfair, report: 'kept' }, removed])

	const [, line] = await earlierLines()
	expect(line?.textContent).toBe('RemovedNov 1A host agreed with you. It no longer counts.')
	expect(within(line as HTMLElement).queryByRole('img')).toBeNull()
	await openRow()
	await user.click(screen.getByRole('button', { name: 'Kept (1 star, Nov 2, 2026)' }))
	expect(await screen.findByRole('dialog', { name: 'Kept' })).toBeTruthy()
	expect(screen.queryByRole('radio')).toBeNull()
})

test('where the only rating was removed nobody has rated, and that line is what is left', async () => {
	await openOwnProfile([removed])

	expect(await screen.findByText('No ratings yet. Hand somebody your link.')).toBeTruthy()
	expect(screen.getAllByRole('listitem')).toHaveLength(1)
})

test('removed ones do not count for a page, and one beyond its end comes with the next', async () => {
	const many = Array.from({ length: 22 }, (_, nth): ReceivedRating => ({ ...unfair, id: 100 - nth }))
	const shownOnce = [...many.slice(0, 21), removed, ...many.slice(21)]
	const { server } = await openOwnProfile(shownOnce)
	expect(await earlierLines()).toHaveLength(20)
	server.answer('GET /api/ratings/received?limit=21&before=80', [200, [removed, ...many.slice(21)]])

	await user.click(screen.getByRole('button', { name: 'Show more' }))

	await waitFor(async () => expect(await earlierLines()).toHaveLength(22))
	expect(screen.getAllByText('Removed')).toHaveLength(1)
})

test('whose session has ended sees what everybody sees in the place of an error', async () => {
	const { server, app } = await openOwnProfile([latest, unfair, removed])
	await screen.findByText('Removed')
	const { report: _, ...seen } = latest as typeof latest & { report: null }
	server.answer(LIST, refusal(401, 'not_signed_in', 'You must be logged in'))
	server.answer('GET /api/ratings/driver/4711?limit=22', [200, [seen]])

	await act(() => app.queryClient.invalidateQueries({ queryKey: ['ratings'] }))

	await waitFor(() => expect(screen.queryByText('Removed')).toBeNull())
	expect(screen.getByRole('button', { name: 'Edit username' })).toBeTruthy()
})
