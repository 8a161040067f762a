import { expect, spyOn, test } from 'bun:test'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { AccessToken } from '#contract/access-tokens.ts'
import { type Answers, aMember, deadNetwork, refusal } from '#ui/testing/fake-server.ts'
import { fill } from '#ui/testing/fill.ts'
import { openScreen } from '#ui/testing/render-screen.tsx'
import { AccessTokens } from './access-tokens.tsx'

const user = userEvent.setup()
const me = aMember()
const LIST = `GET /api/users/${me.id}/tokens`
const MAKE = `POST /api/users/${me.id}/tokens`
const kitchen: AccessToken = { id: 7, name: 'Kitchen', createdAt: '2026-05-12T10:00:00.000Z', lastUsedOn: null }
const shed: AccessToken = { ...kitchen, id: 8, name: 'Shed', lastUsedOn: '2026-06-01' }
const SECRET = `backseat_${'x'.repeat(43)}`

const opened = (tokens: AccessToken[], answers: Answers = {}) =>
	openScreen(<AccessTokens me={me} />, '/settings', { [LIST]: [200, tokens], ...answers }, { member: me })

async function make(name: string) {
	await user.click(await screen.findByRole('button', { name: 'Make a token' }))
	const dialog = within(await screen.findByRole('dialog', { name: 'Make a read-only token' }))
	if (name !== '') await fill(user, dialog.getByLabelText('What is it for?'), name)
	await fill(user, await dialog.findByLabelText('Your password'), 'hunter22')
	await user.click(dialog.getByRole('button', { name: 'Make it' }))
	return dialog
}

test('a member without a token reads what one is for, makes one, copies it, and does not see it again', async () => {
	const copied = spyOn(navigator.clipboard, 'writeText').mockResolvedValue(undefined)
	const server = await opened([], { [MAKE]: [201, { ...kitchen, token: SECRET }] })
	expect(await screen.findByText('No token yet. Nothing reads along.')).toBeTruthy()

	await make('Kitchen')

	const made = within(await screen.findByRole('dialog', { name: 'Here is your token' }))
	expect(made.getByText(SECRET)).toBeTruthy()
	expect(made.getByText(`/api/drivers/${me.id}/stats`)).toBeTruthy()
	expect(server.bodiesOf(MAKE)).toEqual([{ name: 'Kitchen', proof: { password: 'hunter22' } }])
	server.answer(LIST, [200, [kitchen]])
	const copy = made.getByRole('button', { name: 'Copy token' })
	expect(document.activeElement).toBe(copy)
	await user.click(copy)
	expect(copied).toHaveBeenCalledWith(SECRET)
	await user.click(made.getByRole('button', { name: 'Done' }))
	await waitFor(() => expect(screen.queryByText(SECRET)).toBeNull())
	await user.click(screen.getByRole('button', { name: 'Make a token' }))
	expect(await screen.findByRole('dialog', { name: 'Make a read-only token' })).toBeTruthy()
})

test('a missing name, a wrong password and a dead line are said where the member is, and nothing typed is lost', async () => {
	const server = await opened([], {
		[MAKE]: refusal(403, 'wrong_password', 'That is not your current password', 'password'),
	})

	const dialog = await make('')
	expect(await dialog.findByText('Please give it a name')).toBeTruthy()
	await fill(user, dialog.getByLabelText('What is it for?'), 'Kitchen')
	await user.click(dialog.getByRole('button', { name: 'Make it' }))
	expect(await dialog.findByText('That is not your current password')).toBeTruthy()

	server.answer(MAKE, deadNetwork)
	await fill(user, dialog.getByLabelText('Your password'), 'hunter22')
	await user.click(dialog.getByRole('button', { name: 'Make it' }))
	expect(await dialog.findByText('The server does not answer. Please try again.')).toBeTruthy()
	expect(dialog.getByLabelText<HTMLInputElement>('What is it for?').value).toBe('Kitchen')
})

test('each token says when it was made and last used, and is ended after a question', async () => {
	const END = `DELETE /api/users/${me.id}/tokens/7`
	const server = await opened([kitchen, shed], { [END]: deadNetwork })
	const rows = within(await screen.findByRole('list', { name: 'Read-only tokens' })).getAllByRole('listitem')
	expect(rows.map(({ textContent }) => textContent)).toEqual([
		'Kitchenmade May 12, 2026 · not used yetEnd it',
		'Shedmade May 12, 2026 · last used Jun 1, 2026End it',
	])
	const endFirst = async () => {
		await user.click(screen.getAllByRole('button', { name: 'End it' })[0] as HTMLElement)
		const question = within(await screen.findByRole('alertdialog', { name: 'End this token?' }))
		await user.click(question.getByRole('button', { name: 'End it' }))
	}

	await endFirst()
	expect(await screen.findByText('It still reads along')).toBeTruthy()
	await user.keyboard('{Escape}')
	// Ended in another browser meanwhile.
	server.answer(END, refusal(404, 'not_found', 'You have no such token.'))
	server.answer(LIST, [200, [shed]])
	await endFirst()

	expect(await screen.findByText('Kitchen reads nothing any more.')).toBeTruthy()
	await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
	await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'End it' })))
})

test('with five tokens there is no button for a sixth', async () => {
	await opened([1, 2, 3, 4, 5].map((id) => ({ ...kitchen, id, name: `Display ${id}` })))

	expect(await screen.findByText(/^Five, and more do not fit/)).toBeTruthy()
	expect(screen.queryByRole('button', { name: 'Make a token' })).toBeNull()
})

test('a list that fails can be asked for again', async () => {
	const server = await opened([], { [LIST]: deadNetwork })
	expect(await screen.findByText('The token box is jammed')).toBeTruthy()

	server.answer(LIST, [200, [kitchen]])
	await user.click(screen.getByRole('button', { name: 'Try again' }))

	expect(await screen.findByText('Kitchen')).toBeTruthy()
})
