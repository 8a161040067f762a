import { afterEach, expect, test } from 'bun:test'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { TextField } from '#ui/kit/forms/text-field.tsx'
import { aMember, fakeServer, forgetEverything, problem } from '#ui/testing/fake-server.ts'
import { renderScreen } from '#ui/testing/render-screen.tsx'
import { useViewer } from './session-context.ts'
import { SessionNotice } from './session-notice.tsx'

afterEach(forgetEverything)

const user = userEvent.setup()
const {
	email,
	lastRatingNotificationAt,
	lastSeenRatingId,
	lastRatingReceivedAt,
	isLatestRatingsSeen,
	...asOthersSeeThem
} = aMember()

const SessionKind = () => <p>session: {useViewer().kind}</p>

/** A screen with something half filled in, on which the server has just ended the session. */
async function screenAfterSessionEnd(at = '/rating') {
	const server = fakeServer({
		'GET /api/user': [200, aMember()],
		'GET /api/users/4711': [200, asOthersSeeThem],
		'POST /api/login': [200, aMember()],
	})
	const { app } = await renderScreen(
		<>
			<SessionNotice />
			<SessionKind />
			<TextField label="Half filled" />
		</>,
		at,
		{ member: aMember() },
	)
	await user.type(screen.getByLabelText('Half filled'), 'precious')
	server.answer('GET /api/user', problem(401, 'Not logged in'))
	return { ...server, app }
}

const halfFilled = () => screen.getByLabelText<HTMLInputElement>('Half filled')

test('a write refused for lack of a session opens the log-in dialog over the screen, and nothing typed is lost', async () => {
	const { app, ...server } = await screenAfterSessionEnd()
	await act(app.session.recheck)

	const dialog = await screen.findByRole('dialog', { name: 'Log in again' })
	expect(dialog).toBeTruthy()
	expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('jonas')
	server.answer('GET /api/user', [200, aMember()])
	await user.type(screen.getByLabelText('Password'), 'hunter22')
	await user.click(screen.getByRole('button', { name: 'Log In' }))

	await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
	expect(screen.queryByText('Your session has ended')).toBeNull()
	expect(halfFilled().value).toBe('precious')
})

test('who closes the dialog can open it again from the notice, or go on as a guest', async () => {
	const { app } = await screenAfterSessionEnd()
	await act(app.session.recheck)
	await screen.findByRole('dialog', { name: 'Log in again' })

	await user.click(screen.getByRole('button', { name: 'Close' }))
	await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
	await user.click(screen.getByRole('button', { name: 'Log in again' }))
	await user.click(await screen.findByRole('button', { name: 'Close' }))
	await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
	await user.click(screen.getByRole('button', { name: 'Go on as a guest' }))

	expect(screen.queryByText('Your session has ended')).toBeNull()
	expect(localStorage.getItem('currentUser')).toBeNull()
	expect(halfFilled().value).toBe('precious')
})

for (const wayIn of ['/auth', '/invite/token', '/reset/token'])
	test(`${wayIn} leads in itself, and is not told that one should log in`, async () => {
		const { app } = await screenAfterSessionEnd(wayIn)
		await act(app.session.recheck)

		await screen.findByText('session: ended')
		expect(screen.queryByText('Your session has ended')).toBeNull()
	})
