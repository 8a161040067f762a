import { afterEach, expect, setSystemTime, test } from 'bun:test'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { PeoplePage, Person } from '#contract/host/people.ts'
import { aPerson } from '#ui/features/host/testing/host-rows.ts'
import { type Answers, aMember, deadNetwork, type FakeAnswer, refusal } from '#ui/testing/fake-server.ts'
import { openScreen } from '#ui/testing/render-screen.tsx'
import { HostPeopleScreen } from './people-screen.tsx'

afterEach(() => {
	setSystemTime()
})

const user = userEvent.setup()
const me = aMember({ id: 7, username: 'hostess', isHost: true })

const hostess = aPerson({ id: me.id, username: me.username, isHost: true })
const page = (people: Person[], hasMore = false): FakeAnswer => [200, { people, hasMore } satisfies PeoplePage]

const opened = (answers: Answers = {}, search?: string) =>
	openScreen(
		<HostPeopleScreen search={search} />,
		'/host/people',
		{ 'GET /api/host/people': page([hostess, aPerson()]), ...answers },
		{ member: me },
	)

const rowOf = async (username: string) => {
	const list = within(await screen.findByRole('list', { name: 'People' }))
	const row = list.getAllByRole('listitem').find(({ dataset }) => dataset.username === username)
	if (!row) throw new Error(`${username} is not in the list`)
	return within(row)
}

async function chooseFor(username: string, act: string) {
	await user.click(await screen.findByRole('button', { name: `More for ${username}` }))
	await user.click(await screen.findByRole('menuitem', { name: act }))
	return within(await screen.findByRole('dialog'))
}

test('each row says who it is, since when, in which week or month last seen, and who is host', async () => {
	// This day is a Monday.
	setSystemTime(Date.UTC(2026, 2, 30, 12))
	await opened({
		'GET /api/host/people': page([
			hostess,
			aPerson({ display_name: 'Mama Bear' }),
			aPerson({ id: 9, username: 'theo', lastSeenWeek: null, readOnlyTokens: 2 }),
			aPerson({ id: 10, username: 'zoe', lastSeenWeek: '2026-03-30' }),
			aPerson({ id: 11, username: 'yann', lastSeenWeek: '2026-03-23' }),
			aPerson({ id: 12, username: 'xena', lastSeenWeek: '2025-12-29' }),
		]),
	})

	const mum = await rowOf('mum')
	for (const words of ['Mama Bear', 'since Jan 5, 2026', 'seen in March']) expect(mum.getByText(words)).toBeTruthy()
	expect(mum.queryByText('Host')).toBeNull()
	const theo = await rowOf('theo')
	for (const words of ['not seen lately', '2 read-only tokens']) expect(theo.getByText(words)).toBeTruthy()
	expect(mum.queryByText(/token/)).toBeNull()
	expect((await rowOf('zoe')).getByText('seen this week')).toBeTruthy()
	expect((await rowOf('yann')).getByText('seen last week')).toBeTruthy()
	expect((await rowOf('xena')).getByText('seen in December 2025')).toBeTruthy()
	const own = await rowOf('hostess')
	expect([own.queryByText('Host'), own.queryByText('You')]).not.toContain(null)
})

test('what a host types is looked for in a moment, and the address keeps it', async () => {
	const server = await opened()
	await rowOf('mum')

	await user.type(screen.getByLabelText('Find somebody'), ' mu')

	await waitFor(() => expect(server.place()).toBe('/host/people?search=mu'))
	expect(screen.getByLabelText<HTMLInputElement>('Find somebody').value).toBe(' mu')
	expect(server.calls().filter((call) => call.includes('search'))).toEqual([])
})

test('ghosts are beside the members, and the search goes with the host [spec 15.43]', async () => {
	const { place } = await opened(
		{
			'GET /api/host/people?search=bob': page([]),
			'GET /api/host/ghosts?search=bob': [200, { ghosts: [], next: null }],
		},
		'bob',
	)
	expect((await screen.findAllByRole('tab')).map(({ textContent }) => textContent)).toEqual(['Members', 'Ghosts'])

	await user.click(screen.getByRole('tab', { name: 'Ghosts' }))

	await waitFor(() => expect(place()).toBe('/host/people?search=bob&show=ghosts'))
})

test('a search that finds nobody says so, and leads back to everybody', async () => {
	const { place } = await opened({ 'GET /api/host/people?search=xyzzy': page([]) }, 'xyzzy')

	expect(await screen.findByText('Nobody answers to that')).toBeTruthy()
	expect(screen.getByLabelText<HTMLInputElement>('Find somebody').value).toBe('xyzzy')
	await user.click(screen.getByRole('button', { name: 'Show everybody' }))
	await waitFor(() => expect(place()).toBe('/host/people'))
})

test('more are shown below, and the focus goes to the first of them', async () => {
	await opened({
		'GET /api/host/people': page([hostess], true),
		'GET /api/host/people?after=hostess': page([aPerson()]),
	})

	await user.click(await screen.findByRole('button', { name: 'Show more' }))

	await waitFor(() => expect((document.activeElement as HTMLElement).dataset.username).toBe('mum'))
	expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

test('without an answer the list can be asked for again', async () => {
	const server = await opened({ 'GET /api/host/people': deadNetwork })

	const again = await screen.findByRole('button', { name: 'Try again' })
	server.answer('GET /api/host/people', page([hostess]))
	await user.click(again)

	expect(await rowOf('hostess')).toBeTruthy()
})

test('a reset link is shown once; closing it leads back to the row', async () => {
	await opened({ 'POST /api/host/people/8/reset-link': [200, { token: 'a-token-of-a-reset-link' }] })

	await user.click(await screen.findByRole('button', { name: 'Reset link for mum' }))
	const dialog = within(await screen.findByRole('dialog', { name: 'A new key for mum' }))
	expect(await dialog.findByText(/\/reset\/a-token-of-a-reset-link$/)).toBeTruthy()
	expect(dialog.getByText(/its use stands in the journal, and mum reads that the link was yours\.$/)).toBeTruthy()
	expect(dialog.getByRole('link', { name: 'SMS' }).getAttribute('href')).toContain('Hey%20mum')
	await user.keyboard('{Escape}')

	await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
	expect(screen.queryByText(/a-token-of-a-reset-link/)).toBeNull()
	await waitFor(() => expect(document.activeElement?.textContent).toBe('Reset link for mum'))
})

test('a host sees which accounts elsewhere open a member’s, and that a reset link disconnects them', async () => {
	const answers = { 'POST /api/host/people/8/reset-link': [200, { token: 't'.repeat(32) }] } as const
	await opened({ ...answers, 'GET /api/host/people': page([hostess, aPerson({ connected: ['The Millers'] })]) })
	expect((await rowOf('mum')).getByText('Connected: The Millers')).toBeTruthy()

	await user.click(screen.getByRole('button', { name: 'Reset link for mum' }))

	expect((await screen.findByRole('dialog')).textContent).toContain('So is the connection to The Millers')
})

test('why there is no link is said in the row', async () => {
	await opened({ 'POST /api/host/people/8/reset-link': deadNetwork })

	await user.click(await screen.findByRole('button', { name: 'Reset link for mum' }))

	expect(await (await rowOf('mum')).findByText(/^No link: the server does not answer/)).toBeTruthy()
})

test('a new name that is taken is said at the field, and nothing typed is lost', async () => {
	const server = await opened({ 'PUT /api/host/people/8': refusal(409, 'taken', 'Username already exists') })
	const dialog = await chooseFor('mum', 'Rename')
	const field = dialog.getByLabelText<HTMLInputElement>('New username')

	await user.clear(field)
	await user.type(field, 'mu{Enter}')
	expect(dialog.getByText('Username must be at least 3 characters')).toBeTruthy()
	await user.type(field, 'tti{Enter}')
	expect(await dialog.findByText('Username already exists')).toBeTruthy()
	expect(field.value).toBe('mutti')
	server.answer('PUT /api/host/people/8', [200, aPerson({ username: 'mutti' })])
	server.answer('GET /api/host/people', page([hostess, aPerson({ username: 'mutti' })]))
	await user.click(dialog.getByRole('button', { name: 'Save Changes' }))

	expect(await rowOf('mutti')).toBeTruthy()
	expect(server.bodiesOf('PUT /api/host/people/8')).toEqual([{ username: 'mutti' }, { username: 'mutti' }])
})

test('a host neither removes themselves nor signs themselves out here', async () => {
	await opened()

	await user.click(await screen.findByRole('button', { name: 'More for hostess' }))

	expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
		'Rename',
		'Take the wheel away',
	])
})

test('a member who is removed goes, and the ratings they gave stay; then it says what went', async () => {
	const server = await opened({
		'DELETE /api/host/people/8': [200, { ratings: 1, givenBack: [{ id: 9, name: 'Uncle Bob', ratings: 3 }] }],
	})
	const dialog = await chooseFor('mum', 'Remove')

	expect(dialog.getByText(/^The ratings they gave stay, without a name\./)).toBeTruthy()
	server.answer('GET /api/host/people', page([hostess]))
	await user.click(dialog.getByRole('button', { name: 'Remove for Good' }))

	expect(await dialog.findByText(/mum got out, and 1 rating of their driving/)).toBeTruthy()
	expect(dialog.getByText(/waits to be claimed again, with 3 ratings/)).toBeTruthy()
	await user.click(dialog.getByRole('button', { name: 'Done' }))
	await waitFor(() => expect(screen.queryByText('mum')).toBeNull())
	// The row was removed, so the next row has the focus.
	await waitFor(() => expect(document.activeElement?.textContent).toBe('Reset link for hostess'))
})
