import { expect, test } from 'bun:test'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { useMember } from '#ui/session/session-context.ts'
import { aMember, fakeServer, problem } from '#ui/testing/fake-server.ts'
import { fill } from '#ui/testing/fill.ts'
import { renderScreen } from '#ui/testing/render-screen.tsx'
import { RecreateAccountDialog } from './use-account-first.tsx'

const user = userEvent.setup()

function HomeOfSomebodyLost() {
	const [isOpen, setIsOpen] = useState(true)
	return (
		<>
			<p>{useMember() ? 'back in the seat' : 'nobody'}</p>
			<RecreateAccountDialog isOpen={isOpen} onOpenChange={setIsOpen} user={aMember()} />
		</>
	)
}

async function recreate() {
	await fill(user, await screen.findByLabelText('Password'), 'hunter22')
	await user.click(screen.getByRole('button', { name: 'Recreate account' }))
}

test('a member whom the server has lost gets their name and face back for a password', async () => {
	const server = fakeServer({
		'POST /api/register': [201, aMember({ id: 9 })],
		'GET /api/user': [200, aMember({ id: 9 })],
	})
	await renderScreen(<HomeOfSomebodyLost />, '/home')

	await recreate()

	await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
	expect(screen.getByText('back in the seat')).toBeTruthy()
	expect(server.bodiesOf('POST /api/register')).toEqual([
		{ username: 'jonas', password: 'hunter22', email: null, avatarId: 5 },
	])
})

test('a name that another member has taken meanwhile can be changed', async () => {
	fakeServer({ 'POST /api/register': problem(409, 'Username already exists', 'username') })
	await renderScreen(<HomeOfSomebodyLost />, '/home')

	await recreate()

	expect(await screen.findByText('This username is already taken. Please choose another one.')).toBeTruthy()
	expect(document.activeElement).toBe(screen.getByLabelText('Username'))
	expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('hunter22')
})
