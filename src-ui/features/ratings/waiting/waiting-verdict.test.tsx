import { afterEach, expect, spyOn, test } from 'bun:test'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { chooseAll, headingText, me, openRating, rated, saved } from '#ui/features/ratings/testing/uncle-bob-rated.tsx'
import { deadNetwork, fakeServer, forgetEverything, problem } from '#ui/testing/fake-server.ts'
import { withIndexedDb } from '#ui/testing/indexed-db.ts'
import { afterAWhile } from '#ui/testing/waiting-rating.ts'

withIndexedDb()
afterEach(forgetEverything)

const SEND = 'POST /api/ratings'
const ON_ITS_WAY = 'Your verdict is on its way'

async function spill(stars = '2 stars') {
	await screen.findByText('Safety')
	chooseAll(stars)
	fireEvent.click(screen.getByRole('button', { name: 'Spill the tea' }))
}

test('without network the verdict is on its way and not in; once it is sent it is celebrated [spec 11.7]', async () => {
	const server = fakeServer({ ...rated(), [SEND]: deadNetwork })
	const { app, state } = await openRating()
	await spill()

	await waitFor(() => expect(headingText()).toBe(ON_ITS_WAY))
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

for (const status of [502, 503, 504])
	test(`${status} is no network: the rating waits [spec 11.7]`, async () => {
		fakeServer({ ...rated(), [SEND]: problem(status, 'Not now') })
		await openRating()
		await spill()
		await waitFor(() => expect(headingText()).toBe(ON_ITS_WAY))
	})

for (const status of [400, 401, 429, 500])
	test(`${status} is an answer: the rating stays in the form`, async () => {
		fakeServer({ ...rated(), [SEND]: problem(status, 'No') })
		const { app } = await openRating()
		await spill()
		expect(await screen.findByText('Failed to submit rating. Please try again.')).toBeTruthy()
		expect(await (await app.waiting.load()).ofRater(1)).toEqual([])
	})

test('a network that says nothing at all is none', async () => {
	const patience = new AbortController()
	spyOn(AbortSignal, 'timeout').mockReturnValue(patience.signal)
	fakeServer({ ...rated(), [SEND]: () => Promise.withResolvers<never>().promise })
	const answered = globalThis.fetch
	globalThis.fetch = Object.assign(
		(input: RequestInfo | URL, init?: RequestInit) =>
			Promise.race([
				answered(input, init),
				new Promise<never>((_resolve, reject) => {
					init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
				}),
			]),
		answered,
	)
	await openRating()
	await spill()
	await screen.findByRole('button', { name: 'Spilling the tea...' })

	await act(async () => patience.abort(new DOMException('Too long', 'TimeoutError')))

	await waitFor(() => expect(headingText()).toBe(ON_ITS_WAY))
})

test('where the browser keeps nothing the answers stay in the form, with the error [B23]', async () => {
	spyOn(console, 'warn').mockImplementation(() => undefined)
	fakeServer({ ...rated(), [SEND]: deadNetwork })
	spyOn(indexedDB, 'open').mockImplementation(() => {
		throw new DOMException('Not here', 'SecurityError')
	})
	await openRating()
	await spill()

	expect(await screen.findByText('Failed to submit rating. Please try again.')).toBeTruthy()
	expect(screen.getByText('No answer from the server. Your answers stay right here.')).toBeTruthy()
	expect(screen.getByRole<HTMLInputElement>('radio', { name: '2 stars' }).checked).toBe(true)
})

test('who leaves before the network turns out to be dead is told wherever they are', async () => {
	const { promise, reject } = Promise.withResolvers<never>()
	fakeServer({ ...rated(), [SEND]: () => promise })
	await openRating()
	await spill()
	fireEvent.click(screen.getByRole('link', { name: 'Back' }))
	await waitFor(() => expect(screen.queryByText('Safety')).toBeNull())

	await act(async () => reject(new TypeError('Failed to fetch')))

	expect(await screen.findByText('On its way')).toBeTruthy()
})

test('a second rating of the same driver waits behind the first', async () => {
	const server = fakeServer({ ...rated(), [SEND]: deadNetwork })
	const { app } = await openRating(7, { member: me })
	const waiting = await app.waiting.load()
	await spill('2 stars')
	await waitFor(() => expect(headingText()).toBe(ON_ITS_WAY))
	cleanup()
	await openRating(7, { app })
	await spill('4 stars')
	await waitFor(() => expect(headingText()).toBe(ON_ITS_WAY))

	const stars = (await waiting.ofRater(me.id)).map(({ rating }) => rating.starRating)
	expect(stars).toEqual([2, 4])
	// Nobody overtakes in a tunnel.
	expect(server.bodiesOf(SEND)).not.toContainEqual(expect.objectContaining({ starRating: 4 }))
})

test('dropping it leads back to an empty form', async () => {
	fakeServer({ ...rated(), [SEND]: deadNetwork })
	await openRating()
	await spill()
	await waitFor(() => expect(headingText()).toBe(ON_ITS_WAY))
	fireEvent.click(screen.getByRole('button', { name: 'Drop it' }))
	await screen.findByRole('button', { name: 'Spill the tea' })
	expect(screen.getByText('Dropped')).toBeTruthy()
	expect(screen.queryAllByRole('radio', { checked: true })).toEqual([])
})
