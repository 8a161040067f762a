import { expect, test } from 'bun:test'
import { useQuery } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getJournal } from '#contract/host/journal.ts'
import { api } from '#ui/platform/api-client.ts'
import { rememberUser } from '#ui/platform/storage.ts'
import { aMember, deadNetwork, fakeServer } from '#ui/testing/fake-server.ts'
import { fill } from '#ui/testing/fill.ts'
import { openedApp } from '#ui/testing/opened-app.ts'
import { renderScreen } from '#ui/testing/render-screen.tsx'
import { HostPage } from './host-page.tsx'

const user = userEvent.setup()
const me = aMember()
const asHost = [200, { ...me, isHost: true }] as const
const asMember = [200, { ...me, isHost: false }] as const
const notHost = [
	403,
	{ code: 'not_host', message: 'Only hosts sit behind the wheel here.', requestId: 'test' },
] as const
const refused = () => screen.findByRole('heading', { name: 'Only hosts sit behind the wheel here.' })
const askedOfHosts = (server: ReturnType<typeof fakeServer>) =>
	server.calls().filter((call) => call.includes('/api/host'))

function Journal() {
	const { data } = useQuery({ queryKey: ['host', 'journal'], queryFn: () => api.send(getJournal) })
	return <p>{data ? 'Lines of the journal' : 'On their way'}</p>
}
const page = (
	<HostPage path="/host" title="Overview" lead="The logbook.">
		<label>
			Note <input />
		</label>
		<Journal />
	</HostPage>
)

test('a host finds the part and the way to the four others [spec 15.42]', async () => {
	fakeServer({ 'GET /api/user': asHost, 'GET /api/host/journal': [200, { lines: [], hasMore: false }] })

	await renderScreen(page, '/host', { member: me })

	expect(await screen.findByRole('heading', { name: 'Overview' })).toBeTruthy()
	expect(await screen.findByText('Lines of the journal')).toBeTruthy()
	const parts = screen.getByRole('navigation', { name: 'Behind the wheel' }).querySelectorAll('a')
	expect([...parts].map((part) => [part.textContent, part.getAttribute('href')])).toEqual([
		['Overview', '/host'],
		['People', '/host/people'],
		['Invitations', '/host/invitations'],
		['Backups', '/host/backups'],
		['Reports', '/host/reports'],
	])
	expect(
		[...parts].filter((part) => part.getAttribute('aria-current') === 'page').map((part) => part.textContent),
	).toEqual(['Overview'])
	expect(document.title).toBe('Overview · Backseat')
})

test('how many reports wait stands on their part, in words too', async () => {
	const withReports = (reportsWaiting: number) => [200, { ...me, isHost: true, reportsWaiting }] as const
	const answers = { 'GET /api/host/journal': [200, { lines: [], hasMore: false }] } as const
	const server = fakeServer({ ...answers, 'GET /api/user': withReports(2) })
	const { app } = await renderScreen(page, '/host', { member: me })

	expect(await screen.findByRole('link', { name: 'Reports (2 waiting)' })).toBeTruthy()
	expect(screen.getByText('2')).toBeTruthy()

	server.answer('GET /api/user', withReports(0))
	await act(() => app.session.recheck())
	expect(await screen.findByRole('link', { name: 'Reports' })).toBeTruthy()
})

test('a visitor goes to log in, and their way back goes with them', async () => {
	const server = fakeServer({})

	const { place } = await renderScreen(page, '/host')

	await waitFor(() => expect(place()).toBe('/auth?next=%2Fhost'))
	expect(askedOfHosts(server)).toEqual([])
})

test('a member is told who sits here, and nothing that is for hosts is asked', async () => {
	const server = fakeServer({ 'GET /api/user': asMember })

	await renderScreen(page, '/host', { member: me })

	expect(await refused()).toBeTruthy()
	expect(screen.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('/home')
	expect(screen.queryByRole('navigation')).toBeNull()
	expect(askedOfHosts(server)).toEqual([])
})

test('nobody is refused before the server has said who they are', async () => {
	const { promise, resolve } = Promise.withResolvers<typeof asHost>()
	const server = fakeServer({
		'GET /api/user': () => promise,
		'GET /api/host/journal': [200, { lines: [], hasMore: false }],
	})
	await renderScreen(page, '/host', { member: me })

	expect(screen.getByText('Adjusting the mirrors...')).toBeTruthy()
	expect(askedOfHosts(server)).toEqual([])

	await act(async () => resolve(asHost))
	expect(await screen.findByText('Lines of the journal')).toBeTruthy()
})

test('when the server does not answer who they are, they can ask again', async () => {
	const server = fakeServer({ 'GET /api/user': deadNetwork })
	await renderScreen(page, '/host', { member: me })

	expect(await screen.findByText('Nobody at the wheel')).toBeTruthy()
	server.answer('GET /api/user', asMember)
	await user.click(screen.getByRole('button', { name: 'Try again' }))
	expect(await refused()).toBeTruthy()
})

test('a host who was unmade elsewhere is told so by the next thing they ask for', async () => {
	const server = fakeServer({ 'GET /api/user': asHost, 'GET /api/host/journal': [200, { lines: [], hasMore: false }] })
	const { app } = await renderScreen(page, '/host', { member: me })
	await screen.findByText('Lines of the journal')

	server.answer('GET /api/user', asMember)
	server.answer('GET /api/host/journal', notHost)
	await act(() => app.queryClient.invalidateQueries({ queryKey: ['host'] }))

	expect(await refused()).toBeTruthy()
})

test('a host whose session ends keeps what they had begun', async () => {
	const server = fakeServer({ 'GET /api/user': asHost, 'GET /api/host/journal': [200, { lines: [], hasMore: false }] })
	const { app } = await renderScreen(page, '/host', { member: me })
	await fill(user, await screen.findByLabelText('Note'), 'half a ')

	server.answer('GET /api/user', [401])
	server.answer(`GET /api/users/${me.id}`, [200, { ...me, email: undefined }])
	await act(() => app.queryClient.invalidateQueries({ queryKey: app.session.query.queryKey }))

	await waitFor(() => expect(app.session.viewer()?.kind).toBe('ended'))
	expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('half a ')
})

test('a host whose session has ended before is asked to log in, and nothing that is for hosts is asked', async () => {
	rememberUser(me)
	const { id, username, display_name, avatarId } = me
	const known = { id, username, display_name, avatarId, isGhost: false, claimedById: null }
	const server = fakeServer({ [`GET /api/users/${id}`]: [200, known] })
	const app = openedApp()
	await renderScreen(page, '/host', { app })

	await user.click(await screen.findByRole('button', { name: 'Log in again' }))

	expect(app.session.logInAgain.isSet()).toBe(true)
	expect(askedOfHosts(server)).toEqual([])
})

test('who logs out here is not asked to log in on the way out', async () => {
	fakeServer({
		'GET /api/user': asHost,
		'GET /api/host/journal': [200, { lines: [], hasMore: false }],
		'POST /api/logout': [204],
	})
	const { app, place } = await renderScreen(page, '/host', { member: me })
	await screen.findByText('Lines of the journal')

	await act(() => app.session.signOut())

	expect(await screen.findByRole('heading', { name: 'You got out' })).toBeTruthy()
	expect(place()).toBe('/host')
	expect(screen.getByRole('link', { name: 'Log In' }).getAttribute('href')).toBe('/auth?next=%2Fhost')
})
