import { expect, test } from 'bun:test'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { GivenRating } from '#contract/ratings.ts'
import { aGivenRating } from '#ui/features/ratings/testing/a-given-rating.ts'
import { cameAlongFor, noteCameAlong } from '#ui/platform/came-along.ts'
import { type Answers, aMember, refusal } from '#ui/testing/fake-server.ts'
import { openScreen } from '#ui/testing/render-screen.tsx'
import { CameAlong } from './came-along.tsx'

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

/** On home, after a log-in that took along as many. */
async function open(answers: Answers, cameAlong = 2) {
	noteCameAlong({ id: me.id, cameAlong })
	return openScreen(<CameAlong />, '/home', answers, { member: me })
}
const heading = () => screen.findByRole('heading', { level: 2 })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('what came along is listed once, until it is closed; not what was said before [spec 12.5]', async () => {
	await open({ [LIST]: [200, [bob, amy, old]] })

	expect((await heading()).textContent).toBe('Your 2 verdicts came along')
	const lines = screen.getAllByRole('listitem').map((line) => within(line).getByRole('img').getAttribute('aria-label'))
	expect(lines).toEqual(['4 stars', '4 stars'])
	press('Keep them')

	await waitFor(() => expect(screen.queryByRole('heading')).toBeNull())
	expect(cameAlongFor()).toBeNull()
})

test('one that came along is one', async () => {
	await open({ [LIST]: [200, [bob]] }, 1)

	expect((await heading()).textContent).toBe('Your verdict came along')
	expect(screen.getByRole('button', { name: 'Keep it' })).toBeTruthy()
	expect(screen.queryByRole('button', { name: 'None of these are mine' })).toBeNull()
})

test('one can be left behind: it goes, and the focus stays in the list', async () => {
	const { answer, calls } = await open({ [LIST]: [200, [bob, amy]], 'POST /api/ratings/1/not-mine': [204] })
	await heading()
	answer(LIST, [200, [amy]])

	const button = screen.getByRole('button', { name: 'Not mine: Bob' })
	act(() => button.focus())
	fireEvent.click(button)

	await waitFor(async () => expect((await heading()).textContent).toBe('Your verdict came along'))
	expect(calls().filter((call) => call.startsWith('POST'))).toEqual(['POST /api/ratings/1/not-mine'])
	expect(screen.getByRole('status').textContent).toBe("Left behind. It is a guest's again.")
	expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Not mine: Amy' }))
})

test('all can be left behind at once; the receipt says so until it is closed [spec 12.5]', async () => {
	const { answer, calls } = await open({
		[LIST]: [200, [bob, amy]],
		'POST /api/ratings/1/not-mine': [204],
		'POST /api/ratings/2/not-mine': refusal(404, 'not_found', 'Rating not found'),
	})
	await heading()
	answer(LIST, [200, []])

	press('None of these are mine')

	await waitFor(async () => expect((await heading()).textContent).toBe('All of it was left behind'))
	expect(calls().filter((call) => call.startsWith('POST'))).toEqual(
		[1, 2].map((id) => `POST /api/ratings/${id}/not-mine`),
	)
	expect(screen.getByRole('status').textContent).toBe('Some were too late: they stay with you.')
	press('Close')
	await waitFor(() => expect(screen.queryByRole('heading')).toBeNull())
})

test('when the server is away nothing is lost, and it can be tried again', async () => {
	await open({ [LIST]: [200, [bob, amy]], 'POST /api/ratings/1/not-mine': refusal(500, 'internal', 'Oh no') })
	await heading()

	press('Not mine: Bob')

	expect((await screen.findByRole('alert')).textContent).toBe('That did not work. Nothing is lost; please try again.')
	expect(screen.getAllByRole('listitem')).toHaveLength(2)
})

test('what was read before is not shown again to the same member who logs in again', async () => {
	await open({ [LIST]: [200, [bob]] }, 1)
	await heading()
	press('Keep it')
	noteCameAlong({ id: me.id, cameAlong: 2 })
	await openScreen(<CameAlong />, '/home', { [LIST]: [200, [amy, bob]] }, { member: me })

	await waitFor(() => expect(screen.getByRole('button', { name: 'Not mine: Amy' })).toBeTruthy())
	expect(screen.queryByRole('button', { name: 'Not mine: Bob' })).toBeNull()
})

test.each([
	['the day is over', me.id, [old]],
	['it is about somebody else', 999, [bob]],
] as const)('nothing is shown when %s', async (_, whose, list) => {
	noteCameAlong({ id: whose, cameAlong: 1 })
	await openScreen(<CameAlong />, '/home', { [LIST]: [200, [...list]] }, { member: me })

	await act(() => Bun.sleep(20))

	expect(screen.queryByRole('heading')).toBeNull()
	expect(cameAlongFor()).toBe(whose === me.id ? null : whose)
})
