import { expect, mock, test } from 'bun:test'
import { QueryClient } from '@tanstack/react-query'
import { waitFor } from '@testing-library/react'
import { createSession } from '#ui/session/session.ts'
import { aMember, anInstance, fakeServer } from '#ui/testing/fake-server.ts'
import { leaveByTheDoor } from './leave-by-the-door.ts'

const LOG_OUT = 'POST /api/logout'

async function logOutWith(logOutUrl: string | null) {
	const signIn = { passkeys: false, oidc: null, password: true, proxy: { name: 'mum', logOutUrl } }
	const me = aMember()
	const server = fakeServer({
		'GET /api/user': [200, me],
		'GET /api/instance': [200, anInstance({ signIn })],
		[LOG_OUT]: [204],
	})
	const queryClient = new QueryClient()
	const session = createSession(queryClient)
	const goTo = mock((_url: string) => undefined)
	session.signedIn(me)
	const stop = leaveByTheDoor({ queryClient, session }, goTo)
	await session.signOut()
	await waitFor(() => expect(server.calls()).toContain('GET /api/instance'))
	await new Promise((resolve) => setTimeout(resolve, 20))
	stop()
	return { server, goTo }
}

test('who logs out here goes on to where they log out of the proxy, once the server has heard', async () => {
	const { server, goTo } = await logOutWith('https://auth.example.org/logout')

	expect(goTo).toHaveBeenCalledWith('https://auth.example.org/logout')
	expect(server.calls()).toContain(LOG_OUT)
})

test('without a place to log out of the proxy the page stays', async () => {
	const { goTo } = await logOutWith(null)

	expect(goTo).not.toHaveBeenCalled()
})
