import { expect, spyOn, test } from 'bun:test'
import { render } from '@testing-library/react'
import type { OwnUser } from '#contract/accounts.ts'
import { driverKeys } from '#ui/platform/query-keys/drivers.keys.ts'
import { rememberedUser, rememberUser } from '#ui/platform/storage.ts'
import { aMember, deadNetwork, fakeServer, problem } from '#ui/testing/fake-server.ts'
import { openedApp } from '#ui/testing/opened-app.ts'
import { finishPendingLogout } from './pending-logout.ts'
import { useMember } from './session-context.ts'

/** Opens a page with this member signed in. */
function openPage(member: OwnUser | null = aMember()) {
	const { queryClient, session } = openedApp(member)
	return { queryClient, session, askAgain: () => queryClient.fetchQuery({ ...session.query, staleTime: 0 }) }
}

test('a visitor costs the server no question [spec 7.10]', async () => {
	const server = fakeServer({})
	const { askAgain } = openPage(null)

	expect(await askAgain()).toEqual({ kind: 'visitor' })
	expect(server.calls()).toEqual([])
})

test('without network people stay who they are, with everything known about them [spec 8.25]', async () => {
	fakeServer({ 'GET /api/user': deadNetwork })
	const { askAgain } = openPage(aMember({ isLatestRatingsSeen: false }))

	expect(await askAgain()).toMatchObject({ kind: 'member', user: { username: 'jonas', isLatestRatingsSeen: false } })
})

test('a page that was kept for when there is no network knows nobody; a member who is remembered is, and is not told that their session has ended', async () => {
	document.documentElement.dataset.session = 'unknown'
	const server = fakeServer({ 'GET /api/user': deadNetwork })
	const visitor = openPage(null)
	expect(await visitor.askAgain()).toEqual({ kind: 'visitor' })
	expect(server.calls()).toEqual([])

	rememberUser(aMember())
	const { session, askAgain } = openPage(null)
	delete document.documentElement.dataset.session
	expect(session.query.initialData).toBeDefined()
	expect(await askAgain()).toMatchObject({ kind: 'member', user: { username: 'jonas' } })

	server.answer('GET /api/user', [200, aMember({ avatarId: 2 })])
	expect(await askAgain()).toMatchObject({ kind: 'member', user: { avatarId: 2 } })
	server.answer('GET /api/user', problem(401, 'Not logged in'))
	server.answer('GET /api/users/4711', [200, { ...aMember(), email: undefined }])
	expect(await askAgain()).toMatchObject({ kind: 'ended' })
})

test('an account that the server no longer knows is lost, not just signed out [spec 7.23]', async () => {
	fakeServer({ 'GET /api/user': problem(401, 'Not logged in') })
	const { askAgain } = openPage()

	expect(await askAgain()).toMatchObject({ kind: 'lost', user: { username: 'jonas' } })
})

test('logging in again in another tab ends the notice in this one', async () => {
	const server = fakeServer({ 'GET /api/user': problem(401, 'Not logged in') })
	const { askAgain } = openPage()
	await askAgain()

	server.answer('GET /api/users/4711', [200, aMember()])

	expect(await askAgain()).toMatchObject({ kind: 'member', user: { username: 'jonas' } })
})

test('an answer from before logging out signs nobody in again', async () => {
	fakeServer({ 'GET /api/user': [200, aMember()], 'POST /api/logout': [204] })
	const { session, askAgain } = openPage()
	const askedBefore = askAgain()
	await session.signOut()

	expect(await askedBefore).toEqual({ kind: 'visitor' })
	expect(localStorage.getItem('currentUser')).toBeNull()
})

test('an answer from before logging out in another tab does not bring the name back', async () => {
	fakeServer({ 'GET /api/user': [200, aMember()] })
	const { askAgain } = openPage()
	await askAgain()

	// The other tab's storage event arrives after this response.
	const answer = askAgain()
	rememberUser(null)
	await answer

	expect(rememberedUser()).toBeNull()
})

test('logging out without network ends the session here at once, and on the server as soon as it can be reached [spec 7.24]', async () => {
	const server = fakeServer({ 'POST /api/logout': deadNetwork })
	const { session, askAgain } = openPage()
	await session.signOut().catch(() => undefined)
	expect(await askAgain()).toEqual({ kind: 'visitor' })

	server.answer('POST /api/logout', [204])
	expect(await askAgain()).toEqual({ kind: 'visitor' })
	await askAgain()

	expect(server.calls()).toEqual(['POST /api/logout', 'POST /api/logout', 'POST /api/logout'])
	expect(localStorage.getItem('logoutPending')).toBeNull()
})

test('a retried log-out says how long ago it was, so that a session opened since then stays', async () => {
	const server = fakeServer({ 'POST /api/logout': deadNetwork })
	const { session, askAgain } = openPage()
	await session.signOut().catch(() => undefined)
	const since = Number(localStorage.getItem('logoutPending'))
	localStorage.setItem('logoutPending', String(since - 5000))
	await askAgain()

	expect(server.headersOf('POST /api/logout', 'Logged-Out-Ago')).toEqual([null, expect.stringMatching(/^5\d{3}$/)])
})

test('a log-in waits for the answer to the log-out before it', async () => {
	const { promise, resolve } = Promise.withResolvers<readonly [number]>()
	const answers = [promise, [204] as const]
	fakeServer({ 'POST /api/logout': () => answers.shift() ?? [404] })
	const { session } = openPage()
	const loggingOut = session.signOut()
	let isOver = false
	const finishing = finishPendingLogout().then(() => {
		isOver = true
	})
	await new Promise((done) => setTimeout(done))
	expect(isOver).toBe(false)

	resolve([204])
	await Promise.all([loggingOut, finishing])

	expect(localStorage.getItem('logoutPending')).toBeNull()
})

test('what one member saw is forgotten when the server says that the tab is another’s by now', async () => {
	fakeServer({ 'GET /api/user': [200, aMember({ id: 12, username: 'mum' })] })
	const { queryClient, askAgain } = openPage()
	queryClient.setQueryData(driverKeys.home, { hasAccount: true, drivers: [] })

	expect(await askAgain()).toMatchObject({ kind: 'member', user: { username: 'mum' } })

	expect(queryClient.getQueryData(driverKeys.home)).toBeUndefined()
	expect(rememberedUser()?.username).toBe('mum')
})

test('going on as a guest forgets what only the member may see', () => {
	const { queryClient, session } = openPage()
	queryClient.setQueryData(driverKeys.home, { hasAccount: true, drivers: [] })

	session.becomeVisitor()

	expect(queryClient.getQueryData(driverKeys.home)).toBeUndefined()
})

test('the session is asked for on arrival, when the tab is looked at again, and every 30 seconds [spec 7.10] [spec 9.23]', () => {
	expect(openPage(null).session.query).toMatchObject({
		staleTime: 0,
		refetchOnMount: true,
		refetchOnWindowFocus: true,
		refetchInterval: 30_000,
	})
})

const Stray = () => <p>{useMember()?.username}</p>

test('a part of the app outside its provider says which one is missing [spec 8.4]', () => {
	spyOn(console, 'error').mockImplementation(() => undefined)
	expect(() => render(<Stray />)).toThrow('SessionProvider')
})
