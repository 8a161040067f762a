import { afterEach, beforeEach, expect, mock, test } from 'bun:test'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { AuthScreen } from '#ui/features/accounts/auth/auth-screen.tsx'
import { SettingsScreen } from '#ui/features/own-account/settings-screen.tsx'
import { type Answers, aMember, anInstance, refusal } from '#ui/testing/fake-server.ts'
import { openScreen } from '#ui/testing/render-screen.tsx'

const user = userEvent.setup()
const me = aMember()
const here = anInstance({ signIn: { passkeys: true, oidc: null, password: true } })
const request = { challenge: 'AA', rpId: 'localhost', timeout: 1, userVerification: 'preferred', allowCredentials: [] }

/** What a browser that has passkeys brings; `get` and `create` are what its question ends with. */
class FakeCredential {
	static parseRequestOptionsFromJSON = (options: object) => options
	static parseCreationOptionsFromJSON = (options: object) => options
	static isConditionalMediationAvailable = async () => false
	static signalUnknownCredential = mock(async (_unknown: object) => undefined)
	toJSON = () => ANSWER
}
const ANSWER = {
	id: 'AA',
	rawId: 'AA',
	type: 'public-key',
	response: { clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA', attestationObject: 'AA' },
	clientExtensionResults: {},
}
const get = mock(async (): Promise<unknown> => new FakeCredential())
const create = mock(async (): Promise<unknown> => new FakeCredential())

beforeEach(() => {
	get.mockImplementation(async () => new FakeCredential())
	FakeCredential.signalUnknownCredential.mockClear()
	Object.assign(globalThis, { PublicKeyCredential: FakeCredential })
	Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get, create } })
})
afterEach(() => {
	Reflect.deleteProperty(globalThis, 'PublicKeyCredential')
	Reflect.deleteProperty(navigator, 'credentials')
})

const openAuth = (answers: Answers = {}) =>
	openScreen(<AuthScreen />, '/auth', {
		'GET /api/instance': [200, here],
		'POST /api/passkeys/options': [200, request],
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
	get.mockImplementation(async () => {
		throw new DOMException('', 'NotAllowedError')
	})
	await user.click(await screen.findByRole('button', { name: 'Use a passkey' }))
	await waitFor(() => expect(get).toHaveBeenCalled())
	expect(screen.queryByRole('alert')).toBeNull()
	expect(server.bodiesOf('POST /api/passkeys/log-in')).toEqual([])

	get.mockImplementation(async () => new FakeCredential())
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
	// Only what was surely ours: a neighbour at this host has theirs in the same browser.
	expect(FakeCredential.signalUnknownCredential).toHaveBeenCalledTimes(forgotten)
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
	expect(create).not.toHaveBeenCalled()
	expect(server.bodiesOf('POST /api/passkeys/sign-up/options')).toEqual([{ username: 'mum' }])
})

const aPasskey = (more: object = {}) => ({
	credentialId: 'AA',
	label: 'iPhone',
	host: 'localhost',
	createdAt: '2026-05-12T10:00:00.000Z',
	lastUsedOn: new Date().toISOString().slice(0, 10),
	...more,
})
const openSettings = (passkeys: object[], hasPassword: boolean, answers: Answers = {}) =>
	openScreen(
		<SettingsScreen />,
		'/settings',
		{
			'GET /api/instance': [200, here],
			'GET /api/user': [200, me],
			[`GET /api/users/${me.id}/passkeys`]: [200, { passkeys, hasPassword }],
			'POST /api/passkeys/options': [200, request],
			...answers,
		},
		{ member: me },
	)

test('the last way in is not removed, and the dialog says why', async () => {
	const message = 'This is your last key. Set a password first, or you lock yourself out of the car.'
	const passkey = aPasskey({ host: window.location.hostname })
	const server = await openSettings([passkey], false, {
		[`DELETE /api/users/${me.id}/passkeys/AA`]: refusal(409, 'last_way_in', message),
	})
	expect(await screen.findByText(/^added May 12, 2026 · last used (today|yesterday)$/)).toBeTruthy()
	expect(screen.getByRole('heading', { name: 'Set a password' })).toBeTruthy()

	await user.click(screen.getByRole('button', { name: 'Remove iPhone' }))
	await user.click(await screen.findByRole('button', { name: 'Remove' }))

	expect(await screen.findByText(message)).toBeTruthy()
	expect(server.bodiesOf('POST /api/passkeys/options')).toEqual([{ purpose: 'confirm' }])
})

test('a passkey of another name says where it opens, and where there are none it says why', async () => {
	await openSettings([aPasskey({ host: 'rides.example.org' })], true, {
		'GET /api/instance': [200, anInstance()],
	})

	expect(await screen.findByText('· opens only at rides.example.org', { exact: false })).toBeTruthy()
	const why = `Passkeys need https and a name. At ${window.location.hostname} browsers do not offer them.`
	expect(screen.getByText(why)).toBeTruthy()
	expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
})
