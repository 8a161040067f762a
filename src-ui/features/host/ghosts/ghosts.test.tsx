import { expect, test } from 'bun:test'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { HostGhost } from '#contract/host/ghosts.ts'
import { HostPeopleScreen } from '#ui/features/host/people/people-screen.tsx'
import { amy, bob } from '#ui/features/host/testing/host-rows.ts'
import { type Answers, aMember, type FakeAnswer, refusal } from '#ui/testing/fake-server.ts'
import { openScreen } from '#ui/testing/render-screen.tsx'

const user = userEvent.setup()
const me = aMember({ isHost: true })
const LIST = 'GET /api/host/ghosts'
const TOKEN = 'abcdefghijklmnopqrstuvwxyz012345'
const LINK = `http://backseat.test/claim/${TOKEN}`

const listOf = (ghosts: HostGhost[], next: string | null = null): FakeAnswer => [200, { ghosts, next }]

const opened = (answers: Answers, search?: string) =>
	openScreen(<HostPeopleScreen search={search} show="ghosts" />, '/host/people', answers, { member: me })
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
	// Analytics events must not contain the token.
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

test('a deleted ghost leaves the list, and the focus stays in it', async () => {
	const server = await opened({ [LIST]: listOf([bob]), 'DELETE /api/host/ghosts/7': [200, { ratingsDeleted: 3 }] })
	await press('More for Uncle Bob', await rowOf('Uncle Bob'))
	await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
	server.answer(LIST, listOf([]))
	await press('Delete Uncle Bob', await dialog('Delete Uncle Bob?'))

	expect(await screen.findByText('No ghosts on this road')).toBeTruthy()
	await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'All ghosts' })))
})

test('why an act is refused is said in its dialog, and the list is refetched', async () => {
	const why = 'This driver has been claimed already.'
	const refused = refusal(409, 'already_claimed', why)
	const server = await opened({ [LIST]: listOf([bob]), 'POST /api/host/ghosts/7/link': refused })
	await press('New link', await rowOf('Uncle Bob'))
	const asked = await dialog('New link for Uncle Bob')

	await press('New link', asked)

	expect((await asked.findByText(why)).getAttribute('role')).toBe('alert')
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
	const field = screen.getByLabelText<HTMLInputElement>('Find somebody')
	expect(field.value).toBe('bob')
	expect(server.calls().filter((call) => call === 'POST /api/host/ghosts/7/link')).toHaveLength(2)
	await user.clear(field)
	await user.type(field, 'amy')
	await waitFor(() => expect(server.place()).toBe('/host/people?search=amy&show=ghosts'))
})

test('a search that finds nobody says so, and leads back to all', async () => {
	const { place } = await opened({ 'GET /api/host/ghosts?search=xyzzy': listOf([]) }, 'xyzzy')

	await user.click(await screen.findByRole('button', { name: 'Show all ghosts' }))

	await waitFor(() => expect(place()).toBe('/host/people?show=ghosts'))
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
