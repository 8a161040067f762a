import { expect, spyOn, test } from 'bun:test'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import {
	chooseAll,
	headingText,
	me,
	openRating,
	rated,
	saved,
	spill,
} from '#ui/features/ratings/testing/uncle-bob-rated.tsx'
import { deadNetwork, problem } from '#ui/testing/fake-server.ts'
import { withIndexedDb } from '#ui/testing/indexed-db.ts'
import { afterAWhile } from '#ui/testing/waiting-rating.ts'

withIndexedDb()

const SEND = 'POST /api/ratings'
const ON_ITS_WAY = 'Your verdict is on its way'

const waits = () => waitFor(() => expect(headingText()).toBe(ON_ITS_WAY))

test('without network the verdict is on its way and not in; once it is sent it is celebrated [spec 11.7]', async () => {
	const server = await spill({ ...rated(), [SEND]: deadNetwork })
	const { app, state } = server

	await waits()
	expect(document.activeElement?.textContent).toBe(ON_ITS_WAY)
	expect(screen.getByRole('img', { name: '2 stars out of 5' })).toBeTruthy()
	expect(screen.queryByText('The verdict is in!')).toBeNull()
	expect(screen.queryByText('Error')).toBeNull()
	// It was for this ride; the next one starts empty.
	expect(sessionStorage).toHaveLength(0)

	server.answer(SEND, [201, saved])
	afterAWhile()
	await act(async () => app.waiting.start())
	await act(async () => window.dispatchEvent(new Event('online')))

	await screen.findByText('Thanks for rating.')
	expect(screen.getByText('The verdict is in!')).toBeTruthy()
	expect(state()).toMatchObject({ finishedRating: { id: saved.id } })
	expect(new Set(server.headersOf(SEND, 'Idempotency-Key')).size).toBe(1)
})

test('503 is no network: the rating waits [spec 11.7]', async () => {
	await spill({ ...rated(), [SEND]: problem(503, 'Not now') })
	await waits()
})

test.each([400, 401, 429, 500])('%d is an answer: the rating stays in the form', async (status) => {
	const { app } = await spill({ ...rated(), [SEND]: problem(status, 'No') })
	const words = await screen.findAllByText('Failed to submit rating. Please try again.')
	expect(words.length).toBeGreaterThan(0)
	expect(await (await app.waiting.load()).ofRater(1)).toEqual([])
})

test('a network that says nothing at all is none', async () => {
	const patience = new AbortController()
	spyOn(AbortSignal, 'timeout').mockReturnValue(patience.signal)
	await openRating({ ...rated(), [SEND]: () => Promise.withResolvers<never>().promise })
	const answered = globalThis.fetch
	const thatCanBeAborted = (input: RequestInfo | URL, init?: RequestInit) => {
		const { promise, reject } = Promise.withResolvers<never>()
		init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
		return Promise.race([answered(input, init), promise])
	}
	globalThis.fetch = Object.assign(thatCanBeAborted, answered)
	await screen.findByText('Safety')
	chooseAll('2 stars')
	fireEvent.click(screen.getByRole('button', { name: 'Spill the tea' }))
	await screen.findByRole('button', { name: 'Spilling the tea...' })

	await act(async () => patience.abort(new DOMException('Too long', 'TimeoutError')))

	await waits()
})

test('where the browser keeps nothing the answers stay in the form, with the error [B23]', async () => {
	spyOn(console, 'warn').mockImplementation(() => undefined)
	spyOn(indexedDB, 'open').mockImplementation(() => {
		throw new DOMException('Not here', 'SecurityError')
	})
	await spill({ ...rated(), [SEND]: deadNetwork })

	expect(await screen.findByText('Failed to submit rating. Please try again.')).toBeTruthy()
	expect(screen.getByText('No answer from the server. Your answers stay right here.')).toBeTruthy()
	expect(screen.getByRole<HTMLInputElement>('radio', { name: '2 stars' }).checked).toBe(true)
})

test('who leaves before the network turns out to be dead is told wherever they are', async () => {
	const { promise, reject } = Promise.withResolvers<never>()
	await spill({ ...rated(), [SEND]: () => promise })
	fireEvent.click(screen.getByRole('link', { name: 'Back' }))
	await waitFor(() => expect(screen.queryByText('Safety')).toBeNull())

	await act(async () => reject(new TypeError('Failed to fetch')))

	expect(await screen.findByText('On its way')).toBeTruthy()
})

test('a second rating of the same driver waits behind the first', async () => {
	const offline = { ...rated(), [SEND]: deadNetwork }
	const { app } = await spill(offline, { member: me })
	await waits()
	cleanup()
	const server = await spill(offline, { app }, '4 stars')
	await waits()

	const waiting = await app.waiting.load()
	const stars = (await waiting.ofRater(me.id)).map(({ rating }) => rating.starRating)
	expect(stars).toEqual([2, 4])
	// Nobody overtakes in a tunnel.
	expect(server.bodiesOf(SEND)).not.toContainEqual(expect.objectContaining({ starRating: 4 }))
})

test('dropping it leads back to an empty form', async () => {
	await spill({ ...rated(), [SEND]: deadNetwork })
	await waits()
	fireEvent.click(screen.getByRole('button', { name: 'Drop it' }))
	await screen.findByRole('button', { name: 'Spill the tea' })
	expect(screen.getByText('Dropped')).toBeTruthy()
	expect(screen.queryAllByRole('radio', { checked: true })).toEqual([])
})
