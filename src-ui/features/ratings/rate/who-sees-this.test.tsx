import { expect, test } from 'bun:test'
import { act, cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { COUNT_KEYS, forEachOf } from '#contract/impressions.ts'
import { DEMO_DRIVER_ID } from '#contract/known-ids.ts'
import type { DriverStats } from '#contract/stats.ts'
import { bob, chooseAll, openRating, rated } from '#ui/features/ratings/testing/uncle-bob-rated.tsx'
import { type Answers, anInstance, deadNetwork, type FakeAnswer } from '#ui/testing/fake-server.ts'

const user = userEvent.setup()
const STATS = 'GET /api/drivers/7/stats'

const ridden = (totalRides: number): FakeAnswer => [
	200,
	{
		totalRides,
		averageStar: 4,
		...forEachOf(COUNT_KEYS, () => 0),
		bestCategory: 'none',
		worstCategory: 'none',
		kind: 'parked',
		stars: [0, 0, 0, 0, totalRides],
	} satisfies DriverStats,
]

const line = () => screen.getByRole('button', { name: /^Who sees this\?/ })
const member = { ...bob, isGhost: false }
const EVENING = 'With the evening post'
const choice = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name })
const SEEN = "Your stars, your words and the day are shown to everybody who opens Uncle Bob's profile."
const NEVER = 'Your name is never shown, and neither is the hour.'

async function openLine(answers: Answers, driver = bob) {
	const opened = await openRating({ [`GET /api/users/${driver.id}`]: [200, driver], ...answers }, { id: driver.id })
	await screen.findByText('Safety')
	line().focus()
	await user.keyboard('{Enter}')
	return opened
}

test('a rater who wants to know reads in a sheet what is shown and what never is; nothing is asked before they do [spec 13.8] [spec 15.7]', async () => {
	const server = await openRating({ 'GET /api/users/7': [200, bob], [STATS]: ridden(2) })
	await screen.findByText('Safety')
	expect(screen.queryByText(SEEN)).toBeNull()
	expect(server.calls()).not.toContain(STATS)

	line().focus()
	await user.keyboard('{Enter}')

	const sheet = await screen.findByRole('dialog', { name: 'Who sees this?' })
	expect(sheet.textContent).toContain(SEEN)
	expect(sheet.textContent).toContain(NEVER)
	await user.keyboard('{Escape}')
	expect(screen.queryByText(SEEN)).toBeNull()
	expect(document.activeElement).toBe(line())
	// It is no button of the form.
	expect(server.bodiesOf('POST /api/ratings')).toEqual([])
	expect(screen.queryByText('Please provide a star rating')).toBeNull()
})

test.each([
	[0, 'Uncle Bob will guess it was you.'],
	[2, 'Uncle Bob will guess it was you.'],
	[3, 'A small crowd. They might guess.'],
	[7, 'A small crowd. They might guess.'],
	[8, 'You are lost in traffic.'],
	[400, 'You are lost in traffic.'],
])('how well a rater hides among %d ratings is said by their number alone [spec 13.8]', async (rides, words) => {
	await openLine({ [STATS]: ridden(rides) })

	expect(await screen.findByText(words)).toBeTruthy()
})

test('of a driver who can be sent the evening post, its advice stands beside the guess [spec 15.7]', async () => {
	await openLine({ [STATS]: ridden(2) }, member)
	const guess = "Uncle Bob will guess it was you. Send it with the evening post, mixed with somebody else's."
	expect(await screen.findByText(guess)).toBeTruthy()

	await user.click(choice(EVENING))

	expect(screen.queryByText(guess)).toBeNull()
	expect(screen.getByText("The evening post mixes it with somebody else's.")).toBeTruthy()
})

test('the demo driver guesses nothing', async () => {
	const demo = { ...bob, id: DEMO_DRIVER_ID, isGhost: false }
	const server = await openLine({}, demo)

	expect(screen.getByText(NEVER)).toBeTruthy()
	expect(screen.queryByText(/Counting|guess/)).toBeNull()
	expect(server.calls()).not.toContain(`GET /api/drivers/${DEMO_DRIVER_ID}/stats`)
})

test('without network it still says what is shown, and the crowd can be counted later', async () => {
	const server = await openLine({ [STATS]: deadNetwork })
	expect(screen.getByText(SEEN)).toBeTruthy()
	expect(await screen.findByText('The crowd you hide in could not be counted.')).toBeTruthy()
	const { promise, resolve } = Promise.withResolvers<FakeAnswer>()
	server.answer(STATS, () => promise)

	await user.click(screen.getByRole('button', { name: 'Try again' }))

	expect(screen.getByText('Counting the crowd you hide in…')).toBe(document.activeElement as HTMLElement)
	await act(async () => resolve(ridden(8)))
	expect(await screen.findByText('You are lost in traffic.')).toBeTruthy()
	expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('a rater chooses when the driver hears of it, and the browser remembers it for the next one [spec 13.15] [spec 15.6] [spec 15.7]', async () => {
	const answers = {
		...rated({ sealed: true }),
		'GET /api/users/7': [200, member] as FakeAnswer,
		'GET /api/instance': [200, anInstance({ eveningPost: '2026-01-14T17:30:00.000Z' })] as FakeAnswer,
		[STATS]: ridden(8),
	}
	const server = await openLine(answers, member)
	expect([choice('Now').checked, choice(EVENING).checked]).toEqual([true, false])
	expect(screen.getByText('Uncle Bob hears of it as soon as it is sent.')).toBeTruthy()

	await user.click(choice(EVENING))

	const opens = /^It opens (\w+) (\S+ [AP]M) if somebody else's waits by then, and (\w+) \2 at the latest\./
	expect((await screen.findByText(opens)).textContent).toContain('Until then nobody knows but you.')
	await user.keyboard('{Escape}')
	// What was chosen is said without opening it, too.
	expect(line().textContent).toBe('Who sees this?Sealed until the evening post')
	chooseAll('2 stars')
	await user.click(screen.getByRole('button', { name: 'Seal it' }))
	await screen.findByText('Thanks for rating.')
	expect(server.bodiesOf('POST /api/ratings')).toMatchObject([{ driverId: 7, starRating: 2, delivery: 'evening' }])
	cleanup()
	sessionStorage.clear()

	await openRating(answers)
	await screen.findByText('Safety')
	expect(line().textContent).toContain('Sealed until the evening post')
	await user.click(line())
	await user.click(choice('Now'))
	await user.keyboard('{Escape}')
	expect(line().textContent).toBe('Who sees this?')
})

test.each([
	['a ghost', bob],
	['the demo driver', { ...bob, id: DEMO_DRIVER_ID, isGhost: false }],
])(
	'of %s a rating is given at once, also where the browser remembers the evening post [spec 13.15]',
	async (_, driver) => {
		localStorage.setItem('ratingDelivery', '"evening"')
		const server = await openLine({ ...rated(), [STATS]: ridden(8) }, driver)
		expect(screen.queryByRole('radio', { name: EVENING })).toBeNull()
		await user.keyboard('{Escape}')
		expect(line().textContent).toBe('Who sees this?')

		chooseAll('2 stars')
		await user.click(screen.getByRole('button', { name: 'Spill the tea' }))

		await screen.findByText('Thanks for rating.')
		expect(server.bodiesOf('POST /api/ratings')).toEqual([expect.not.objectContaining({ delivery: 'evening' })])
	},
)
