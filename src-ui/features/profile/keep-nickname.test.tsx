import { expect, test } from 'bun:test'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { claimedNicknameOf, noteClaimedNickname } from '#ui/features/sign-in/session/claim-note.memory.ts'
import { aMember, deadNetwork, fakeServer, someFigures } from '#ui/testing/fake-server.ts'
import { renderScreen } from '#ui/testing/render-screen.tsx'
import { ProfileScreen } from './profile-screen.tsx'

const user = userEvent.setup()
const me = aMember({ username: 'bob.m' })
const CHANGE = 'PATCH /api/users/4711'
const QUESTION = 'Keep being called Uncle Bob?'

/** Opens the profile of a member who claimed the ghost 'Uncle Bob' in this browser. */
async function openProfile(answers: Parameters<typeof fakeServer>[0] = {}, member = me) {
	const server = fakeServer({
		'GET /api/user': [200, member],
		'GET /api/users/4711': [200, member],
		'GET /api/ratings/received?limit=22': [200, []],
		'GET /api/drivers/4711/stats': [200, someFigures()],
		...answers,
	})
	await renderScreen(<ProfileScreen userId={4711} />, '/profile/4711', { member })
	return server
}

const press = async (name: string) => user.click(await screen.findByRole('button', { name }))

test('a driver who has claimed their ratings keeps the nickname with one tap [spec 10.5]', async () => {
	noteClaimedNickname({ userId: 4711, nickname: 'Uncle Bob' })
	const called = { ...me, display_name: 'Uncle Bob' }
	const server = await openProfile({ [CHANGE]: [200, called] })
	expect(await screen.findByText(QUESTION)).toBeTruthy()

	server.answer('GET /api/user', [200, called])
	server.answer('GET /api/users/4711', [200, called])
	await press('Yes, keep it')

	expect(await screen.findByRole('heading', { level: 1, name: 'Uncle Bob' })).toBeTruthy()
	expect(server.bodiesOf(CHANGE)).toEqual([{ display_name: 'Uncle Bob' }])
	expect(screen.queryByText(QUESTION)).toBeNull()
	expect(document.activeElement?.id).toBe('main')
	expect(claimedNicknameOf(4711)).toBeNull()
	expect(localStorage.getItem('currentUser')).toContain('"display_name":"Uncle Bob"')
})

test('or is called by the username from then on, and is not asked again [spec 10.5]', async () => {
	noteClaimedNickname({ userId: 4711, nickname: 'Uncle Bob' })
	const server = await openProfile()

	await press('No, bob.m')

	expect(screen.queryByText(QUESTION)).toBeNull()
	expect(server.bodiesOf(CHANGE)).toEqual([])
	expect(claimedNicknameOf(4711)).toBeNull()
})

test('without an answer of the server the question stays [spec 10.5]', async () => {
	noteClaimedNickname({ userId: 4711, nickname: 'Uncle Bob' })
	await openProfile({ [CHANGE]: deadNetwork })

	await press('Yes, keep it')

	expect(await screen.findByText('Name not kept')).toBeTruthy()
	expect(screen.getByText(QUESTION)).toBeTruthy()
	expect(claimedNicknameOf(4711)).toBe('Uncle Bob')
})

test.each([
	['another member at this browser', { userId: 12, nickname: 'Uncle Bob' }, me],
	['a member who has a display name', { userId: 4711, nickname: 'Uncle Bob' }, { ...me, display_name: 'Bobby' }],
	['a member who took the nickname as username', { userId: 4711, nickname: 'bob.m' }, me],
])('%s is not asked', async (_who, note, member) => {
	noteClaimedNickname(note)
	await openProfile({}, member)

	await waitFor(() => expect(screen.getByRole('button', { name: 'Edit username' })).toBeTruthy())
	expect(screen.queryByText(/^Keep being called/)).toBeNull()
})

test('a member who takes another username has answered; a display name that goes is named before [spec 10.4]', async () => {
	noteClaimedNickname({ userId: 4711, nickname: 'Uncle Bob' })
	const renamed = { ...me, username: 'bobby', display_name: 'bobby' }
	const server = await openProfile({ 'PUT /api/users/4711': [200, renamed] }, { ...me, display_name: 'Bob the Great' })
	await press('Edit username')
	expect(screen.getByText(/^It takes the place of your display name,/).textContent).toContain('Bob the Great')

	server.answer('GET /api/user', [200, renamed])
	server.answer('GET /api/users/4711', [200, renamed])
	await user.clear(screen.getByLabelText('Username'))
	await user.type(screen.getByLabelText('Username'), 'bobby{Enter}')

	expect(await screen.findByText('Username updated')).toBeTruthy()
	expect(claimedNicknameOf(4711)).toBeNull()
	await press('Edit username')
	expect(screen.queryByText(/^It takes the place of your display name,/)).toBeNull()
})
