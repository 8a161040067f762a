import { expect, test } from 'bun:test'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { VisibleUser } from '#contract/accounts.ts'
import { userQuery } from '#ui/features/sign-in/session/users.api.ts'
import { aDriver, aMember, deadNetwork, fakeServer, someFigures } from '#ui/testing/fake-server.ts'
import { fill } from '#ui/testing/fill.ts'
import { renderScreen } from '#ui/testing/render-screen.tsx'
import { ProfileScreen } from './profile-screen.tsx'

const user = userEvent.setup()
const me = aMember()
const bob: VisibleUser = {
	...aDriver({ id: 80, username: 'ghost-unkle-bob-x7k2q9', display_name: 'Unkle Bob', isGhost: true }),
	ghostClaimToken: 'x'.repeat(32),
	isRatedByOthers: false,
}
const [LOOK, CHANGE, DELETE] = ['GET /api/users/80', 'PUT /api/ghost-drivers/80', 'DELETE /api/ghost-drivers/80']
const NEW_LINK = 'POST /api/ghost-drivers/80/rotate-token'

/** Opens a ghost's profile with the data that the server sends to its creator. */
async function openProfile(ghost: Partial<VisibleUser> = {}, answers: Parameters<typeof fakeServer>[0] = {}) {
	const server = fakeServer({
		'GET /api/user': [200, me],
		[LOOK]: [200, { ...bob, ...ghost }],
		'GET /api/ratings/driver/80?limit=22': [200, []],
		'GET /api/drivers/80/stats': [200, someFigures()],
		...answers,
	})
	const screen = await renderScreen(<ProfileScreen userId={80} />, '/profile/80', { member: me })
	return { server, ...screen }
}

const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
const nameField = () => screen.getByLabelText<HTMLInputElement>('Name')

test('the creator of a ghost gives it another name and face; focus returns to the pencil [spec 10.1]', async () => {
	const { isRatedByOthers, ...changed } = { ...bob, display_name: 'Uncle Bob', avatarId: 3 }
	const { server } = await openProfile({}, { [CHANGE]: [200, changed] })
	await press('Edit Unkle Bob')
	expect(screen.getByRole('dialog', { name: 'Edit Unkle Bob' })).toBeTruthy()
	expect(nameField().value).toBe('Unkle Bob')
	expect(screen.getAllByRole('radio')).toHaveLength(5)

	await user.clear(nameField())
	await fill(user, nameField(), ' Uncle Bob ')
	await user.click(screen.getByRole('radio', { name: 'Road-trip dog' }))
	server.answer(LOOK, [200, { ...changed, isRatedByOthers }])
	await press('Save Changes')

	expect(await screen.findByRole('heading', { level: 1, name: 'Uncle Bob' })).toBeTruthy()
	expect(server.bodiesOf(CHANGE)).toEqual([{ username: 'Uncle Bob', avatarId: 3 }])
	await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit Uncle Bob' })))
})

test('nobody else sees a pencil', async () => {
	await openProfile({ isRatedByOthers: undefined })

	expect(await screen.findByRole('heading', { level: 1, name: 'Unkle Bob' })).toBeTruthy()
	expect(screen.queryByRole('button', { name: 'Edit Unkle Bob' })).toBeNull()
})

test('a name that no ghost can have is said at its field; without an answer nothing typed is lost', async () => {
	const { server } = await openProfile({}, { [CHANGE]: deadNetwork })
	await press('Edit Unkle Bob')

	await user.clear(nameField())
	await user.type(nameField(), 'B{Enter}')
	expect(screen.getByText('Name must be at least 2 characters')).toBeTruthy()
	expect(server.bodiesOf(CHANGE)).toEqual([])

	await user.type(nameField(), 'ob{Enter}')
	expect(await screen.findByText('Driver not changed')).toBeTruthy()
	expect(nameField().value).toBe('Bob')
})

test('a new link is asked about once, and leads to where it is sent from [spec 10.2]', async () => {
	const token = 'y'.repeat(32)
	const { isRatedByOthers, ...renewed } = { ...bob, ghostClaimToken: token }
	const { server, place, app } = await openProfile({}, { [NEW_LINK]: [200, renewed] })
	await press('Edit Unkle Bob')
	await user.type(nameField(), 'by')
	await press('New link')
	expect(screen.getByRole('dialog', { name: 'New link for Unkle Bob?' })).toBeTruthy()
	await press('Cancel')
	expect(nameField().value).toBe('Unkle Bobby')
	expect(server.calls()).not.toContain(NEW_LINK)
	expect(document.activeElement).toBe(screen.getByRole('button', { name: 'New link' }))

	await press('New link')
	await press('New link')

	await waitFor(() => expect(place()).toBe('/share-ghost/80'))
	expect(screen.getByText('Here is the new link')).toBeTruthy()
	expect(app.queryClient.getQueryData(userQuery(80).queryKey)).toEqual({ ...renewed, isRatedByOthers })
})

test('deleting is asked about once, and leads home, where the ghost is no more [spec 10.1]', async () => {
	const { server, place, app } = await openProfile({}, { [DELETE]: [204] })
	const home = { hasAccount: true, drivers: [{ ...bob, averageStar: 0, totalRides: 0 }] }
	app.queryClient.setQueryData(['drivers', 'home'], home)
	await press('Edit Unkle Bob')
	await press('Delete Unkle Bob')
	expect(screen.getByRole('dialog', { name: 'Delete Unkle Bob?' })).toBeTruthy()
	expect(server.calls()).not.toContain(DELETE)

	server.answer(LOOK, [404])
	await press('Delete Unkle Bob')

	await waitFor(() => expect(place()).toBe('/home'))
	expect(screen.getByText('Unkle Bob got out')).toBeTruthy()
	expect(screen.queryByText('Profile Not Found')).toBeNull()
	expect(app.queryClient.getQueryData(['drivers', 'home'])).toEqual({ hasAccount: true, drivers: [] })
	await waitFor(() => expect(app.queryClient.getQueryData(userQuery(80).queryKey)).toBeUndefined())
})

test('a ghost that others have rated cannot be deleted, and says so if they did meanwhile', async () => {
	const said = 'Others have rated Unkle Bob too.'
	const refused = [409, { message: said, code: 'others_rated', requestId: 'test' }] as const
	const { server } = await openProfile({}, { [DELETE]: refused })
	await press('Edit Unkle Bob')
	await press('Delete Unkle Bob')
	server.answer(LOOK, [200, { ...bob, isRatedByOthers: true }])
	await press('Delete Unkle Bob')

	expect(await screen.findByText(said)).toBeTruthy()
	await press('Back')
	expect(nameField().value).toBe('Unkle Bob')
	expect(screen.queryByRole('button', { name: 'Delete Unkle Bob' })).toBeNull()
	expect(screen.getByRole('button', { name: 'New link' })).toBeTruthy()
})
