import { expect, test } from 'bun:test'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { GivenRating } from '#contract/ratings.ts'
import { MyVerdictsScreen } from '#ui/features/ratings/my-verdicts-screen.tsx'
import { aGivenRating } from '#ui/features/ratings/testing/a-given-rating.ts'
import { type Answers, aMember, refusal } from '#ui/testing/fake-server.ts'
import { openScreen } from '#ui/testing/render-screen.tsx'

const VERDICTS = 'GET /api/ratings?limit=21&placeholders=without'
const LIST = 'GET /api/ratings?limit=500&placeholders=without'
const me = aMember()

const rating = (id: number, name: string, special: Partial<GivenRating> = {}) =>
	aGivenRating(id, {
		driver: { id, username: name.toLowerCase(), display_name: name, avatarId: 2 },
		starRating: 4,
		cameAlong: true,
		...special,
	})
const [bob, amy, old] = [rating(1, 'Bob'), rating(2, 'Amy'), rating(3, 'Old', { cameAlong: undefined })]

const open = (ratings: GivenRating[], answers: Answers = {}) =>
	openScreen(
		<MyVerdictsScreen />,
		'/verdicts',
		{ [VERDICTS]: [200, ratings], [LIST]: [200, ratings], ...answers },
		{ member: me },
	)
const receipt = async () => within(await screen.findByRole('region', { name: /along|left behind/ }))
const heading = async () => (await receipt()).getByRole('heading', { level: 2 }).textContent
const press = async (name: string) => fireEvent.click((await receipt()).getByRole('button', { name }))

test('what came along is listed for a day, not what was said before [spec 12.5]', async () => {
	await open([bob, amy, old])

	expect(await heading()).toBe('Your 2 verdicts came along')
	const lines = (await receipt()).getAllByRole('listitem')
	expect(lines.map((line) => within(line).getByRole('img').getAttribute('aria-label'))).toEqual(['4 stars', '4 stars'])
})

test('one that came along is one', async () => {
	await open([bob])

	expect(await heading()).toBe('Your verdict came along')
	expect((await receipt()).queryByRole('button', { name: 'None of these are mine' })).toBeNull()
})

test('one can be left behind: it goes, and the focus stays in the list', async () => {
	const { answer, calls } = await open([bob, amy], { 'POST /api/ratings/1/not-mine': [204] })
	const button = (await receipt()).getByRole('button', { name: 'Not mine: Bob' })
	for (const list of [LIST, VERDICTS]) answer(list, [200, [amy]])

	act(() => button.focus())
	fireEvent.click(button)

	await waitFor(async () => expect(await heading()).toBe('Your verdict came along'))
	expect(calls().filter((call) => call.startsWith('POST'))).toEqual(['POST /api/ratings/1/not-mine'])
	expect((await receipt()).getByRole('status').textContent).toBe("Left behind. It is a guest's again.")
	expect(document.activeElement).toBe((await receipt()).getByRole('button', { name: 'Not mine: Amy' }))
})

test('all can be left behind at once; the receipt stays and says so [spec 12.5]', async () => {
	const { answer, calls } = await open([bob, amy], {
		'POST /api/ratings/1/not-mine': [204],
		'POST /api/ratings/2/not-mine': refusal(404, 'not_found', 'Rating not found'),
	})
	await receipt()
	for (const list of [LIST, VERDICTS]) answer(list, [200, []])

	await press('None of these are mine')

	await waitFor(async () => expect(await heading()).toBe('All of it was left behind'))
	expect(calls().filter((call) => call.startsWith('POST'))).toEqual(
		[1, 2].map((id) => `POST /api/ratings/${id}/not-mine`),
	)
	expect((await receipt()).getByRole('status').textContent).toBe('Some were too late: they stay with you.')
})

test('when the server is away nothing is lost, and it can be tried again', async () => {
	await open([bob, amy], { 'POST /api/ratings/1/not-mine': refusal(500, 'internal', 'Oh no') })

	await press('Not mine: Bob')

	expect((await screen.findByRole('alert')).textContent).toBe('That did not work. Nothing is lost; please try again.')
	expect((await receipt()).getAllByRole('listitem')).toHaveLength(2)
})

test('after that day there is no receipt', async () => {
	await open([old])

	expect(await screen.findByRole('link', { name: 'Old' })).toBeTruthy()
	expect(screen.queryByRole('region')).toBeNull()
})
