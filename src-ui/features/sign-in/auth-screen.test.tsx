import { expect, test } from 'bun:test'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { instanceQuery } from '#ui/features/instance/instance.api.ts'
import { noteGuestRatings } from '#ui/features/ratings/guest-ratings.memory.ts'
import { noteJustClaimed } from '#ui/features/sign-in/session/claim-note.memory.ts'
import { aMember, anInstance, deadNetwork, fakeServer, problem } from '#ui/testing/fake-server.ts'
import { fill } from '#ui/testing/fill.ts'
import { openedApp } from '#ui/testing/opened-app.ts'
import { renderScreen } from '#ui/testing/render-screen.tsx'
import { AuthScreen } from './auth-screen.tsx'
import { authSearch } from './auth-search.ts'

const open = [200, anInstance()] as const
const withMail = [200, anInstance({ mail: true })] as const
const user = userEvent.setup()
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

async function logIn(username: string, password: string) {
	if (username) await fill(user, field('Username'), username)
	if (password) await fill(user, field('Password'), password)
	await user.click(screen.getByRole('button', { name: 'Log In' }))
}

async function signUp(username: string, password: string) {
	await user.click(screen.getByRole('tab', { name: 'Sign Up' }))
	await fill(user, field('Username'), username)
	await fill(user, field('Password'), password)
	await user.click(screen.getByRole('button', { name: 'Sign Up' }))
}

test('an empty log-in says what is missing, goes to the first field and sends nothing [spec 5.2]', async () => {
	const server = fakeServer({ 'GET /api/instance': open })
	await renderScreen(<AuthScreen />, '/auth')

	await logIn('', '')

	expect(screen.getByText('Username must be at least 3 characters')).toBeTruthy()
	expect(screen.getByText('Password is required')).toBeTruthy()
	expect(document.activeElement).toBe(field('Username'))
	expect(server.bodiesOf('POST /api/login')).toEqual([])
})

test('signing up shows each of its rules at the field [spec 5.3]', async () => {
	fakeServer({ 'GET /api/instance': open })
	await renderScreen(<AuthScreen />, '/auth')

	await signUp('a-name-of-twenty-one-', 'short')

	expect(screen.getByText('Username must be at most 20 characters')).toBeTruthy()
	expect(screen.getByText('Password must be at least 6 characters')).toBeTruthy()
	await user.clear(field('Username'))
	await fill(user, field('Username'), 'jonas!')
	await user.click(screen.getByRole('button', { name: 'Sign Up' }))
	expect(screen.getByText('Username can only contain letters, numbers, periods, underscores, and hyphens')).toBeTruthy()
})

test('the provider is on both tabs, also where nobody new may sign up [spec 15.35]', async () => {
	const signIn = { passkeys: false, oidc: { name: 'The Millers' }, password: true }
	fakeServer({ 'GET /api/instance': [200, anInstance({ signIn })] })
	await renderScreen(<AuthScreen />, '/auth')
	expect(await screen.findByRole('button', { name: 'Log in with The Millers' })).toBeTruthy()
	await user.click(screen.getByRole('tab', { name: 'Sign Up' }))
	expect(await screen.findByRole('button', { name: 'Sign up with The Millers' })).toBeTruthy()
	cleanup()

	fakeServer({ 'GET /api/instance': [200, anInstance({ signIn, signup: 'closed' })] })
	await renderScreen(<AuthScreen />, '/auth')
	await user.click(await screen.findByRole('tab', { name: 'Sign Up' }))
	expect(await screen.findByText('This car is full')).toBeTruthy()
	expect(await screen.findByRole('button', { name: 'Log in with The Millers' })).toBeTruthy()
})

test('logging in keeps the guest rating, welcomes, and leads to the driver it was about', async () => {
	const server = fakeServer({ 'GET /api/instance': open, 'POST /api/login': [200, aMember()] })
	const { place } = await renderScreen(<AuthScreen ratingId={7} driverId={99} />, '/auth')

	await user.click(screen.getByRole('tab', { name: 'Log In' }))
	await logIn('jonas ', 'hunter22')

	await waitFor(() => expect(place()).toBe('/profile/99'))
	expect(server.bodiesOf('POST /api/login')).toEqual([{ username: 'jonas', password: 'hunter22', ratingId: 7 }])
	expect(screen.getByText("You've successfully logged in as jonas")).toBeTruthy()
})

test('without a driver to go to, logging in leads to the start, with one toast only', async () => {
	fakeServer({ 'GET /api/instance': open, 'POST /api/login': [200, aMember()] })
	const { place } = await renderScreen(<AuthScreen ratingId={7} />, '/auth')

	await user.click(screen.getByRole('tab', { name: 'Log In' }))
	await logIn('jonas', 'hunter22')

	await waitFor(() => expect(place()).toBe('/'))
	expect(screen.queryByText('Already logged in')).toBeNull()
})

test.each([
	['logging in', logIn, '/host/backups'],
	['signing up', signUp, '/host/backups'],
	['logging in', logIn, '/receipts/2026-11'],
	['logging in', logIn, '/wrapped?year=2025'],
] as const)('after %s a member goes on to the page they wanted', async (_way, go, next) => {
	const welcome = [200, aMember()] as const
	fakeServer({ 'GET /api/instance': open, 'POST /api/login': welcome, 'POST /api/users': welcome })
	const { place } = await renderScreen(<AuthScreen next={next} />, '/auth')

	await go('jonas', 'hunter22')

	await waitFor(() => expect(place()).toBe(next))
})

test('nobody can be sent to a place that is not on the list', () => {
	const placeOf = (next: unknown) => authSearch({ next }).next

	for (const next of ['/host/backups', '/receipts/2026-11', '/wrapped', '/wrapped?year=2025'])
		expect(placeOf(next)).toBe(next)
	for (const next of [
		'//evil.example',
		'https://evil.example/host',
		'/host/../home',
		'/host/backups?x',
		'/receipts/2026-11/..',
		'//wrapped',
		'/wrapped?year=2025&next=//evil.example',
		'/home',
		7,
		['/host'],
	])
		expect(placeOf(next)).toBeUndefined()
})

const openTab = () => screen.getByRole('tab', { selected: true }).textContent

test('a guest who comes to keep a rating, or has rated here, starts with signing up, and everybody else with logging in [spec 10.25]', async () => {
	fakeServer({ 'GET /api/instance': open })
	await renderScreen(<AuthScreen ratingId={7} />, '/auth')
	expect(openTab()).toBe('Sign Up')
	cleanup()
	noteGuestRatings(true)
	await renderScreen(<AuthScreen />, '/auth')
	expect(openTab()).toBe('Sign Up')
	cleanup()
	noteGuestRatings(false)

	await renderScreen(<AuthScreen />, '/auth')
	expect(openTab()).toBe('Log In')
})

test('where a member has logged in before, also if they have logged out since, a guest starts with logging in [spec 10.25]', async () => {
	fakeServer({ 'GET /api/instance': open, 'POST /api/logout': [204] })
	const app = openedApp(aMember())
	await app.session.signOut()

	await renderScreen(<AuthScreen ratingId={7} />, '/auth', { app: openedApp() })

	expect(localStorage.getItem('currentUser')).toBeNull()
	expect(openTab()).toBe('Log In')
})

test('a friend whom a new host has sent starts with signing up', async () => {
	fakeServer({ 'GET /api/instance': open })
	await renderScreen(<AuthScreen {...authSearch({ as: 'new' })} />, '/auth')

	expect(screen.getByRole('tab', { name: 'Sign Up', selected: true })).toBeTruthy()
	expect(authSearch({ as: 'host' }).as).toBeUndefined()
})

test('while nobody is host who would sign up first reads where the link is, and goes on all the same [spec 12.13] [spec 15.40]', async () => {
	fakeServer({ 'GET /api/instance': [200, anInstance({ needsHost: true })] })
	const app = openedApp()
	await app.queryClient.prefetchQuery(instanceQuery)
	await renderScreen(<AuthScreen />, '/auth', { app })
	const words = 'Nobody is host yet. If you set this up, open the link from where it was started.'
	expect(screen.getByText(words)).toBeTruthy()
	expect(openTab()).toBe('Sign Up')
	expect(screen.queryByLabelText('Username')).toBeNull()

	await user.click(screen.getByRole('button', { name: 'Sign up without it' }))

	expect(screen.queryByText(words)).toBeNull()
	expect(document.activeElement).toBe(screen.getByLabelText('Username'))
})

test('where nobody can sign up a guest starts with logging in', async () => {
	fakeServer({ 'GET /api/instance': [200, anInstance({ signup: 'closed' })] })
	const app = openedApp()
	await app.queryClient.prefetchQuery(instanceQuery)

	await renderScreen(<AuthScreen ratingId={7} />, '/auth', { app })

	expect(openTab()).toBe('Log In')
})

test('a wrong password keeps what was typed and goes back to the password [spec 8.1]', async () => {
	fakeServer({ 'GET /api/instance': open, 'POST /api/login': problem(401, 'Invalid username or password') })
	const { place } = await renderScreen(<AuthScreen />, '/auth')

	await logIn('jonas', 'hunter23')

	expect(await screen.findByText('Login failed')).toBeTruthy()
	expect(screen.getByText('Please check your username and password and try again.')).toBeTruthy()
	expect(field('Username').value).toBe('jonas')
	expect(document.activeElement).toBe(field('Password'))
	expect(place()).toBe('/auth')
})

test('who has to wait is told how long, not to check the password', async () => {
	const wait = 'Too many requests. Please try again in 30 seconds.'
	fakeServer({ 'GET /api/instance': open, 'POST /api/login': problem(429, wait) })
	await renderScreen(<AuthScreen />, '/auth')

	await logIn('jonas', 'hunter23')

	expect(await screen.findByText(wait)).toBeTruthy()
})

test('signing up sends the chosen face and the guest rating', async () => {
	const server = fakeServer({ 'GET /api/instance': open, 'POST /api/users': [201, aMember()] })
	const { place } = await renderScreen(<AuthScreen ratingId={7} driverId={99} />, '/auth')

	await user.click(screen.getByRole('tab', { name: 'Sign Up' }))
	await user.click(screen.getByRole('radio', { name: 'Road-trip dog' }))
	await signUp('jonas', 'hunter22')

	await waitFor(() => expect(place()).toBe('/profile/99'))
	expect(server.bodiesOf('POST /api/users')).toEqual([
		{ username: 'jonas', password: 'hunter22', email: null, avatarId: 3, ratingId: 7 },
	])
})

test('where lost passwords are reset by mail, signing up takes an address, if it is one', async () => {
	const server = fakeServer({ 'GET /api/instance': withMail, 'POST /api/users': [201, aMember()] })
	const { place } = await renderScreen(<AuthScreen />, '/auth')
	await user.click(screen.getByRole('tab', { name: 'Sign Up' }))
	await fill(user, field('Email'), 'not an address')
	await signUp('jonas', 'hunter22')

	expect(screen.getByText('Please enter a valid email')).toBeTruthy()
	expect(server.bodiesOf('POST /api/users')).toEqual([])
	await user.clear(field('Email'))
	await fill(user, field('Email'), 'jonas@example.org')
	await user.click(screen.getByRole('button', { name: 'Sign Up' }))

	await waitFor(() => expect(place()).toBe('/'))
	expect(server.bodiesOf('POST /api/users')).toMatchObject([{ username: 'jonas', email: 'jonas@example.org' }])
})

test('without mail nobody is asked for an address, and a member who forgot their password hears whom to ask [spec 10.8]', async () => {
	fakeServer({ 'GET /api/instance': open })
	await renderScreen(<AuthScreen />, '/auth')

	const words = 'Forgot your password? Ask whoever runs this Backseat: they can give you a link.'
	expect(await screen.findByText(words)).toBeTruthy()
	expect(screen.queryByRole('button', { name: 'Forgot your password?' })).toBeNull()
	await user.click(screen.getByRole('tab', { name: 'Sign Up' }))
	expect(screen.getByText('At least 6 characters. No e-mail needed.')).toBeTruthy()
	expect(screen.queryByLabelText('Email')).toBeNull()
})

test('a taken name is said in a toast and at the field, which offers another [spec 8.14] [spec 9.31]', async () => {
	fakeServer({ 'GET /api/instance': open, 'POST /api/users': problem(409, 'Username already exists', 'username') })
	await renderScreen(<AuthScreen />, '/auth')

	await signUp('jonas', 'hunter22')

	expect(await screen.findByText('This username is already taken. Please choose another one.')).toBeTruthy()
	expect(screen.getByText('Signup failed')).toBeTruthy()
	expect(field('Username').getAttribute('aria-invalid')).toBe('true')
	await user.click(screen.getByRole('button', { name: 'Take jonas2' }))
	expect(field('Username').value).toBe('jonas2')
})

test('a sign-up that fails for no reason of theirs can be tried again [spec 8.14] [spec 9.31]', async () => {
	fakeServer({ 'GET /api/instance': open, 'POST /api/users': deadNetwork })
	await renderScreen(<AuthScreen />, '/auth')

	await signUp('jonas', 'hunter22')

	expect(await screen.findByText('Failed to create account. Please try again.')).toBeTruthy()
	expect(field('Password').value).toBe('hunter22')
})

test('where signing up is by invitation, no form pretends otherwise', async () => {
	fakeServer({ 'GET /api/instance': [200, anInstance({ signup: 'invite' })] })
	await renderScreen(<AuthScreen />, '/auth')

	await user.click(screen.getByRole('tab', { name: 'Sign Up' }))

	expect(await screen.findByText('This ride is by invitation')).toBeTruthy()
	expect(screen.queryByLabelText('Password')).toBeNull()
})

test('a member who comes by is told so and sent on', async () => {
	fakeServer({ 'GET /api/instance': open, 'GET /api/user': [200, aMember()] })
	const { place } = await renderScreen(<AuthScreen ratingId={7} driverId={99} />, '/auth', { member: aMember() })

	expect(screen.getByText('Already logged in')).toBeTruthy()
	expect(screen.getByText("You're already riding as jonas.")).toBeTruthy()
	await waitFor(() => expect(place()).toBe('/profile/99'))
})

test('after a claim that could not log them in, people find the note, their name, and then their profile', async () => {
	fakeServer({ 'GET /api/instance': open, 'POST /api/login': [200, aMember({ id: 12, username: 'bob' })] })
	noteJustClaimed({ username: 'bob', message: 'Log in as bob to see them.' })
	const { place } = await renderScreen(<AuthScreen />, '/auth')

	expect(screen.getByText('Log in as bob to see them.')).toBeTruthy()
	expect(field('Username').value).toBe('bob')
	await logIn('', 'long-enough')
	await waitFor(() => expect(place()).toBe('/profile/12'))
	expect(sessionStorage.getItem('justClaimed')).toBeNull()
})

test('skipping with a rating says that it stays anonymous', async () => {
	fakeServer({ 'GET /api/instance': open })
	const { place } = await renderScreen(<AuthScreen ratingId={7} driverId={99} />, '/auth')

	await user.click(screen.getByRole('link', { name: 'Skip for now' }))

	await waitFor(() => expect(place()).toBe('/home'))
	expect(screen.getByText('Rating submitted anonymously')).toBeTruthy()
})

test('a logout that did not reach the server is sent before the next login', async () => {
	const server = fakeServer({ 'GET /api/instance': open, 'POST /api/logout': deadNetwork })
	const app = openedApp(aMember())
	await expect(app.session.signOut()).rejects.toThrow('Failed to fetch')
	expect(localStorage.getItem('currentUser')).toBeNull()

	server.answer('POST /api/logout', [204])
	server.answer('POST /api/login', [200, aMember({ id: 5, username: 'maria' })])
	await renderScreen(<AuthScreen />, '/auth', { app })
	await logIn('maria', 'hunter22')

	await waitFor(() => expect(server.calls()).toContain('POST /api/login'))
	const told = server.calls().filter((call) => call === 'POST /api/logout' || call === 'POST /api/login')
	expect(told).toEqual(['POST /api/logout', 'POST /api/logout', 'POST /api/login'])
	expect(localStorage.getItem('logoutPending')).toBeNull()
})
