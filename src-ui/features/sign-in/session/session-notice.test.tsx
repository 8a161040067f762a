import { expect, test } from 'bun:test'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { TextField } from '#ui/kit/forms/text-field.tsx'
import { useViewer } from '#ui/session/session-context.ts'
import { aMember, fakeServer, problem } from '#ui/testing/fake-server.ts'
import { fill } from '#ui/testing/fill.ts'
import { renderScreen } from '#ui/testing/render-screen.tsx'
import { SessionNotice } from './session-notice.tsx'

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

/** A half-filled screen whose session the server has just ended. */
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
	await fill(user, screen.getByLabelText('Half filled'), 'precious')
	server.answer('GET /api/user', problem(401, 'Not logged in'))
	return { ...server, app }
}

const halfFilled = () => screen.getByLabelText<HTMLInputElement>('Half filled')

test('a write refused for lack of a session opens the log-in dialog over the screen, and nothing typed is lost [spec 7.23]', async () => {
	const { app, ...server } = await screenAfterSessionEnd()
	await act(app.session.recheck)

	const dialog = await screen.findByRole('dialog', { name: 'Log in again' })
	expect(dialog).toBeTruthy()
	expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('jonas')
	server.answer('GET /api/user', [200, aMember()])
	await fill(user, screen.getByLabelText('Password'), 'hunter22')
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

const linkOf = (madeBy: string | null, at: string) => ({ at, by: 'host', madeBy }) as const

async function screenAfterLinks(...usedResetLinks: ReturnType<typeof linkOf>[]) {
	fakeServer({ 'GET /api/user': [200, { ...aMember(), usedResetLinks }] })
	await renderScreen(<SessionNotice />, '/home', { member: aMember() })
}

test('a member whose password was set by a link of a host reads whose it was and when, until they say that they know [T38]', async () => {
	await screenAfterLinks(linkOf('mum', '2026-11-21T14:05:00.000Z'), linkOf(null, '2026-11-20T14:05:00.000Z'))

	const [first, second] = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)
	expect(first).toMatch(/^A reset link that mum made set your password on Nov 21, 2026/)
	expect(second).toMatch(/^A reset link that a host who has left made/)
	await user.click(screen.getByRole('button', { name: 'That was me' }))
	expect(screen.queryByRole('alert')).toBeNull()
})

test('what they know already does not come again in this browser; a later one does, and so it does for another member', async () => {
	await screenAfterLinks(linkOf('mum', '2026-11-21T14:05:00.000Z'))
	await user.click(await screen.findByRole('button', { name: 'That was me' }))
	cleanup()

	await screenAfterLinks(linkOf('mum', '2026-11-22T09:00:00.000Z'), linkOf('mum', '2026-11-21T14:05:00.000Z'))

	expect(await screen.findAllByRole('listitem')).toHaveLength(1)
	cleanup()
	fakeServer({
		'GET /api/user': [200, { ...aMember({ id: 4712 }), usedResetLinks: [linkOf('mum', '2026-11-20T09:00:00.000Z')] }],
	})
	await renderScreen(<SessionNotice />, '/home', { member: aMember({ id: 4712 }) })
	expect(await screen.findAllByRole('listitem')).toHaveLength(1)
})

const undoneBy = (host: string | null, at: string, more: object = {}) => ({
	at,
	by: 'host',
	undoneBy: host,
	ghost: 'Uncle Bob',
	...more,
})

async function screenAfterUndone(undoneClaims: object[], more: object = {}) {
	cleanup()
	fakeServer({ 'GET /api/user': [200, { ...aMember(more), undoneClaims, ...more }] })
	await renderScreen(<SessionNotice />, '/home', { member: aMember(more) })
}
const wordsOfAll = async () => (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)

test('a member whose claim was undone reads who did it, when, and what became of the ratings [spec 12.23]', async () => {
	await screenAfterUndone([
		undoneBy('mum', '2026-11-21T14:05:00.000Z'),
		undoneBy(null, '2026-11-20T14:05:00.000Z', { by: 'terminal', ghost: null }),
		undoneBy(null, '2026-11-19T14:05:00.000Z'),
	])

	const [first, second, third] = await wordsOfAll()
	expect(first).toMatch(
		/^On Nov 21, 2026.+ mum undid your claim of Uncle Bob\. The ratings that came with it went back\.$/,
	)
	expect(second).toMatch(/the operator undid your claim of a driver who is gone now\./)
	expect(third).toMatch(/a host who has left undid your claim of Uncle Bob\./)
	expect(screen.getByText('Claims of yours were undone').closest('[role=status]')).toBeTruthy()
})

test('once closed it does not come back in this browser; a later one does, and so it does for another member', async () => {
	const first = undoneBy('mum', '2026-11-21T14:05:00.000Z')
	await screenAfterUndone([first])
	await user.click(await screen.findByRole('button', { name: 'All right' }))
	expect(screen.queryByText('A claim of yours was undone')).toBeNull()

	await screenAfterUndone([undoneBy('mum', '2026-11-22T09:00:00.000Z'), first])
	expect(await wordsOfAll()).toHaveLength(1)
	await screenAfterUndone([first], { id: 4712 })
	expect(await wordsOfAll()).toHaveLength(1)
})

test('of two that were undone within a minute each is read: together, or the second after the first was closed [spec 12.23]', async () => {
	const at = '2026-11-21T14:05:00.000Z'
	const [bob, amy] = [undoneBy('mum', at), undoneBy('mum', at, { ghost: 'Aunt Amy' })]
	await screenAfterUndone([bob, bob], { id: 4712 })
	expect(await wordsOfAll()).toHaveLength(2)
	await screenAfterUndone([bob])
	await user.click(await screen.findByRole('button', { name: 'All right' }))

	await screenAfterUndone([amy, bob])

	expect(await wordsOfAll()).toEqual([expect.stringContaining('Aunt Amy')])
	await user.click(await screen.findByRole('button', { name: 'All right' }))
	await screenAfterUndone([amy, bob])
	expect(screen.queryByRole('listitem')).toBeNull()
})

test('it does not hide that a link has set the password, and closing one leaves the other', async () => {
	const at = '2026-11-21T14:05:00.000Z'
	await screenAfterUndone([undoneBy('mum', at)], { usedResetLinks: [linkOf('mum', at)] })
	await user.click(await screen.findByRole('button', { name: 'All right' }))

	expect(screen.getByText('A spare key to your seat was used')).toBeTruthy()
	expect(screen.queryByText('A claim of yours was undone')).toBeNull()
	await screenAfterUndone([undoneBy('mum', at)], { usedResetLinks: [linkOf('mum', at)] })
	await user.click(await screen.findByRole('button', { name: 'That was me' }))
	expect(screen.queryByRole('listitem')).toBeNull()
})
