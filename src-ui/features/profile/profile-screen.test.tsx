import { expect, spyOn, test } from 'bun:test'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ALL_BAD, IMPRESSION_KEYS } from '#contract/impressions.ts'
import { aMember, deadNetwork, type FakeAnswer, fakeServer, problem, someFigures } from '#ui/testing/fake-server.ts'
import { fill } from '#ui/testing/fill.ts'
import { renderScreen } from '#ui/testing/render-screen.tsx'
import { ProfileScreen } from './profile-screen.tsx'

const user = userEvent.setup()
const aRating = {
	id: 9,
	...ALL_BAD,
	safetyFeeling: 'safe',
	starRating: 4,
	createdAt: '2026-11-21',
	report: null,
}

const FIGURES = someFigures({ totalRides: 1, averageStar: 4.26, kind: 'podcast', stars: [0, 0, 0, 1, 0] })

/** A server with a driver who has one rating by default. */
function serverWith(driver: Record<string, unknown>, ratings: unknown[] = [aRating], figures = FIGURES) {
	return fakeServer({
		'GET /api/user': [200, aMember()],
		'GET /api/users/4711': [200, { ...aMember(), ...driver }],
		'GET /api/ratings/driver/4711?limit=22': [200, ratings],
		'GET /api/ratings/received?limit=22': [200, ratings],
		'GET /api/drivers/4711/stats': [200, figures],
	})
}

const inBar = () => [...document.querySelectorAll('.page-action :is(a, button)')].map(({ textContent }) => textContent)
const rows = () => [...document.querySelectorAll('dl > div')].map((row) => row.textContent)

async function ownEditDialog(answer: FakeAnswer | (() => never)) {
	const server = serverWith({})
	server.answer('PUT /api/users/4711', answer)
	await renderScreen(<ProfileScreen userId={4711} />, '/profile/4711', { member: aMember() })
	await user.click(await screen.findByRole('button', { name: 'Edit username' }))
	return server
}

const nameField = () => screen.getByLabelText<HTMLInputElement>('Username')

async function rename(name: string) {
	await user.clear(nameField())
	if (name) await fill(user, nameField(), name)
	await user.click(screen.getByRole('button', { name: 'Save Changes' }))
}

test("a visitor sees a driver's stars with one decimal, their latest rating, and may rate", async () => {
	serverWith({ display_name: 'Jonas' })
	await renderScreen(<ProfileScreen userId={4711} />, '/profile/4711')

	expect(await screen.findByRole('heading', { level: 1, name: 'Jonas' })).toBeTruthy()
	expect(screen.getByText('4.3')).toBeTruthy()
	expect(rows()).toHaveLength(IMPRESSION_KEYS.length)
	expect(rows().slice(0, 3)).toEqual(['Ride quality: Bumpy', 'Safety feeling: Safe', 'Vibe quality: Off'])
	expect(screen.getByRole('link', { name: 'Rate again' }).getAttribute('href')).toBe('/rating/4711')
	expect(screen.getByRole('link', { name: 'View driver stats' }).getAttribute('href')).toBe('/infographic/4711')
	expect(screen.queryByRole('button', { name: 'Edit username' })).toBeNull()
	expect(screen.queryByText('Send them their ratings')).toBeNull()
})

test('a profile says what kind of driver it is, and leaves the figures to the card [spec 13.3]', async () => {
	const server = serverWith({}, [aRating, { ...aRating, id: 8 }])
	await renderScreen(<ProfileScreen userId={4711} />, '/profile/4711', { member: aMember() })

	expect((await screen.findByText('The Long Podcast')).textContent).toBe('Kind of driver: The Long Podcast')
	expect(screen.getByText('The road is fine. The talk about the road is long.')).toBeTruthy()
	expect(screen.queryByText('At a glance')).toBeNull()
	expect(server.calls().filter((call) => call.includes('ratings/'))).toEqual(['GET /api/ratings/received?limit=22'])
})

const SEEN = 'POST /api/users/4711/mark-ratings-seen'

test('who sees their own profile has seen their ratings, also those that come while they look', async () => {
	const server = serverWith({})
	server.answer(SEEN, [200, { success: true }])
	const { app } = await renderScreen(<ProfileScreen userId={4711} />, '/profile/4711', { member: aMember() })
	await waitFor(() => expect(server.bodiesOf(SEEN)).toEqual([{ isOnProfile: true }]))

	server.answer('GET /api/ratings/received?limit=22', [200, [{ ...aRating, id: 10 }, aRating]])
	await act(() => app.queryClient.invalidateQueries())

	await waitFor(() => expect(server.bodiesOf(SEEN)).toHaveLength(2))
})

test.each([
	["who sees another's", [aRating], null],
	['who has none', [], aMember()],
])('%s tells nothing of what they saw', async (_, ratings, member) => {
	const server = serverWith({}, ratings)
	await renderScreen(<ProfileScreen userId={4711} />, '/profile/4711', { member })
	await screen.findByText('Recent Ratings')
	expect(server.bodiesOf(SEEN)).toEqual([])
})

test('a driver whom nobody has rated yet is parked, has no empty bars, and can be rated first', async () => {
	serverWith({}, [], someFigures())
	await renderScreen(<ProfileScreen userId={4711} />, '/profile/4711')

	expect(await screen.findByText('Nobody has climbed in yet.')).toBeTruthy()
	expect(screen.queryByRole('list')).toBeNull()
	expect(await screen.findByText('No ratings yet. Be the first to rate!')).toBeTruthy()
	expect(screen.getByText('0.0')).toBeTruthy()
	expect(screen.queryByText('Get rated')).toBeNull()
})

test('below the latest rating are the earlier ones; where there is only one rating there is no list', async () => {
	const server = serverWith({}, [aRating, { ...aRating, id: 8, createdAt: '2026-11-02' }])
	const { app } = await renderScreen(<ProfileScreen userId={4711} />, '/profile/4711')
	expect(await screen.findByText('Earlier ratings')).toBeTruthy()
	expect(within(screen.getByRole('region', { name: 'Earlier ratings' })).getAllByRole('listitem')).toHaveLength(1)

	server.answer('GET /api/ratings/driver/4711?limit=22', [200, [aRating]])
	await act(() => app.queryClient.invalidateQueries())

	await waitFor(() => expect(screen.queryByText('Earlier ratings')).toBeNull())
})

test('your own profile cannot be rated; it shows your stats, and behind one button how to get rated [spec 10.15] [spec 11.4] [spec 15.31]', async () => {
	serverWith({})
	await renderScreen(<ProfileScreen userId={4711} />, '/profile/4711', { member: aMember() })

	expect(await screen.findByRole('link', { name: 'View my stats' })).toBeTruthy()
	expect(screen.queryByRole('link', { name: 'Rate again' })).toBeNull()
	await user.click(screen.getByRole('button', { name: 'Get rated' }))
	const sheet = within(await screen.findByRole('dialog', { name: 'Get rated' }))
	expect(sheet.getByRole('img', { name: 'QR code of your rating page' })).toBeTruthy()
	expect(sheet.getByText('backseat.test')).toBeTruthy()
	const writeText = spyOn(navigator.clipboard, 'writeText').mockResolvedValue(undefined)
	await user.click(sheet.getByRole('button', { name: 'Copy link' }))
	expect(await sheet.findByRole('button', { name: 'Copied!' })).toBeTruthy()
	expect(writeText).toHaveBeenCalledWith('http://backseat.test/rating/4711')
	expect(sheet.getByRole('link', { name: 'Print a poster' }).getAttribute('href')).toBe('/poster/4711')
})

test('on your own profile without ratings is what to do about it [spec 10.17]', async () => {
	serverWith({}, [], someFigures())
	await renderScreen(<ProfileScreen userId={4711} />, '/profile/4711', { member: aMember() })

	expect(await screen.findByText('No ratings yet. Hand somebody your link.')).toBeTruthy()
	expect(screen.queryByText('No ratings yet. Be the first to rate!')).toBeNull()
	expect(screen.getByRole('button', { name: 'Get rated' })).toBeTruthy()
})

test('each earlier rating of your own profile is one control, however many there are [spec 15.30]', async () => {
	const ratings = Array.from({ length: 21 }, (_, nth) => ({ ...aRating, id: 40 - nth, reply: null }))
	serverWith({}, ratings)
	await renderScreen(<ProfileScreen userId={4711} />, '/profile/4711', { member: aMember() })

	const list = within(await screen.findByRole('region', { name: 'Earlier ratings' }))
	expect([list.getAllByRole('listitem').length, list.getAllByRole('button').length]).toEqual([20, 20])
	// The other six: the pencil, the latest rating's two, and the bar.
	expect(document.querySelectorAll('main :is(a[href], button)')).toHaveLength(26)
})

test('an address that belongs to nobody says so', async () => {
	fakeServer({})
	await renderScreen(<ProfileScreen userId={5} />, '/profile/5')

	expect(await screen.findByRole('heading', { name: 'Profile Not Found' })).toBeTruthy()
	expect(screen.getByRole('link', { name: 'Go Back Home' }).getAttribute('href')).toBe('/home')
})

test("a claimed ghost's address leads to who claimed it", async () => {
	serverWith({ isGhost: true, claimedById: 88 })
	const { place } = await renderScreen(<ProfileScreen userId={4711} />, '/profile/4711')

	await waitFor(() => expect(place()).toBe('/profile/88'))
})

test("a ghost's circle finds the way to the claim link, and its bar has two buttons [spec 15.32]", async () => {
	serverWith({ isGhost: true, ghostClaimToken: 'abcdefghijklmnop' })
	await renderScreen(<ProfileScreen userId={4711} />, '/profile/4711')

	const link = await screen.findByRole('link', { name: 'Send them their ratings' })
	expect(link.getAttribute('href')).toBe('/share-ghost/4711')
	expect(screen.getByText('not on Backseat yet')).toBeTruthy()
	expect(screen.queryByText('Get rated')).toBeNull()
	expect(inBar()).toEqual(['Send them their ratings', 'Rate again'])
	expect(screen.getByRole('link', { name: 'View driver stats' }).getAttribute('href')).toBe('/infographic/4711')
})

test('for everybody else a ghost is to be rated or looked at', async () => {
	serverWith({ isGhost: true })
	await renderScreen(<ProfileScreen userId={4711} />, '/profile/4711')

	await screen.findByText('not on Backseat yet')
	expect(inBar()).toEqual(['Rate again', 'View driver stats'])
})

test('a ghost without ratings has none to be sent, but a link [spec 10.17]', async () => {
	serverWith({ isGhost: true, ghostClaimToken: 'abcdefghijklmnop' }, [], someFigures())
	await renderScreen(<ProfileScreen userId={4711} />, '/profile/4711')

	const link = await screen.findByRole('link', { name: 'Share their link' })
	expect(link.getAttribute('href')).toBe('/share-ghost/4711')
	expect(screen.queryByText('Send them their ratings')).toBeNull()
	expect(screen.getByText('No ratings yet. Be the first to rate!')).toBeTruthy()
})

test('a new name is saved, said, and focus returns to the pencil', async () => {
	const server = await ownEditDialog([200, aMember({ username: 'jonas.b', display_name: 'jonas.b' })])
	expect(screen.getByText('Change your username. This will be visible to all users.')).toBeTruthy()
	expect(nameField().placeholder).toBe('Enter new username')

	await rename('jonas.b')

	expect(await screen.findByText('Username updated')).toBeTruthy()
	expect(server.bodiesOf('PUT /api/users/4711')).toEqual([{ username: 'jonas.b', display_name: 'jonas.b' }])
	await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit username' })))
	expect(localStorage.getItem('currentUser')).toContain('"display_name":"jonas.b"')
})

test('a name with signs that names cannot have is refused before it is sent', async () => {
	const server = await ownEditDialog([500])
	await rename('jo nas')

	expect(screen.getByText('Username can only contain letters, numbers, periods, underscores, and hyphens')).toBeTruthy()
	expect(server.bodiesOf('PUT /api/users/4711')).toEqual([])
})

test('a taken name is said at the field and in a toast, and the dialog stays [spec 8.9]', async () => {
	await ownEditDialog(problem(409, 'Username already exists', 'username'))
	await rename('maria')

	expect(await screen.findByText('That seat is taken. Pick another one')).toBeTruthy()
	expect(screen.getByText('Username not available')).toBeTruthy()
	expect(nameField().value).toBe('maria')
	expect(document.activeElement).toBe(nameField())
})

test('when the server cannot be reached the new name stays in the field [spec 8.10]', async () => {
	await ownEditDialog(deadNetwork)
	await rename('jonas.b')

	expect(await screen.findByText('Failed to update username. Please try again.')).toBeTruthy()
	expect(nameField().value).toBe('jonas.b')
})
