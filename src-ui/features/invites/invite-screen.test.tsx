import { expect, spyOn, test } from 'bun:test'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { instanceQuery } from '#ui/features/instance/instance.api.ts'
import { homeShape, rememberUser } from '#ui/platform/storage.ts'
import { aMember, anInstance, fakeServer, forgetEverything, problem } from '#ui/testing/fake-server.ts'
import { fill } from '#ui/testing/fill.ts'
import { openedApp } from '#ui/testing/opened-app.ts'
import { renderScreen, type ScreenOptions } from '#ui/testing/render-screen.tsx'
import { InviteScreen } from './invite-screen.tsx'

const CODE = 'abcdefghijklmnopqrstuvwxyz012345'
const LOOKUP = `GET /api/invites/${CODE}`
const SIGN_UP = 'POST /api/users'
const INSTANCE = { 'GET /api/instance': [200, anInstance({ signup: 'invite' })] } as const
const NO_HOST = { 'GET /api/instance': [200, anInstance({ signup: 'invite', needsHost: true })] } as const
const WORDS = 'This invitation is invalid, used up or expired.'
const user = userEvent.setup()

const openInvite = ({ code = CODE, ...options }: ScreenOptions & { code?: string } = {}) =>
	renderScreen(<InviteScreen code={code} />, `/invite/${code}`, options)
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

async function signUp() {
	await fill(user, screen.getByLabelText('Username'), 'jonas')
	await fill(user, screen.getByLabelText('Password'), 'hunter22')
	await user.click(screen.getByRole('button', { name: 'Sign Up' }))
}

test('an invited person signs up with the invitation and is sent on like everybody', async () => {
	const server = fakeServer({ ...INSTANCE, [LOOKUP]: [200, { isSetup: false }], [SIGN_UP]: [201, aMember()] })
	const { place } = await openInvite()
	expect(await heading("You're Invited")).toBeTruthy()
	expect(document.title).not.toContain(CODE)

	await signUp()

	await waitFor(() => expect(place()).toBe('/'))
	expect(server.bodiesOf(SIGN_UP)).toMatchObject([
		{ invite: CODE, username: 'jonas', password: 'hunter22', email: null },
	])
	expect(screen.getByText("You've successfully logged in as jonas")).toBeTruthy()
	// Looking up the used invitation again would show it as invalid.
	expect(server.calls().filter((call) => call === LOOKUP)).toHaveLength(1)
})

test('who has just signed up is not taken for a member who came by, however long the next screen takes', async () => {
	const nextScreen = Promise.withResolvers<void>()
	fakeServer({ ...INSTANCE, [LOOKUP]: [200, { isSetup: false }], [SIGN_UP]: [201, aMember()] })
	const { place } = await openInvite({ nextScreen: nextScreen.promise })
	await heading("You're Invited")

	await signUp()

	expect(await screen.findByText("You've successfully logged in as jonas")).toBeTruthy()
	expect(screen.getByRole('heading', { level: 1 }).textContent).toBe("You're Invited")
	nextScreen.resolve()
	await waitFor(() => expect(place()).toBe('/'))
})

test('the set-up link greets the host to be, who has no account to log in to', async () => {
	fakeServer({ ...NO_HOST, [LOOKUP]: [200, { isSetup: true }] })
	const app = openedApp()
	await app.queryClient.prefetchQuery(instanceQuery)
	await openInvite({ app })

	expect(await heading('You take the wheel')).toBeTruthy()
	expect(screen.getByRole('button', { name: 'Sign Up' })).toBeTruthy()
	expect(screen.queryByRole('link', { name: 'Log in' })).toBeNull()
})

test('while nobody is host a person with an invitation first reads where the set-up link is [spec 15.40]', async () => {
	fakeServer({ ...NO_HOST, [LOOKUP]: [200, { isSetup: false }] })
	const app = openedApp()
	await app.queryClient.prefetchQuery(instanceQuery)
	await openInvite({ app })

	expect(await screen.findByText(/^Nobody is host yet\./)).toBeTruthy()
	await user.click(screen.getByRole('button', { name: 'Sign up without it' }))
	expect(screen.getByRole('button', { name: 'Sign Up' })).toBeTruthy()
})

test('a member who opens the set-up link reads how their own account becomes host', async () => {
	fakeServer({ ...NO_HOST, [LOOKUP]: [200, { isSetup: true }], 'GET /api/user': [200, aMember()] })
	await openInvite({ member: aMember() })

	expect(await screen.findByText('backseat user host jonas on')).toBeTruthy()
})

test('home expects the first steps of who signs up by the set-up link, and of nobody who comes by an invitation', async () => {
	for (const [isSetup, space] of [
		[false, 'none'],
		[true, 'steps'],
	] as const) {
		fakeServer({ ...INSTANCE, [LOOKUP]: [200, { isSetup }], [SIGN_UP]: [201, aMember()] })
		const { place } = await openInvite()
		await screen.findByLabelText('Username')

		await signUp()

		await waitFor(() => expect(place()).toBe('/'))
		expect(homeShape().space).toBe(space)
		forgetEverything()
	}
})

test('a dead invitation says so in the words of the server, and shows ways on', async () => {
	fakeServer({ ...INSTANCE, [LOOKUP]: problem(404, 'Gone with the wind.') })
	await openInvite()

	expect(await heading('This ride has left')).toBeTruthy()
	expect(screen.getByText('Gone with the wind.')).toBeTruthy()
	expect(screen.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('/')
	expect(screen.getByRole('link', { name: 'Log In' }).getAttribute('href')).toBe('/auth')
	expect(screen.queryByLabelText('Password')).toBeNull()
})

test('nonsense in the address is not even sent', async () => {
	const server = fakeServer(INSTANCE)
	await openInvite({ code: 'short' })

	expect(await screen.findByText(WORDS)).toBeTruthy()
	expect(server.calls()).toEqual([])
})

test('a member is told that they have a seat, sends nothing, and can let another person sit down', async () => {
	const server = fakeServer({
		...INSTANCE,
		[LOOKUP]: [200, { isSetup: false }],
		'GET /api/user': [200, aMember()],
		'POST /api/logout': [204],
	})
	await openInvite({ member: aMember() })
	expect(await heading('You have a seat already')).toBeTruthy()
	expect(server.calls()).not.toContain(SIGN_UP)

	await user.click(screen.getByRole('button', { name: 'Not jonas? Log out' }))

	expect(await heading("You're Invited")).toBeTruthy()
})

test('a member can hand the invitation on, as a link or as a code [spec 11.4]', async () => {
	fakeServer({ ...INSTANCE, [LOOKUP]: [200, { isSetup: false }], 'GET /api/user': [200, aMember()] })
	const copied = spyOn(navigator.clipboard, 'writeText').mockResolvedValue(undefined)
	await openInvite({ member: aMember() })
	const link = `http://backseat.test/invite/${CODE}`

	await user.click(await screen.findByRole('button', { name: 'Copy link' }))
	await user.click(screen.getByRole('button', { name: 'Show QR code' }))

	await waitFor(() => expect(copied.mock.calls).toEqual([[link]]))
	for (const way of ['WhatsApp', 'SMS'])
		expect(screen.getByRole('link', { name: way, hidden: true }).getAttribute('href')).toContain(
			encodeURIComponent(link),
		)
	const shown = within(await screen.findByRole('dialog', { name: 'An invitation to Backseat' }))
	expect(shown.getByRole('img', { name: 'QR code of the link' })).toBeTruthy()
	expect(shown.getByText(link)).toBeTruthy()
})

test('an invitation that runs out while they type leads to the same dead end', async () => {
	const server = fakeServer({
		...INSTANCE,
		[LOOKUP]: [200, { isSetup: false }],
		[SIGN_UP]: problem(403, 'By invitation.'),
	})
	await openInvite()
	await heading("You're Invited")
	server.answer(LOOKUP, problem(404, WORDS))

	await signUp()

	expect(await screen.findByText('By invitation.')).toBeTruthy()
	expect(await heading('This ride has left')).toBeTruthy()
})

test('a taken name costs nobody their invitation', async () => {
	const server = fakeServer({
		...INSTANCE,
		[LOOKUP]: [200, { isSetup: false }],
		[SIGN_UP]: problem(409, 'Username already exists', 'username'),
	})
	const { place } = await openInvite()
	await heading("You're Invited")

	await signUp()

	expect(await screen.findByText('That seat is taken. Pick another one')).toBeTruthy()
	server.answer(SIGN_UP, [201, aMember()])
	await user.click(screen.getByRole('button', { name: 'Sign Up' }))
	await waitFor(() => expect(place()).toBe('/'))
})

test('whom a server that started over no longer knows finds their name filled in', async () => {
	rememberUser(aMember())
	fakeServer({ ...INSTANCE, [LOOKUP]: [200, { isSetup: true }] })
	await openInvite()

	await heading('You take the wheel')
	expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('jonas')
})
