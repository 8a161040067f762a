import { expect, test } from 'bun:test'
import { screen } from '@testing-library/react'
import { blockCookies } from '#ui/testing/block-storage.ts'
import { type Answers, anInstance } from '#ui/testing/fake-server.ts'
import { openScreen } from '#ui/testing/render-screen.tsx'
import { LogIn } from './log-in.tsx'

const signIn = { passkeys: false, oidc: { name: 'The Millers' }, password: true }
const INSTANCE = 'GET /api/instance'
const openLogIn = (answers: Answers) =>
	openScreen(<LogIn username="" onUsernameChange={() => {}} onDone={() => {}} />, '/auth', answers)

test('below the password there is the provider', async () => {
	await openLogIn({ [INSTANCE]: [200, anInstance({ signIn })] })

	await screen.findByRole('button', { name: 'Log in with The Millers' })
	expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toContain('Log In')
})

test('where passwords open nothing there is no field for one', async () => {
	await openLogIn({ [INSTANCE]: [200, anInstance({ signIn: { ...signIn, password: false } })] })

	await screen.findByRole('button', { name: 'Log in with The Millers' })
	expect(screen.queryByLabelText('Password')).toBeNull()
	expect(screen.queryByText(/Forgot your password/)).toBeNull()
})

test('without a provider or a proxy nothing speaks of them', async () => {
	await openLogIn({ [INSTANCE]: [200, anInstance()] })

	await screen.findByRole('button', { name: 'Log In' })
	expect(screen.queryByRole('button', { name: /Log in with|Come in as/ })).toBeNull()
})

test('where cookies are blocked the form says that a log-in cannot last [B31]', async () => {
	blockCookies()
	await openLogIn({ [INSTANCE]: [200, anInstance()] })

	expect((await screen.findByRole('alert')).textContent).toContain('You cannot stay logged in')
})
