import { expect, mock, test } from 'bun:test'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { PublicUser } from '#contract/public-user.ts'
import { type Answers, aDriver, aMember, deadNetwork, problem } from '#ui/testing/fake-server.ts'
import { openScreen } from '#ui/testing/render-screen.tsx'
import { AlreadyHere } from './already-here.tsx'

const user = userEvent.setup()
const me = aMember()
const aUser = (id: number, username: string, more: Partial<PublicUser> = {}) =>
	aDriver({ id, username, display_name: null, ...more })
const crowd = (length: number) => Array.from({ length }, (_, n) => aUser(1000 + n, `member.${n}`))
const EVERYBODY = 'GET /api/users?limit=50'
const faces = () => [...document.querySelectorAll('.face')].map(({ textContent }) => textContent)
const button = (name: string) => screen.findByRole('button', { name })

const pick = mock()
const everybodyHere = (answers: Answers) =>
	openScreen(<AlreadyHere onPick={pick} />, '/add-driver', answers, { member: me })

test('a member sees the members who are here, newest first, and a face chooses one [spec 12.1]', async () => {
	await everybodyHere({
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

	await user.click(screen.getByRole('button', { name: 'Grandma Elke' }))
	expect(pick.mock.lastCall?.[0]).toMatchObject({ id: 52 })
})

test('of many there are fifty, and fifty more each time, with the focus on the first of them [spec 12.1]', async () => {
	const everybody = crowd(120)
	await everybodyHere({
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

test('at five hundred the list says that the others are found by search', async () => {
	await everybodyHere({ [EVERYBODY]: [200, crowd(500)] })
	await waitFor(() => expect(faces()).toHaveLength(500))
	expect(screen.getByText(/^These are the newest 500 people. The search above finds everybody else/)).toBeTruthy()
})

test('the server lists no more than five hundred', async () => {
	// Ghosts are not shown, so that the list is quick to render.
	const ghosts = crowd(499).map((ghost) => ({ ...ghost, isGhost: true }))
	const answers = Object.fromEntries(
		Array.from({ length: 10 }, (_, page) => 50 * (page + 1)).map((limit) => [
			`GET /api/users?limit=${limit}`,
			[200, [...ghosts.slice(0, limit - 1), aUser(5000 + limit, `newest.of.${limit}`)]] as [number, unknown],
		]),
	)
	await everybodyHere(answers)
	for (let shown = 0; shown < 500; ) {
		await user.click(await button('Show more'))
		await waitFor(() => expect(faces()).not.toEqual([`newest.of.${shown}`]))
		shown = Number(faces()[0]?.split('.').at(-1))
	}
	await waitFor(() => expect(faces()).toEqual(['newest.of.500']))
	expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
	expect(screen.queryByText(/finds everybody else/)).toBeNull()
})

test('where ghosts follow the members, nobody is left to show [spec 15.3]', async () => {
	const ghosts = crowd(45).map((ghost) => ({ ...ghost, isGhost: true }))
	await everybodyHere({ [EVERYBODY]: [200, [...crowd(5), ...ghosts]] })
	await waitFor(() => expect(faces()).toHaveLength(5))
	expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

test.each([
	['alone', []],
	['alone with their ghosts', [aUser(51, 'ghost-bob-x7k2q9', { isGhost: true })]],
])('who is %s reads so', async (_, ghosts) => {
	await everybodyHere({ [EVERYBODY]: [200, [aUser(me.id, 'jonas'), ...ghosts]] })
	expect(await screen.findByText('Nobody but you')).toBeTruthy()
})

test.each([
	['without network', deadNetwork],
	['that fails', problem(500, 'Something went wrong')],
])('a list %s can be asked for again', async (_, answer) => {
	const server = await everybodyHere({ [EVERYBODY]: answer })
	expect(await screen.findByText('The people are stuck in traffic')).toBeTruthy()

	server.answer(EVERYBODY, [200, [aUser(50, 'maria.p')]])
	await user.click(await button('Try again'))
	await waitFor(() => expect(faces()).toEqual(['maria.p']))
})
