import { beforeEach, expect, test } from 'bun:test'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { choose, saved } from '#ui/features/ratings/testing/uncle-bob-rated.tsx'
import { rememberUser } from '#ui/platform/storage.ts'
import { aMember, deadNetwork, type FakeAnswer, fakeServer, problem } from '#ui/testing/fake-server.ts'
import { withIndexedDb } from '#ui/testing/indexed-db.ts'
import { openedApp } from '#ui/testing/opened-app.ts'
import { renderScreen } from '#ui/testing/render-screen.tsx'
import { afterAWhile, aWaitingRating } from '#ui/testing/waiting-rating.ts'
import { OnItsWay, useIsAnythingWaiting } from './on-its-way.tsx'
import type { NewWaiting } from './waiting-rating.ts'

withIndexedDb()
beforeEach(() => fakeServer({ [SEND]: deadNetwork, 'GET /api/user': [200, me] }))

const SEND = 'POST /api/ratings'
const me = aMember()
const user = userEvent.setup()
const button = (name: string) => screen.getByRole('button', { name })
const line = () => screen.findByText('On its way: Uncle Bob, 3 stars')

const Home = () => (useIsAnythingWaiting() ? <OnItsWay /> : null)

/** Home of a browser in which these wait; nothing is sent by itself. */
async function homeWith(...ratings: NewWaiting[]) {
	const app = openedApp()
	const waiting = await app.waiting.load()
	for (const { rating, key, driverName } of ratings) await waiting.keep(rating, key, driverName)
	await renderScreen(<Home />, '/home', { app })
	return { app, waiting }
}

async function edit(stars: string) {
	await user.click(button('Change it'))
	await screen.findByRole('dialog')
	choose(stars)
	await user.click(button('Save Changes'))
}

test('a guest reads what is on its way, oldest first [spec 11.7]', async () => {
	await homeWith(aWaitingRating(), aWaitingRating({ starRating: 1 }, { driverName: 'Maria' }))
	await line()
	const lines = within(screen.getByRole('list', { name: 'On its way' })).getAllByRole('listitem')
	expect(lines.map(({ textContent }) => textContent)).toEqual([
		expect.stringMatching(/^On its way: Uncle Bob, 3 stars/),
		expect.stringMatching(/^On its way: Maria, 1 star(?!s)/),
	])
})

test('where nothing waits nothing is shown, and no database is made', async () => {
	await renderScreen(<Home />, '/home')
	expect(screen.queryByRole('list')).toBeNull()
	expect(await indexedDB.databases()).toEqual([])
})

test("nobody reads what another person's verdict waits on: a guest not a member's, a member not a guest's [T39]", async () => {
	const { app } = await homeWith(aWaitingRating({ raterId: me.id }), aWaitingRating({}, { driverName: 'Maria' }))
	await screen.findByText('On its way: Maria, 3 stars')
	expect(screen.queryByText(/Uncle Bob/)).toBeNull()

	act(() => app.session.signedIn(me))
	await line()
	expect(screen.queryByText(/Maria/)).toBeNull()

	const maria = aMember({ id: 8, username: 'maria' })
	fakeServer({ [SEND]: deadNetwork, 'GET /api/user': [200, maria] })
	act(() => app.session.signedIn(maria))
	await waitFor(() => expect(screen.queryByText(/On its way/)).toBeNull())
})

test('whose session has ended reads that logging in sends it', async () => {
	fakeServer({
		[SEND]: problem(401, 'You must be logged in'),
		'GET /api/users/4711': [200, { ...me, email: undefined }],
	})
	rememberUser(me)
	await homeWith(aWaitingRating({ raterId: me.id }))
	await line()
	expect(await screen.findByText('Log in as jonas to send it.')).toBeTruthy()
})

test('what is dropped goes at once, and Undo brings it back where it was', async () => {
	await homeWith(aWaitingRating(), aWaitingRating({}, { driverName: 'Maria' }))
	await line()
	await user.click(screen.getAllByRole('button', { name: 'Drop it' })[0] as HTMLElement)
	await waitFor(() => expect(screen.queryByText(/Uncle Bob, 3/)).toBeNull())
	expect(document.activeElement?.getAttribute('aria-label')).toBe('On its way')

	await user.click(await screen.findByRole('button', { name: 'Undo' }))

	await line()
	const [first] = screen.getAllByRole('listitem')
	expect(first?.textContent).toContain('Uncle Bob')
})

test('what is on its way can be edited', async () => {
	await homeWith(aWaitingRating())
	await line()
	await user.click(button('Change it'))
	const dialog = await screen.findByRole('dialog', { name: 'Your verdict on Uncle Bob' })
	expect(within(dialog).getByRole<HTMLInputElement>('radio', { name: '3 stars' }).checked).toBe(true)
	choose('1 star')
	await user.click(button('Save Changes'))

	expect(await screen.findByText('On its way: Uncle Bob, 1 star')).toBeTruthy()
	await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('the line goes with the answer of the server, and only then is the verdict said to be in [spec 11.7]', async () => {
	const { app } = await homeWith(aWaitingRating())
	await line()
	expect(screen.queryByText('The verdict is in!')).toBeNull()
	fakeServer({ [SEND]: [201, saved] })
	afterAWhile()
	await act(async () => app.waiting.start())

	expect(await screen.findByText('The verdict is in!')).toBeTruthy()
	expect(screen.getByText(/^Your rating of Uncle Bob has been officially logged/)).toBeTruthy()
	await waitFor(() => expect(screen.queryByText(/^On its way/)).toBeNull())
})

test('a refusal is read out in the words of the server, and can be edited with a new key [spec 11.9]', async () => {
	const server = fakeServer({ [SEND]: problem(404, 'Driver not found') })
	await homeWith(aWaitingRating())
	const alert = await screen.findByRole('alert')
	expect(alert.textContent).toContain('Uncle Bob: Driver not found')
	server.answer(SEND, [201, saved])
	afterAWhile()

	await edit('4 stars')

	await screen.findByText('The verdict is in!')
	const keys = server.headersOf(SEND, 'Idempotency-Key')
	expect(keys[0]).toBe('a-key-of-this-rating')
	expect(keys[1]).toMatch(/^[0-9a-f]{32}$/)
})

test.each([
	['edited', () => edit('1 star')],
	['dropped', () => user.click(button('Drop it'))],
])('what arrived a day ago and was %s since is said to stand, and waits no longer [B23]', async (_act, doIt) => {
	const tooLate: FakeAnswer = [403, { message: 'It stands', code: 'too_late', requestId: 'x' }]
	const server = fakeServer({ [SEND]: deadNetwork })
	await homeWith(aWaitingRating())
	await line()
	// Or the first try would meet the answers below.
	await waitFor(() => expect(server.bodiesOf(SEND)).toHaveLength(1))
	server.answer(SEND, (body) =>
		(body as { starRating: number }).starRating === 3 ? [200, { ...saved, starRating: 3 }] : problem(409, 'Used'),
	)
	for (const call of [`PUT /api/ratings/${saved.id}`, 'POST /api/ratings/cancel']) server.answer(call, tooLate)
	afterAWhile()
	await doIt()

	expect(await screen.findByText('It stands as first said.')).toBeTruthy()
	expect(screen.getByText(/^Your verdict on Uncle Bob had arrived (more than a day )?before you/)).toBeTruthy()
	await waitFor(() => expect(screen.queryByText(/^On its way/)).toBeNull())
})
