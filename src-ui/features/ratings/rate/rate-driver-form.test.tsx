import { expect, mock, spyOn, test } from 'bun:test'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { ALL_GOOD, answersOf, SHOWN_KEYS } from '#contract/impressions.ts'
import { saved as savedOfBob } from '#ui/features/ratings/testing/uncle-bob-rated.tsx'
import { type Answers, deadNetwork, problem } from '#ui/testing/fake-server.ts'
import { openScreen } from '#ui/testing/render-screen.tsx'
import { RateDriverForm } from './rate-driver-form.tsx'
import { forgetRequestKey, requestKeyFor } from './rating-draft.ts'

const SEND = 'POST /api/ratings'
const verdict = { ...ALL_GOOD, starRating: 4 } as const
const saved = { ...savedOfBob, ...verdict }

const radio = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name })
const choose = (...names: string[]) => {
	for (const name of names) fireEvent.click(radio(name))
}
const fillIn = () => choose('4 stars', ...answersOf(ALL_GOOD).map(({ answer }) => answer))
const submitForm = () => {
	const form = document.querySelector('form')
	if (!form) throw new Error('There is no form')
	fireEvent.submit(form)
}
const chosen = () =>
	screen.getAllByRole<HTMLInputElement>('radio').flatMap((input) => (input.checked ? [input.value] : []))

type FormOptions = { id?: number; raterId?: number; onComplete?: () => void }

const openForm = (answers: Answers = {}, { id = 7, raterId, onComplete = () => {} }: FormOptions = {}) =>
	openScreen(
		<RateDriverForm driver={{ id, name: 'Uncle Bob' }} raterId={raterId} onComplete={onComplete} />,
		`/rating/${id}`,
		answers,
	)
/** The whole form, filled in and sent. */
async function sendTo(answer: Answers[string], options?: FormOptions) {
	const server = await openForm({ [SEND]: answer }, options)
	fillIn()
	submitForm()
	return server
}

test('nothing is chosen for the rater', async () => {
	await openForm()
	expect(chosen()).toEqual([])
	expect(screen.getByRole('button', { name: 'Spill the tea' })).toBeTruthy()
})

test('each thing that is missing is named, and focus goes to the first of them [spec 5.1]', async () => {
	const server = await openForm()

	submitForm()
	expect(screen.getByText('Please provide a star rating')).toBeTruthy()
	expect(document.activeElement).toBe(radio('1 star'))

	choose('3 stars')
	expect(screen.queryByText('Please provide a star rating')).toBeNull()
	submitForm()
	expect(screen.getByText(/^Safety is missing/)).toBeTruthy()
	expect(document.activeElement).toBe(radio('yas'))

	choose("was sweatin'")
	submitForm()
	expect(screen.getByText(/^Ride is missing/)).toBeTruthy()
	expect(document.activeElement).toBe(radio('smooth as'))

	choose('a lil bumpy')
	submitForm()
	expect(screen.getByText(/^Vibe is missing/)).toBeTruthy()
	expect(document.activeElement).toBe(radio('good vibes'))
	expect(server.bodiesOf(SEND)).toEqual([])
})

test('a guest sends the verdict in the name of nobody, and is thanked [spec 9.2]', async () => {
	const onComplete = mock(() => {})
	const server = await sendTo([201, saved], { onComplete })

	expect(await screen.findByText('The verdict is in!')).toBeTruthy()
	expect(screen.getByText('Your rating has been officially logged. The tea has been spilled!')).toBeTruthy()
	// No hidden driver to take back: guests have no list.
	expect(server.calls()).not.toContain('DELETE /api/hidden-drivers')
	expect(server.bodiesOf(SEND)).toEqual([{ driverId: 7, raterId: 1, ...verdict }])
	expect(onComplete).toHaveBeenCalledTimes(1)
	expect(sessionStorage).toHaveLength(0)
})

test('a member takes the driver back onto their list first, and rates even if that fails [spec 8.24]', async () => {
	const warned = spyOn(console, 'warn').mockImplementation(() => {})
	const failure = problem(500, 'Something went wrong')
	const server = await openForm({ 'DELETE /api/hidden-drivers': failure, [SEND]: [201, saved] }, { raterId: 4711 })

	fillIn()
	submitForm()

	await screen.findByText('The verdict is in!')
	expect(server.calls().filter((call) => !call.endsWith('events'))).toEqual(['DELETE /api/hidden-drivers', SEND])
	expect(server.bodiesOf('DELETE /api/hidden-drivers')).toEqual([{ userId: 4711, driverId: 7 }])
	expect(server.bodiesOf(SEND)).toMatchObject([{ raterId: 4711 }])
	expect(warned).toHaveBeenCalled()
})

test('a failure keeps every answer, and trying again uses the same key [spec 8.8]', async () => {
	const server = await sendTo(deadNetwork)
	expect(await screen.findByText('Failed to submit rating. Please try again.')).toBeTruthy()
	expect(chosen()).toEqual(['4', ...SHOWN_KEYS.map((key) => ALL_GOOD[key])])
	server.answer(SEND, [201, saved])
	submitForm()
	await screen.findByText('The verdict is in!')

	const keys = server.headersOf(SEND, 'Idempotency-Key')
	expect(keys).toHaveLength(2)
	expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
	expect(keys[1]).toBe(keys[0] ?? '')
})

test('who rates too much is told how long to wait', async () => {
	const wait = 'Too many requests. Please try again in 42 seconds.'
	await sendTo(problem(429, wait))

	expect(await screen.findByText(wait)).toBeTruthy()
	expect(screen.getByText('Failed to submit rating. Please try again.')).toBeTruthy()
})

test('a half-filled rating is there again after a reload, and belongs to its driver', async () => {
	await openForm()
	choose('2 stars', 'vibe was off')
	cleanup()

	await openForm()
	expect(chosen()).toEqual(['2', 'off'])
	cleanup()

	await openForm({}, { id: 8 })
	expect(chosen()).toEqual([])
})

test('two taps are both kept when they are quicker than the page renders', async () => {
	await openForm()
	await act(async () => {
		radio('3 stars').click()
		radio("was sweatin'").click()
	})
	expect(chosen()).toEqual(['3', 'unsafe'])
	cleanup()

	await openForm()
	expect(chosen()).toEqual(['3', 'unsafe'])
})

test('a late repeat of what was taken back says so; the next try is a rating of its own', async () => {
	const takenBack = 'This rating was taken back. Nothing was saved.'
	const server = await sendTo(problem(410, takenBack))
	expect(await screen.findByText(takenBack)).toBeTruthy()
	server.answer(SEND, [201, saved])

	submitForm()

	await screen.findByText('The verdict is in!')
	expect(new Set(server.headersOf(SEND, 'Idempotency-Key')).size).toBe(2)
})

const rating = { driverId: 7, raterId: 1, ...verdict }

test('a retry of the same rating has the same key of 128 bits, another rating has another', () => {
	const key = requestKeyFor(rating)

	expect(key).toMatch(/^[0-9a-f]{32}$/)
	expect(requestKeyFor({ ...rating })).toBe(key)
	expect(requestKeyFor({ ...rating, driverId: 8 })).not.toBe(key)
	expect(requestKeyFor(rating)).toBe(key)
	const changed = requestKeyFor({ ...rating, starRating: 2 })
	expect(changed).not.toBe(key)
	expect(requestKeyFor(rating)).not.toBe(key)
})

test('a key that was used up is not used again', () => {
	const key = requestKeyFor(rating)
	forgetRequestKey(rating.driverId)
	expect(requestKeyFor(rating)).not.toBe(key)
})
