import { expect, test } from 'bun:test'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { claimLinkQuery } from '#ui/features/claims/claims.api.ts'
import { claimedNicknameOf, justClaimed } from '#ui/features/sign-in/session/claim-note.memory.ts'
import {
	aClaimLookup,
	aMember,
	anInstance,
	deadNetwork,
	type FakeAnswer,
	fakeServer,
	problem,
} from '#ui/testing/fake-server.ts'
import { fill } from '#ui/testing/fill.ts'
import { renderScreen, type ScreenOptions } from '#ui/testing/render-screen.tsx'
import { ClaimScreen } from './claim-screen.tsx'

const TOKEN = 'abcdefghijklmnopqrstuvwxyz012345'
const LOOKUP = `GET /api/ghost-drivers/claim/${TOKEN}`
const CLAIM = 'POST /api/ghost-drivers/claim'
const INSTANCE = 'GET /api/instance'
const user = userEvent.setup()
const bob = { ...aMember({ id: 12, username: 'uncle.bob', avatarId: 1 }) }

const waiting = (ratingsCount = 3) => [200, aClaimLookup({ ratingsCount })] as const
/** A newcomer's claim, and the login that follows it. */
const claimable = {
	[LOOKUP]: waiting(),
	[CLAIM]: [201, { user: bob, transferredRatings: 3, cameAlong: 0 }],
	'POST /api/login': [200, bob],
} as const

const openLink = (options: ScreenOptions = {}) =>
	renderScreen(<ClaimScreen token={TOKEN} />, `/claim/${TOKEN}`, options)

const nameField = () => screen.getByLabelText<HTMLInputElement>('Username')

/** Replaces the proposed name. Pastes, because single key presses are slow. */
async function typeName(username: string) {
	await user.clear(nameField())
	await user.click(nameField())
	await user.paste(username)
}

async function fillIn(username: string, password: string, email = '') {
	await typeName(username)
	await fill(user, screen.getByLabelText('Password'), password)
	if (email) await fill(user, screen.getByLabelText('Email'), email)
	await user.click(screen.getByRole('button', { name: 'Show Me the Receipts' }))
}

/** Logs in through the dialog. */
async function logIn(username: string) {
	const dialog = within(await screen.findByRole('dialog', { name: 'Log in' }))
	await fill(user, dialog.getByLabelText('Username'), username)
	await fill(user, dialog.getByLabelText('Password'), 'hunter22')
	await user.click(dialog.getByRole('button', { name: 'Log In' }))
}

test.each([
	[3, '3 ratings'],
	[1, '1 rating'],
])('the link shows how many ratings wait, and looking consumes nothing: %d', async (count, words) => {
	const server = fakeServer({ [LOOKUP]: waiting(count) })
	await openLink()

	expect(await screen.findByRole('heading', { level: 1, name: "You've Been Rated" })).toBeTruthy()
	expect(document.body.textContent).toContain(`You've got ${words} waiting!`)
	expect(server.calls().filter((call) => call !== INSTANCE)).toEqual([LOOKUP])
	expect(document.title).not.toContain(TOKEN)
})

test('a newcomer reads what Backseat is before anything is asked, and each rule before the mistake [spec 10.7]', async () => {
	fakeServer({ [LOOKUP]: waiting(), [INSTANCE]: [200, anInstance({ mail: true })] })
	await openLink()

	const words =
		"Backseat is where friends and family rate each other's driving. Someone who rides with you put you on it."
	const [first, heading] = [await screen.findByText(words), screen.getByRole('heading', { level: 1 })]
	expect(first.compareDocumentPosition(heading)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
	expect(screen.getByText('At least 8 characters')).toBeTruthy()
	expect(await screen.findByText('For password recovery')).toBeTruthy()
})

test('without mail the address is for the operator, and the form says so [spec 10.7]', async () => {
	fakeServer({ [LOOKUP]: waiting(), [INSTANCE]: [200, anInstance({ mail: false })] })
	await openLink()

	expect(screen.getByText('For password recovery. Only whoever runs this Backseat can see it.')).toBeTruthy()
})

test('a link that is used up, or no link at all, leads back home; nonsense is not even sent [spec 8.20]', async () => {
	const server = fakeServer({})
	await renderScreen(<ClaimScreen token="a/b?c" />, '/claim')

	expect(await screen.findByRole('heading', { name: 'Profile Not Found' })).toBeTruthy()
	expect(screen.getByText('This claim link is invalid or has already been used.')).toBeTruthy()
	expect(screen.queryByText(/It still worked/)).toBeNull()
	expect(screen.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('/')
	expect(server.calls()).toEqual([])
})

test('the form has the rules of a claim', async () => {
	const server = fakeServer({ [LOOKUP]: waiting() })
	await openLink()
	await fillIn('uncle bob', 'seven77')

	expect(screen.getByText('Username can only contain letters, numbers, dots, dashes, and underscores')).toBeTruthy()
	expect(screen.getByText('Password must be at least 8 characters')).toBeTruthy()
	expect(document.activeElement).toBe(screen.getByLabelText('Username'))
	expect(server.bodiesOf(CLAIM)).toEqual([])
})

test('an e-mail address that is none is left out of the claim and does not prevent it [spec 5.10]', async () => {
	const server = fakeServer(claimable)
	await openLink()
	await fillIn('uncle.bob', 'long-enough', 'not an address')

	expect(await screen.findByText('The receipts are yours')).toBeTruthy()
	expect(server.bodiesOf(CLAIM)).toEqual([
		{ token: TOKEN, username: 'uncle.bob', password: 'long-enough', avatarId: 1 },
	])
})

test('a newcomer claims, is logged in, and arrives at their profile after a moment [spec 9.15]', async () => {
	const server = fakeServer(claimable)
	const { place } = await openLink()
	await fillIn('uncle.bob', 'long-enough', 'bob@example.org')

	expect(await screen.findByText('The receipts are yours')).toBeTruthy()
	expect(screen.getByText("You've successfully logged in as uncle.bob")).toBeTruthy()
	expect(server.bodiesOf(CLAIM)).toEqual([
		{ token: TOKEN, username: 'uncle.bob', password: 'long-enough', email: 'bob@example.org', avatarId: 1 },
	])
	expect(place()).toBe(`/claim/${TOKEN}`)
	expect(claimedNicknameOf(bob.id)).toBe('Uncle Bob')
	await waitFor(() => expect(place()).toBe('/profile/12'))
	// A second lookup would show 'not found' to the member who has just claimed.
	expect(server.calls().filter((call) => call === LOOKUP)).toHaveLength(1)
	await act(() => Bun.sleep(700))
	const events = JSON.stringify(server.bodiesOf('POST /api/events'))
	expect(events).toContain('ghost_claim_link_viewed')
	expect(events).not.toContain(TOKEN)
})

test('when the login after a claim fails, the log-in screen finds a note [spec 8.16] [spec 10.5]', async () => {
	fakeServer({ ...claimable, 'POST /api/login': deadNetwork })
	const { place } = await openLink()
	await fillIn('uncle.bob', 'long-enough')

	await waitFor(() => expect(place()).toBe('/auth'))
	expect(justClaimed()).toEqual({
		username: 'uncle.bob',
		message: "Uncle Bob's ratings now belong to you. Log in as uncle.bob to see them.",
	})
	expect(claimedNicknameOf(bob.id)).toBe('Uncle Bob')
})

test('a taken name costs nobody their claim', async () => {
	fakeServer({ [LOOKUP]: waiting(), [CLAIM]: problem(409, 'Username already exists', 'username') })
	await openLink()
	await fillIn('jonas', 'long-enough')

	expect(await screen.findByText('Username already exists')).toBeTruthy()
	expect(screen.getByText('Claim failed')).toBeTruthy()
	expect(document.activeElement).toBe(screen.getByLabelText('Username'))
	expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('long-enough')
})

test('without an answer the claim can be tried again [spec 8.15]', async () => {
	fakeServer({ [LOOKUP]: waiting(), [CLAIM]: deadNetwork })
	await openLink()
	await fillIn('uncle.bob', 'long-enough')

	expect(await screen.findByText('There was an error claiming this profile. Please try again.')).toBeTruthy()
})

test('who comes second is told that the link is used up [spec 10.2]', async () => {
	const used = 'This claim link is invalid or has already been used.'
	fakeServer({ [LOOKUP]: waiting(), [CLAIM]: problem(404, used) })
	await openLink()
	await fillIn('uncle.bob', 'long-enough')

	expect(await screen.findByRole('heading', { name: 'Profile Not Found' })).toBeTruthy()
	expect(screen.getByText('Claim failed')).toBeTruthy()
	expect(screen.getByText(/^It still worked when you opened it\. Nothing was claimed/)).toBeTruthy()
})

test.each([
	['the window', () => window.dispatchEvent(new Event('focus'))],
	['the tab', () => document.dispatchEvent(new Event('visibilitychange'))],
])(
	'a person who comes back to %s is told that the link was replaced meanwhile [spec 7.15] [spec 10.2]',
	async (_where, comeBack) => {
		const server = fakeServer({ [LOOKUP]: waiting() })
		await openLink()
		await typeName('bobby')
		await act(async () => void comeBack())
		await waitFor(() => expect(server.calls().filter((call) => call === LOOKUP)).toHaveLength(2))
		expect(nameField().value).toBe('bobby')

		server.answer(LOOKUP, deadNetwork)
		await act(async () => void comeBack())
		expect(nameField().value).toBe('bobby')

		server.answer(LOOKUP, [404])
		await act(async () => void comeBack())
		expect(await screen.findByRole('heading', { name: 'Profile Not Found' })).toBeTruthy()
		expect(screen.getByText(/^It still worked when you opened it\./)).toBeTruthy()
	},
)

test('a person who comes back while the claim is on its way is not told that it is used up [spec 7.15]', async () => {
	const claim = Promise.withResolvers<FakeAnswer>()
	const server = fakeServer({ ...claimable, [CLAIM]: () => claim.promise })
	await openLink()
	await fillIn('uncle.bob', 'long-enough')
	server.answer(LOOKUP, [404])

	await act(async () => void window.dispatchEvent(new Event('focus')))
	await act(async () => claim.resolve(claimable[CLAIM]))

	expect(await screen.findByText('The receipts are yours')).toBeTruthy()
	expect(server.calls().filter((call) => call === LOOKUP)).toHaveLength(1)
})

test('a member sees what will happen, and claims into their own account', async () => {
	const server = fakeServer({
		[LOOKUP]: waiting(),
		'GET /api/user': [200, aMember()],
		[CLAIM]: [200, { user: aMember(), transferredRatings: 2, cameAlong: 0 }],
	})
	const { place, app } = await openLink({ member: aMember() })
	expect(await screen.findByText('Everything said about Uncle Bob moves to your profile.')).toBeTruthy()
	expect(screen.queryByLabelText('Password')).toBeNull()

	await user.click(screen.getByRole('button', { name: 'Claim these ratings' }))

	expect(await screen.findByText('The receipts are yours')).toBeTruthy()
	expect(server.bodiesOf(CLAIM)).toEqual([{ token: TOKEN, userId: 4711 }])
	expect(claimedNicknameOf(4711)).toBeNull()
	await waitFor(() => expect(place()).toBe('/profile/4711'))
	// The cache is empty, so reopening the link looks it up again.
	expect(app.queryClient.getQueryData(claimLinkQuery(TOKEN).queryKey)).toBeUndefined()
})

test('nothing is claimed when another tab has become another member', async () => {
	const server = fakeServer({ [LOOKUP]: waiting(), 'GET /api/user': [200, aMember()] })
	await openLink({ member: aMember() })
	server.answer('GET /api/user', [200, aMember({ id: 5, username: 'maria' })])

	await user.click(await screen.findByRole('button', { name: 'Claim these ratings' }))

	expect(await screen.findByText('Claim failed')).toBeTruthy()
	expect(server.bodiesOf(CLAIM)).toEqual([])
	expect(await screen.findByText('Not maria? Log out')).toBeTruthy()
})

test('a member who was a visitor logs in over the claim, which stays where it is', async () => {
	const server = fakeServer({
		[LOOKUP]: waiting(),
		'POST /api/login': [200, aMember()],
		'GET /api/user': [200, aMember()],
	})
	const { place } = await openLink()

	await user.click(await screen.findByRole('button', { name: 'Log in' }))
	await logIn('jonas')

	expect(await screen.findByRole('button', { name: 'Claim these ratings' })).toBeTruthy()
	expect(place()).toBe(`/claim/${TOKEN}`)
	expect(server.bodiesOf(CLAIM)).toEqual([])
})

test('a username is proposed and a face chosen: what is left to make up is a password [spec 12.10] [spec 12.11]', async () => {
	const server = fakeServer({ [LOOKUP]: waiting(), [CLAIM]: problem(500, 'Something went wrong') })
	await openLink()
	expect(screen.getByText('Make up a name and a password; next time you come in with them.')).toBeTruthy()
	expect(nameField().value).toBe('uncle.bob')
	expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Sunglasses driver' }).checked).toBe(true)

	await user.click(screen.getByRole('radio', { name: 'Road-trip dog' }))
	await fill(user, screen.getByLabelText('Password'), 'long-enough')
	await user.click(screen.getByRole('button', { name: 'Show Me the Receipts' }))

	await screen.findByText('Claim failed')
	expect(server.bodiesOf(CLAIM)).toEqual([
		{ token: TOKEN, username: 'uncle.bob', password: 'long-enough', avatarId: 3 },
	])
})

test('of a nickname that has no plain letters no username is proposed', async () => {
	fakeServer({ [LOOKUP]: [200, aClaimLookup({ proposedUsername: null })] })
	await openLink()

	expect(nameField().value).toBe('')
	expect(screen.queryByRole('button', { name: /^Take / })).toBeNull()
})

test('the sign that a username cannot have is named as soon as it is typed, and one tap takes one that can be [spec 5.9] [spec 12.10]', async () => {
	const server = fakeServer({ [LOOKUP]: waiting(), [CLAIM]: problem(500, 'Something went wrong') })
	await openLink()

	await typeName('Elke ')
	expect(screen.queryByText(/cannot be in a username/)).toBeNull()
	await user.type(nameField(), 'M')
	const words = screen.getByText('A space cannot be in a username.')
	expect(words.getAttribute('role')).toBe('status')
	expect(nameField().getAttribute('aria-describedby')).toContain(words.id)
	await typeName('Elke.Müller')
	expect(screen.getByText('“ü” cannot be in a username.')).toBeTruthy()
	await typeName('\u2068elke\u2069')
	expect(screen.queryByText(/cannot be in a username/)).toBeNull()
	await typeName('elke\u200Bmueller')
	expect(screen.getByText('U+200B cannot be in a username.')).toBeTruthy()
	await typeName('Elke.Müller')
	await fill(user, screen.getByLabelText('Password'), 'long-enough')
	await user.click(screen.getByRole('button', { name: 'Show Me the Receipts' }))
	expect(screen.getByText(/^Username can only contain/)).toBeTruthy()

	await user.click(screen.getByRole('button', { name: 'Take elke.mueller' }))

	expect(nameField().value).toBe('elke.mueller')
	expect(document.activeElement).toBe(nameField())
	expect(screen.queryByText(/cannot be in a username|can only contain/)).toBeNull()
	await user.click(screen.getByRole('button', { name: 'Show Me the Receipts' }))
	await screen.findByText('Claim failed')
	expect(server.bodiesOf(CLAIM)).toMatchObject([{ username: 'elke.mueller' }])
})

test('where nothing can be made of what was typed, the field says what can be in a username', async () => {
	fakeServer({ [LOOKUP]: waiting() })
	await openLink()

	await typeName('Бабушка')

	const words = '“Б” cannot be in a username. The letters a to z, numbers, dots, dashes and underscores can.'
	expect(screen.getByText(words)).toBeTruthy()
	expect(screen.queryByRole('button', { name: /^Take / })).toBeNull()
})

test('instead of a name that others have, the next one is a tap away', async () => {
	const server = fakeServer({ [LOOKUP]: waiting(), [CLAIM]: problem(409, 'Username already exists', 'username') })
	await openLink()
	await fillIn('Maria', 'long-enough')

	await user.click(await screen.findByRole('button', { name: 'Take maria2' }))
	expect(nameField().value).toBe('maria2')
	expect(screen.queryByText('That seat is taken. Pick another one')).toBeNull()
	await user.click(screen.getByRole('button', { name: 'Show Me the Receipts' }))

	expect(await screen.findByRole('button', { name: 'Take maria3' })).toBeTruthy()
	await typeName('maria')
	expect(screen.getByRole('button', { name: 'Take maria3' })).toBeTruthy()
	expect(server.bodiesOf(CLAIM)).toMatchObject([{ username: 'Maria' }, { username: 'maria2' }])
})

const alreadyYours = [
	409,
	{ code: 'already_yours', message: 'These are yours already.', driverId: 12, requestId: 'r' },
] as const
const USED = problem(404, 'This claim link is invalid or has already been used.')

test('a claimer who taps their old link is led to their profile [spec 7.15] [spec 12.9]', async () => {
	const server = fakeServer({ [LOOKUP]: alreadyYours, 'GET /api/user': [200, bob] })
	const { place } = await openLink({ member: bob })

	await waitFor(() => expect(place()).toBe('/profile/12'))
	expect(await screen.findByRole('alertdialog', { name: 'These are yours already' })).toBeTruthy()
	expect(server.calls().filter((call) => call.startsWith('POST') && !call.endsWith('/events'))).toEqual([])
})

test('a claimer who is logged out comes back to the link by logging in, and so to their profile [spec 15.37]', async () => {
	const server = fakeServer({ [LOOKUP]: USED, 'POST /api/login': [200, bob], 'GET /api/user': [200, bob] })
	const { place } = await openLink()
	const logInButton = await screen.findByRole('button', { name: 'Yours? Log in' })
	expect([...document.querySelectorAll('.page-action .button-primary')]).toEqual([logInButton])
	await user.click(logInButton)
	server.answer(LOOKUP, alreadyYours)

	await logIn('uncle.bob')

	await waitFor(() => expect(place()).toBe('/profile/12'))
})

test('on a shared tablet the claimer takes over from the member who is logged in', async () => {
	const server = fakeServer({ [LOOKUP]: USED, 'POST /api/login': [200, bob], 'GET /api/user': [200, aMember()] })
	const { place } = await openLink({ member: aMember() })
	await user.click(await screen.findByRole('button', { name: 'Yours? Log in' }))
	expect(await screen.findByText(/^You are riding as jonas now\./)).toBeTruthy()
	server.answer(LOOKUP, alreadyYours)
	server.answer('GET /api/user', [200, bob])

	await logIn('uncle.bob')

	await waitFor(() => expect(place()).toBe('/profile/12'))
})

test('whose link it is not finds it as dead as before after logging in', async () => {
	const server = fakeServer({ [LOOKUP]: USED, 'POST /api/login': [200, aMember()], 'GET /api/user': [200, aMember()] })
	const { place } = await openLink()
	await user.click(await screen.findByRole('button', { name: 'Yours? Log in' }))
	await logIn('jonas')

	await waitFor(() => expect(server.calls().filter((call) => call === LOOKUP)).toHaveLength(2))
	expect(screen.getByRole('heading', { name: 'Profile Not Found' })).toBeTruthy()
	expect(place()).toBe(`/claim/${TOKEN}`)
})

test('a member who presses after another tab has claimed is led to their profile, and reads of no failure', async () => {
	fakeServer({ [LOOKUP]: waiting(), 'GET /api/user': [200, bob], [CLAIM]: alreadyYours })
	const { place } = await openLink({ member: bob })

	await user.click(await screen.findByRole('button', { name: 'Claim these ratings' }))

	await waitFor(() => expect(place()).toBe('/profile/12'))
	expect(screen.queryByText('Claim failed')).toBeNull()
})

test('a newcomer whose first try had no answer is not told that nothing was claimed', async () => {
	const server = fakeServer({ [LOOKUP]: waiting(), [CLAIM]: deadNetwork })
	await openLink()
	await fillIn('uncle.bob', 'long-enough')
	await screen.findByText('There was an error claiming this profile. Please try again.')

	server.answer(CLAIM, USED)
	await user.click(screen.getByRole('button', { name: 'Show Me the Receipts' }))

	expect(await screen.findByText(/That one may have come through: log in with the name/)).toBeTruthy()
	expect(screen.queryByText(/Nothing was claimed/)).toBeNull()
})
