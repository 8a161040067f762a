import { expect, test } from 'bun:test'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { HostGhost } from '#contract/host/ghosts.ts'
import { type Answers, aMember, deadNetwork, type FakeAnswer, refusal } from '#ui/testing/fake-server.ts'
import { openScreen } from '#ui/testing/render-screen.tsx'
import { HostGhostsScreen } from './ghosts-screen.tsx'

const user = userEvent.setup()
const me = aMember({ isHost: true })
const LIST = 'GET /api/host/ghosts'
const TOKEN = 'abcdefghijklmnopqrstuvwxyz012345'
const LINK = `http://backseat.test/claim/${TOKEN}`

const bob: HostGhost = { id: 7, name: 'Uncle Bob', avatarId: 2, createdBy: 'mum', claimedBy: null, ratingsWaiting: 3 }
const amy: HostGhost = { ...bob, id: 8, name: 'Aunt Amy', createdBy: null, claimedBy: 'thief', ratingsWaiting: 0 }
const listOf = (ghosts: HostGhost[], next: string | null = null): FakeAnswer => [200, { ghosts, next }]

const opened = (answers: Answers, search?: string) =>
	openScreen(<HostGhostsScreen search={search} />, '/host/ghosts', answers, { member: me })
const rowOf = async (name: string) => {
	const row = (await screen.findByText(name)).closest('li')
	if (!row) throw new Error(`No row for ${name}`)
	return within(row)
}
const press = (name: string, of: ReturnType<typeof within> = screen) => user.click(of.getByRole('button', { name }))
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

test('who waits and who was claimed are told apart, with who added them and what waits', async () => {
	await opened({ [LIST]: listOf([bob, { ...bob, id: 9, name: 'Biscuit', ratingsWaiting: 1 }, amy]) })
	await screen.findByText('Uncle Bob')
	const named = (title: string) =>
		within(screen.getByRole('list', { name: title }))
			.getAllByRole('listitem')
			.map(({ textContent }) => textContent)

	expect(named('Waiting to be claimed')).toEqual([
		expect.stringMatching(/Uncle Bob.*mum.*3 ratings/),
		expect.stringMatching(/Biscuit.*1 rating/),
	])
	expect(named('Claimed')).toEqual([expect.stringMatching(/Aunt Amy.*somebody who left.*thief/)])
	expect(screen.queryByRole('link', { name: 'Aunt Amy' })).toBeNull()
})

test('a new link is asked about first, shown once with every way to send it, and the focus comes back', async () => {
	const server = await opened({ [LIST]: listOf([bob]), 'POST /api/host/ghosts/7/link': [200, { token: TOKEN }] })
	await press('New link', await rowOf('Uncle Bob'))
	const asked = await dialog('New link for Uncle Bob')
	expect(asked.getByText(/The old link stops working at once.*only mum will see the new one/)).toBeTruthy()

	await press('New link', asked)

	expect(await asked.findByText(LINK)).toBeTruthy()
	expect(asked.getByRole('img', { name: 'QR code of the claim link for Uncle Bob' })).toBeTruthy()
	for (const way of ['WhatsApp', 'SMS'])
		expect(decodeURIComponent(asked.getByRole('link', { name: way }).getAttribute('href') ?? '')).toContain(LINK)
	expect(document.activeElement).toBe(asked.getByRole('button', { name: 'Copy link' }))
	await press('Close', asked)
	await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
	expect(document.body.textContent).not.toContain(TOKEN)
	expect(document.activeElement).toBe((await rowOf('Uncle Bob')).getByRole('button', { name: 'New link' }))
	// Nothing of it is counted.
	expect(JSON.stringify(server.bodiesOf('POST /api/events'))).not.toContain(TOKEN)
})

test('the link stays on the screen when a driver claims meanwhile and the row moves', async () => {
	const server = await opened({ [LIST]: listOf([bob]), 'POST /api/host/ghosts/7/link': [200, { token: TOKEN }] })
	await press('New link', await rowOf('Uncle Bob'))
	const asked = await dialog('New link for Uncle Bob')
	await press('New link', asked)
	await asked.findByText(LINK)

	server.answer(LIST, listOf([{ ...bob, claimedBy: 'bob' }]))
	fireEvent(window, new Event('visibilitychange'))

	expect(asked.getByText(LINK)).toBeTruthy()
})

test('a claim is undone after a sentence that says what goes where; the list follows and keeps the focus', async () => {
	const undone = { ratingsMoved: 2, knownBy: 'by_age' }
	const server = await opened({ [LIST]: listOf([amy]), 'POST /api/host/ghosts/8/undo-claim': [200, undone] })
	await press('Undo claim', await rowOf('Aunt Amy'))
	const asked = await dialog('Undo the claim of Aunt Amy?')
	expect(asked.getByText(/thief keeps the account, but loses the ratings/)).toBeTruthy()
	expect(asked.getByText(/Whoever added this driver has left/)).toBeTruthy()
	server.answer(LIST, listOf([{ ...amy, claimedBy: null, ratingsWaiting: 2 }]))

	await press('Undo the claim', asked)

	expect(await screen.findByText('Aunt Amy waits again')).toBeTruthy()
	expect(screen.getByText(/2 ratings came back.*older than the account.*Make a new link here/)).toBeTruthy()
	expect(await screen.findByRole('list', { name: 'Waiting to be claimed' })).toBeTruthy()
	await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'All ghosts' })))
})

test('what else there is to do is in a menu: a name is mended, and what is wrong with it is said at the field', async () => {
	const server = await opened({
		[LIST]: listOf([bob]),
		'PUT /api/host/ghosts/7': [200, { ...bob, name: 'Onkel Bob' }],
	})
	await press('More for Uncle Bob', await rowOf('Uncle Bob'))
	await user.click(await screen.findByRole('menuitem', { name: 'Rename' }))
	const asked = await dialog('Rename Uncle Bob')
	const field = asked.getByLabelText<HTMLInputElement>('Name')
	expect(field.value).toBe('Uncle Bob')
	await user.clear(field)
	await user.type(field, 'O{Enter}')
	expect(await asked.findByText('Name must be at least 2 characters')).toBeTruthy()

	await user.type(field, 'nkel Bob{Enter}')

	expect(await screen.findByText('Uncle Bob is Onkel Bob now')).toBeTruthy()
	expect(server.bodiesOf('PUT /api/host/ghosts/7')).toEqual([{ name: 'Onkel Bob' }])
	await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^More for/))
})

test('deleting says how many ratings go, of all raters, and that it cannot be undone', async () => {
	const server = await opened({ [LIST]: listOf([bob]), 'DELETE /api/host/ghosts/7': [200, { ratingsDeleted: 3 }] })
	await press('More for Uncle Bob', await rowOf('Uncle Bob'))
	await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
	const asked = await dialog('Delete Uncle Bob?')
	expect(asked.getByText(/with 3 ratings, whoever gave them.*This cannot be undone/)).toBeTruthy()
	await press('Cancel', asked)
	expect(server.calls()).not.toContain('DELETE /api/host/ghosts/7')

	await press('More for Uncle Bob', await rowOf('Uncle Bob'))
	await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
	server.answer(LIST, listOf([]))
	await press('Delete Uncle Bob', await dialog('Delete Uncle Bob?'))

	expect(await screen.findByText('Uncle Bob got out')).toBeTruthy()
	expect(await screen.findByText('No ghosts on this road')).toBeTruthy()
	await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'All ghosts' })))
})

test.each<[string, FakeAnswer | typeof deadNetwork, string]>([
	[
		'claimed meanwhile',
		refusal(409, 'already_claimed', 'This driver has been claimed already.'),
		'This driver has been claimed already.',
	],
	['not to be reached', deadNetwork, 'Nothing has changed. Please try again.'],
])('what is %s is said where it happened, and the list is looked at again', async (_, refused, words) => {
	const server = await opened({ [LIST]: listOf([bob]), 'POST /api/host/ghosts/7/link': refused })
	await press('New link', await rowOf('Uncle Bob'))
	const asked = await dialog('New link for Uncle Bob')

	await press('New link', asked)

	expect((await asked.findByText(words)).getAttribute('role')).toBe('alert')
	server.answer(LIST, listOf([{ ...bob, claimedBy: 'bob' }]))
	await press('Cancel', asked)
	expect(await screen.findByRole('list', { name: 'Claimed' })).toBeTruthy()
})

test('a search stays in the address, and survives the question for the password', async () => {
	let isConfirmed = false
	const server = await opened(
		{
			'GET /api/host/ghosts?search=bob': listOf([bob]),
			'POST /api/host/ghosts/7/link': () =>
				isConfirmed ? [200, { token: TOKEN }] : refusal(403, 'confirm_first', 'Please type your password again first.'),
			'POST /api/host/confirm': () => {
				isConfirmed = true
				return [200, { confirmedUntil: new Date().toISOString() }]
			},
		},
		'bob',
	)
	await press('New link', await rowOf('Uncle Bob'))
	await press('New link', await dialog('New link for Uncle Bob'))
	const question = await dialog('Hands on the wheel')
	await user.type(question.getByLabelText('Your password'), 'hunter22{Enter}')

	expect(await screen.findByText(LINK)).toBeTruthy()
	await press('Close', await dialog('New link for Uncle Bob'))
	const field = screen.getByLabelText<HTMLInputElement>('Find a ghost')
	expect(field.value).toBe('bob')
	expect(server.calls().filter((call) => call === 'POST /api/host/ghosts/7/link')).toHaveLength(2)
	await user.clear(field)
	await user.type(field, 'amy')
	await waitFor(() => expect(server.place()).toBe('/host/ghosts?search=amy'))
})

test('a search that finds nobody says so, and leads back to all', async () => {
	const { place } = await opened({ 'GET /api/host/ghosts?search=xyzzy': listOf([]) }, 'xyzzy')

	await user.click(await screen.findByRole('button', { name: 'Show all ghosts' }))

	await waitFor(() => expect(place()).toBe('/host/ghosts'))
})

test('fifty come at a time, one that moved meanwhile is there once, and what does not come can be asked for again', async () => {
	const server = await opened({
		[LIST]: [500, 'oops'],
		'GET /api/host/ghosts?after=0.7.uncle+bob': listOf([bob, amy]),
	})
	const again = await screen.findByRole('button', { name: 'Try again' })
	server.answer(LIST, listOf([bob], '0.7.uncle bob'))
	await user.click(again)
	await screen.findByText('Uncle Bob')

	await press('Show more')

	await screen.findByText('Aunt Amy')
	expect(screen.getAllByText('Uncle Bob')).toHaveLength(1)
	expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})
