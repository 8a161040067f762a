import { expect, test } from 'bun:test'
import { useSearch } from '@tanstack/react-router'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ALL_GOOD } from '#contract/impressions.ts'
import { type Answers, aDriver, aMember, deadNetwork, problem } from '#ui/testing/fake-server.ts'
import { openScreen } from '#ui/testing/render-screen.tsx'
import { AddDriverScreen } from './add-driver-screen.tsx'
import { addDriverSearch } from './add-driver-search.ts'

const user = userEvent.setup()
const me = aMember()
const aUser = (id: number, username: string) => aDriver({ id, username, display_name: null })
const maria = aUser(50, 'maria.p')
/** The screen with the tab from the URL, as the route renders it. */
const SearchedTab = () => <AddDriverScreen {...addDriverSearch(useSearch({ strict: false }))} />
const search = (text: string, limit = 50) => `GET /api/users?search=${encodeURIComponent(text)}&limit=${limit}`

const username = () => screen.getByRole('combobox', { name: 'Username' })
const name = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' })
const button = (label: string) => screen.getByRole('button', { name: label })
const looksDisabled = (label: string) => button(label).getAttribute('aria-disabled') === 'true'

const opened = (answers: Answers = {}, shown = <AddDriverScreen />) =>
	openScreen(
		shown,
		'/add-driver',
		{
			'GET /api/home': [200, { hasAccount: true, notice: null, drivers: [] }],
			[`GET /api/users/${me.id}`]: [200, me],
			'DELETE /api/hidden-drivers': [200, { success: true }],
			...answers,
		},
		{ member: me },
	)

const impressions = { ...ALL_GOOD, starRating: 5 }
const defaultRating = (driver: number) => ({
	...{ id: 7, raterId: me.id, rater_id: me.id, driverId: driver, driver_id: driver },
	...{ ...impressions, createdAt: '2026-11-21T10:00:00.000Z', sealed: false },
})

/** Pastes, because fifty key presses are slow. */
async function fill(field: HTMLElement, text: string) {
	await user.clear(field)
	await user.click(field)
	await user.paste(text)
}

async function find(text: string) {
	await fill(username(), text)
	await user.click(button('Search'))
}

test('a visitor is told why not, and where to go', async () => {
	await openScreen(<AddDriverScreen />, '/add-driver', {})

	expect(screen.getByText('You must be logged in to add a driver')).toBeTruthy()
	expect(screen.getByRole('link', { name: 'Login or Sign Up' }).getAttribute('href')).toBe('/auth')
	expect(screen.queryByRole('tab')).toBeNull()
})

test('before anything is typed the members who are here are shown, and a face is chosen like a suggestion [spec 12.1] [spec 15.2]', async () => {
	const { place } = await opened({
		'GET /api/users?limit=50': [200, [aUser(me.id, 'jonas'), maria]],
		[search('max', 6)]: [200, []],
		[search('maria.p', 6)]: [200, [maria]],
		'POST /api/ratings': [201, defaultRating(maria.id)],
	})
	const face = () => screen.findByRole('button', { name: 'maria.p' })
	expect(await face()).toBeTruthy()
	expect(screen.queryByRole('textbox', { name: 'Search everybody' })).toBeNull()

	await user.type(username(), 'max')
	expect(screen.queryByText('Already here')).toBeNull()
	await user.click(button('Clear'))
	expect(document.activeElement).toBe(username())

	await user.click(await face())
	expect(screen.getByText('User Found')).toBeTruthy()
	expect(username()).toHaveProperty('value', 'maria.p')
	expect(screen.queryByText('Already here')).toBeNull()
	expect(place()).toBe('/add-driver')
	expect(document.activeElement).toBe(button('Add Driver'))

	await user.keyboard('{Enter}')
	await waitFor(() => expect(place()).toBe('/rating/50'))
})

test.each([
	['find', () => username()],
	['new', () => name()],
] as const)('what was looked for elsewhere is in the field of the tab: %s', async (tab, field) => {
	await opened({}, <AddDriverScreen tab={tab} name="Zoe" />)
	expect(field()).toHaveProperty('value', 'Zoe')
	expect(document.activeElement).toBe(field())
})

test('suggestions come while typing, are those of the last text, and leave oneself out', async () => {
	const server = await opened({
		[search('ma', 6)]: [200, [aUser(60, 'max')]],
		[search('mar', 6)]: [200, [aUser(me.id, 'mario.me'), ...[1, 2, 3, 4, 5].map((n) => aUser(70 + n, `mara${n}`))]],
	})

	await user.type(username(), 'mar')

	await screen.findByRole('option', { name: 'mara1' })
	expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
		'mara1',
		'mara2',
		'mara3',
		'mara4',
		'mara5',
	])
	// Typing did not pause after 'ma', so no request was sent for it.
	expect(server.calls()).not.toContain(search('ma', 6))
})

test('a member is suggested and found with or without accents, whichever way the letters are typed', async () => {
	const ibrahim = { ...aUser(61, 'ibrahim'), display_name: 'İbrahim Müller' }
	await opened({
		[search('İbr', 6)]: [200, [ibrahim]],
		[search('muller', 6)]: [200, [ibrahim]],
		[search('İbrahim')]: [200, [ibrahim]],
	})

	await find('İbrahim')
	expect(await screen.findByText('User Found')).toBeTruthy()
	await user.clear(username())
	await user.type(username(), 'İbr')
	expect(await screen.findByRole('option', { name: /İbrahim Müller/ })).toBeTruthy()
	await user.clear(username())
	await user.type(username(), 'muller')
	expect(await screen.findByRole('option', { name: /İbrahim Müller/ })).toBeTruthy()
})

test('a picked suggestion is found without searching', async () => {
	const server = await opened({ [search('mar', 6)]: [200, [maria]] })
	expect(looksDisabled('Add Driver')).toBe(true)

	await user.type(username(), 'mar')
	await user.click(await screen.findByRole('option', { name: 'maria.p' }))

	expect(screen.getByText('User Found')).toBeTruthy()
	expect(looksDisabled('Add Driver')).toBe(false)
	expect(server.calls()).not.toContain(search('maria.p'))
})

test('the search takes the exact name only, in any case [spec 5.7]', async () => {
	await opened({ [search('maria')]: [200, [maria]], [search('MARIA.P')]: [200, [maria]] })

	await find('maria')
	expect(
		await screen.findByText('No user found with that username. Only existing users can be added as drivers.'),
	).toBeTruthy()
	expect(screen.getByText('User not found')).toBeTruthy()
	expect(looksDisabled('Add Driver')).toBe(true)

	await find('MARIA.P')
	expect(await screen.findByText('User Found')).toBeTruthy()

	await user.type(username(), 'x')
	expect(screen.queryByText('User Found')).toBeNull()
	expect(looksDisabled('Add Driver')).toBe(true)
})

test('whom nobody found is added as a new driver: the other tab opens, with the name filled in [spec 10.6]', async () => {
	const { place } = await opened(
		{ [search('Uncle Bob')]: [200, []], [search('Uncle Bob').replace('%20', '+')]: [200, []] },
		<SearchedTab />,
	)
	await find(' Uncle Bob ')

	await user.click(await screen.findByRole('button', { name: 'Add "Uncle Bob" as a new driver' }))

	await waitFor(() => expect(name().value).toBe('Uncle Bob'))
	expect(place()).toBe('/add-driver?tab=new')
	expect(document.activeElement).toBe(name())
	// The other tab still contains the search text.
	await user.click(screen.getByRole('tab', { name: 'Find Driver' }))
	expect(username()).toHaveProperty('value', ' Uncle Bob ')
})

test('too short a name is said twice: in a toast and at the field [spec 5.6]', async () => {
	const server = await opened()

	await find('ma')

	expect(screen.getByText('Username too short')).toBeTruthy()
	expect(screen.getByText('Please enter at least 3 characters to search')).toBeTruthy()
	expect(screen.getByText('Username or email must be at least 3 characters')).toBeTruthy()
	expect(document.activeElement).toBe(username())
	expect(server.calls()).not.toContain(search('ma'))

	await find('m'.repeat(51))
	expect(screen.getByText('Username or email must be at most 50 characters')).toBeTruthy()
})

test('Add Driver looks disabled while nobody is chosen, and says why when it is pressed [spec 5.8] [spec 15.3]', async () => {
	const server = await opened({ 'GET /api/users?limit=50': [200, [aUser(me.id, 'jonas'), maria]] })
	expect(looksDisabled('Add Driver')).toBe(true)

	await user.click(username())
	await screen.findByRole('button', { name: 'maria.p' })
	await user.tab()
	await user.tab()
	await user.tab()
	expect(document.activeElement).toBe(button('Add Driver'))
	await user.keyboard('{Enter}')

	expect(screen.getByText('No user found')).toBeTruthy()
	expect(screen.getByText('You must find an existing user first before adding them as a driver.')).toBeTruthy()
	expect(server.bodiesOf('POST /api/ratings')).toEqual([])
})

test('Enter searches: an exact username is chosen among suggestions that contain it, and Enter again adds them [spec 15.3]', async () => {
	const max = aUser(60, 'max')
	const { place } = await opened({
		[search('max', 6)]: [200, [max, aUser(61, 'maxine')]],
		[search('max')]: [200, [max, aUser(61, 'maxine')]],
		'POST /api/ratings': [201, defaultRating(max.id)],
	})
	await user.type(username(), 'max')
	expect(await screen.findAllByRole('option')).toHaveLength(2)

	await user.keyboard('{Enter}')

	expect(await screen.findByText('User Found')).toBeTruthy()
	expect(screen.queryByRole('option')).toBeNull()
	expect(looksDisabled('Add Driver')).toBe(false)
	expect(place()).toBe('/add-driver')

	await user.keyboard('{Enter}')
	await waitFor(() => expect(place()).toBe('/rating/60'))
})

test('Enter chooses the only member with this name, but of two namesakes neither [spec 15.3]', async () => {
	const [elke, other] = [60, 61].map((id) => ({ ...aUser(id, `elke.${id}`), display_name: 'Elke' })) as [
		typeof maria,
		typeof maria,
	]
	const server = await opened({
		[search('elke', 6)]: [200, [elke]],
		[search('elke')]: [200, [elke, other]],
	})
	await fill(username(), 'elke')
	await screen.findByRole('option')

	await user.keyboard('{Enter}')
	await waitFor(() => expect(server.calls()).toContain(search('elke')))
	expect(screen.queryByText('User Found')).toBeNull()

	server.answer(search('elke'), [200, [elke]])
	await user.keyboard('{Enter}')
	expect(await screen.findByText('User Found')).toBeTruthy()
})

test('Enter without an exact match leaves the suggestions open, or opens them again, and an arrow key chooses one [spec 15.3]', async () => {
	const server = await opened({ [search('maria', 6)]: [200, [maria]], [search('maria')]: [200, [maria]] })
	await user.type(username(), 'maria')
	await screen.findByRole('option', { name: 'maria.p' })

	await user.keyboard('{Enter}')
	await waitFor(() => expect(server.calls()).toContain(search('maria')))
	expect(screen.getByRole('option', { name: 'maria.p' })).toBeTruthy()
	expect(screen.queryByText('User not found')).toBeNull()

	await user.keyboard('{Escape}')
	expect(screen.queryByRole('option')).toBeNull()
	await user.keyboard('{Enter}')
	expect(await screen.findByRole('option', { name: 'maria.p' })).toBeTruthy()

	await user.keyboard('{ArrowDown}{Enter}')
	expect(screen.getByText('User Found')).toBeTruthy()
	expect(username()).toHaveProperty('value', 'maria.p')
})

test('Enter without anybody of that name says so [spec 15.3]', async () => {
	await opened({ [search('nobody')]: [200, []] })

	await user.type(username(), 'nobody{Enter}')

	expect(await screen.findByText('User Not Found')).toBeTruthy()
	expect(screen.getByText('User not found')).toBeTruthy()
})

test('a search that fails says so and keeps the name [spec 8.12]', async () => {
	await opened({ [search('maria.p')]: deadNetwork })

	await find('maria.p')

	expect(await screen.findByText('Search failed')).toBeTruthy()
	expect(username()).toHaveProperty('value', 'maria.p')
})

test('adding a member unhides them, gives the default rating and goes on to rate', async () => {
	const { place, ...server } = await opened({
		[search('maria.p')]: [200, [maria]],
		'DELETE /api/hidden-drivers': problem(503, 'Not now'),
		'POST /api/ratings': [201, defaultRating(maria.id)],
	})
	await find('maria.p')
	await screen.findByText('User Found')

	await user.dblClick(button('Add Driver'))

	await waitFor(() => expect(place()).toBe('/rating/50'))
	expect(server.bodiesOf('DELETE /api/hidden-drivers')).toEqual([{ userId: me.id, driverId: 50 }])
	expect(server.bodiesOf('POST /api/ratings')).toEqual([
		{ driverId: 50, raterId: me.id, ...impressions, isPlaceholder: true },
	])
})

test('adding that fails says so, keeps the found user and stays [spec 8.13]', async () => {
	const { place } = await opened({
		[search('maria.p')]: [200, [maria]],
		'POST /api/ratings': problem(500, 'Something went wrong'),
	})
	await find('maria.p')
	await screen.findByText('User Found')

	await user.click(button('Add Driver'))

	expect(await screen.findByText('There was an error adding the driver. Please try again.')).toBeTruthy()
	expect(screen.getByText('User Found')).toBeTruthy()
	expect(place()).toBe('/add-driver')
})

test('nobody adds themself', async () => {
	const server = await opened({ [search('jonas')]: [200, [aUser(me.id, 'jonas')]] })

	await find('jonas')

	expect(await screen.findByText('That is you')).toBeTruthy()
	expect(looksDisabled('Add Driver')).toBe(true)
	await user.click(button('Add Driver'))
	expect(screen.getByText('Pick somebody else to drive you.')).toBeTruthy()
	expect(server.bodiesOf('POST /api/ratings')).toEqual([])
})

test('adding a driver who is on the list already is not a mistake', async () => {
	const onList = { ...maria, averageStar: 4, totalRides: 1 }
	await opened({
		[search('maria.p')]: [200, [maria]],
		'GET /api/home': [200, { hasAccount: true, notice: null, drivers: [onList] }],
	})

	await find('maria.p')

	expect(await screen.findByText(/is on your list already/)).toBeTruthy()
	expect(looksDisabled('Add Driver')).toBe(false)
})

test('whom the server lost registers first, and then the adding goes on by itself', async () => {
	const anew = aMember({ id: 4712 })
	const server = await opened({ [search('maria.p')]: [200, [maria]], 'POST /api/register': [201, anew] })
	await find('maria.p')
	await screen.findByText('User Found')
	server.answer(`GET /api/users/${me.id}`, problem(404, 'User not found'))
	server.answer('GET /api/user', problem(401, 'Not logged in'))

	await user.click(button('Add Driver'))
	await user.type(await screen.findByLabelText('Password'), 'hunter22')
	server.answer('GET /api/user', [200, anew])
	server.answer(`GET /api/users/${anew.id}`, [200, anew])
	await user.click(button('Recreate account'))

	await waitFor(() => expect(server.bodiesOf('POST /api/ratings')).toMatchObject([{ driverId: 50, raterId: anew.id }]))
})

test('a new driver needs a name of 2 to 50 characters', async () => {
	const server = await opened({}, <AddDriverScreen tab="new" />)

	await user.type(name(), ' B {Enter}')
	expect(screen.getByText('Name must be at least 2 characters')).toBeTruthy()
	expect(document.activeElement).toBe(name())

	await fill(name(), 'x'.repeat(51))
	await user.click(button('Add Driver'))
	expect(screen.getByText('Name cannot exceed 50 characters')).toBeTruthy()
	expect(server.bodiesOf('POST /api/ghost-drivers')).toEqual([])
})

test('a new driver is made once, with the face that was chosen, and rated next [spec 12.11]', async () => {
	const ghost = { ...aUser(80, 'ghost-uncle-bob-x7k2q9'), display_name: 'Uncle Bob', isGhost: true }
	const { place, ...server } = await opened(
		{ 'POST /api/ghost-drivers': [201, { ...ghost, ghostClaimToken: 'x'.repeat(32) }] },
		<AddDriverScreen tab="new" />,
	)
	await user.type(name(), ' Uncle Bob ')
	const faces = within(screen.getByRole('radiogroup', { name: 'Face' })).getAllByRole<HTMLInputElement>('radio')
	expect(faces.map(({ checked }) => checked).toSorted()).toEqual([false, false, false, false, true])
	await user.click(screen.getByRole('radio', { name: 'Road-trip dog' }))

	await user.dblClick(button('Add Driver'))

	await waitFor(() => expect(place()).toBe('/rating/80'))
	expect(server.bodiesOf('POST /api/ghost-drivers')).toEqual([
		{ username: 'Uncle Bob', email: null, avatarId: 3, creatorId: me.id },
	])
})

test('a new driver who does not arrive leaves the name where it is [spec 8.11]', async () => {
	const server = await opened({ 'POST /api/ghost-drivers': deadNetwork }, <AddDriverScreen tab="new" />)
	await user.type(name(), 'Uncle Bob{Enter}')

	expect(await screen.findByText('Oops! Driver took a wrong turn 🚦')).toBeTruthy()
	expect(screen.getByText('Looks like there was a speed bump creating this profile. Try again?')).toBeTruthy()
	expect(name().value).toBe('Uncle Bob')

	server.answer('POST /api/ghost-drivers', problem(429, 'Too many requests. Please try again in 9 seconds.'))
	await user.type(name(), '{Enter}')
	expect(await screen.findByText('Too many requests. Please try again in 9 seconds.')).toBeTruthy()
})
