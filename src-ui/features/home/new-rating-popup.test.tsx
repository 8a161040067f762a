import { expect, test } from 'bun:test'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, StrictMode } from 'react'
import { Button } from '#ui/kit/button.tsx'
import { pushOffer } from '#ui/platform/push-offer-state.ts'
import { useMember } from '#ui/session/session-context.ts'
import { aMember, deadNetwork, type fakeServer } from '#ui/testing/fake-server.ts'
import { openScreen } from '#ui/testing/render-screen.tsx'
import { NewRatingPopup } from './new-rating-popup.tsx'
import { newRatingBodies, newRatingButtons, newRatingHeadlines } from './phrases.ts'

const user = userEvent.setup()
const rated = aMember({ lastRatingReceivedAt: '2026-11-21T00:00:00.000Z', isLatestRatingsSeen: false })
const MARK = `POST /api/users/${rated.id}/mark-ratings-seen`
const marks = (server: ReturnType<typeof fakeServer>) => server.bodiesOf(MARK).length

const opened = (shown: ReactNode = <NewRatingPopup user={rated} />) =>
	openScreen(shown, '/home', { [MARK]: [200, { success: true }] }, { member: rated })

test('a new rating is announced in words from the three pools', async () => {
	const server = await opened()

	const popup = screen.getByRole('dialog')

	const says = (phrases: readonly string[]) => phrases.filter((phrase) => popup.textContent?.includes(phrase))
	expect(says(newRatingHeadlines)).toHaveLength(1)
	expect(says(newRatingBodies)).toHaveLength(1)
	expect(says(newRatingButtons)).toHaveLength(1)

	cleanup()
	await waitFor(() => expect(marks(server)).toBe(1))
})

test('nothing is announced without a rating, when it was seen, or before the server has said', async () => {
	const { lastRatingReceivedAt } = rated
	const quiet = [
		{ ...rated, lastRatingReceivedAt: null },
		{ ...rated, isLatestRatingsSeen: true },
		{ ...rated, lastRatingReceivedAt, isLatestRatingsSeen: undefined },
	]
	for (const person of quiet) {
		await opened(<NewRatingPopup user={person} />)
		expect(screen.queryByRole('dialog')).toBeNull()
	}
})

test('its button leads to the profile, and the rating counts as seen once', async () => {
	const { place, ...server } = await opened()

	await user.click(screen.getByRole('button', { name: (name) => newRatingButtons.some((words) => words === name) }))

	await waitFor(() => expect(place()).toBe(`/profile/${rated.id}`))
	// The next screen may offer push notifications.
	expect(pushOffer.isDue()).toBe(true)
	await waitFor(() => expect(marks(server)).toBe(1))
})

for (const [way, dismiss] of [
	['Close', () => user.click(screen.getByRole('button', { name: 'Close' }))],
	['Escape', () => user.keyboard('{Escape}')],
	['the backdrop', () => user.click(document.querySelector('.dialog-backdrop') as HTMLElement)],
] as const)
	test(`${way} dismisses it, and the rating counts as seen`, async () => {
		const server = await opened()

		await dismiss()

		expect(screen.queryByRole('dialog')).toBeNull()
		await waitFor(() => expect(server.bodiesOf(MARK)).toEqual([{ isOnProfile: false }]))
	})

test('leaving the screen counts as seen too, strict mode does not', async () => {
	const server = await opened(
		<StrictMode>
			<NewRatingPopup user={rated} />
		</StrictMode>,
	)
	await act(() => Bun.sleep(20))
	expect(marks(server)).toBe(0)

	cleanup()

	await waitFor(() => expect(marks(server)).toBe(1))
})

test.each([
	['seen meanwhile', [{ isLatestRatingsSeen: true }, { lastSeenRatingId: 31 }]],
	['rated again before anybody asked', [{ lastSeenRatingId: 31 }]],
	['seen, and the rating taken back', [{ isLatestRatingsSeen: true }, {}]],
])('the next rating of the same day is announced too: %s', async (_, answers) => {
	const { app, ...server } = await opened(<MyNotice />)
	await user.keyboard('{Escape}')
	await waitFor(() => expect(marks(server)).toBe(1))
	expect(screen.queryByRole('dialog')).toBeNull()

	for (const answer of answers) {
		const me = { ...rated, ...answer }
		server.answer('GET /api/user', [200, me])
		await act(async () => {
			app.session.signedIn(me)
			await Bun.sleep(1)
		})
	}

	expect(await screen.findByRole('dialog')).toBeTruthy()
})

function MyNotice() {
	const me = useMember()
	return me && <NewRatingPopup user={me} />
}

test('a failure to mark it as seen is not shown [spec 8.21]', async () => {
	const server = await opened(
		<>
			<NewRatingPopup user={rated} />
			<Button>Home</Button>
		</>,
	)
	server.answer(MARK, deadNetwork)

	await user.keyboard('{Escape}')

	await waitFor(() => expect(marks(server)).toBe(1))
	expect(screen.queryByRole('dialog')).toBeNull()
	expect(screen.queryByRole('alertdialog')).toBeNull()
})
