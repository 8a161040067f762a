import { expect, test } from 'bun:test'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { rememberedUser } from '#ui/platform/storage.ts'
import { aMember, anInstance, deadNetwork, fakeServer, problem } from '#ui/testing/fake-server.ts'
import { fill } from '#ui/testing/fill.ts'
import { renderScreen, type ScreenOptions } from '#ui/testing/render-screen.tsx'
import { ResetScreen } from './reset-screen.tsx'

const TOKEN = 'abcdefghijklmnopqrstuvwxyz012345'
const LOOKUP = `GET /api/password-resets/${TOKEN}`
const RESET = 'POST /api/password-resets'
const INSTANCE = { 'GET /api/instance': [200, anInstance()] } as const
const found = {
	[LOOKUP]: [200, { username: 'jonas', avatarId: 5, removes: { passkeys: false, connected: [] } }],
} as const
const user = userEvent.setup()

const openLink = ({ token = TOKEN, ...options }: ScreenOptions & { token?: string } = {}) =>
	renderScreen(<ResetScreen token={token} />, `/reset/${token}`, options)
const field = () => screen.getByLabelText<HTMLInputElement>('New password')

async function setPassword(password: string) {
	await fill(user, field(), password)
	await user.click(screen.getByRole('button', { name: 'Set New Password' }))
}

test('the link shows whose password it is, and setting it leads on, signed in', async () => {
	const server = fakeServer({ ...INSTANCE, ...found, [RESET]: [200, aMember()] })
	const { place } = await openLink()
	expect(await screen.findByText('jonas')).toBeTruthy()
	expect(document.title).not.toContain(TOKEN)

	await setPassword(' new key 22 ')

	await waitFor(() => expect(place()).toBe('/'))
	expect(server.bodiesOf(RESET)).toEqual([{ token: TOKEN, password: ' new key 22 ' }])
	expect(screen.getByText('Your new key turns')).toBeTruthy()
	expect(rememberedUser()?.username).toBe('jonas')
	// Looking up the used link again would show it as invalid.
	expect(server.calls().filter((call) => call === LOOKUP)).toHaveLength(1)
})

test('the page says which ways in go with the old password, and what to do then', async () => {
	const removes = { passkeys: true, connected: ['The Millers'] }
	fakeServer({ ...INSTANCE, [LOOKUP]: [200, { username: 'jonas', avatarId: 5, removes }] })
	await openLink()

	expect(
		await screen.findByText(/Your passkeys are removed, too. The Millers no longer opens your account/),
	).toBeTruthy()
})

test('password managers learn whose new password it is', async () => {
	fakeServer({ ...INSTANCE, ...found })
	await openLink()

	await screen.findByText('jonas')
	expect(field().autocomplete).toBe('new-password')
	expect(document.querySelector<HTMLInputElement>('form input[autocomplete=username]')?.value).toBe('jonas')
})

test('without a connection what was typed stays', async () => {
	fakeServer({ ...INSTANCE, ...found, [RESET]: deadNetwork })
	await openLink()
	await screen.findByText('jonas')

	await setPassword('hunter22')

	expect(await screen.findByText('Your password is still the old one. Please try again.')).toBeTruthy()
	expect(field().value).toBe('hunter22')
})

test('a member who sits here under another name is told that they will change seats', async () => {
	const maria = aMember({ id: 5, username: 'maria' })
	fakeServer({ ...INSTANCE, ...found, 'GET /api/user': [200, maria] })
	await openLink({ member: maria })

	expect(
		await screen.findByText('You are riding as maria. Setting this password moves you over to jonas.'),
	).toBeTruthy()
})

test('a dead link says so in the words of the server, and whom to ask', async () => {
	fakeServer({ ...INSTANCE, [LOOKUP]: problem(404, 'Gone with the wind.') })
	await openLink()

	expect(await screen.findByRole('heading', { level: 1, name: 'This key does not turn' })).toBeTruthy()
	expect(screen.getByText('Gone with the wind.')).toBeTruthy()
	expect(await screen.findByText('Ask whoever runs this Backseat for a new one.')).toBeTruthy()
	expect(screen.getByRole('link', { name: 'Log In' }).getAttribute('href')).toBe('/auth')
	expect(screen.getByRole('link', { name: 'Back to Home' })).toBeTruthy()
})

test('where mail is set up, a new link can be asked for on the spot', async () => {
	const server = fakeServer({
		'GET /api/instance': [200, anInstance({ mail: true })],
		[LOOKUP]: problem(404, 'Gone.'),
		'POST /api/forgot-password': [202, { success: true }],
	})
	await openLink()

	await user.click(await screen.findByRole('button', { name: 'Ask for a New Link' }))
	await fill(user, screen.getByLabelText('Username'), 'jonas')
	await user.click(screen.getByRole('button', { name: 'Send Me a Link' }))

	expect(await screen.findByText(/a link is on its way/)).toBeTruthy()
	expect(server.bodiesOf('POST /api/forgot-password')).toEqual([{ username: 'jonas' }])
})

test('a link that dies while they type leads to the same dead end', async () => {
	fakeServer({ ...INSTANCE, ...found, [RESET]: problem(404, 'Too late.') })
	await openLink()
	await screen.findByText('jonas')

	await setPassword('hunter22')

	expect(await screen.findByRole('heading', { name: 'This key does not turn' })).toBeTruthy()
	expect(screen.getByText('Too late.')).toBeTruthy()
})

test('nonsense in the address is not even sent', async () => {
	const server = fakeServer(INSTANCE)
	await openLink({ token: 'short' })

	expect(await screen.findByRole('heading', { name: 'This key does not turn' })).toBeTruthy()
	expect(server.calls()).not.toContain('GET /api/password-resets/short')
})
