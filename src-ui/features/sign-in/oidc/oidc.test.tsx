import { afterEach, beforeEach, expect, mock, test } from 'bun:test'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type Answers, aMember, anInstance, problem, refusal } from '#ui/testing/fake-server.ts'
import { fill } from '#ui/testing/fill.ts'
import { openScreen } from '#ui/testing/render-screen.tsx'
import { CallbackScreen } from './callback-screen.tsx'
import { Connections } from './connections.tsx'
import { ElsewhereLogIn } from './elsewhere-log-in.tsx'

const user = userEvent.setup()
const me = aMember()
const signIn = { passkeys: false, oidc: { name: 'The Millers' }, password: true }
const INSTANCE = 'GET /api/instance'
const here: Answers = { [INSTANCE]: [200, anInstance({ signIn })] }
const FINISH = 'POST /api/oidc/finish'
const QUERY = '?code=a-code&state=a-state'

const assign = mock((_address: string) => undefined)
const realLocation = window.location
beforeEach(() => {
	assign.mockClear()
	sessionStorage.clear()
	const { href, origin, pathname, hostname } = realLocation
	const stub = { href, origin, pathname, hostname, search: QUERY, assign }
	Object.defineProperty(window, 'location', { configurable: true, value: stub })
})
afterEach(() => Object.defineProperty(window, 'location', { configurable: true, value: realLocation }))

const openCallback = (answers: Answers) => openScreen(<CallbackScreen />, '/oidc/callback', { ...here, ...answers })
const openLogIn = (answers: Answers = {}) =>
	openScreen(<ElsewhereLogIn luggage={{ next: '/verdicts' }} onDone={() => {}} />, '/auth', { ...here, ...answers })

test('the log-in leads to the provider, with what one brings along', async () => {
	const server = await openLogIn({ 'POST /api/oidc/start': [200, { url: 'https://auth.example.org/authorize' }] })

	await user.click(await screen.findByRole('button', { name: 'Log in with The Millers' }))

	await waitFor(() => expect(assign).toHaveBeenCalledWith('https://auth.example.org/authorize'))
	expect(server.bodiesOf('POST /api/oidc/start')).toEqual([{ next: '/verdicts' }])
})

test('where session storage is refused, one sentence says why the provider is out of reach, and the door lets in', async () => {
	const own = Object.getOwnPropertyDescriptor(window, 'sessionStorage')
	Object.defineProperty(window, 'sessionStorage', {
		configurable: true,
		get: () => {
			throw new DOMException('no', 'SecurityError')
		},
	})
	const server = await openLogIn({
		[INSTANCE]: [200, anInstance({ signIn: { ...signIn, proxy: { name: 'mum', logOutUrl: null } } })],
		'POST /api/proxy/log-in': [200, { user: { ...me, cameAlong: 0 }, next: null, act: 'log_in' }],
	})

	await user.click(await screen.findByRole('button', { name: 'Log in with The Millers' }))
	expect(await screen.findByText(/^This browser keeps nothing for this page/)).toBeTruthy()
	await user.click(screen.getByRole('button', { name: 'Come in as mum' }))

	await waitFor(() => expect(screen.getByText('Welcome!')).toBeTruthy())
	expect(server.bodiesOf('POST /api/oidc/start')).toEqual([])
	if (own) Object.defineProperty(window, 'sessionStorage', own)
})

test('the door offers to let one in, and does nothing by itself', async () => {
	const proxy = { name: 'mum', logOutUrl: null }
	const server = await openLogIn({
		[INSTANCE]: [200, anInstance({ signIn: { ...signIn, proxy } })],
		'POST /api/proxy/log-in': refusal(403, 'refused', 'The door does not say that you are that person.'),
	})
	const button = await screen.findByRole('button', { name: 'Come in as mum' })
	expect(server.bodiesOf('POST /api/proxy/log-in')).toEqual([])

	await user.click(button)

	expect(await screen.findByText('The door does not say that you are that person.')).toBeTruthy()
	expect(server.bodiesOf('POST /api/proxy/log-in')).toEqual([{ name: 'mum', next: '/verdicts' }])
})

test('what the provider says is told to the server once, and the member goes on to where they wanted', async () => {
	const server = await openCallback({
		[FINISH]: [200, { user: { ...me, cameAlong: 0 }, next: '/verdicts', act: 'log_in' }],
	})

	await waitFor(() => expect(server.place()).toBe('/verdicts'))
	expect(server.bodiesOf(FINISH)).toEqual([{ query: QUERY }])
	expect(screen.getByText('Welcome!')).toBeTruthy()
})

test('a newcomer takes the name that is proposed, or another, in the tab that left for the provider [T77]', async () => {
	const secret = 's'.repeat(48)
	sessionStorage.setItem('tabSecret', JSON.stringify(secret))
	const server = await openCallback({
		[FINISH]: [200, { choose: { username: 'muem', display_name: 'Mum Miller' }, next: null }],
		'POST /api/oidc/sign-up': [201, { ...me, cameAlong: 0 }],
	})
	expect(await screen.findByRole('heading', { name: 'Hop in, Mum Miller' })).toBeTruthy()
	expect(screen.getByText('Already on Backseat? Log in once and we connect the two.')).toBeTruthy()
	expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('muem')

	await user.click(screen.getByRole('button', { name: 'Take this seat' }))

	await waitFor(() => expect(server.bodiesOf('POST /api/oidc/sign-up')).toHaveLength(1))
	expect(server.bodiesOf('POST /api/oidc/sign-up')).toMatchObject([{ username: 'muem' }])
	const secrets = [FINISH, 'POST /api/oidc/sign-up'].flatMap((call) => server.headersOf(call, 'Tab-Secret'))
	expect(secrets).toEqual([secret, secret])
})

test('a refusal is in the words of the server, with a way back', async () => {
	await openCallback({ [FINISH]: refusal(403, 'wrong_group', 'This car is for a group.') })

	expect(await screen.findByText('This car is for a group.')).toBeTruthy()
	expect(screen.getByRole('link', { name: 'Back to Log In' }).getAttribute('href')).toBe('/auth')
	expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('while the provider is away the same may be tried again', async () => {
	const server = await openCallback({ [FINISH]: refusal(502, 'provider_away', 'The Millers does not answer.') })

	await user.click(await screen.findByRole('button', { name: 'Try again' }))

	await waitFor(() => expect(server.bodiesOf(FINISH)).toEqual([{ query: QUERY }, { query: QUERY }]))
})

test('the settings say what is connected, and connect what is not with a proof', async () => {
	const identity = {
		issuer: 'proxy',
		name: 'mum',
		provider: 'proxy',
		linkedAt: '2030-01-01T00:00:00.000Z',
		lastUsedOn: null,
	}
	const server = await openScreen(<Connections me={me} />, '/settings', {
		...here,
		[`GET /api/users/${me.id}/passkeys`]: [200, { passkeys: [], identities: [identity], hasPassword: true }],
		'POST /api/oidc/start': problem(403, 'That is not your current password'),
	})
	expect(await screen.findByText('The door: connected')).toBeTruthy()
	await user.click(await screen.findByRole('button', { name: 'Connect The Millers' }))
	await fill(user, await screen.findByLabelText('Your password'), 'guess')

	await user.click(screen.getByRole('button', { name: 'Go to The Millers' }))

	await waitFor(() => expect(server.bodiesOf('POST /api/oidc/start')).toHaveLength(1))
	expect(server.bodiesOf('POST /api/oidc/start')).toMatchObject([
		{ link: true, next: '/settings', proof: { password: 'guess' } },
	])
})
