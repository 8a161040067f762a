import { afterEach, expect, spyOn, test } from 'bun:test'
import { render } from '@testing-library/react'
import { driverKeys } from '#ui/features/drivers/drivers.keys.ts'
import { queryClient } from '#ui/platform/query-client.ts'
import { aMember, deadNetwork, fakeServer, forgetEverything, problem } from '#ui/testing/fake-server.ts'
import { becomeVisitor, sessionQuery, signedIn, signOut, useMember } from './session.ts'

afterEach(forgetEverything)

const askAgain = () => queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })

test('a visitor costs the server no question', async () => {
	const server = fakeServer({})

	expect(await askAgain()).toEqual({ kind: 'visitor' })
	expect(server.calls()).toEqual([])
})

test('without network people stay who they are, with everything known about them', async () => {
	fakeServer({ 'GET /api/user': deadNetwork })
	signedIn(aMember({ isLatestRatingsSeen: false }))

	expect(await askAgain()).toMatchObject({ kind: 'member', user: { username: 'jonas', isLatestRatingsSeen: false } })
})

test('an account that the server no longer knows is lost, not just signed out', async () => {
	fakeServer({ 'GET /api/user': problem(401, 'Not logged in') })
	signedIn(aMember())

	expect(await askAgain()).toMatchObject({ kind: 'lost', user: { username: 'jonas' } })
})

test('logging in again in another tab ends the notice in this one', async () => {
	const server = fakeServer({ 'GET /api/user': problem(401, 'Not logged in') })
	signedIn(aMember())
	await askAgain()

	server.answer('GET /api/users/4711', [200, aMember()])

	expect(await askAgain()).toMatchObject({ kind: 'member', user: { username: 'jonas' } })
})

test('an answer from before logging out brings nobody back', async () => {
	fakeServer({ 'GET /api/user': [200, aMember()], 'POST /api/logout': [204] })
	signedIn(aMember())
	const askedBefore = askAgain()
	await signOut()

	expect(await askedBefore).toEqual({ kind: 'visitor' })
	expect(localStorage.getItem('currentUser')).toBeNull()
})

test('logging out without network ends the session here at once, and on the server as soon as it can be reached', async () => {
	const server = fakeServer({ 'POST /api/logout': deadNetwork })
	signedIn(aMember())
	await signOut().catch(() => undefined)
	expect(await askAgain()).toEqual({ kind: 'visitor' })

	server.answer('POST /api/logout', [204])
	expect(await askAgain()).toEqual({ kind: 'visitor' })
	await askAgain()

	expect(server.calls()).toEqual(['POST /api/logout', 'POST /api/logout', 'POST /api/logout'])
	expect(localStorage.getItem('logoutPending')).toBeNull()
})

test('going on as a guest forgets what only the member may see', () => {
	signedIn(aMember())
	queryClient.setQueryData(driverKeys.home, { hasAccount: true, drivers: [] })

	becomeVisitor()

	expect(queryClient.getQueryData(driverKeys.home)).toBeUndefined()
})

test('the session is asked for on arrival, when the tab is looked at again, and every 30 seconds', () => {
	expect(sessionQuery).toMatchObject({
		staleTime: 0,
		refetchOnMount: true,
		refetchOnWindowFocus: true,
		refetchInterval: 30_000,
	})
})

const Stray = () => <p>{useMember()?.username}</p>

test('a part of the app outside its provider says which one is missing', () => {
	spyOn(console, 'error').mockImplementation(() => undefined)
	expect(() => render(<Stray />)).toThrow('QueryClientProvider')
})
