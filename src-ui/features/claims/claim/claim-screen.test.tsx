import { expect, test } from 'bun:test'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { claimedNicknameOf, justClaimed } from '#ui/features/accounts/claim-notes.ts'
import { aMember, anInstance, deadNetwork, fakeServer, problem } from '#ui/testing/fake-server.ts'
import { renderScreen, type ScreenOptions } from '#ui/testing/render-screen.tsx'
import { ClaimScreen } from './claim-screen.tsx'

const TOKEN = 'abcdefghijklmnopqrstuvwxyz012345'
const LOOKUP = `GET /api/ghost-drivers/claim/${TOKEN}`
const CLAIM = 'POST /api/ghost-drivers/claim'
const INSTANCE = 'GET /api/instance'
const user = userEvent.setup()
const bob = { ...aMember({ id: 12, username: 'uncle.bob', avatarId: 1 }) }

const waiting = (ratingsCount = 3) =>
	[
		200,
		{
			ghostDriver: {
				display_name: 'Uncle Bob',
				username: 'ghost-uncle-bob-x7k2q9',
				email: null,
				avatarId: 1,
				isGhost: true,
			},
			ratingsCount,
		},
	] as const

const openLink = (options: ScreenOptions = {}) =>
	renderScreen(<ClaimScreen token={TOKEN} />, `/claim/${TOKEN}`, options)

async function fillIn(username: string, password: string, email = '') {
	await user.type(screen.getByLabelText('Username'), username)
	await user.type(screen.getByLabelText('Password'), password)
	if (email) await user.type(screen.getByLabelText('Email'), email)
	await user.click(screen.getByRole('button', { name: 'Show Me the Receipts' }))
}

test('the link shows how many ratings wait, and looking consumes nothing', async () => {
	const server = fakeServer({ [LOOKUP]: waiting(3) })
	await openLink()

	expect(await screen.findByRole('heading', { level: 1, name: "You've Been Rated" })).toBeTruthy()
	expect(document.body.textContent).toContain("You've got 3 ratings waiting!")
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

test('one rating is one rating', async () => {
	fakeServer({ [LOOKUP]: waiting(1) })
	await openLink()

	expect(document.body.textContent).toContain("You've got 1 rating waiting!")
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

test('an e-mail address that is none is left out of the claim and does not prevent it', async () => {
	const server = fakeServer({
		[LOOKUP]: waiting(),
		[CLAIM]: [201, { user: bob, transferredRatings: 3, cameAlong: 0 }],
		'POST /api/login': [200, bob],
	})
	await openLink()
	await fillIn('uncle.bob', 'long-enough', 'not an address')

	expect(await screen.findByText('The receipts are yours')).toBeTruthy()
	expect(server.bodiesOf(CLAIM)).toEqual([{ token: TOKEN, username: 'uncle.bob', password: 'long-enough' }])
})

test('a newcomer claims, is logged in, and arrives at their profile after a moment [spec 9.15]', async () => {
	const server = fakeServer({
		[LOOKUP]: waiting(),
		[CLAIM]: [201, { user: bob, transferredRatings: 3, cameAlong: 0 }],
		'POST /api/login': [200, bob],
	})
	const { place } = await openLink()
	await fillIn('uncle.bob', 'long-enough', 'bob@example.org')

	expect(await screen.findByText('The receipts are yours')).toBeTruthy()
	expect(screen.getByText("You've successfully logged in as uncle.bob")).toBeTruthy()
	expect(server.bodiesOf(CLAIM)).toEqual([
		{ token: TOKEN, username: 'uncle.bob', password: 'long-enough', email: 'bob@example.org' },
	])
	expect(place()).toBe(`/claim/${TOKEN}`)
	expect(claimedNicknameOf(bob.id)).toBe('Uncle Bob')
	await waitFor(() => expect(place()).toBe('/profile/12'), { timeout: 3000 })
	// Asked again it would be 'not found', under the eyes of the one who has just claimed.
	expect(server.calls().filter((call) => call === LOOKUP)).toHaveLength(1)
	await act(() => Bun.sleep(700))
	const events = JSON.stringify(server.bodiesOf('POST /api/events'))
	expect(events).toContain('ghost_claim_link_viewed')
	expect(events).not.toContain(TOKEN)
})

test('an address without an at sign is not sent [spec 5.10]', async () => {
	const server = fakeServer({ [LOOKUP]: waiting(), [CLAIM]: problem(500, 'Something went wrong') })
	await openLink()
	await fillIn('uncle.bob', 'long-enough', 'bob')

	await screen.findByText('Claim failed')
	expect(server.bodiesOf(CLAIM)).toEqual([{ token: TOKEN, username: 'uncle.bob', password: 'long-enough' }])
})

test('when the login after a claim fails, the log-in screen finds a note [spec 8.16] [spec 10.5]', async () => {
	fakeServer({
		[LOOKUP]: waiting(),
		[CLAIM]: [201, { user: bob, transferredRatings: 3, cameAlong: 0 }],
		'POST /api/login': deadNetwork,
	})
	const { place } = await openLink()
	await fillIn('uncle.bob', 'long-enough')

	await waitFor(() => expect(place()).toBe('/auth'), { timeout: 3000 })
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
		await user.type(screen.getByLabelText('Username'), 'uncle.bob')
		await act(async () => void comeBack())
		await waitFor(() => expect(server.calls().filter((call) => call === LOOKUP)).toHaveLength(2))
		expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('uncle.bob')

		server.answer(LOOKUP, deadNetwork)
		await act(async () => void comeBack())
		expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('uncle.bob')

		server.answer(LOOKUP, [404])
		await act(async () => void comeBack())
		expect(await screen.findByRole('heading', { name: 'Profile Not Found' })).toBeTruthy()
		expect(screen.getByText(/^It still worked when you opened it\./)).toBeTruthy()
	},
)

test('a person who comes back while the claim is on its way is not told that it is used up [spec 7.15]', async () => {
	let answerClaim = () => {}
	const claimed = new Promise<void>((resolve) => {
		answerClaim = resolve
	})
	const server = fakeServer({
		[LOOKUP]: waiting(),
		[CLAIM]: async () => {
			await claimed
			return [201, { user: bob, transferredRatings: 3, cameAlong: 0 }]
		},
		'POST /api/login': [200, bob],
	})
	await openLink()
	await fillIn('uncle.bob', 'long-enough')
	server.answer(LOOKUP, [404])

	await act(async () => void window.dispatchEvent(new Event('focus')))
	await act(async () => answerClaim())

	expect(await screen.findByText('The receipts are yours')).toBeTruthy()
	expect(server.calls().filter((call) => call === LOOKUP)).toHaveLength(1)
})

test('a member sees what will happen, and claims into their own account', async () => {
	const server = fakeServer({
		[LOOKUP]: waiting(),
		'GET /api/user': [200, aMember()],
		[CLAIM]: [200, { user: aMember(), transferredRatings: 2, cameAlong: 0 }],
	})
	const { place } = await openLink({ member: aMember() })
	expect(await screen.findByText('Everything said about Uncle Bob moves to your profile.')).toBeTruthy()
	expect(screen.queryByLabelText('Password')).toBeNull()

	await user.click(screen.getByRole('button', { name: 'Claim these ratings' }))

	expect(await screen.findByText('The receipts are yours')).toBeTruthy()
	expect(server.bodiesOf(CLAIM)).toEqual([{ token: TOKEN }])
	expect(claimedNicknameOf(4711)).toBeNull()
	await waitFor(() => expect(place()).toBe('/profile/4711'), { timeout: 3000 })
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
	const dialog = within(await screen.findByRole('dialog', { name: 'Log in' }))
	await user.type(dialog.getByLabelText('Username'), 'jonas')
	await user.type(dialog.getByLabelText('Password'), 'hunter22')
	await user.click(dialog.getByRole('button', { name: 'Log In' }))

	expect(await screen.findByRole('button', { name: 'Claim these ratings' })).toBeTruthy()
	expect(place()).toBe(`/claim/${TOKEN}`)
	expect(server.bodiesOf(CLAIM)).toEqual([])
})
