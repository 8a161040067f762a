import { expect, test } from 'bun:test'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { AuthScreen } from '#ui/features/sign-in/auth-screen.tsx'
import { rememberedUser, rememberUser } from '#ui/platform/storage.ts'
import { aPasskeyRequest, browserWithPasskeys } from '#ui/testing/browser-with-passkeys.ts'
import { type Answers, aMember, anInstance, refusal } from '#ui/testing/fake-server.ts'
import { fill } from '#ui/testing/fill.ts'
import { openScreen } from '#ui/testing/render-screen.tsx'

const user = userEvent.setup()
const me = aMember()
const here = anInstance({ signIn: { passkeys: true, oidc: null, password: true } })
const browser = browserWithPasskeys()

const openAuth = (answers: Answers = {}) =>
	openScreen(<AuthScreen />, '/auth', {
		'GET /api/instance': [200, here],
		'POST /api/passkeys/options': [200, aPasskeyRequest],
		...answers,
	})

test('where the browser or the address has no passkeys, nothing speaks of them', async () => {
	await openAuth({ 'GET /api/instance': [200, anInstance()] })
	await screen.findByRole('button', { name: 'Log In' })
	await user.click(screen.getByRole('tab', { name: 'Sign Up' }))

	await screen.findByRole('button', { name: 'Sign Up' })
	expect(screen.queryByText('Without a password')).toBeNull()
	expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull()
})

test('one who comes in by passkey is welcome; declined, nothing is said', async () => {
	const server = await openAuth({ 'POST /api/passkeys/log-in': [200, { ...me, cameAlong: 0 }] })
	browser.declines()
	await user.click(await screen.findByRole('button', { name: 'Use a passkey' }))
	await waitFor(() => expect(browser.get).toHaveBeenCalled())
	expect(screen.queryByRole('alert')).toBeNull()
	expect(server.bodiesOf('POST /api/passkeys/log-in')).toEqual([])

	browser.accepts()
	await user.click(await screen.findByRole('button', { name: 'Use a passkey' }))

	await waitFor(() => expect(server.bodiesOf('POST /api/passkeys/log-in')).toHaveLength(1))
	expect(server.bodiesOf('POST /api/passkeys/options')).toEqual([{ purpose: 'log_in' }, { purpose: 'log_in' }])
})

test.each([
	['challenge_gone', 403, 'That took a while. Once more?', {}, 0],
	['unknown_passkey', 401, 'This passkey opens another car at this address.', { wasRemoved: false }, 0],
	['unknown_passkey', 401, 'We removed this passkey. Use another way in.', { wasRemoved: true }, 1],
] as const)('%s %d: %s', async (code, status, message, more, forgotten) => {
	await openAuth({ 'POST /api/passkeys/log-in': [status, { message, code, requestId: 'test', ...more }] })

	await user.click(await screen.findByRole('button', { name: 'Use a passkey' }))

	expect((await screen.findByRole('alert')).textContent).toBe(message)
	// Only passkeys that are certainly ours: another service on this host may have its own in the same browser.
	expect(browser.forget).toHaveBeenCalledTimes(forgotten)
})

/** Lists passkeys at the username field; `pick` chooses one. */
function offeredInList() {
	const picks: (() => void)[] = []
	Object.assign(PublicKeyCredential, { isConditionalMediationAvailable: async () => true })
	browser.get.mockImplementation(() => new Promise((resolve) => picks.push(() => resolve(new PublicKeyCredential()))))
	return { picks, pick: () => picks.pop()?.() }
}

test('a passkey picked in the list after five minutes is offered again', async () => {
	const { picks, pick } = offeredInList()
	const server = await openAuth({ 'POST /api/passkeys/log-in': refusal(403, 'challenge_gone', 'Once more?') })
	await waitFor(() => expect(picks).toHaveLength(1))

	pick()

	expect((await screen.findByRole('alert')).textContent).toBe('Once more?')
	await waitFor(() => expect(picks).toHaveLength(1))
	server.answer('POST /api/passkeys/log-in', [200, { ...me, cameAlong: 0 }])
	pick()
	await waitFor(() => expect(rememberedUser()?.username).toBe(me.username))
})

test('a browser that cannot list passkeys says so only when asked for one', async () => {
	Object.assign(PublicKeyCredential, { isConditionalMediationAvailable: async () => true })
	browser.get.mockImplementation(() => Promise.reject(new DOMException('', 'NotSupportedError')))
	await openAuth()
	await waitFor(() => expect(browser.get).toHaveBeenCalledTimes(1))
	await new Promise((resolve) => setTimeout(resolve))
	expect(screen.queryByRole('alert')).toBeNull()

	await user.click(await screen.findByRole('button', { name: 'Use a passkey' }))

	expect((await screen.findByRole('alert')).textContent).toBe('This browser could not make or use a passkey here.')
})

test('a passkey picked in the list as the screen is left replaces no session', async () => {
	const { picks, pick } = offeredInList()
	const server = await openAuth({ 'POST /api/passkeys/log-in': [200, { ...me, cameAlong: 0 }] })
	await waitFor(() => expect(picks).toHaveLength(1))

	cleanup()
	pick()
	await new Promise((resolve) => setTimeout(resolve))

	expect(server.bodiesOf('POST /api/passkeys/log-in')).toEqual([])
})

test('who has signed up in another tab under that name reads so', async () => {
	await openAuth({ 'POST /api/users': refusal(409, 'taken', 'Username already exists', 'username') })
	await user.click(screen.getByRole('tab', { name: 'Sign Up' }))
	await fill(user, await screen.findByLabelText('Username'), 'Jonas')
	await fill(user, screen.getByLabelText('Password'), 'backseat')
	rememberUser(me)

	await user.click(screen.getByRole('button', { name: 'Sign Up' }))

	expect(await screen.findByText('You are signed up already, as jonas: another tab was quicker.')).toBeTruthy()
})

test('where passwords open nothing a new account has a passkey, and no field for a password', async () => {
	const signIn = { passkeys: true, oidc: { name: 'The Millers' }, password: false }
	await openAuth({ 'GET /api/instance': [200, anInstance({ signIn })] })
	await user.click(await screen.findByRole('tab', { name: 'Sign Up' }))

	expect(await screen.findByText("Your phone remembers, so you don't have to.")).toBeTruthy()
	expect(screen.queryByLabelText('Password')).toBeNull()
	expect(screen.queryByRole('button', { name: 'With a password' })).toBeNull()
})

test('without a password the name is what is left to type, and it is there when the seat is taken', async () => {
	const taken = refusal(409, 'taken', 'Username already exists', 'username')
	const server = await openAuth({ 'POST /api/passkeys/sign-up/options': taken })
	await user.click(screen.getByRole('tab', { name: 'Sign Up' }))
	await user.type(await screen.findByLabelText('Username'), 'mum')
	await user.click(await screen.findByRole('button', { name: 'Without a password' }))
	expect(screen.queryByLabelText('Password')).toBeNull()
	expect(screen.getByText("Your phone remembers, so you don't have to.")).toBeTruthy()

	await user.click(screen.getByRole('button', { name: 'Sign Up' }))

	expect(await screen.findByText('That seat is taken. Pick another one')).toBeTruthy()
	expect(browser.create).not.toHaveBeenCalled()
	expect(server.bodiesOf('POST /api/passkeys/sign-up/options')).toEqual([{ username: 'mum' }])
})
