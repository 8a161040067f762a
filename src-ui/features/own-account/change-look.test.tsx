import { expect, test } from 'bun:test'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { aMember, deadNetwork, type FakeAnswer, fakeServer, problem } from '#ui/testing/fake-server.ts'
import { fill } from '#ui/testing/fill.ts'
import { renderScreen } from '#ui/testing/render-screen.tsx'
import { ChangeLook } from './change-look.tsx'

const user = userEvent.setup()
const CHANGE = 'PATCH /api/users/4711'
const name = () => screen.getByLabelText<HTMLInputElement>('Display name')
const save = () => user.click(screen.getByRole('button', { name: 'Save Changes' }))

async function openFor(display_name: string | null, answer: FakeAnswer | (() => never) = [404]) {
	const me = aMember({ display_name, avatarId: 5 })
	const server = fakeServer({ 'GET /api/user': [200, me], [CHANGE]: answer })
	return { server, ...(await renderScreen(<ChangeLook me={me} />, '/settings', { member: me })) }
}

test('a member takes another face and a name of their own, and this browser knows at once [spec 10.3]', async () => {
	const changed = aMember({ display_name: 'Jonas 🚗', avatarId: 2 })
	const { server, app } = await openFor(null, [200, changed])
	expect(screen.getByText('Blank shows your username, jonas.')).toBeTruthy()
	expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Bobble-hat dad' }).checked).toBe(true)

	await user.click(screen.getByRole('radio', { name: 'Granny at the wheel' }))
	await fill(user, name(), ' Jonas 🚗 ')
	server.answer('GET /api/user', [200, changed])
	await save()

	expect(await screen.findByText('You ride as Jonas 🚗.')).toBeTruthy()
	expect(server.bodiesOf(CHANGE)).toEqual([{ display_name: 'Jonas 🚗', avatarId: 2 }])
	expect(app.session.viewer()).toMatchObject({ kind: 'member', user: { display_name: 'Jonas 🚗', avatarId: 2 } })
	expect(JSON.parse(localStorage.getItem('currentUser') ?? '')).toMatchObject({ display_name: 'Jonas 🚗', avatarId: 2 })
})

test('a blank name is none', async () => {
	const { server } = await openFor('Jonas', [200, aMember()])

	await user.clear(name())
	await save()

	expect(await screen.findByText('You ride as jonas.')).toBeTruthy()
	expect(server.bodiesOf(CHANGE)).toEqual([{ display_name: null, avatarId: 5 }])
})

test('a name has 2 to 50 characters, and what the server says of it stands at its field', async () => {
	const { server } = await openFor('Jonas', problem(400, 'Invalid input', 'display_name'))

	await user.clear(name())
	await user.type(name(), 'J')
	await save()
	expect(screen.getByText('Name must be at least 2 characters')).toBeTruthy()
	expect(server.bodiesOf(CHANGE)).toEqual([])

	await user.type(name(), 'o')
	await save()
	expect(await screen.findByText('Invalid input')).toBeTruthy()
	expect(document.activeElement).toBe(name())
})

test('without a connection nothing has changed, and nothing typed is lost', async () => {
	await openFor('Jonas', deadNetwork)

	await user.type(name(), 's')
	await save()

	expect(await screen.findByText('Nothing has changed. Please try again.')).toBeTruthy()
	expect(name().value).toBe('Jonass')
})
