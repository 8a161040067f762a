import { expect, test } from 'bun:test'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { PublicUser } from '#contract/accounts.ts'
import { HomeScreen } from '#ui/features/home/home-screen.tsx'
import { type Answers, aDriver, aMember, deadNetwork, problem } from '#ui/testing/fake-server.ts'
import { openScreen } from '#ui/testing/render-screen.tsx'

const user = userEvent.setup()
const me = aMember()
const aUser = (id: number, username: string, more: Partial<PublicUser> = {}) =>
	aDriver({ id, username, display_name: null, ...more })
const crowd = (length: number) => Array.from({ length }, (_, n) => aUser(1000 + n, `member.${n}`))
const EVERYBODY = 'GET /api/users?limit=50'
const faces = () => [...document.querySelectorAll('.face')].map(({ textContent }) => textContent)
const button = (name: string) => screen.findByRole('button', { name })

const emptyHome = (answers: Answers) =>
	openScreen(
		<HomeScreen />,
		'/home',
		{ 'GET /api/home': [200, { hasAccount: true, notice: null, drivers: [] }], ...answers },
		{ member: me },
	)

test('who has no drivers yet sees the members who are here, newest first, and a face leads to rating them [spec 12.1]', async () => {
	const { place } = await emptyHome({
		[EVERYBODY]: [
			200,
			[
				aUser(52, 'elke', { display_name: 'Grandma Elke' }),
				aUser(51, 'ghost-bob-x7k2q9', { display_name: 'Uncle Bob', isGhost: true }),
				aUser(me.id, 'jonas'),
				aUser(50, 'maria.p'),
			],
		],
	})

	expect(await screen.findByRole('heading', { name: 'Already here' })).toBeTruthy()
	await waitFor(() => expect(faces()).toEqual(['Grandma Elke', 'maria.p']))
	expect(screen.getByText('No drivers yet. Add one to get started!')).toBeTruthy()

	await user.click(screen.getByRole('link', { name: 'Grandma Elke' }))
	await waitFor(() => expect(place()).toBe('/rating/52'))
})

test('of many there are fifty, and fifty more each time, with the focus on the first of them [spec 12.1]', async () => {
	const everybody = crowd(120)
	await emptyHome({
		[EVERYBODY]: [200, everybody.slice(0, 50)],
		'GET /api/users?limit=100': [200, everybody.slice(0, 100)],
		'GET /api/users?limit=150': [200, everybody],
	})
	await waitFor(() => expect(faces()).toHaveLength(50))

	await user.click(await button('Show more'))
	await waitFor(() => expect(faces()).toHaveLength(100))
	expect(document.activeElement?.textContent).toBe('member.50')
	await user.click(await button('Show more'))
	await waitFor(() => expect(faces()).toHaveLength(120))
	expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

test('where ghosts follow the members, nobody is left to show [spec 15.3]', async () => {
	const ghosts = crowd(45).map((ghost) => ({ ...ghost, isGhost: true }))
	await emptyHome({ [EVERYBODY]: [200, [...crowd(5), ...ghosts]] })
	await waitFor(() => expect(faces()).toHaveLength(5))
	expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

test('a search asks the server, says how many there are, and leads on where there is nobody [spec 12.1]', async () => {
	const server = await emptyHome({
		[EVERYBODY]: [200, crowd(3)],
		'GET /api/users?limit=50&search=elk': [200, [aUser(52, 'elke')]],
		'GET /api/users?limit=50&search=elkk': [200, []],
	})
	const field = await screen.findByRole('textbox', { name: 'Search everybody' })

	await user.type(field, 'elk')
	await waitFor(() => expect(faces()).toEqual(['elke']))
	expect(screen.getByText('1 person is called "elk"')).toBeTruthy()
	expect(server.calls().filter((call) => call.includes('search='))).toEqual(['GET /api/users?limit=50&search=elk'])

	await user.type(field, 'k')
	expect(await screen.findByText('Nobody here is called "elkk".')).toBeTruthy()
	expect(screen.getByRole('link', { name: 'Add "elkk" as a new driver' }).getAttribute('href')).toBe(
		'/add-driver?tab=new&name=elkk',
	)
	await user.keyboard('{Escape}')
	await waitFor(() => expect(faces()).toHaveLength(3))
})

test.each([
	['alone', []],
	['alone with their ghosts', [aUser(51, 'ghost-bob-x7k2q9', { isGhost: true })]],
])('who is %s reads so', async (_, ghosts) => {
	await emptyHome({ [EVERYBODY]: [200, [aUser(me.id, 'jonas'), ...ghosts]] })
	expect(await screen.findByText('Nobody but you')).toBeTruthy()
	expect(screen.queryByRole('textbox')).toBeNull()
})

test.each([
	['without network', deadNetwork],
	['that fails', problem(500, 'Something went wrong')],
])('a list %s can be asked for again', async (_, answer) => {
	const server = await emptyHome({ [EVERYBODY]: answer })
	expect(await screen.findByText('The people are stuck in traffic')).toBeTruthy()

	server.answer(EVERYBODY, [200, [aUser(50, 'maria.p')]])
	await user.click(await button('Try again'))
	await waitFor(() => expect(faces()).toEqual(['maria.p']))
})

test('a visitor sees nobody, and nobody is asked for [spec 12.1]', async () => {
	const server = await openScreen(<HomeScreen />, '/home', {
		'GET /api/home': [200, { hasAccount: false, notice: null, drivers: [] }],
	})
	expect(await screen.findByText('No drivers found')).toBeTruthy()
	expect(screen.queryByText('Already here')).toBeNull()
	expect(server.calls().filter((call) => call.includes('/api/users'))).toEqual([])
})
