import { expect, test } from 'bun:test'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { aMember, deadNetwork, type FakeAnswer, fakeServer } from '#ui/testing/fake-server.ts'
import { renderScreen } from '#ui/testing/render-screen.tsx'
import { SignedInPlaces } from './signed-in-places.tsx'

const user = userEvent.setup()
const me = aMember()
const SESSIONS = `GET /api/users/${me.id}/sessions`
const END = `DELETE /api/users/${me.id}/sessions`
const here = { isCurrent: true, browser: 'Firefox on Android', signedInAt: '2026-11-20T08:00:00.000Z' }
const there = { isCurrent: false, browser: 'Safari on iOS', signedInAt: '2026-10-02T08:00:00.000Z' }
const somewhere = { isCurrent: false, browser: null, signedInAt: '2026-10-01T08:00:00.000Z' }
const list = () => within(screen.getByRole('list', { name: "Where you're signed in" }))
const rows = () =>
	list()
		.getAllByRole('listitem')
		.map(({ textContent }) => textContent)

async function look(answer: FakeAnswer | (() => never), ended: FakeAnswer | (() => never) = [200, { ended: 2 }]) {
	const server = fakeServer({ 'GET /api/user': [200, me], [SESSIONS]: answer, [END]: ended })
	await renderScreen(<SignedInPlaces me={me} />, '/settings', { member: me })
	return server
}

test('each place is named, and this one is marked', async () => {
	await look([200, [here, there, somewhere]])

	await screen.findByText('Safari on iOS')
	expect(rows()).toEqual([
		expect.stringMatching(/^Firefox on Android.*2026.*This one$/),
		expect.stringMatching(/^Safari on iOS.*2026/),
		expect.stringMatching(/^Some browser/),
	])
	expect(rows().filter((row) => row?.includes('This one'))).toHaveLength(1)
})

test('a member logs out everywhere else, and only this place is left', async () => {
	const server = await look([200, [here, there, somewhere]])
	const logOut = await screen.findByRole('button', { name: 'Log out everywhere else (2)' })
	server.answer(SESSIONS, [200, [here]])

	await user.click(logOut)

	expect(await screen.findByText('2 other places have been logged out.')).toBeTruthy()
	await waitFor(() => expect(rows()).toHaveLength(1))
	expect(screen.getByText('Only here. Nobody else has a key to your seat.')).toBeTruthy()
	expect(screen.queryByRole('button', { name: /^Log out everywhere else/ })).toBeNull()
})

test('one place is one place', async () => {
	await look([200, [here, there]], [200, { ended: 1 }])

	await user.click(await screen.findByRole('button', { name: 'Log out everywhere else (1)' }))

	expect(await screen.findByText('One other place has been logged out.')).toBeTruthy()
})

test('without a connection nobody was logged out, and the list stays', async () => {
	await look([200, [here, there]], deadNetwork)

	await user.click(await screen.findByRole('button', { name: 'Log out everywhere else (1)' }))

	expect(await screen.findByText('Still logged in elsewhere')).toBeTruthy()
	expect(rows()).toHaveLength(2)
})

test('a list that fails can be asked for again', async () => {
	const server = await look(deadNetwork)
	expect(await screen.findByText('The list is stuck in traffic')).toBeTruthy()

	server.answer(SESSIONS, [200, [here]])
	await user.click(screen.getByRole('button', { name: 'Try again' }))

	await waitFor(() => expect(rows()).toHaveLength(1))
})
